"""Maps: places that are looked for, compared and chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from automotive_env.geo.currency import written_price
from automotive_env.geo.places import place_by_name
from automotive_env.geo.town.charging_stations import plugs_of
from automotive_env.geo.town.guidance import Trip, position, route_of, trip
from automotive_env.geo.town.points_of_interest import CATEGORIES, PointOfInterest
from automotive_env.geo.town.search import away, in_category
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import ROUTE
from automotive_env.ui_script import UiScript
from automotive_env.validators.answer_forms import First, Price
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

MAPS = Category.MAPS
BESIDE_THE_ROAD = 640
"""Metres by which a way can be shorter than the distance to the middle of the cell in which a place lies: the width of one."""
NEEDS = {
    "pharmacy": "some pills from a pharmacy",
    "supermarket": "milk and bread from a supermarket",
    "coffee": "a coffee from a café",
    "food": "a plate of something hot in a restaurant",
    "car wash": "a good scrub for this car at a car wash",
    "workshop": "somebody in a workshop to look at that rattle",
}
"""Category with hours -> what one gets there."""


def here(scene: Scene) -> Trip:
    """Where the car of a scene stands, going nowhere."""
    return trip(scene.latitude, scene.longitude, 0, scene.place, scene.life)


def nearest_first(scene: Scene, category: str) -> tuple[PointOfInterest, ...]:
    """The places of a category as the crow flies, the nearest first."""
    going = here(scene)
    return in_category(category, going.town, position(going.latitude, going.longitude, going.bearing).at)


def nearest_by_road(scene: Scene, places: Iterable[PointOfInterest]) -> str:
    """The name of that one of some places to which the way is shortest; empty where there are none.

    Args:
        scene: where the way begins.
        places: the nearest as the crow flies first; no more ways are looked for once those who are left must be longer.
    """
    going, nearest, least = here(scene), "", inf
    at = position(going.latitude, going.longitude, going.bearing).at
    for place in places:
        if away(place, at) > least + BESIDE_THE_ROAD:
            break
        way = route_of(going.to(place.name))
        if way is not None and way.metres < least:
            nearest, least = place.name, way.metres
    return nearest


def place_near(draw: Draw, scene: Scene, category: str, *, open_for: int = 0) -> PointOfInterest:
    """A named place of a category, near enough to stand in the list of its kind, that is open for so many minutes yet."""
    named = [place for place in nearest_first(scene, category) if place.is_named][:12]
    if found := [place for place in named if minutes_open(place, scene) >= open_for]:
        return draw.choice(found)
    raise SceneImpossible(f"no {category} of {scene.place} is open for {open_for} minutes at {scene.time[11:16]}")


def minutes_open(place: PointOfInterest, scene: Scene) -> int:
    """For how many minutes a place stays open; 0 where it is shut now."""
    opens, closes = place.hours
    now = 60 * int(scene.time[11:13]) + int(scene.time[14:16])
    return max(0, 60 * closes - now) if now >= 60 * opens else 0


def listed(ui: UiScript, category: str) -> UiScript:
    """Open the list of the places of a category."""
    return ui.open("maps").tap("nearby_button").tap("category_item", CATEGORIES[category].title)


class NearestOpen(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The nearest shop has shut, or shuts soon: the next one that stays open long enough; or none does."""

    says = (
        "I need {need}. Guide us to the nearest one that won't shut within the next {minutes} minutes.",
        "For {need}: whichever is nearest by road and open for another {minutes} minutes. Start guidance, please.",
        "Could you lead me to the nearest place for {need}? It has to be open, and for {minutes} more minutes.",
        (
            "We'd like {need}. Not simply the nearest: the nearest that has at least {minutes} minutes left today, as we want "
            "to take our time."
        ),
        "No locked doors, please: {need}, nearest by road, still {minutes} minutes to closing time.",
        (
            "I don't know what is still open around here, but I want {need}. Show me the way to the nearest with {minutes} "
            "minutes left."
        ),
    )
    endings = ("act", "decline")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(16, 23))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        minutes = draw.choice([30, 40, 50])
        kinds = draw.rng.sample(sorted(NEEDS), len(NEEDS))
        for category in kinds:
            left = [(minutes_open(place, scene) - minutes, place.name) for place in nearest_first(scene, category)[:20]]
            some = any(spare >= 10 for spare, _ in left)
            if any(-10 < spare < 10 for spare, _ in left) or some is not (draw.ending == "act"):
                continue
            there = nearest_first(scene, category)[:20] if some else ()
            nearest = nearest_by_road(scene, [place for place in there if minutes_open(place, scene) > minutes])
            if some and nearest == nearest_by_road(scene, there):
                continue
            return {"category": category, "need": NEEDS[category], "minutes": minutes, "nearest": nearest}
        raise SceneImpossible(f"no shop of {draw.place.name} is shut beside an open one")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        nearest = inst.params["nearest"]
        return then.navigation.goes_to(nearest) & then.navigation.stops_at() if nearest else then.navigation.ended()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        ways = (
            r"\b(close(?! (?:by|to)\b)|closed|closes|closing|shuts?|"
            r"(no|none|not|nothing|\w+n't)\b.{0,60}\b(open(?! the| it)|long enough|left))\b"
        )
        contrary = (
            r"(?<!not )\bit(?: is|'s) open\b(?! (?:only|until|too))|"
            r"(?<!no )\b(?:route|guidance|navigation) (?:(?:has|was|is) )?(?:begun|started)\b"
        )
        return (Says("that none is open long enough", ways, contrary),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        category, nearest = inst.params["category"], inst.params["nearest"]
        if not nearest:
            yield lambda ui: listed(ui, category).infeasible("All of them are closed, or close too soon.")
            yield lambda ui: listed(ui, category).infeasible("There is none nearby that stays open long enough.")
            return
        yield lambda ui: listed(ui, category).tap("result_item", nearest).tap("start_button")
        title = CATEGORIES[category].title
        yield lambda ui: ui.open("maps").search("search_edit_text", title, "result_item", nearest).tap("start_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        category = inst.params["category"]
        yield lambda ui: listed(ui, category).nth("result_item", 1).tap("start_button")
        yield lambda ui: listed(ui, category).nth("result_item", 1).answer("It is open, and the route has begun.")
        yield lambda ui: ui.open("maps").tap("destination_item", "Home").tap("start_button").infeasible("All are closed.")
        if inst.params["nearest"]:
            yield lambda ui: listed(ui, category).infeasible("All of them are closed.")


class CheapestCharger(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Power, price and free plugs of a score of charging stations: the cheapest that will do, and what it costs."""

    says = (
        "Which charger with {power} kW or more is the cheapest where a plug is free right now? And what is a kWh there?",
        "Cheapest kWh around here with at least {power} kW and a free plug: where, and how much?",
        (
            "Could you tell me where charging costs least, at {power} kW or more, of course only where something is free, and "
            "the price?"
        ),
        "I have no time for less than {power} kW and no wish to queue. Who sells the kWh for the least, and for what?",
        "Compare the stations for me, please: {power} kW at least, a plug free, then the lowest price. Name and price.",
        "Not the nearest, the cheapest: free plug, {power} kW or better. Just tell me its name and what they take for a kWh.",
    )
    endings = ("answer",)
    steps = 14

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        power = draw.choice([22, 50, 150])
        offers = [(plugs_of(place, scene.time), place.name) for place in nearest_first(scene, "charging")]
        fit = sorted((plugs.price, name) for plugs, name in offers if plugs.power >= power and plugs.free)
        cheaper = [name for plugs, name in offers if fit and plugs.price < fit[0][0]]
        if len(fit) < 2 or not cheaper or fit[1][0] - fit[0][0] < 0.009:
            raise SceneImpossible(f"no charging station of {draw.place.name} is the cheapest")
        price, name = fit[0]
        written = written_price(price, place_by_name(scene.place).country)
        if written == written_price(fit[1][0], place_by_name(scene.place).country):
            raise SceneImpossible(f"two charging stations of {draw.place.name} cost the same")
        return {"power": power, "station": name, "price": written, "cheaper": cheaper[0], "second": fit[1][1]}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        others = [one.name for one in nearest_first(inst.scene, "charging") if one.name != inst.params["station"]]
        station = First(inst.params["station"], tuple(others))
        return then.answered(station, Price(inst.params["price"]))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        station, price = inst.params["station"], inst.params["price"]
        told = f"{station}, at {price} per kWh."

        def compared(ui: UiScript) -> UiScript:
            return ui.open("energy").tap("energy_stations").scroll_to("station_item", station)

        yield lambda ui: compared(ui).answer(f"The cheapest one is {told}")
        cheaper = f"{told} {inst.params['cheaper']} is cheaper, but has nothing that fits."
        yield lambda ui: ui.open("energy").tap("find_charging_button").scroll_to("station_item", station).answer(cheaper)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        station, price = inst.params["station"], inst.params["price"]
        yield lambda ui: ui.open("energy").tap("energy_stations").answer(f"{inst.params['cheaper']}, at {price} per kWh.")
        yield lambda ui: ui.open("energy").tap("energy_stations").answer(f"The cheapest one is {station}.")
        yield lambda ui: ui.answer(f"{inst.params['second']} for {price}.")
        yield lambda ui: ui.answer("The nearest charging station is also the cheapest.")
