"""Climate: what somebody feels, without a word on what to do, and with somebody beside who is to feel nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac import AIRED, CLIMATE, DRIVER, HVAC, power, ready, set_climate
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.subjects.comfort import GEARS, WHEEL_LEVEL, does, gear

NO_SMOKE = ("there is no smoke", "there's no smoke", "no smoke outside", "no sign of smoke", "not smoky", "isn't smoky")
LEVELS = {name: level for name, (_, level) in GEARS.items()}
"""Step of a seat -> its level."""
PARKS = range(24, 64, 4)
"""Seconds after which the car may be parked."""
HOTTEST = 10
"""The last level of the steering wheel's heating."""


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Cold at the wheel, while nobody else is to get warmer: for a while, seat or wheel, whichever is not at its end."""

    says = (
        "I'm freezing as I drive, but it mustn't get any warmer for the baby in the back. {seconds} seconds, then as it is now.",
        "Brr, I'm frozen through; the others find it too warm, so not the air. For {seconds} seconds, then as before.",
        "I'm the only one who's cold here at the wheel. Warm me, not them, for {seconds} seconds, and then as I have it now.",
        "I'm shivering at the wheel, {seconds} seconds of warmth would do, and then what there is now. No warmer air, though.",
        "Could you do something, please? I'm cold, the rest of them are not and shan't notice. After {seconds} seconds undo it.",
        "Warmer air for me. No, they're sweating behind me: only what I sit on or hold. {seconds} seconds, then as at present.",
    )
    steps = 8

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-20, 4))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat, wheel = draw.choice([("high", 0), ("high", 3), ("", HOTTEST), ("low", HOTTEST), ("high", 6), ("medium", HOTTEST)])
        return power(draw) | {"seat": seat, "wheel": wheel, "seconds": draw.choice([20, 25, 30])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)
        seat, wheel = inst.params["seat"], inst.params["wheel"]
        car.write(s.DRIVER_SEAT_HEATER, bool(seat))
        car.write(gear(DRIVER, "heating"), LEVELS[seat or "low"])
        car.write(s.STEERING_WHEEL_HEATER, wheel > 0)
        car.write(WHEEL_LEVEL, wheel or 3)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seconds = inst.params["seconds"]
        warmed = then.for_a_while(
            lambda then: then.comfort.helped(DRIVER, "heating") | then.comfort.wheel_warmer(), 0.8 * seconds, seconds + 15
        )
        back = then.as_it_was(s.DRIVER_SEAT_HEATER, s.STEERING_WHEEL_HEATER)
        if inst.params["seat"]:
            back &= then.comfort.seat_does(DRIVER, "heating", inst.params["seat"])
        return warmed & back & (then.near(WHEEL_LEVEL, inst.params["wheel"], 0.6) if inst.params["wheel"] else back)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("seat.driver's seat.heater.*", "steeringWheel.*")

    def _page(self, ui: UiScript) -> UiScript:
        return ui.open("seats").tap("seat_driver")

    def _warmed(self, ui: UiScript, inst: TaskInstance, seconds: int) -> UiScript:
        """What is not at its end, warmer for so long."""
        if inst.params["seat"] == "high":
            return self._page(ui).tap("steering_wheel_heater_high").wait(seconds)
        return self._page(ui).tap("seat_heater_high").wait(seconds)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        seat, wheel = inst.params["seat"], inst.params["wheel"]
        if seat != "high":
            return ui.tap(f"seat_heater_{seat}") if seat else ui.switch("seat_heater", False)
        if not wheel:
            return ui.switch("steering_wheel_heater", False)
        return ui.open("vehicle").tap("vehicle_wheel").slide("steering_wheel_heater_level", wheel, 0.4)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds = inst.params["seconds"]
        yield lambda ui: self._back(self._warmed(ui, inst, seconds), inst)
        yield lambda ui: self._back(self._warmed(ui, inst, seconds + 4), inst).answer("It is as it was.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds = inst.params["seconds"]
        yield lambda ui: ready(ui, inst).temperature("driver", 24)
        yield lambda ui: self._warmed(ui, inst, seconds)
        yield lambda ui: self._back(self._warmed(ui, inst, 3), inst).wait(seconds)
        yield lambda ui: ui.open("seats").tap("seat_passenger").switch("seat_heater", True).wait(seconds)
        yield lambda ui: self._back(self._warmed(ui.temperature("driver", 25), inst, seconds), inst)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat = inst.params["seat"]
        look = CallPlan().call("system.state_view", modules=["seat", "steeringWheel"])
        if seat == "high":
            return self._wheel_by_calls(look, inst)
        warm = look.call("seat.carcontrol_carSeat_heater_set", degree="high").wait(inst.params["seconds"])
        if seat:
            return (warm.call("seat.carcontrol_carSeat_heater_set", degree=seat),)
        return (warm.call("seat.carcontrol_carSeat_heater_switch", switch=False),)

    def _wheel_by_calls(self, look: CallPlan, inst: TaskInstance) -> Iterable[CallPlan]:
        wheel, seconds, name = inst.params["wheel"], inst.params["seconds"], "steeringWheel.carcontrol_steeringWheel_heater"
        if wheel:
            warm = look.call(f"{name}_set", value=HOTTEST).wait(seconds)
            return (warm.call(f"{name}_set", value=wheel),)
        return (look.call(f"{name}_switch", switch=True).wait(seconds).call(f"{name}_switch", switch=False),)


class TooHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Hot at the wheel, beside somebody with a cold: cooler there or air through the seat, nothing across, till parked."""

    says = (
        "I'm sweating, but she beside me has a cold: no cooler on her side, and no draught. As soon as we've parked, as now.",
        "It's boiling on my side. He next to me likes it so, his stays, windows shut. Undo it as soon as we've parked.",
        "I feel hot, only I: on the other side it's to stay as set, and nothing opened. The moment we're parked, what I have.",
        "Phew, this side is an oven. Not hers, she's poorly, and no window, please. All as now as soon as we've parked.",
        "Could you do something about this heat at the wheel? Beside me all stays, no wind. Till we park, then at once as is.",
        "Open a window. No, he'd catch his death: cool just me, leave his side. And the present state as soon as we've parked.",
    )
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(14, 40), light=("day",), weather=("clear", "cloudy"), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        drawn = {"celsius": draw.choice([26, 27, 28]), "fan": draw.integer(1, 4), "airs": draw.choice(["", "low", "high"])}
        return drawn | {"parks": draw.choice(PARKS)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["celsius"], fan=inst.params["fan"])
        car.write(does(DRIVER, "ventilation"), bool(inst.params["airs"]))
        car.write(gear(DRIVER, "ventilation"), LEVELS[inst.params["airs"] or "low"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.parks(), after_seconds=inst.params["parks"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        parks = inst.params["parks"]
        driving = then.at(parks - 1)
        cooler = driving.falls(s.DRIVER_TEMPERATURE, 1) | driving.comfort.helped(DRIVER, "ventilation")
        airs = inst.params["airs"]

        def back(then: Episode) -> Criterion:
            seat = then.comfort.seat_does(DRIVER, "ventilation", airs) if airs else then.off(does(DRIVER, "ventilation"))
            return seat & then.as_it_was(s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE, s.CLIMATE_POWER)

        spared = driving.as_it_was(s.PASSENGER_TEMPERATURE) & driving.shut() & then.shut()
        return then.waited(parks) & driving.on(s.CLIMATE_POWER) & cooler & spared & then.soon(back, parks) & back(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.temperature", "seat.driver's seat.ventilation.*")

    def _held(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        celsius = inst.params["celsius"]
        cooler = ui.open("climate").temperature("driver", celsius - 2).wait(inst.params["parks"])
        return cooler.temperature("driver", celsius)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        airs, parks = inst.params["airs"], inst.params["parks"]
        yield lambda ui: self._held(ui, inst)
        if airs != "high":
            undo = f"seat_ventilation_{airs}" if airs else "seat_ventilation"
            yield lambda ui: ui.open("seats").tap("seat_driver").tap("seat_ventilation_high").wait(parks).tap(undo)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        celsius, parks = inst.params["celsius"], inst.params["parks"]
        yield lambda ui: ui.open("climate").temperature("driver", celsius - 2).wait(parks)
        yield lambda ui: ui.open("climate").temperature("driver", celsius - 2).temperature("driver", celsius).wait(parks)
        yield lambda ui: ui.open("climate").temperature("passenger", celsius - 2).wait(parks).temperature("passenger", celsius)
        yield lambda ui: self._held(ui, inst).open("vehicle").tap("vehicle_windows").tap("windows_open_all")
        yield lambda ui: self._held(ui, inst).temperature("passenger", celsius - 1)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        celsius = inst.params["celsius"]
        look = CallPlan().call("system.state_view", modules=["airConditioner"])
        cooler = look.call("airConditioner.temperature_set", value=celsius - 2).wait(inst.params["parks"])
        yield cooler.call("airConditioner.temperature_set", value=celsius)


class StuffyAir(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Stale air: some from outside for as long as it is clean there; smoke may be there at once, or later, or not at all."""

    says = (
        "It's stuffy. Some air from outside, while it's clean out there: mind that for {seconds} seconds. If it isn't, none.",
        "I could do with fresh air, but no fumes. Watch it {seconds} seconds, shut it out if they come; none if they're there.",
        "The air in here is stale. Let some in while one can breathe it, {seconds} seconds on watch; else tell me why not.",
        "It's so close in here. Could we get some outside air, {seconds} seconds on watch in case it gets foul? Then not.",
        "Outside air, as long as that's fit to breathe. You look after it for {seconds} seconds; if it isn't now, leave it be.",
        "Not this used air any longer. Open up, no, wait: only if it's clean, and only until it isn't. {seconds} seconds.",
    )
    endings = ("act", "decline")
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(5, 30), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        after = draw.choice([0, 18, 24, 30]) if draw.ending == "act" else 0
        return {"fan": draw.integer(1, 5), "seconds": draw.choice([40, 50]), "after": after, "rings": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.AIR_SOURCE, "internal circulation")
        car.write(s.SMOKE_OUTSIDE, inst.ending == "decline")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after = inst.params["after"]
        return (Event(lambda car: car.write(s.SMOKE_OUTSIDE, True), after_seconds=after),) if after else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def fresh(then: Episode) -> Criterion:
            return then.air_from_outside() | then.opened_to_air()

        def stale(then: Episode) -> Criterion:
            return then.recirculates() & then.shut()

        if inst.ending == "decline":
            return fresh(then)
        after = inst.params["after"]
        let_in = then.soon(fresh, 0)
        if not after:
            return let_in & fresh(then) & then.waited(0.8 * inst.params["seconds"])
        return let_in & fresh(then.at(after - 1)) & then.soon(stale, after) & stale(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *AIRED)

    def reason(self, inst: TaskInstance) -> Sequence[Word]:
        return (Word(("smoke", "smoky", "fire", "fumes", "smell", "stench"), NO_SMOKE, "that there is smoke outside"),)

    def _aired(self, ui: UiScript, inst: TaskInstance, shuts: bool, late: int = 0) -> UiScript:
        after, seconds = inst.params["after"], inst.params["seconds"]
        ui.open("climate").switch("recycle_air_button", False).wait((after or seconds) + late)
        return ui.switch("recycle_air_button", True) if shuts else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: ui.infeasible("There is smoke outside: air from there would make it worse.")
            yield lambda ui: ui.open("climate").infeasible("It is smoky out there, so I left it shut.")
            return
        yield lambda ui: self._aired(ui, inst, bool(inst.params["after"]))
        yield lambda ui: self._aired(ui, inst, bool(inst.params["after"]), late=3).answer("That is how it stands.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("fan_max")
        yield lambda ui: self._aired(ui, inst, not inst.params["after"])
        yield lambda ui: ui.infeasible("I cannot do that.")
        yield lambda ui: ui.infeasible("There is no smoke outside.")
        if inst.params["after"]:
            yield lambda ui: self._aired(ui, inst, shuts=True, late=25)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "decline":
            yield CallPlan().infeasible("There is smoke outside: air from there would make it worse.")
            return
        after, fresh = inst.params["after"], CallPlan().call("airConditioner.recycle_mode_switch", mode="external circulation")
        if after:
            yield fresh.wait(after).call("airConditioner.recycle_mode_switch", mode="internal circulation")
        else:
            yield fresh.wait(inst.params["seconds"])
