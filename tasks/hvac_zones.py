"""Climate by who speaks: one seat of the car, and not the one beside it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_seats import IDS, seat_page
from automotive_env.tasks.watching import NOTICED, parked_at, parking, until_parked
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.subjects.comfort import GEARS, does, gear, unit
from automotive_env.world.device import SEATS

WHO = {
    "driver": ("I'm", "my friend next to me"),
    "passenger": ("My friend next to me is", "I"),
    "behind driver": ("My boy, right behind me, is", "his sister"),
    "behind passenger": ("My girl, in the back but not behind me, is", "her brother"),
}
"""Where who is meant sits; how they are called, and who beside them is content."""


def seated(place: Place) -> dict[str, str]:
    """Where somebody sits, as in `WHO` -> the seat: the driver sits on the side of the road's middle."""
    left, right = SEATS[2:4]
    mine, other = (left, right) if driving_side(place).value == "right" else (right, left)
    return dict(zip(WHO, (*SEATS[:2], mine, other), strict=True))


class OneSideOnly(Task, category=Category.HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """One of two in a row is cold or warm, the other content: only that side changes, or its seat, until they park.

    A halt at a light is no parking.
    """

    says = (
        "{who} {feels}, {other} could not be better. Until we've parked, please; then as it is set now.",
        "{who} {feels}, but {other} must not notice a thing. And have it again as now once we've parked.",
        "{who} {feels}. Nobody else does. When we stand in the car park, go back to what is set now.",
        "{who} {feels}, no, really only that seat; {other} won't have it changed. It all goes back when we've parked.",
        "Could something be done? {who} {feels}, while {other} would keep it like this. Undone when we've parked, if you would.",
        "{who} {feels} all the time, while {other} could sit like this for ever. We'll park in a minute; as now, from then on.",
    )
    steps = 15

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side, cold = draw.choice([*WHO, "behind driver", "behind passenger"]), draw.maybe()
        who, other = WHO[side]
        feels = draw.choice(["freezing", "shivering a little"] if cold else ["sweating", "far too warm"])
        drawn = {"side": side, "cold": cold, "who": who, "other": other, "feels": feels, "has": draw.choice(["", "low"])}
        sets = {"mine_set": draw.integer(20, 24), "other_set": draw.integer(20, 24)}
        return drawn | sets | {"halts": draw.choice([0, 10, 12, 14]), "parks": draw.choice([52, 56, 60, 80, 84, 88])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22)
        seat, beside = self._seats(inst)
        for each, name in ((seat, "mine_set"), (beside, "other_set")):
            car.write(unit(each, "is_on"), True)
            car.write(unit(each, "temperature"), inst.params[name])
            for what in ("heating", "ventilation"):
                car.write(does(each, what), False)
        car.write(does(seat, self._helps(inst)), bool(inst.params["has"]))
        car.write(gear(seat, self._helps(inst)), GEARS["low"][1])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        halts, scene = inst.params["halts"], inst.scene
        light = [
            Event(lambda car: car.turns(speed=0), after_seconds=halts),
            Event(lambda car: car.drives(scene.speed, scene.road), after_seconds=halts + 10),
        ]
        return (*(light if halts else []), *parking(inst.params["parks"]))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        (seat, beside), helps, parks = self._seats(inst), self._helps(inst), parked_at(then)
        wanted, has, cold = unit(seat, "temperature"), inst.params["has"], inst.params["cold"]

        def eased(then: Episode) -> Criterion:
            by_air = then.on(unit(seat, "is_on")) & (then.rises(wanted, 1) if cold else then.falls(wanted, 1))
            helped = by_air | then.comfort.helped(seat, helps)
            return helped | then.comfort.wheel_warmer() if cold and seat == SEATS[0] else helped

        def back(then: Episode) -> Criterion:
            level = then.comfort.seat_does(seat, helps, has) if has else then.off(does(seat, helps))
            return level & then.as_it_was(wanted, unit(beside, "temperature"), s.CLIMATE_POWER, s.STEERING_WHEEL_HEATER)

        spared = then.at(parks - 1).as_it_was(unit(beside, "temperature"), unit(beside, "is_on"))
        held = then.soon(eased, 0, NOTICED) & eased(then.at(parks - 1)) & spared
        return held & then.is_(s.GEAR, "park") & then.soon(back, parks, NOTICED) & back(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        (seat, _), helps = self._seats(inst), "heater" if inst.params["cold"] else "ventilation"
        wheel = ("steeringWheel.*",) if inst.params["cold"] and inst.params["side"] == "driver" else ()
        return (f"seat.{seat}.{helps}.*", *wheel, "environment.temperature")

    def _seats(self, inst: TaskInstance) -> tuple[str, str]:
        """The seat that is meant, and the one beside it."""
        seats = seated(place_by_name(inst.place))
        side = inst.params["side"]
        row = [one for one in WHO if ("behind" in one) == ("behind" in side)]
        return seats[side], seats[next(one for one in row if one != side)]

    def _helps(self, inst: TaskInstance) -> str:
        return "heating" if inst.params["cold"] else "ventilation"

    def _air(self, ui: UiScript, inst: TaskInstance, by: float, *, beside: bool = False) -> UiScript:
        """A side so much warmer or cooler than it is, as is wished for."""
        seat = self._seats(inst)[beside]
        start = inst.params["other_set" if beside else "mine_set"]
        celsius = float(start + (by if inst.params["cold"] else -by))
        if seat in SEATS[:2]:
            return ui.open("climate").temperature(IDS[seat], celsius)
        return ui.seat_temperature(celsius)

    def _page(self, ui: UiScript, inst: TaskInstance, *, beside: bool = False) -> UiScript:
        """The page of a side's air."""
        seat = self._seats(inst)[beside]
        ui = ui.open("climate")
        return ui if seat in SEATS[:2] else ui.tap("hvac_more_button").tap(f"air_{IDS[seat]}")

    def _held(self, ui: UiScript, inst: TaskInstance, by: float, seconds: int, *, beside: bool = False) -> UiScript:
        """A side so much warmer or cooler for seconds."""
        ui = self._air(self._page(ui, inst, beside=beside), inst, by, beside=beside).watch(seconds)
        return self._air(ui, inst, 0, beside=beside)

    def _seat(self, ui: UiScript, inst: TaskInstance, seat: str) -> UiScript:
        """A seat warmed or aired until they park, and then as the one that is meant was."""
        device, has = "seat_heater" if inst.params["cold"] else "seat_ventilation", inst.params["has"]
        ui = until_parked(seat_page(ui, seat).tap(f"{device}_medium"), inst.params["parks"])
        return ui.tap(f"{device}_{has}") if has and seat == self._seats(inst)[0] else ui.switch(device, False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._seat(ui, inst, self._seats(inst)[0])
        yield lambda ui: self._held(ui, inst, 1, inst.params["parks"] + LOOK_SECONDS)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        (seat, beside), halts, parks = self._seats(inst), inst.params["halts"] or 12, inst.params["parks"] + LOOK_SECONDS
        yield lambda ui: self._held(ui, inst, 1, parks, beside=True)
        yield lambda ui: self._seat(ui, inst, beside)
        yield lambda ui: until_parked(self._air(self._page(ui, inst), inst, 1), inst.params["parks"])
        yield lambda ui: self._held(ui, inst, -1, parks)
        yield lambda ui: self._held(ui, inst, 0.5, parks)
        yield lambda ui: self._held(ui, inst, 1, halts + 2).wait(60)
        yield lambda ui: self._air(self._air(self._page(ui, inst), inst, 1).wait(60), inst, 0).wait(20)
        if parks > 90:
            yield lambda ui: self._air(self._air(self._page(ui, inst), inst, 1).wait(60).wait(30), inst, 0)
        yield lambda ui: self._held(ui, inst, 1, parks).home().open("climate").tap("fan_max")
        if inst.params["has"]:
            yield lambda ui: self._seat(ui, inst, seat).tap(
                "seat_heater_medium" if inst.params["cold"] else "seat_ventilation_medium"
            )

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat, has, device = self._seats(inst)[0], inst.params["has"], "heater" if inst.params["cold"] else "ventilation"
        name = f"seat.carcontrol_carSeat_{device}"
        plan = CallPlan().call("system.state_view", modules=["seat"])
        plan = until_parked(plan.call(f"{name}_set", degree="high", position=[seat]), inst.params["parks"])
        if has:
            yield plan.call(f"{name}_set", degree=has, position=[seat])
        else:
            yield plan.call(f"{name}_switch", switch=False, position=[seat])
