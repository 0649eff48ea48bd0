"""Climate: temperatures that are set and asked for, in the degrees that people of a place count in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.car.driving.temperature import FAHRENHEIT, UNITS, degrees, set_point
from automotive_env.place.place import Place
from automotive_env.place.rules import units
from automotive_env.tasks.hvac import DRIVER, HVAC, PASSENGER, any_climate, set_climate
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import measured
from automotive_env.validators.subjects.comfort import unit

TOLD = {"celsius": (18, 19, 20, 21), "fahrenheit": (18, 18.5, 19, 19.5, 20, 20.5, 21)}
"""How people count -> temperatures, in celsius, that are whole degrees to them and that each display can be set to."""
NEAR = 0.6
"""Celsius by which one degree on one display misses that of the other."""
BEGIN = 23
"""Celsius that is set before any of those is asked for."""
REAR = {seat: f"rear {side}" for seat, side in zip(SEATS[2:4], ("left", "right"), strict=True)}


def counted_in(place: Place) -> str:
    """The unit in which people of a place count degrees, whatever the displays of a car show."""
    return units(place).value.temperature


def asked_for(draw: Draw) -> dict[str, Any]:
    """A temperature in celsius, and as the people of the place say it."""
    celsius = draw.choice(TOLD[counted_in(draw.place)])
    return {"celsius": celsius, "degrees": f"{set_point(celsius, counted_in(draw.place)):g}"}


class SetTemperature(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """One side to a number of degrees, as they are counted here; the car may show the other ones, and the climate may be off."""

    says = (
        "Set the {named} side to {degrees} degrees.",
        "{degrees} degrees on the {named} side.",
        "Can you make it {degrees} degrees on the {named} side?",
        "Put the {named} side on {degrees}.",
        "Make it {degrees} degrees on the {named} side.",
        "I'd like {degrees} degrees on the {named} side.",
    )
    steps = 15

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(temperature_unit=draw.choice(UNITS))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side = draw.choice(["driver", "passenger"])
        return any_climate(draw) | {"side": side, "named": "driver's" if side == "driver" else side} | asked_for(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, BEGIN)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, other = s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE
        if inst.params["side"] == "passenger":
            wanted, other = other, wanted
        return then.on(s.CLIMATE_POWER) & then.near(wanted, inst.params["celsius"], NEAR) & then.as_it_was(other)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        units = ("is_on=true", "temperature", "wind_speed")
        return (*(f"airConditioner.ac_states.*.{part}" for part in units), "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        side, celsius = inst.params["side"], inst.params["celsius"]
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature(side, celsius)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        side, celsius = inst.params["side"], inst.params["celsius"]
        other = "passenger" if side == "driver" else "driver"
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature(other, celsius)
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature(side, celsius - 1)


class TellHowWarm(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """How warm the air in the car is: neither what is set, nor how warm it is outside."""

    says = (
        "How warm is it in here?",
        "What's the temperature in the car?",
        "Cabin temperature?",
        "Can you tell me how many degrees it is inside?",
        "How hot is it in here right now?",
        "I can't tell if it's warm, what's the temperature in here?",
    )
    endings = ("answer",)
    conditions = Conditions(outside=(-5, 30))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        away = [one for one in range(12, 36) if abs(one - scene.outside) >= 4 and abs(one - 22) >= 3]
        return {"cabin": draw.choice(away)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22)
        car.write(s.CLIMATE_POWER, False)
        car.cabin(inst.params["cabin"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        values = (then.number_at_start(s.CABIN_TEMPERATURE), then.number(s.CABIN_TEMPERATURE))
        beside = (inst.scene.outside, 22)
        return then.answered(measured(sum(values) / 2, "celsius", 0.7 + abs(values[0] - values[1]) / 2, *beside))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        told = degrees(inst.params["cabin"], inst.scene.temperature_unit)
        yield lambda ui: ui.home().answer(f"It is {told} in here.")
        yield lambda ui: ui.open("vehicle").answer(f"About {told}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer(f"It is {degrees(inst.scene.outside, inst.scene.temperature_unit)} in here.")
        yield lambda ui: ui.answer(f"It is {degrees(22, inst.scene.temperature_unit)} in here.")


class RearSeatAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A temperature and a direction for one seat in the back, whose unit may be off."""

    says = (
        "Put the {seat} seat on {degrees} degrees, with air at the feet only.",
        "{seat} seat at {degrees} degrees, feet only.",
        "Can you give the {seat} seat {degrees} degrees and air on the feet only?",
        "{seat} seat, {degrees} degrees, air to feet.",
        "My mum's in the {seat} seat, give her {degrees} degrees and air on the feet only.",
        "Put the {seat} seat on {degrees} degrees, blowing at the feet only.",
    )
    steps = 18

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        position = draw.choice(sorted(REAR))
        return {"position": position, "seat": REAR[position], "runs": draw.maybe()} | asked_for(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        for seat in REAR:
            car.write(unit(seat, "is_on"), inst.params["runs"])
            car.write(unit(seat, "temperature"), BEGIN)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat = inst.params["position"]
        warm = then.on(unit(seat, "is_on")) & then.near(unit(seat, "temperature"), inst.params["celsius"], NEAR)
        return warm & then.comfort.blows_to(seat, "feet")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"airConditioner.ac_states.{inst.params['position']}.*", "environment.temperature")

    def _set(self, ui: UiScript, inst: TaskInstance, seat: str, celsius: float) -> UiScript:
        ui = ui.open("climate").tap("hvac_more_button").tap(f"air_second_{seat.split()[-1]}").switch("seat_power", True)
        return ui.seat_temperature(celsius).switch("outlet_feet", True).switch("outlet_face", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._set(ui, inst, inst.params["position"], inst.params["celsius"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        seat, celsius = inst.params["position"], inst.params["celsius"]
        other = next(one for one in REAR if one != seat)
        yield lambda ui: self._set(ui, inst, other, celsius)
        yield lambda ui: self._set(ui, inst, seat, celsius).switch("outlet_face", True)


class SameAsMe(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """One side, then the other one alike, and in the end a degree less on both."""

    steps = 15
    may_change = (*(f"airConditioner.ac_states.{seat}.temperature" for seat in (DRIVER, PASSENGER)), "environment.temperature")
    conditions = Conditions(moving=True)

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return asked_for(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=BEGIN)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        mine, theirs = s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE
        celsius = inst.params["celsius"]
        yield Turn(
            "Set the temperature on my side to {degrees}.",
            "{degrees} degrees on my side.",
            "Can you make it {degrees} degrees on my side?",
            "I'd like {degrees} degrees on my side.",
            "It's too warm for me, set my side to {degrees} degrees.",
            "Put my side on {degrees} degrees, would you?",
            check=lambda then: then.near(mine, celsius, NEAR) & then.as_it_was(theirs) & then.on(s.CLIMATE_POWER),
        )
        yield Turn(
            "Can I have the same temperature on my side?",
            "Same temperature for me, please.",
            "I'll have the same temperature as the driver.",
            "Make my side the same temperature, would you?",
            "I'm warm as well, give me the same temperature.",
            "Set my temperature to match the driver's.",
            after=minutes(2),
            speaker="passenger",
            check=lambda then: then.near(theirs, then.number_at_start(mine)) & then.as_it_was(mine) & then.on(s.CLIMATE_POWER),
        )
        yield Turn(
            "Make it one degree cooler for both of us.",
            "One degree less on both sides.",
            "Could you turn both sides down a degree?",
            "It's still too warm for both of us, go down one degree.",
            "Turn it down a degree on both sides.",
            "Lower both temperatures by a degree, please.",
            after=minutes(6),
            check=lambda then: self._one_less(then, *((mine, theirs))),
        )

    def _one_less(self, then: Episode, *sides: s.Signal) -> Criterion:
        """Both sides are lower by a degree, which is half of one on a display that counts in Fahrenheit."""
        mine, theirs = (then.near(side, then.number_at_start(side) - 0.75, 0.3) for side in sides)
        return then.on(s.CLIMATE_POWER) & mine & theirs

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        celsius = inst.params["celsius"]
        less = celsius - (0.5 if inst.scene.temperature_unit == FAHRENHEIT else 1)
        yield lambda ui: (
            ui.open("climate").temperature("driver", celsius).turn()
            .open("climate").temperature("passenger", celsius).turn()
            .open("climate").temperature("driver", less).temperature("passenger", less)
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        celsius = inst.params["celsius"]
        less = celsius - (0.5 if inst.scene.temperature_unit == FAHRENHEIT else 1)
        yield lambda ui: (
            ui.open("climate").temperature("driver", celsius).turn()
            .open("climate").temperature("passenger", celsius).turn()
            .open("climate").temperature("driver", less)
        )  # fmt: skip
        yield lambda ui: (
            ui.open("climate").temperature("driver", celsius).temperature("passenger", celsius).turn().turn()
            .open("climate").temperature("driver", less).temperature("passenger", less)
        )  # fmt: skip
