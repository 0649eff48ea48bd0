"""Climate: temperature, fan, air, defrosters and seat heating, said plainly or hinted at."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Switched, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal
from automotive_env.validators.subjects.comfort import WHEEL_LEVEL, gear
from automotive_env.world.device import SEATS
from automotive_env.world.temperature import FAHRENHEIT, UNITS, degrees, set_point

HVAC = Category.HVAC
DRIVER = SEATS[0]
CLIMATE = ("airConditioner.*", "environment.temperature")
"""All of the climate: for wishes that leave open what is to help."""
POWERED = ("airConditioner.ac_states.*.is_on", "airConditioner.auto_mode", "environment.temperature")
"""What goes with a single setting of the climate: its power, whether it regulates itself, and what the cabin makes of that."""
SEAT_AIR = ("seat.driver's seat.heater.*", "seat.driver's seat.ventilation.*", "seat.passenger seat.ventilation.*")
NO_SMOKE = ("there is no smoke", "there's no smoke", "no smoke outside", "no sign of smoke", "not smoky", "isn't smoky")
COOL_OUTSIDE = 22
"""Celsius outside up to which an open window cools a hot cabin."""
MODES = {"heating": "heat_mode_button", "cooling": "cool_mode_button"}
AIRED = ("window.window_states.*", "sunroof.*")


def power(draw: Draw, against: str = "") -> dict[str, Any]:
    """How the climate stands at the start: off, by hand, automatic or in a mode that works against the wish.

    `tried` says whether the mode that helps is chosen already, without being enough.
    No fixed row of touches is right for all of them.
    """
    states = ["off", "off", "by hand", "auto", against] if against else ["off", "by hand", "auto"]
    climate = draw.choice(states)
    return {"climate": climate, "fan": draw.integer(1, 4), "tried": climate != against and draw.maybe(0.75)}


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
    """The fan as fast as it goes, whether the climate is off, by hand or automatic."""

    says = (
        "Turn the fan speed to max.",
        "Fan all the way up, please.",
        "I want the blower at full power.",
        "Could the fan blow as hard as it can?",
        "I need a real breeze in here: the fan on its highest.",
        "Not just a bit more: the fan as fast as it goes.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return power(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        fast = then.fan_speed_max()
        return fast & then.off(s.CLIMATE_AUTO) if fast.met else fast  # a stock device tells the mode while the climate runs

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*POWERED, "airConditioner.ac_states.*.wind_speed")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_max")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        def ready(ui: UiScript) -> UiScript:
            return ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False)

        yield lambda ui: ready(ui).tap("fan_speed_4")
        yield lambda ui: ready(ui).tap("fan_max").switch("ac_master_switch", False)
        yield lambda ui: ready(ui).tap("fan_max").switch("auto_button", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = called(inst)
        if inst.params["climate"] == "auto":
            plan = plan.call("airConditioner.auto_mode_switch", switch=False)
        yield plan.call("airConditioner.wind_speed_set", degree="max", position="all")


TOLD = {"celsius": (18, 18.5, 19, 20, 23.5, 24, 25, 26), "fahrenheit": (18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5)}
"""Unit of the displays -> temperatures that are asked for, in celsius; in Fahrenheit those that every car reckons alike."""


def counted_in(place: Place) -> str:
    """The unit in which people of a place count degrees, whatever the displays of a car show."""
    return units(place).value.temperature


def told_set_point(draw: Draw, scene: Scene) -> float:
    """A temperature to be set, in celsius, that has a number both in the degrees of the place and on the displays."""
    return draw.choice(TOLD["fahrenheit" if FAHRENHEIT in (counted_in(draw.place), scene.temperature_unit) else "celsius"])


class SetTemperature(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """One side of the car to degrees as people of the place count them, whatever the displays show; the other left alone."""

    says = (
        "Set the {side} temperature to {degrees}.",
        "Make it {degrees} on the {side}'s side.",
        "{degrees} degrees for the {side}, please.",
        "Could we have {degrees} degrees on the {side}'s side?",
        "{degrees} suits the {side} best, so set that side to it.",
        "Not the whole car, only the {side}'s side: {degrees} degrees.",
    )
    steps = 14

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(temperature_unit=draw.choice(UNITS))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side, celsius = draw.choice(["driver", "passenger"]), told_set_point(draw, scene)
        return {"side": side, "celsius": celsius, "degrees": f"{set_point(celsius, counted_in(draw.place)):g}"}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        sides = {"driver": s.DRIVER_TEMPERATURE, "passenger": s.PASSENGER_TEMPERATURE}
        wanted = sides.pop(inst.params["side"])
        (other,) = sides.values()
        return then.on(s.CLIMATE_POWER) & then.near(wanted, inst.params["celsius"]) & then.as_it_was(other)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*POWERED, "airConditioner.ac_states.*.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature(inst.params["side"], inst.params["celsius"])

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        other = "passenger" if inst.params["side"] == "driver" else "driver"
        side, celsius = inst.params["side"], inst.params["celsius"]
        yield lambda ui: ui.open("climate").temperature(other, celsius)
        yield lambda ui: ui.open("climate").temperature(side, celsius).switch("ac_master_switch", False)
        yield lambda ui: ui.open("climate").temperature(side, celsius + (1 if celsius < 22 else -1))
        yield lambda ui: ui.open("climate").temperature(side, 30 if float(inst.params["degrees"]) > 50 else 16)  # other unit

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        celsius, plan = inst.params["celsius"], CallPlan()
        if inst.params["side"] == "driver":
            yield plan.call("airConditioner.temperature_set", value=celsius)
        else:
            plan = plan.call("airConditioner.switch", switch=True, position=SEATS[1])
            yield plan.call("airConditioner.temperature_set", value=celsius, position=SEATS[1])


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
        return (Switched(True),)

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


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Cold, without a word on what to do: warmer air, seat or steering-wheel heating all help."""

    says = (
        "My hands are freezing.",
        "Brr, I can't feel my fingers.",
        "It is so cold in here that I see my breath.",
        "I'm shivering here at the wheel.",
        "Could you do something, please? I'm cold.",
        "I thought I'd get used to it, but I'm still freezing in here.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-20, 4))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        heaters = {"seat": draw.choice([True, False, True]), "wheel": draw.maybe(0.75)}
        return (
            power(draw, "cooling")
            | heaters
            | {"celsius": draw.choice([16, 17, 18]), "cabin": draw.integer(max(1, scene.outside), 6)}
        )

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, inst.params["celsius"])
        car.cabin(inst.params["cabin"])
        tries(car, inst, s.HEATING)
        car.write(s.DRIVER_SEAT_HEATER, inst.params["seat"])
        car.write(gear(DRIVER, "heating"), 1)
        car.write(s.STEERING_WHEEL_HEATER, inst.params["wheel"])
        car.write(WHEEL_LEVEL, 3)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return helps(then, warm=True) | then.comfort.helped(DRIVER, "heating") | then.comfort.wheel_warmer()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, "seat.driver's seat.heater.*", "seat.passenger seat.heater.*", "steeringWheel.*")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ready(ui, inst).temperature("driver", 23)
        yield lambda ui: ready(ui, inst).temperature("driver", 22).switch("auto_button", True)
        if not inst.params["tried"]:
            yield lambda ui: ready(ui, inst).switch("heat_mode_button", True)
        yield lambda ui: ui.open("seats").tap("seat_driver").tap("seat_heater_high")
        yield lambda ui: ui.open("seats").tap("seat_driver").tap("steering_wheel_heater_high")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ready(ui, inst).temperature("driver", 16).switch("auto_button", True)
        yield lambda ui: ready(ui, inst).switch("auto_button", False).tap("fan_max")
        yield lambda ui: ready(ui, inst).temperature("driver", 23).switch("ac_master_switch", False)
        yield lambda ui: ui.open("seats").tap("seat_passenger").tap("seat_heater_high")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield called(inst).call("airConditioner.temperature_set", value=23)
        if not inst.params["seat"]:
            yield CallPlan().call("seat.carcontrol_carSeat_heater_switch", switch=True)


class TooHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Hot inside. In a hot climate only cooling helps; where it is cooler outside, a window does too."""

    says = (
        "I'm sweating.",
        "It's boiling in here.",
        "I feel hot.",
        "Phew, this car is an oven today.",
        "Could you do something about this heat in here, please?",
        "I thought it would do without my jacket, but I'm still dripping.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(14, 44), light=("day",), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        cabin = max(scene.outside, 29) + draw.integer(1, 5)
        return power(draw, "heating") | {"celsius": draw.choice([26, 27, 28]), "cabin": cabin}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, inst.params["celsius"])
        car.cabin(inst.params["cabin"])
        tries(car, inst, s.COOLING, s.AC)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        cooled = helps(then, warm=False) & then.shut()
        aired = then.opened_to_air() & then.between(s.OUTSIDE_TEMPERATURE, None, COOL_OUTSIDE)
        return cooled | aired

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *SEAT_AIR, *AIRED)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ready(ui, inst).temperature("driver", 22)
        if not inst.params["tried"]:
            yield lambda ui: ready(ui, inst).switch("cool_mode_button", True)
            yield lambda ui: ready(ui, inst).switch("ac_button", True)
        yield lambda ui: ready(ui, inst).temperature("driver", 22).switch("auto_button", True)
        if inst.scene.outside <= COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").tap("windows_open_all")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        def on(ui: UiScript) -> UiScript:
            return ready(ui, inst)

        yield lambda ui: on(ui).temperature("driver", 30).switch("auto_button", True)
        yield lambda ui: on(ui).temperature("driver", 24).temperature("driver", 29)
        yield lambda ui: on(ui).temperature("driver", 29).switch("cool_mode_button", True)
        yield lambda ui: on(ui).switch("ac_button", True).switch("ac_button", False)
        yield lambda ui: on(ui).temperature("driver", 22).switch("ac_master_switch", False)
        if inst.scene.outside > COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").tap("windows_open_all")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield called(inst).call("airConditioner.temperature_set", value=22)


class StuffyAir(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Stale air: air from outside, a window or the sunroof; where there is smoke outside, it must stay there."""

    says = (
        "It feels stuffy in here, I need some air from outside.",
        "I could do with some fresh air from outside.",
        "The air in here is stale. Let some in from outside.",
        "It's so close in here. Could we get some outside air?",
        "Outside air, please.",
        "Not this used air any longer: some from outside.",
    )
    endings = ("act", "decline")
    steps = 8

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(5, 30), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(1, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.AIR_SOURCE, "internal circulation")
        car.write(s.SMOKE_OUTSIDE, inst.ending == "decline")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.air_from_outside() | then.opened_to_air()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *AIRED)

    def reason(self, inst: TaskInstance) -> Sequence[Word]:
        return (Word(("smoke", "smoky", "fire", "fumes", "smell", "stench"), NO_SMOKE, "that there is smoke outside"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", False)
        else:
            yield lambda ui: ui.infeasible("There is smoke outside: air from there would make it worse.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("fan_max")
        yield lambda ui: ui.open("climate").switch("recycle_air_button", False).switch("recycle_air_button", True)
        yield lambda ui: ui.infeasible("I cannot do that.")
        yield lambda ui: ui.infeasible("There is no smoke outside.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "act":
            yield CallPlan().call("airConditioner.recycle_mode_switch", mode="external circulation")
            yield CallPlan().call("sunroof.carcontrol_sunroof_switch", action="open")
        else:
            yield CallPlan().infeasible("There is smoke outside: air from there would make it worse.")


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
        yield lambda ui: ui.alert("heat", "It is dangerously hot outside.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield called(inst).call("airConditioner.temperature_set", value=21)
