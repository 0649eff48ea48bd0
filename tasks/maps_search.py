"""Maps: places that are looked for, compared and chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.place.currency import written_price
from automotive_env.place.town.charging_stations import plugs_of
from automotive_env.place.town.points_of_interest import CATEGORIES
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.maps import MAPS
from automotive_env.tasks.shared.maps import (
    PLACES,
    ROUTE,
    added,
    kind_of,
    listed,
    minutes_open,
    nearest_first,
    open_names,
    places_near,
)
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Name

SHOPS = {"pharmacy": "pharmacy", "supermarket": "supermarket", "coffee": "café", "car wash": "car wash", "food": "restaurant"}
"""Category of places that shut at some hour -> what people call one."""
WANTED = {
    "coffee": "a coffee",
    "food": "a proper meal",
    "pharmacy": "something for my headache",
    "supermarket": "some groceries",
    "fuel": "petrol",
    "car wash": "a car wash",
}
"""Category -> what one gets there."""
OPEN_YET = 45
"""Minutes for which a place has to be open yet, to be of use."""
CHEAPER = 0.009
"""Euros for a kilowatt hour by which the cheapest charger is cheaper than the next, so that no rounding hides it."""


class NearestOpen(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The nearest shop of a kind has shut, and another one is open yet; or all of them have shut."""

    says = (
        "Take me to a {kind} that's still open.",
        "Find a {kind} that's open now.",
        "Take me to an open {kind}.",
        "Can you get me to a {kind} that hasn't closed yet?",
        "It's late, find a {kind} that's still open.",
        "Get us to any {kind} that's open, would you?",
    )
    endings = ("act", "decline")
    steps = 10
    may_change = ROUTE

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(16, 24) if draw.ending == "act" else (19, 24))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        for category in draw.rng.sample(sorted(SHOPS), len(SHOPS)):
            near, is_open = nearest_first(scene, category), open_names(scene, category)
            drawn = {"kind": SHOPS[category], "category": category}
            if draw.ending == "decline" and not is_open:
                return drawn | {"shut": near[0].name, "open": ""}
            if draw.ending == "act" and not minutes_open(near[0], scene):
                there = [place.name for place in near[:12] if minutes_open(place, scene) >= OPEN_YET]
                if there:
                    return drawn | {"shut": near[0].name, "open": there[0]}
        raise SceneImpossible(f"the shops of {draw.place.name} do not have the opening hours that the task needs")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        found = open_names(inst.scene, inst.params["category"])
        return then.navigation.ends_at(f"an open {inst.params['kind']}", found) & then.navigation.stops_at()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        category, name = inst.params["category"], inst.params["open"]
        if not name:
            yield lambda ui: listed(ui, category).infeasible("All of them have closed for today.")
            return
        yield lambda ui: listed(ui, category).tap("result_item", name).tap("start_button")
        title = CATEGORIES[category].title
        yield lambda ui: ui.open("maps").search("search_edit_text", title, "result_item", name).tap("start_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        category = inst.params["category"]
        yield lambda ui: listed(ui, category).tap("result_item", inst.params["shut"]).tap("start_button")
        yield lambda ui: listed(ui, "hotel").nth("result_item", 1).tap("start_button")


class CheapestCharger(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The charging station in town with the lowest price."""

    says = (
        "Which charging station is the cheapest?",
        "Find the cheapest charging station for me.",
        "Where's the cheapest charger?",
        "Can you tell me where charging is cheapest?",
        "Who's got the cheapest charging around here?",
        "I don't want to overpay, so which charger costs the least?",
    )
    endings = ("answer",)
    steps = 8
    conditions = Conditions(powertrain="electric")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        offers = [(plugs_of(place, scene.time), place.name) for place in nearest_first(scene, "charging")]
        (best, name), (second, other) = sorted(offers, key=lambda offer: offer[0].price)[:2]
        if second.price - best.price < CHEAPER or not best.free:
            raise SceneImpossible(f"no charging station of {draw.place.name} is the cheapest")
        return {"station": name, "price": written_price(best.price, draw.place.country), "second": other}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        others = [one.name for one in nearest_first(inst.scene, "charging") if one.name != inst.params["station"]]
        return then.answered(Name(inst.params["station"], *others))

    def _compared(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("energy").tap("energy_stations").scroll_to("station_item", inst.params["station"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        station, price = inst.params["station"], inst.params["price"]
        yield lambda ui: self._compared(ui, inst).answer(f"{station}.")
        yield lambda ui: self._compared(ui, inst).answer(f"The cheapest one is {station}, at {price} per kWh.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        station, second = inst.params["station"], inst.params["second"]
        yield lambda ui: self._compared(ui, inst).answer(f"{second}.")
        yield lambda ui: self._compared(ui, inst).answer(f"Either {station} or {second}.")


class TwoErrands(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Two things are wanted, and nobody says where they are had: a stop for the one, an end for the other."""

    says = (
        "Stop for {first}, then {last}.",
        "{first} first, then {last}, please.",
        "I need {first}, then {last}.",
        "Could we stop for {first} and then go and get {last}?",
        "{first}, then {last}.",
        "We need {first} and then {last}, take us there.",
    )
    steps = 18
    may_change = ROUTE
    conditions = Conditions(moving=False, hours=(11, 18), minutes=60 - OPEN_YET, powertrain="combustion")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, last = draw.rng.sample(sorted(WANTED), 2)
        stop, end = (places_near(draw, scene, kind, open_for=OPEN_YET)[0] for kind in (first, last))
        return {"first": WANTED[first], "last": WANTED[last], "stop_kind": first, "end_kind": last, "stop": stop, "end": end}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        first, last = inst.params["stop_kind"], inst.params["end_kind"]
        ends = then.navigation.ends_at(f"an open place of the category {last}", open_names(inst.scene, last))
        stop = then.navigation.stops_first_at(f"an open place of the category {first}", open_names(inst.scene, first))
        return ends & stop & then.is_(s.STOP_COUNT, 1)

    def _led(self, ui: UiScript, category: str, name: str) -> UiScript:
        return listed(ui, category).tap("result_item", name).tap("start_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, last, stop, end = (inst.params[name] for name in ("stop_kind", "end_kind", "stop", "end"))
        yield lambda ui: added(self._led(ui, last, end), first, stop)
        yield lambda ui: self._led(ui, last, end).tap("route_stops_button").search("stop_edit_text", stop, "result_item", stop)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        first, last, stop, end = (inst.params[name] for name in ("stop_kind", "end_kind", "stop", "end"))
        yield lambda ui: self._led(ui, last, end)
        yield lambda ui: added(self._led(ui, first, stop), last, end)


class RunningOnEmpty(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """Hardly any petrol left: a route, or a stop on the way, to where there is some."""

    says = (
        "I'm nearly out of petrol.",
        "We need petrol, and soon.",
        "Find me a petrol station.",
        "Can you get us to a petrol station?",
        "The tank's nearly empty, find somewhere to fill up.",
        "The fuel light's just come on, so get us some petrol.",
    )
    steps = 6
    may_change = ROUTE
    conditions = Conditions(powertrain="combustion")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"level": draw.integer(3, 9), "under_way": draw.choice(["", *PLACES])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.event("low fuel", level=inst.params["level"])
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.leads_by("a petrol station", kind_of(inst.scene, "fuel"))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.dismiss().open("energy").tap("find_fuel_button").nth("result_item", 1).tap("start_button")
        yield lambda ui: listed(ui.dismiss(), "fuel").nth("result_item", 2).tap("start_button")
        if inst.params["under_way"]:
            yield lambda ui: listed(ui.dismiss(), "fuel").nth("result_item", 1).tap("add_stop_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: listed(ui.dismiss(), "charging").nth("result_item", 1).tap("start_button")
        yield lambda ui: ui.dismiss().alert("low fuel", "The tank is almost empty.")
