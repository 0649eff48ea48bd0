"""Climate: temperature, fan, air, defrosters and seat heating, said plainly or hinted at."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import measured
from automotive_env.validators.answers import Amount, Fact, NoOther, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal
from automotive_env.world.device import SEATS
from automotive_env.world.temperature import FAHRENHEIT, UNITS, degrees, set_point

HVAC = Category.HVAC
DRIVER = SEATS[0]
CLIMATE = (
    *(f"airConditioner.ac_states.*.{part}" for part in ("is_on", "temperature", "wind_speed", "outlet_*", "sweeping_mode")),
    *(f"airConditioner.{part}_mode" for part in ("auto", "ac", "heat", "cool", "circulation", "energy_saving")),
    "environment.temperature",
)
"""What warms, cools or airs: for wishes that leave open what is to help."""
POWERED = (f"airConditioner.ac_states.{SEATS[1]}.is_on=true", "environment.temperature")
"""What goes with a setting of the passenger's side: its unit runs, as calls need it, and what the cabin makes of that."""
SEAT_AIR = ("seat.driver's seat.heater.*=false", "seat.driver's seat.ventilation.*", "seat.passenger seat.ventilation.*")
COOL_OUTSIDE = 22
"""Celsius outside up to which an open window cools a hot cabin."""
MODES = {"heating": "heat_mode_button", "cooling": "cool_mode_button"}
AIRED = ("window.window_states.*", "sunroof.*")
SIDES = (s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE)


def power(draw: Draw, against: str = "") -> dict[str, Any]:
    """How the climate stands at the start: off, by hand, automatic or in a mode that works against the wish.

    `tried` says whether the mode that helps is chosen already, without being enough.
    No fixed row of touches is right for all of them.
    """
    states = ["off", "off", "by hand", "auto", against] if against else ["off", "by hand", "auto"]
    climate = draw.choice(states)
    return {"climate": climate, "fan": draw.integer(1, 4), "tried": climate != against and draw.maybe(0.75)}


def other_fans(*speeds: int) -> tuple[str, ...]:
    """What the fan's one control writes of the other units, which need not run, when it sets one of these speeds."""
    return tuple(f"airConditioner.ac_states.{seat}.wind_speed={speed}" for seat in SEATS[1:] for speed in speeds)


def set_climate(car: CarSetup, inst: TaskInstance, celsius: float = 22) -> None:
    """Bring the climate to what `power` drew."""
    state = inst.params["climate"]
    car.climate_runs(temperature=celsius, fan=inst.params["fan"], auto=state == "auto")
    if state == "off":
        car.write(s.CLIMATE_POWER, False)
    elif state in MODES:
        car.write(s.HEATING if state == "heating" else s.COOLING, True)


def tries(car: CarSetup, inst: TaskInstance, *helping: Signal) -> None:
    """Choose the modes that help, where `power` drew that somebody has tried them."""
    for signal in helping if inst.params["tried"] else ():
        car.write(signal, True)


def ready(ui: UiScript, inst: TaskInstance) -> UiScript:
    """Open the climate, switch it on, and switch off the mode that works against the wish."""
    ui.open("climate").switch("ac_master_switch", True)
    mode = MODES.get(inst.params["climate"])
    return ui.switch(mode, False) if mode else ui


def called(inst: TaskInstance) -> CallPlan:
    """What `ready` does, by calls, where it is not so already."""
    climate, plan = inst.params["climate"], CallPlan()
    if climate == "off":
        return plan.call("airConditioner.switch", switch=True, position="all")
    mode = {"heating": "airConditioner.heat_mode_switch", "cooling": "airConditioner.cool_mode_switch"}.get(climate)
    return plan.call(mode, switch=False) if mode else plan


