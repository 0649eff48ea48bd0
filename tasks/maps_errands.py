"""Maps: what lies on the way: stops that fall away or come in, a day's end that is planned, places that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import find_place, points_of_interest
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_search import here, listed, minutes_open, nearest_first, place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Word, denial_of, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.vehicle.life import places_of

MAPS = Category.MAPS
SHOPS = ("pharmacy", "supermarket", "coffee", "bank", "museum", "workshop", "car wash", "food")
"""Categories of places that shut at some hour."""
ALWAYS_OPEN = ("station", "hotel", "parking")
WISHES = {
    "hotel": "a bed for the night",
    "food": "a proper hot meal",
    "coffee": "a coffee to take along",
    "pharmacy": "something against this headache",
    "bank": "some cash",
    "workshop": "somebody who looks at that rattle",
    "car wash": "a good scrub for this muddy car",
    "supermarket": "milk and bread",
}
"""Category -> what one gets there."""
OPEN_YET = 45
"""Minutes for which a place has to be open yet, to be of use."""
NOT_ALL_OPEN = Says(
    "that do not call all of them open",
    "^",
    r"\b(all|each|every one)( three)?( of (them|the stops|our stops))? (stops )?(are|is) (still )?open\b",
)
ALL_OPEN = Says(
    "that all of them are open",
    r"\b(all|every|each|three|they|everything)\b.{0,60}\bopen\b|\b(none|no|nobody|nothing|neither)\b.{0,40}\b(closed|shut|locked)\b",
    r"^(?!.*\b(none|no|nobody|nothing|neither|not|\w+n't)\b).*\b(closed|shut|locked)\b|\ball (but|except)\b|"
    r"\b(not|\w+n't) (all|every\w*|each|the three)\b|"
    r"\b(not|\w+n't) (\w+ )?open\b|\b(one|two|some)\b.{0,20}\b(closed|shut|locked)\b",
)


NOT_ON_IT = (
    r"\b(no|not|\w+n't|never|nowhere) (\w+ ){0,6}"
    r"(on|of|in|to|among|there|stop|part|pass|planned|route|way|trip|anyway|includ\w+)\b|"
    r"\b(is|was)(n't| not)(?=[.;,]|$)"
)
"""What says that the way does not lead to a place."""


def names_of(scene: Scene, category: str) -> list[str]:
    """The names of all places of a category in the town around the car."""
    return [place.name for place in points_of_interest(here(scene).town).values() if place.category == category]


def open_names(scene: Scene, category: str) -> list[str]:
    """The names of those that are open for a while yet."""
    known = points_of_interest(here(scene).town).values()
    return [place.name for place in known if place.category == category and minutes_open(place, scene) >= OPEN_YET]


def typed(ui: UiScript, name: str) -> UiScript:
    """Look a place up by its name: the row of the result tells what it is and when it is open."""
    return ui.open("maps").type("search_edit_text", name).scroll_to("result_item", name)


def looked_up(ui: UiScript, scene: Scene, name: str) -> UiScript:
    """Look a place up in the list of its category."""
    return listed(ui, find_place(name, here(scene).town).category).scroll_to("result_item", name)


def without(ui: UiScript, *stops: str) -> UiScript:
    """Take stops off the route."""
    ui = ui.open("maps").tap("route_stops_button")
    for stop in stops:
        ui = ui.tap("stop_delete_button", f"Delete {stop}")
    return ui


class ClosedStop(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """One of three stops has shut its doors by now and is of no use any more; or all of them are open."""

    says = (
        "It got later than I thought. If one of our stops stands there with locked doors by now, we can spare ourselves that.",
        "Is any of the places in between shut already? No use calling there then; the others stay.",
        "I don't want to stand before a locked door. Check the places in between, please, and drop what isn't open now.",
        "Could you see to it that we only stop where somebody is still there? Anything that is open stays, of course.",
        "Our list may be out of date at this hour: whatever has shut, skip it. Not the destination, only what lies in between.",
        "What's shut, we needn't visit. Leave the rest of the way as planned.",
    )
    endings = ("act", "answer")
    steps = 32

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(17, 22))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        shops = [place_near(draw, scene, category) for category in draw.rng.sample(SHOPS, len(SHOPS))]
        shut = [place.name for place in shops if not minutes_open(place, scene) and self._stays_shut(place.hours, scene)]
        opened = [place.name for place in shops if minutes_open(place, scene) >= 90]
        opened += [place_near(draw, scene, category).name for category in draw.rng.sample(ALWAYS_OPEN, 2)]
        if not shut or len(opened) < 3:
            raise SceneImpossible(f"at this hour the shops of {draw.place.name} are all open, or all shut")
        stops = [*opened[:2], shut[0]] if draw.ending == "act" else opened[:3]
        draw.rng.shuffle(stops)
        closed = shut[0] if draw.ending == "act" else ""
        return {f"stop_{number}": stop for number, stop in enumerate(stops)} | {
            "shut": closed,
            "destination": draw.choice(PLACES),
        }

    @staticmethod
    def _stays_shut(hours: tuple[int, int], scene: Scene) -> bool:
        hour = int(scene.time[11:13])
        return hour >= hours[1] or hour < hours[0] - 1

    def _stops(self, inst: TaskInstance) -> list[str]:
        return [inst.params[f"stop_{number}"] for number in range(3)]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *self._stops(inst))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept = [stop for stop in self._stops(inst) if stop != inst.params["shut"]]
        route = then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(*kept)
        return route if inst.params["shut"] else route & then.answered(ALL_OPEN)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NOT_ALL_OPEN,) if inst.params["shut"] else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def all_typed(ui: UiScript) -> UiScript:
            for stop in self._stops(inst):
                ui = typed(ui, stop).back()
            return ui

        def all_listed(ui: UiScript) -> UiScript:
            for stop in self._stops(inst):
                ui = looked_up(ui, inst.scene, stop).back().back()
            return ui

        if inst.ending == "act":
            yield lambda ui: without(all_typed(ui), inst.params["shut"])
            yield lambda ui: without(all_listed(ui), inst.params["shut"])
        else:
            yield lambda ui: all_typed(ui).answer("All three stops are open now, so the route stays as it is.")
            yield lambda ui: all_listed(ui).answer("None of them is closed.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fine = "All three stops are open now."
        others = [stop for stop in self._stops(inst) if stop != inst.params["shut"]]
        yield lambda ui: without(ui, others[0]).answer(fine)
        yield lambda ui: ui.open("maps").tap("route_stops_button").answer("One of the stops is closed, so I took it off.")
        yield lambda ui: ui.open("maps").answer("All but one are open.")
        yield lambda ui: ui.open("maps").tap("destination_item", "Home").tap("start_button").answer(fine)
        if inst.params["shut"]:
            yield lambda ui: without(ui, inst.params["shut"]).back().tap("route_stops_button").tap("place_item", "Home")
            yield lambda ui: ui.open("maps").tap("route_stops_button").answer(fine)


class TwoErrands(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """Two things are wanted in the evening, and nobody says where they are had now: a stop for the one, an end for the other."""

    says = (
        "First {first}, then {last}: lead us, I'm too tired to think.",
        "What I want at the end is {last}, but before that {first}.",
        "Could you find us {last}, please, and {first} on the way there?",
        "Nothing works without {first}; after that I'm after {last}. Plan it in this order, and start.",
        "We're after {last}; not straight there, though: {first} on the way.",
        "In this order, please: {first}, {last}.",
    )
    steps = 24

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(16, 21), minutes=60 - OPEN_YET)  # what shuts on the hour is of use until then

    @staticmethod
    def _shut(scene: Scene, category: str) -> str:
        """The nearest place of a category that is shut; empty where there is none."""
        near = [place for place in nearest_first(scene, category) if place.is_named][:12]
        return next((place.name for place in near if not minutes_open(place, scene)), "")

    @staticmethod
    def _can_be_had(scene: Scene, category: str) -> bool:
        """Whether a place of a category that is near is open for a while yet, and none of them about to shut."""
        left = [minutes_open(place, scene) for place in nearest_first(scene, category)]
        near = [minutes_open(place, scene) for place in nearest_first(scene, category) if place.is_named][:12]
        return max(near, default=0) >= OPEN_YET and not any(0 < minutes < OPEN_YET for minutes in left)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        had = [category for category in sorted(WISHES) if self._can_be_had(scene, category)]
        firsts = [category for category in had if category != "hotel" and self._shut(scene, category)]  # a day ends there
        if not firsts or len(had) < 2:
            raise SceneImpossible(f"at this hour the shops of {draw.place.name} are all open, or all shut")
        first = draw.choice(firsts)
        last = draw.choice([category for category in had if category != first])
        places = {"stop": place_near(draw, scene, first, open_for=OPEN_YET).name}
        places |= {"end": place_near(draw, scene, last, open_for=OPEN_YET).name, "shut": self._shut(scene, first)}
        return {"first": WISHES[first], "last": WISHES[last], "first_kind": first, "last_kind": last} | places

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        first, last = inst.params["first_kind"], inst.params["last_kind"]
        ends = then.navigation.ends_at(f"an open place of the category {last}", open_names(inst.scene, last))
        calls = then.navigation.stops_first_at(f"an open place of the category {first}", open_names(inst.scene, first))
        return ends & calls & then.is_(s.STOP_COUNT, 1)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def _to(self, ui: UiScript, category: str, name: str) -> UiScript:
        """Start the route to a place of a category."""
        return listed(ui, category).tap("result_item", name).tap("start_button")

    def _over(self, ui: UiScript, category: str, name: str) -> UiScript:
        """Add a stop at a place of a category."""
        return listed(ui, category).tap("result_item", name).tap("add_stop_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, last, stop, end = (inst.params[name] for name in ("first_kind", "last_kind", "stop", "end"))
        yield lambda ui: self._over(self._to(ui, last, end), first, stop)
        yield (lambda ui: self._to(ui, last, end).tap("route_stops_button").type("stop_edit_text", stop).tap("result_item", stop))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, last, stop, end = (inst.params[name] for name in ("first_kind", "last_kind", "stop", "end"))
        yield lambda ui: self._to(ui, last, end).answer("Both are on the way.")
        yield lambda ui: self._over(self._to(ui, last, end), first, inst.params["shut"])
        yield lambda ui: self._over(self._to(ui, first, stop), last, end)
        yield lambda ui: listed(self._to(ui, last, end), "parking").nth("result_item", 1).tap("add_stop_button")
        yield lambda ui: self._to(self._to(ui, first, stop), last, end)


class ReplannedStops(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two stops fall away, of which one may not be there; two come in at the end, of which one may be there, further ahead."""

    says = (
        "Leave out {out} and {gone}; if one isn't on our way, tell me which. Then {first} and {second}, last before the end.",
        "Change of plan: {out} and {gone} are off. Last come {first} and then {second}. Say what wasn't planned anyway.",
        "Could you take {out} and {gone} off, please, and let our stops end with {first}, {second}? Tell me what wasn't on it.",
        "{out} and {gone}, no. {first}, yes, and after that {second}, behind the others. Tell me what wasn't on the way.",
        "I hear that {out} and {gone} are done: skip them, or say which we never had. {first}, then {second}, before we arrive.",
        "First {second}, I mean: first {first}, then {second}, behind what we keep. No {out}, no {gone}; was one not planned?",
    )
    steps = 30

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kinds = draw.rng.sample((*SHOPS, *ALWAYS_OPEN), 6)
        out, gone, first, second, *kept = (place_near(draw, scene, category, open_for=60).name for category in kinds)
        stops = [out, *kept] if draw.maybe() else [out, gone, first, *kept]
        draw.rng.shuffle(stops)
        if [stop for stop in stops if stop not in (out, gone)][-1] == first:
            stops.reverse()  # it has to be moved
        new = {"first": first, "second": second, "out": out, "gone": gone, "destination": draw.choice(PLACES)}
        return {"stops": "|".join(stops)} | new

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(11, 16))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *inst.params["stops"].split("|"))

    @staticmethod
    def _kept(inst: TaskInstance) -> list[str]:
        changed = [inst.params[name] for name in ("out", "gone", "first", "second")]
        return [stop for stop in inst.params["stops"].split("|") if stop not in changed]

    @staticmethod
    def _there(inst: TaskInstance, *names: str) -> list[str]:
        """Those of some stops that are on the way at the start."""
        return [inst.params[name] for name in names if inst.params[name] in inst.params["stops"].split("|")]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        out, gone, first, second = (inst.params[name] for name in ("out", "gone", "first", "second"))
        stops = then.navigation.stops_at(*self._kept(inst), first, second)
        route = then.navigation.goes_to(inst.params["destination"]) & stops
        if self._there(inst, "gone"):
            return route
        others = denial_of("|".join(plain(name) for name in (out, *self._kept(inst))))
        return route & then.answered(Word((gone,)), Says("that it was not on the way", NOT_ON_IT, others))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def _replanned(self, ui: UiScript, inst: TaskInstance, *new: str) -> UiScript:
        """Take off what falls away and what has to be moved, and add stops that are searched for."""
        ui = without(ui, *self._there(inst, "out", "gone", "first"))
        for stop in new:
            ui = ui.type("stop_edit_text", stop).tap("result_item", stop)
        return ui

    def _told(self, ui: UiScript, inst: TaskInstance, words: str = "{} was not on the way.") -> UiScript:
        return ui if self._there(inst, "gone") else ui.answer(words.format(inst.params["gone"]))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, second = inst.params["first"], inst.params["second"]
        yield lambda ui: self._told(self._replanned(ui, inst, first, second), inst)

        def by_list(ui: UiScript) -> UiScript:
            ui = without(ui, *self._there(inst, "first"))
            for stop in (first, second):
                ui = looked_up(ui.back(), inst.scene, stop).tap("result_item", stop).tap("add_stop_button")
            told = f"{inst.params['out']} is off. We weren't going to {{}} in the first place."
            return self._told(without(ui, *self._there(inst, "gone", "out")), inst, told)

        yield by_list

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, second = inst.params["first"], inst.params["second"]
        yield lambda ui: self._told(self._replanned(ui, inst, second, first), inst)
        yield lambda ui: self._told(self._replanned(ui, inst, first), inst)
        yield lambda ui: self._told(self._replanned(ui, inst, first, second).tap("stop_delete_button"), inst)
        if self._there(inst, "gone"):
            yield lambda ui: self._replanned(ui, inst, second).answer(f"{first} is on the way already.")
        else:
            yield lambda ui: self._replanned(ui, inst, first, second)
            yield lambda ui: self._replanned(ui, inst, first, second).answer(f"{inst.params['out']} was not on the way.")


