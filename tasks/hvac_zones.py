"""Climate by who speaks: one side of the car, and not the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.subjects.comfort import does
from automotive_env.world.device import SEATS

SIDES = {"driver": s.DRIVER_TEMPERATURE, "passenger": s.PASSENGER_TEMPERATURE}
WHO = {"driver": ("I'm", "my friend next to me"), "passenger": ("My friend next to me is", "I")}
"""Who is meant, and who is content."""


class OneSideOnly(Task, category=Category.HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """One of the two in front is cold or warm, the other content: only that side changes, or its seat, until they park."""

    says = (
        "{who} {feels}, {other} could not be better. Until we've parked, please; then at once as it is set now.",
        "{who} {feels}, but {other} must not notice a thing. And have it again as now the moment we've parked.",
        "{who} {feels}. Nobody else does. As soon as we stand in the car park, what is set now.",
        "{who} {feels}, no, really only that side; {other} won't have it changed. It all goes back as soon as we've parked.",
        "Could something be done? {who} {feels}, while {other} would keep it like this. Undone as soon as we park, if you would.",
        "{who} {feels} all the time, while {other} could sit like this for ever. We'll park in a minute; as now, from then on.",
    )
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side, cold = draw.choice(sorted(SIDES)), draw.maybe()
        who, other = WHO[side]
        feels = draw.choice(["freezing", "shivering a little"] if cold else ["sweating", "far too warm"])
        drawn = {"side": side, "cold": cold, "who": who, "other": other, "feels": feels}
        sets = {"driver_set": draw.integer(20, 24), "passenger_set": draw.integer(20, 24)}
        return drawn | sets | {"parks": draw.integer(24, 60, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["driver_set"])
        car.write(s.PASSENGER_TEMPERATURE, inst.params["passenger_set"])
        for seat in SEATS[:2]:
            car.write(does(seat, "heating"), False)
            car.write(does(seat, "ventilation"), False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.parks(), after_seconds=inst.params["parks"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        side, cold, parks = inst.params["side"], inst.params["cold"], inst.params["parks"]
        driving, wanted, helps = then.at(parks - 1), SIDES[side], "heating" if cold else "ventilation"
        eased = driving.rises(wanted, 1) if cold else driving.falls(wanted, 1)
        eased |= driving.comfort.helped(self._seat(inst), helps)
        if cold and side == "driver":
            eased |= driving.comfort.wheel_warmer()
        mine = does(self._seat(inst), helps)

        def back(then: Episode) -> Criterion:
            return then.as_it_was(*SIDES.values(), mine, s.CLIMATE_POWER, s.STEERING_WHEEL_HEATER)

        return (
            then.waited(parks)
            & driving.on(s.CLIMATE_POWER)
            & eased
            & driving.as_it_was(SIDES[self._other(inst)])
            & then.soon(back, parks)
            & back(then)
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seat, helps = self._seat(inst), "heater" if inst.params["cold"] else "ventilation"
        wheel = ("steeringWheel.*",) if inst.params["cold"] and inst.params["side"] == "driver" else ()
        return (f"seat.{seat}.{helps}.*", *wheel, "environment.temperature")

    def _seat(self, inst: TaskInstance) -> str:
        return SEATS[sorted(SIDES).index(inst.params["side"])]

    def _other(self, inst: TaskInstance) -> str:
        return "driver" if inst.params["side"] == "passenger" else "passenger"

    def _celsius(self, inst: TaskInstance, by: float, side: str = "") -> float:
        return float(inst.params[f"{side or inst.params['side']}_set"] + (by if inst.params["cold"] else -by))

    def _held(self, ui: UiScript, inst: TaskInstance, by: float) -> UiScript:
        """The side that is meant so much warmer or cooler until they park."""
        side = inst.params["side"]
        eased = ui.open("climate").temperature(side, self._celsius(inst, by)).wait(inst.params["parks"])
        return eased.temperature(side, self._celsius(inst, 0))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        helps, parks = "seat_heater" if inst.params["cold"] else "seat_ventilation", inst.params["parks"]
        yield lambda ui: self._held(ui, inst, 1)
        yield lambda ui: self._held(ui, inst, 2)
        yield (
            lambda ui: ui.open("seats").tap(f"seat_{inst.params['side']}").tap(f"{helps}_medium").wait(parks).switch(helps, False)
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        side, other, parks = inst.params["side"], self._other(inst), inst.params["parks"]
        across = self._celsius(inst, 1, other), self._celsius(inst, 0, other)
        yield lambda ui: ui.open("climate").temperature(other, across[0]).wait(parks).temperature(other, across[1])
        yield lambda ui: ui.open("climate").temperature(side, self._celsius(inst, 1)).wait(parks)
        yield lambda ui: self._held(ui, inst, -1)
        yield lambda ui: self._held(ui, inst, 0.5)
        yield lambda ui: ui.open("climate").temperature(other, across[0]).wait(1).temperature(other, across[1]).wait(parks)
        yield lambda ui: self._held(ui, inst, 1).open("climate").tap("fan_max")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        device = "heater" if inst.params["cold"] else "ventilation"
        name = f"seat.carcontrol_carSeat_{device}_switch"
        on = CallPlan().call(name, switch=True, position=self._seat(inst)).wait(inst.params["parks"])
        yield on.call(name, switch=False, position=self._seat(inst))