def helps(then: Episode, warm: bool) -> Criterion:
    """The climate is on and warms or cools: set so by a degree, by AUTO from the right side of 22 °C, or by its own switch."""
    moved = then.set_warmer() if warm else then.set_cooler()
    sided = then.between(s.DRIVER_TEMPERATURE, 22, None) if warm else then.between(s.DRIVER_TEMPERATURE, None, 23)
    wrong_mode = then.off(s.COOLING) if warm else then.off(s.HEATING)
    start = then.number_at_start(s.DRIVER_TEMPERATURE)
    kept = then.between(s.DRIVER_TEMPERATURE, start, None) if warm else then.between(s.DRIVER_TEMPERATURE, None, start)
    switched = then.switched_on(s.HEATING) if warm else then.switched_on(s.COOLING) | then.switched_on(s.AC)
    return wrong_mode & (moved | then.ac_auto() & sided | then.on(s.CLIMATE_POWER) & kept & switched)


class FanSpeedMax(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The fan as fast as it goes for a while, then as it was: off, at a speed by hand, or automatic."""

    says = (
        "Turn the fan to max for {seconds} seconds, then everything about the air exactly as it is now.",
        "Fan all the way up, please, for {seconds} seconds. Afterwards as I have it at the moment, whatever that is.",
        "I want the blower at full power, {seconds} seconds to get the dust out, and after that whatever it does right now.",
        "Could the fan blow as hard as it can for {seconds} seconds? Then put all of the air back to how it is set now, please.",
        "I need a real breeze: {seconds} seconds on the highest, no more. After that let it blow, or not, just as it does now.",
        "Not just a bit more: the fan as fast as it goes. No, not for good! {seconds} seconds, then as before.",
    )
    steps = 9

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return power(draw) | {"seconds": draw.choice([15, 20, 30])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seconds = inst.params["seconds"]

        def blows(then: Episode) -> Criterion:
            fast = then.fan_speed_max()
            return fast & then.off(s.CLIMATE_AUTO) if fast.met else fast  # a stock device tells the mode while the climate runs

        blown = then.for_a_while(blows, 0.8 * seconds, seconds + 15) & then.as_it_was(s.CLIMATE_POWER, s.CLIMATE_AUTO)
        return blown & then.as_it_was(s.FAN_SPEED) if inst.params["climate"] == "by hand" else blown

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        if inst.params["climate"] == "by hand":
            return ("environment.temperature", *other_fans(inst.params["fan"]))
        return ("environment.temperature", s.FAN_SPEED.world, *other_fans(6, 7))  # without effect while off or automatic

    def _blown(self, ui: UiScript, seconds: int) -> UiScript:
        ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_max")
        return ui.wait(seconds)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        if inst.params["climate"] == "by hand":
            return ui.tap(f"fan_speed_{inst.params['fan']}")
        return ui.switch(*(("auto_button", True) if inst.params["climate"] == "auto" else ("ac_master_switch", False)))

    def _other_fan(self, ui: UiScript) -> UiScript:
        """The passenger's fan at a speed of its own, and their unit off again."""
        ui = ui.home().open("climate").tap("hvac_more_button").tap("air_passenger").switch("seat_power", True)
        return ui.step("seat_fan_more", "seat_fan_less", "seat_fan_value", 5).switch("seat_power", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds = inst.params["seconds"]
        yield lambda ui: self._back(self._blown(ui, seconds), inst)
        yield lambda ui: self._back(self._blown(ui, seconds), inst).answer("The fan is as it was before.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds = inst.params["seconds"]
        yield lambda ui: self._blown(ui, seconds)
        yield lambda ui: self._back(self._blown(ui, 2), inst).wait(seconds)
        yield lambda ui: self._blown(ui, seconds).tap("fan_speed_5")
        yield lambda ui: self._back(self._blown(ui, seconds).wait(20), inst)
        yield (
            lambda ui: (
                self._back(self._blown(ui, seconds), inst).tap("hvac_more_button").tap("air_passenger").switch("seat_power", True)
            )
        )
        yield lambda ui: self._other_fan(self._back(self._blown(ui, seconds), inst))

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan, climate = CallPlan().call("system.state_view", modules=["airConditioner"]), inst.params["climate"]
        if climate == "off":
            plan = plan.call("airConditioner.switch", switch=True, position="all")
        if climate == "auto":
            plan = plan.call("airConditioner.auto_mode_switch", switch=False)
        plan = plan.call("airConditioner.wind_speed_set", degree="max", position="all").wait(inst.params["seconds"])
        if climate == "off":
            yield plan.call("airConditioner.switch", switch=False, position="all")
        elif climate == "auto":
            yield plan.call("airConditioner.auto_mode_switch", switch=True)
        else:
            yield plan.call("airConditioner.wind_speed_set", value=inst.params["fan"], position="all")


TOLD = {"celsius": (18, 18.5, 19, 20, 23.5, 24, 25, 26), "fahrenheit": (18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5)}
"""Unit of the displays -> temperatures that are asked for, in celsius; in Fahrenheit those that every car reckons alike."""


def counted_in(place: Place) -> str:
    """The unit in which people of a place count degrees, whatever the displays of a car show."""
    return units(place).value.temperature


def told_set_point(draw: Draw, scene: Scene) -> float:
    """A temperature to be set, in celsius, that has a number both in the degrees of the place and on the displays."""
    return draw.choice(TOLD["fahrenheit" if FAHRENHEIT in (counted_in(draw.place), scene.temperature_unit) else "celsius"])


class SetTemperature(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """One side of the car to degrees as people of the place count them, the other by so many of those apart from it."""

    says = (
        "Set the {side} temperature to {degrees}, and the other one {by} {way} than that, in the degrees of this country.",
        "Make it {degrees} on the {side}'s side; across, {by} {way}. As they count here, whatever the car shows.",
        "{degrees} degrees for the {side}, please, and {by} degrees {way} for the other one, all as people count in this place.",
        "Could we have {degrees} on the {side}'s side, and opposite {by} {way}? The car may count otherwise than we do.",
        "{degrees} suits the {side} best, so set that side to it. The one next to them likes {by} {way}. Local degrees.",
        "Not one for all: the {side}'s side {degrees}, and, no, not the same, {by} {way} on the other. As counted here.",
    )
    steps = 24

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(temperature_unit=draw.choice(UNITS))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side, unit = draw.choice(["driver", "passenger"]), counted_in(draw.place)
        celsius, other = told_set_point(draw, scene), told_set_point(draw, scene)
        while abs(celsius - other) < 1:
            other = told_set_point(draw, scene)
        by = set_point(other, unit) - set_point(celsius, unit)
        told = {"degrees": f"{set_point(celsius, unit):g}", "by": f"{abs(by):g}", "way": "more" if by > 0 else "less"}
        return {"side": side, "celsius": celsius, "other": other} | told

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, other = SIDES if inst.params["side"] == "driver" else SIDES[::-1]
        both = then.near(wanted, inst.params["celsius"]) & then.near(other, inst.params["other"])
        return then.on(s.CLIMATE_POWER) & both

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*POWERED, *(signal.world for signal in SIDES))

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        celsius, other = inst.params["celsius"], inst.params["other"]
        degrees = measured(celsius, "celsius", 0.6, other, abs(celsius - other), 22)
        return (NoOther(replace(degrees, forms=(*degrees.forms, Amount(float(inst.params["by"]), "fahrenheit", 0.5)))),)

    def _set(self, ui: UiScript, inst: TaskInstance, celsius: float, other: float) -> UiScript:
        side = inst.params["side"]
        across = "passenger" if side == "driver" else "driver"
        return ui.open("climate").temperature(side, celsius).temperature(across, other)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        celsius, other = inst.params["celsius"], inst.params["other"]
        yield lambda ui: self._set(ui, inst, celsius, other)
        yield lambda ui: self._set(ui.home(), inst, celsius, other).answer("Both sides are set.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        celsius, other = inst.params["celsius"], inst.params["other"]
        yield lambda ui: self._set(ui, inst, other, celsius)
        yield lambda ui: self._set(ui, inst, celsius, other).switch("ac_master_switch", False)
        yield lambda ui: self._set(ui, inst, celsius, max(16, min(30, 2 * celsius - other)))
        yield lambda ui: self._set(ui, inst, celsius, celsius)
        yield lambda ui: self._set(ui, inst, celsius, other).switch("auto_button", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seats = SEATS[:2] if inst.params["side"] == "driver" else SEATS[1::-1]
        plan = CallPlan().call("airConditioner.switch", switch=True, position=SEATS[1])
        for seat, name in zip(seats, ("celsius", "other"), strict=True):
            plan = plan.call("airConditioner.temperature_set", value=inst.params[name], position=seat)
        yield plan


class RecirculateAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Air from inside; where it comes from inside already, nothing is to be touched."""

    says = (
        "Turn on air recirculation.",
        "Recirculate the cabin air, please.",
        "Shut the outside air out and use the air from inside.",
        "Only air from the cabin, none from out there.",
        "Could you use the cabin's own air? That lorry stinks.",
        "Not the fresh air, the air from inside, please.",
    )
    endings = ("act", "refrain")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation" if inst.ending == "act" else "internal circulation")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.CLIMATE_POWER) & then.recirculates()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("airConditioner.circulation_mode",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Switched(True, r"\b(?:fresh|outside|outer|external)\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", True)
        else:
            yield lambda ui: ui.open("climate").answer("Recirculation is already on.")
            yield lambda ui: ui.answer("Nothing to do: the air is recirculated as it is.")
            yield lambda ui: ui.answer("No changes made; recirculation is enabled.")
            yield lambda ui: ui.answer("The cabin air is recirculating.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("recycle_air_button").tap("recycle_air_button")
        yield lambda ui: ui.answer("Recirculation is off.")
        yield lambda ui: ui.open("climate").switch("recycle_air_button", True).switch("ac_master_switch", False)
        yield lambda ui: ui.open("climate").switch("ac_button", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "act":
            yield CallPlan().call("airConditioner.recycle_mode_switch", mode="internal circulation")
        else:
            yield CallPlan().call("system.state_view", modules=["airConditioner"]).answer("Recirculation is already on.")


class ExtremeHeat(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Dangerous heat outside, a warm cabin: cool it, windows shut."""

    says = (
        "There is a heat warning out, and I feel faint at the wheel already.",
        "They say this heat is dangerous. Keep us safe in here.",
        "It is {outside} outside and the cabin is an oven.",
        "Heat alert, and I'm not well: make it bearable here at the wheel, please.",
        "{outside}! Could you do something before somebody faints in here?",
        "I thought we could bear {outside}, but in here it is getting dangerous.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(35, 48), light=("day",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        temperatures = {"outside": degrees(scene.outside, counted_in(draw.place)), "celsius": draw.choice([26, 27, 28])}
        return power(draw, "heating") | temperatures | {"cabin": scene.outside + draw.integer(1, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, inst.params["celsius"])
        car.cabin(inst.params["cabin"])
        tries(car, inst, s.COOLING, s.AC)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        by_far = then.falls(s.DRIVER_TEMPERATURE, 2) | then.between(s.DRIVER_TEMPERATURE, None, 23)
        return helps(then, warm=False) & (by_far | then.switched_on(s.COOLING) | then.switched_on(s.AC)) & then.shut()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *SEAT_AIR)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ready(ui, inst).temperature("driver", 21)
        if not inst.params["tried"]:
            yield lambda ui: ready(ui, inst).switch("cool_mode_button", True)
            yield lambda ui: ready(ui, inst).switch("ac_button", True)
        yield lambda ui: ready(ui, inst).temperature("driver", 22).switch("auto_button", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        def on(ui: UiScript) -> UiScript:
            return ready(ui, inst)

        yield lambda ui: on(ui).temperature("driver", 30).switch("auto_button", True)
        yield lambda ui: on(ui).temperature("driver", inst.params["celsius"] - 1)
        yield lambda ui: on(ui).switch("auto_button", False).tap("fan_max")
        yield lambda ui: on(ui).temperature("driver", 21).tap("seat_heat_level_button_left")
        yield lambda ui: ui.alert("heat", "It is dangerously hot outside.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield called(inst).call("airConditioner.temperature_set", value=21)
