"""Climate: the fan, the air conditioning, and where the air comes from and goes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.tasks.kit import FAIR, Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.subjects.comfort import unit

HVAC = Category.HVAC
DRIVER, PASSENGER = SEATS[:2]
_OF_SEATS = ("is_on", "temperature", "wind_speed", "outlet_modes.*", "sweeping_mode", "outlet_direction")
_OF_CAR = ("auto_mode", "ac_mode", "heat_mode", "cool_mode", "circulation_mode", "energy_saving_mode", "parking_ventilation_mode")
AIR = (
    *(f"airConditioner.ac_states.*.{part}" for part in _OF_SEATS),
    *(f"airConditioner.{part}" for part in _OF_CAR),
    "environment.temperature",
)
"""Whatever makes it warmer or cooler, and what becomes of the cabin."""
CLEAR_GLASS = ("airConditioner.defroster.*", "airConditioner.defrost_mode", "airConditioner.auto_defog_mode")
"""What keeps the glass clear besides the air."""
AIRED = ("airConditioner.circulation_mode", "window.window_states.*", "sunroof.*", "environment.temperature")
"""What fresh air changes."""


def any_climate(draw: Draw) -> dict[str, Any]:
    """How the climate stands at the start: off, by hand or automatic."""
    return {"climate": draw.choice(["off", "by hand", "auto"]), "fan": draw.integer(1, 4)}


def set_climate(car: CarSetup, inst: TaskInstance, celsius: float = 22) -> None:
    """Bring the climate to what `any_climate` drew."""
    car.climate_runs(temperature=celsius, fan=inst.params["fan"], auto=inst.params["climate"] == "auto")
    if inst.params["climate"] == "off":
        car.write(s.CLIMATE_POWER, False)


def airs(then: Episode) -> Criterion:
    """Fresh air comes in: the climate draws it in, or something is open."""
    drawn = then.is_(s.AIR_SOURCE, "external circulation", "off")  # a page of the climate offers off as well
    return then.on(s.CLIMATE_POWER) & drawn | then.opened_to_air()


def friend(draw: Draw) -> str:
    """Somebody of the phone book who may ride in a car: not the workshop, nor the doctor."""
    return draw.person(but=[person.name for person in draw.content.people[2:4]])


class FanSpeedMax(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The fan as fast as it goes (Table 2 of the Automotive-ENV paper)."""

    says = (
        "Turn the fan speed to Max.",
        "Max fan.",
        "Turn the fan all the way up.",
        "Crank the fan up as high as it goes.",
        "Put the fan on full blast, it smells of chips in here.",
        "Set the fan to the highest speed, please.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return any_climate(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.fan_speed_max()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        fan = ("airConditioner.ac_states.*.is_on=true", "airConditioner.ac_states.*.wind_speed", "airConditioner.auto_mode")
        return (*fan, "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_max")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_speed_4")
        yield lambda ui: ui.answer("The fan is at maximum.")


class RecirculateAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Recirculate the air; in the other half of the pair, it is already recirculating."""

    says = (
        "Turn on recirculation.",
        "Recirculate the air.",
        "Could you put the air on recirculate, please?",
        "Recirculation on.",
        "Put the air on recirculate, it stinks out there.",
        "Keep the outside air out, use recirculation.",
    )
    endings = ("act", "refrain")
    may_change = ("airConditioner.circulation_mode",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation" if inst.ending == "act" else "internal circulation")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.recirculates()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", True)
            yield lambda ui: ui.open("climate").tap("hvac_more_button").tap("air_cabin").tap("recirculation_internal")
        else:
            yield lambda ui: ui.open("climate").answer("Recirculation is on.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").tap("ac_button")
            yield lambda ui: ui.answer("The air recirculates now.")
        else:
            yield lambda ui: ui.open("climate").tap("recycle_air_button").answer("Recirculation is on.")


class AcOff(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The air conditioning off; in the other half nothing of the climate runs."""

    says = (
        "Turn off the air conditioning.",
        "A/C off.",
        "Can you switch the A/C off, please?",
        "Kill the air con, will you?",
        "Turn the A/C off, it's drying my eyes out.",
        "We don't need the air conditioning any more, switch it off.",
    )
    endings = ("act", "refrain")
    conditions = Conditions(outside=(12, 26))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AC, inst.ending == "act")
        if inst.ending == "refrain":
            car.write(s.CLIMATE_POWER, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.AC) | then.off(s.CLIMATE_POWER) & then.off(unit(PASSENGER, "is_on"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        off = ("ac_mode=false", "cool_mode=false", "auto_mode=false", "ac_states.*.is_on=false")
        return (*(f"airConditioner.{part}" for part in off), "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("ac_button", False)
            yield lambda ui: ui.open("climate").switch("ac_master_switch", False)
        else:
            yield lambda ui: ui.open("climate").answer("The climate is off, the A/C too.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").temperature("driver", 24)
            yield lambda ui: ui.open("climate").tap("hvac_more_button").tap("air_driver").switch("seat_power", False)
        else:
            yield lambda ui: ui.open("climate").tap("ac_master_switch").tap("ac_button").answer("It is off.")


class AirToFeet(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Air to the feet alone."""

    says = (
        "Blow the air at my feet only.",
        "Air on my feet only.",
        "Could you send the air down to my feet only?",
        "Blow air on my feet, not my face.",
        "My eyes are getting dry, so blow the air at my feet only.",
        "Send the air to my feet only.",
    )
    may_change = ("airConditioner.ac_states.*.outlet_modes.*", "environment.temperature")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.CLIMATE_POWER) & then.comfort.blows_to(DRIVER, "feet")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("direction_floor")
        yield (
            lambda ui: (
                ui.open("climate")
                .tap("hvac_more_button")
                .tap("air_driver")
                .switch("outlet_feet", True)
                .switch("outlet_face", False)
            )
        )

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("direction_defrost")
        yield lambda ui: ui.open("climate").tap("direction_face").answer("The air goes to your feet.")


class FreshAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Air from outside; with smoke around the car that must not come in, and is to be declined."""

    says = (
        "Let some fresh air in.",
        "Fresh air, please.",
        "Can we have some fresh air in here?",
        "I could do with some fresh air.",
        "Get some air in from outside, it's stale in here.",
        "Bring some fresh air in, would you?",
    )
    endings = ("act", "decline")
    may_change = AIRED
    conditions = Conditions(outside=(3, 30), weather=FAIR)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation")
        car.write(s.SMOKE_OUTSIDE, inst.ending == "decline")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return airs(then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: ui.infeasible("There is smoke outside, so I keep the air recirculating.")
        else:
            yield lambda ui: ui.open("climate").switch("recycle_air_button", False)
            yield lambda ui: ui.open("vehicle").slide("window_passenger", 30)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", False)
        if inst.ending == "decline":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", False)


class FanDownAgain(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """The fan to a speed, then a bit less, and in the end as it was when they set off."""

    steps = 6
    may_change = ("airConditioner.ac_states.*.wind_speed", "environment.temperature")
    conditions = Conditions(moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"start": draw.integer(1, 2), "speed": draw.integer(5, 6)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["start"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Turn the fan up to {speed}.",
            "Fan on {speed}.",
            "Could you set the fan to {speed}?",
            "Bump the fan speed up to {speed}, will you?",
            "I need some air, put the fan on {speed}.",
            "Set the fan speed to {speed}.",
            check=lambda then: then.on(s.CLIMATE_POWER) & then.is_(s.FAN_SPEED, inst.params["speed"]),
        )
        yield Turn(
            "Turn the fan down a notch.",
            "Fan down one, please.",
            "That's a bit strong, turn the fan down a little.",
            "A bit less fan, please.",
            "Could the fan be a little weaker?",
            "It's blowing my hair about, turn the fan down a bit.",
            after=minutes(3),
            speaker="passenger",
            check=lambda then: then.on(s.CLIMATE_POWER) & then.falls(s.FAN_SPEED, 1),
        )
        yield Turn(
            "Put the fan back to where it was when we left.",
            "Fan back to the speed we set off with.",
            "Can you set the fan the way it was when we set off?",
            "I've cooled down, put the fan back to the speed we started with.",
            "Okay, set the fan back to how it was when we drove off.",
            "Return the fan to the speed we started with.",
            after=minutes(7),
            check=lambda then: then.as_at_first(s.FAN_SPEED, s.CLIMATE_POWER),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        start, speed = inst.params["start"], inst.params["speed"]
        yield lambda ui: (
            ui.open("climate").tap(f"fan_speed_{speed}").turn()
            .open("climate").tap(f"fan_speed_{speed - 1}").turn()
            .open("climate").tap(f"fan_speed_{start}")
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        start, speed = inst.params["start"], inst.params["speed"]
        yield lambda ui: (
            ui.open("climate").tap(f"fan_speed_{speed}").turn()
            .tap(f"fan_speed_{speed - 1}").turn()
            .tap(f"fan_speed_{speed}")
        )  # fmt: skip
        yield lambda ui: ui.open("climate").tap(f"fan_speed_{speed}").turn().turn().tap(f"fan_speed_{start}")
