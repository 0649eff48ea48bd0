"""Climate by who speaks: one side of the car, and not the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.subjects.comfort import does
from automotive_env.world.device import SEATS

SIDES = {"driver": s.DRIVER_TEMPERATURE, "passenger": s.PASSENGER_TEMPERATURE}
WHO = {"driver": ("I'm", "my friend next to me"), "passenger": ("My friend next to me is", "I")}
"""Who is meant, and who is content."""


class OneSideOnly(Task, category=Category.HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """One of the two in front is cold or warm, the other content: only that side changes, by a degree or more, or its seat."""

    says = (
        "{who} {feels}, {other} could not be better.",
        "{who} {feels}, but {other} must not notice a thing, please.",
        "{who} {feels}. Nobody else does.",
        "{who} {feels}, no, really only that side; {other} won't have it changed.",
        "Could something be done? {who} {feels}, while {other} would keep it like this.",
        "{who} {feels} all the time, and it's two hours yet, while {other} could sit here like this for ever.",
    )
    steps = 4

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side, cold = draw.choice(sorted(SIDES)), draw.maybe()
        who, other = WHO[side]
        feels = draw.choice(["freezing", "shivering a little"] if cold else ["sweating", "far too warm"])
        return {"side": side, "cold": cold, "who": who, "other": other, "feels": feels, "set": draw.integer(20, 24)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["set"])
        for seat in SEATS[:2]:
            car.write(does(seat, "heating"), False)
            car.write(does(seat, "ventilation"), False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, other = SIDES[inst.params["side"]], SIDES[self._other(inst)]
        moved = then.rises(wanted, 1) if inst.params["cold"] else then.falls(wanted, 1)
        helped = then.comfort.helped(self._seat(inst), "heating" if inst.params["cold"] else "ventilation")
        if inst.params["cold"] and inst.params["side"] == "driver":
            helped |= then.comfort.wheel_warmer()
        return then.on(s.CLIMATE_POWER) & (moved | helped) & then.as_it_was(other)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seat, helps = self._seat(inst), "heater" if inst.params["cold"] else "ventilation"
        air = tuple(f"airConditioner.ac_states.{seat}.{part}" for part in ("temperature", "wind_speed", "outlet_*"))
        wheel = ("steeringWheel.*",) if inst.params["cold"] and inst.params["side"] == "driver" else ()
        return (*air, f"seat.{seat}.{helps}.*", *wheel, "environment.temperature")

    def _seat(self, inst: TaskInstance) -> str:
        return SEATS[sorted(SIDES).index(inst.params["side"])]

    def _other(self, inst: TaskInstance) -> str:
        return "driver" if inst.params["side"] == "passenger" else "passenger"

    def _celsius(self, inst: TaskInstance, by: float) -> float:
        return float(inst.params["set"] + (by if inst.params["cold"] else -by))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature(inst.params["side"], self._celsius(inst, 1))
        yield lambda ui: ui.temperature(inst.params["side"], self._celsius(inst, 2))
        helps = "seat_heater_medium" if inst.params["cold"] else "seat_ventilation_medium"
        yield lambda ui: ui.open("seats").tap(f"seat_{inst.params['side']}").tap(helps)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        side, other = inst.params["side"], self._other(inst)
        yield lambda ui: ui.open("climate").temperature(other, self._celsius(inst, 1))
        yield lambda ui: ui.open("climate").temperature(side, self._celsius(inst, -1))
        yield lambda ui: ui.temperature(side, self._celsius(inst, 1)).temperature(other, self._celsius(inst, 1))
        yield lambda ui: ui.open("climate").temperature(side, self._celsius(inst, 0.5))
        helps = "seat_heater_medium" if inst.params["cold"] else "seat_ventilation_medium"
        yield lambda ui: ui.open("seats").tap(f"seat_{other}").tap(helps)
        yield lambda ui: ui.temperature(side, self._celsius(inst, 1)).open("climate").tap("fan_max")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        device = "heater" if inst.params["cold"] else "ventilation"
        yield CallPlan().call(f"seat.carcontrol_carSeat_{device}_switch", switch=True, position=self._seat(inst))
        if inst.params["side"] == "driver":
            yield CallPlan().call("airConditioner.temperature_set", value=self._celsius(inst, 2))