class FavoritePlaces(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """One place, told by its kind and address, is to be among those that the driver keeps, if it isn't; another not."""

    says = (
        "Keep {kind} at {address} for me, if you don't yet, and forget {old}: I never go there any more.",
        "My list of places: {kind} at {address} belongs on it, {old} doesn't. Half of that may be so already.",
        "Could you see that {kind} at {address} is among the places that you remember for me, please, and {old} isn't?",
        "On my list of starred places: {kind} at {address} in, {old} out. The rest stays, and we aren't driving anywhere now.",
        "{kind} at {address}, I'll be there every week, so I want it at hand, unless it is. In return strike {old} off.",
        "Star for {old}, no, the other way round: {kind} at {address} has the star in the end, and {old} hasn't.",
    )
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        favorites, recents = places_of(draw.content.owner, here(scene).town)
        own = [name for name in favorites if name not in ("Home", "Work")]
        new = place_near(draw, scene, draw.choice((*SHOPS, *ALWAYS_OPEN))).name
        if not own or new in (*favorites, *recents):
            raise SceneImpossible(f"the driver keeps no place of {draw.place.name}, or that one already")
        there = len(own) > 1 and draw.maybe(0.8) and self._is_listed(scene, own[1])
        new = own[1] if there else new
        found = find_place(new, here(scene).town)
        kind = f"the {found.kind.single.lower()}"
        kept = [name for name in favorites if name != own[0]]
        return {"new": new, "old": own[0], "there": there, "kind": kind, "address": found.location.address} | {
            f"kept_{number}": name for number, name in enumerate(kept)
        }

    @staticmethod
    def _is_listed(scene: Scene, name: str) -> bool:
        """Whether a place is so near that it stands in the list of its kind, with its address."""
        kind = find_place(name, here(scene).town).category
        return name in [place.name for place in nearest_first(scene, kind)[:12]]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept = [name for key, name in inst.params.items() if key.startswith("kept_")]
        return then.navigation.keeps(*dict.fromkeys((*kept, inst.params["new"])))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("maps.favorites",)

    def _starred(self, ui: UiScript, scene: Scene, name: str) -> UiScript:
        """Find a place in the list of its kind by its address, touch its star, and go back to the map."""
        return looked_up(ui, scene, name).tap("result_item", name).tap("favorite_button").back().back().back()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        new, old = inst.params["new"], inst.params["old"]
        if inst.params["there"]:
            yield lambda ui: ui.open("maps").long_press("destination_item", old)
            yield lambda ui: ui.open("maps").tap("destination_item", old).tap("favorite_button")
            return
        yield lambda ui: self._starred(ui, inst.scene, new).long_press("destination_item", old)
        yield lambda ui: self._starred(
            ui.open("maps").tap("destination_item", old).tap("favorite_button").back(), inst.scene, new
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        new, old = inst.params["new"], inst.params["old"]
        if inst.params["there"]:
            yield lambda ui: ui.open("maps").long_press("destination_item", old).long_press("destination_item", new)
            yield lambda ui: ui.open("maps").long_press("destination_item", old).long_press("destination_item", "Home")
            yield lambda ui: ui.open("maps").answer("It is like that already.")
            return

        def starred(ui: UiScript, name: str = new) -> UiScript:
            return self._starred(ui, inst.scene, name)

        kind = find_place(new, here(inst.scene).town).category
        other = next(place.name for place in nearest_first(inst.scene, kind) if place.name != new)
        yield lambda ui: starred(ui).answer("It is on the list, and the other one is gone.")
        yield lambda ui: starred(ui).long_press("destination_item", "Home")
        yield lambda ui: starred(ui, other).long_press("destination_item", old)
        yield lambda ui: starred(ui).tap("destination_item", old).tap("favorite_button").tap("favorite_button")
        yield lambda ui: starred(ui).long_press("destination_item", old).tap("destination_item", new).tap("start_button")
