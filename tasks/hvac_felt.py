"""Climate: what somebody feels, without a word on what to do, and with somebody beside who is to feel nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac import DRIVER, HVAC, other_fans, power, ready, set_climate
from automotive_env.tasks.watching import NOTICED, happened, is_past, not_left, parked_at, parking, until_parked
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Word
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal
from automotive_env.validators.subjects.comfort import GEARS, WHEEL_LEVEL, does, gear

NO_SMOKE = ("there is no smoke", "there's no smoke", "no smoke outside", "no sign of smoke", "not smoky", "isn't smoky")
LEVELS = {name: level for name, (_, level) in GEARS.items()}
"""Step of a seat -> its level."""
PARKS = range(24, 64, 4)
"""Seconds after which the car may be parked."""
HOTTEST = 10
"""The last level of the steering wheel's heating."""


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Cold at the wheel, while nobody else is to get warmer: seat or wheel, whichever is not at its end, until the frost is over.

    It gets milder twice, and only the second time above freezing; what warms may have switched itself off before that.
    """

    says = (
        (
            "I'm freezing as I drive, but it mustn't get any warmer for the baby in the back. Once it's above freezing out "
            "there, put it back to how it is now."
        ),
        "Brr, I'm frozen through; the others find it too warm, so not the air. Till the frost outside is over, then as before.",
        (
            "I'm the only one who's cold here at the wheel. Warm me, not them, for as long as it freezes out there, and then as "
            "I have it now."
        ),
        (
            "I'm shivering at the wheel. Warm me until it's above zero outside, the Celsius zero, and then have it as it is "
            "now. No warmer air, though."
        ),
        "Could you do something, please? I'm cold, the rest of them are not and shan't notice. When it thaws outside, undo it.",
        (
            "Warmer air for me. No, they're sweating behind me: only what I sit on or hold, right through the frost. Then as at "
            "present."
        ),
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-20, -2), moving=True, roads=("rural", "motorway"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat, wheel = draw.choice([("high", 0), ("high", 3), ("", HOTTEST), ("low", HOTTEST), ("high", 6), ("medium", HOTTEST)])
        milder = {"milder": draw.integer(12, 18), "thaws": draw.integer(44, 76, 4), "celsius": draw.integer(2, 4)}
        slips = draw.choice([0, 20, 22, 24, 26, 28])
        return power(draw) | {"seat": seat, "wheel": wheel, "slips": slips} | milder

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)
        seat, wheel = inst.params["seat"], inst.params["wheel"]
        car.write(s.DRIVER_SEAT_HEATER, bool(seat))
        car.write(gear(DRIVER, "heating"), LEVELS[seat or "low"])
        car.write(s.STEERING_WHEEL_HEATER, wheel > 0)
        car.write(WHEEL_LEVEL, wheel or 3)

    def _helps(self, inst: TaskInstance) -> Signal:
        return s.STEERING_WHEEL_HEATER if inst.params["seat"] == "high" else s.DRIVER_SEAT_HEATER

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        helps = self._helps(inst)
        slips, milder, thaws = (inst.params[name] for name in ("slips", "milder", "thaws"))

        def over(then: Episode) -> Criterion:
            """The frost lasts until what has switched itself off warms again."""
            return (
                then.waited(thaws)
                & is_past(then, s.OUTSIDE_TEMPERATURE, LOOK_SECONDS)
                & (is_past(then, helps, 1) & self._warm(then) if slips else every())
            )

        return (
            Event(lambda car: car.turns(outside=-1), after_seconds=milder),
            *([Event(lambda car: car.write(helps, False), after_seconds=slips)] if slips else []),
            Event(lambda car: car.turns(outside=inst.params["celsius"]), when=over),
        )

    def _warm(self, then: Episode) -> Criterion:
        return then.comfort.helped(DRIVER, "heating") | then.comfort.wheel_warmer()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat, wheel, thaws = inst.params["seat"], inst.params["wheel"], then.when(s.OUTSIDE_TEMPERATURE, inst.params["celsius"])

        def back(then: Episode) -> Criterion:
            as_now = then.as_it_was(s.DRIVER_SEAT_HEATER, s.STEERING_WHEEL_HEATER)
            as_now &= then.comfort.seat_does(DRIVER, "heating", seat) if seat else every()
            return as_now & then.near(WHEEL_LEVEL, wheel, 0.6) if wheel else as_now

        warmed = then.soon(self._warm, 0, NOTICED) & self._warm(then.at(thaws - 1))
        slipped = happened(then, self._helps(inst))
        again = then.soon(self._warm, slipped, NOTICED) if slipped < inf else every()
        over = then.is_(s.OUTSIDE_TEMPERATURE, inst.params["celsius"])
        return warmed & again & over & then.soon(back, thaws, NOTICED) & back(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("seat.driver's seat.heater.*", "steeringWheel.*")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        cold = r"\b(it is|it's|there is) still (freez\w+|frost\w*|below)\b|\bfrost (is not|isn't) over\b"
        air = r"\bi('ve| have)? (set|turned|made) the (air|climate|cabin) (up|\w*warmer)\b"
        return (Says("that the frost is over, and that only what one holds was warmed", "^", f"{cold}|{air}"),)

    def _warmer(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """What is not at its end, warmer."""
        page = ui.open("seats").tap("seat_driver")
        return page.tap("steering_wheel_heater_high" if inst.params["seat"] == "high" else "seat_heater_high")

    def _warmed(self, ui: UiScript, inst: TaskInstance, slips: int, thaws: int) -> UiScript:
        """The same until the frost is over, once more where that has ended by itself; both in seconds after the start."""
        ui = self._warmer(ui, inst)
        name = "steering_wheel_heater_high" if inst.params["seat"] == "high" else "seat_heater_high"
        return until_parked(ui.watch(slips).tap(name), thaws - slips) if slips else ui.watch(thaws)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        seat, wheel = inst.params["seat"], inst.params["wheel"]
        if seat != "high":
            return ui.tap(f"seat_heater_{seat}") if seat else ui.switch("seat_heater", False)
        if not wheel:
            return ui.switch("steering_wheel_heater", False)
        return ui.open("vehicle").tap("vehicle_wheel").slide("steering_wheel_heater_level", wheel, 0.4)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        slips, thaws = inst.params["slips"], inst.params["thaws"]
        yield lambda ui: self._back(self._warmed(ui, inst, slips, thaws), inst)
        yield lambda ui: self._back(self._warmed(ui, inst, slips, thaws + 4), inst).answer("It is as it was.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        slips, milder, thaws = inst.params["slips"], inst.params["milder"], inst.params["thaws"]
        yield lambda ui: ready(ui, inst).temperature("driver", 24).watch(thaws)
        yield lambda ui: self._warmed(ui, inst, slips, thaws)
        yield lambda ui: self._back(self._warmed(ui, inst, 0, milder), inst).watch(thaws)
        yield lambda ui: self._back(self._warmer(ui, inst).wait(60), inst).wait(20)
        yield lambda ui: ui.open("seats").tap("seat_passenger").switch("seat_heater", True).watch(thaws)
        yield lambda ui: self._back(self._warmed(ui.temperature("driver", 25), inst, slips, thaws), inst)
        yield lambda ui: self._back(self._warmed(ui, inst, slips, thaws).wait(40), inst)
        if slips:
            yield lambda ui: self._back(self._warmed(ui, inst, 0, thaws), inst)
            yield lambda ui: self._back(self._warmed(ui, inst, slips + 60, thaws + 60), inst)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat, wheel, slips, thaws = (inst.params[name] for name in ("seat", "wheel", "slips", "thaws"))
        device = "steeringWheel.carcontrol_steeringWheel_heater" if seat == "high" else "seat.carcontrol_carSeat_heater"
        level = ({"value": HOTTEST}, {"value": wheel}) if seat == "high" else ({"degree": "high"}, {"degree": seat})
        plan = CallPlan().call("system.state_view", modules=["seat", "steeringWheel"])
        before = wheel if seat == "high" else seat
        warmer = plan.call(f"{device}_set", **level[0]) if before else plan.call(f"{device}_switch", switch=True)
        plan = warmer.watch(slips or thaws + LOOK_SECONDS)
        plan = plan.call(f"{device}_switch", switch=True).watch(thaws - slips + LOOK_SECONDS) if slips else plan
        yield plan.call(f"{device}_set", **level[1]) if before else plan.call(f"{device}_switch", switch=False)


class TooHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Hot at the wheel, beside somebody with a cold: cooler there or air through the seat, nothing across, till parked."""

    says = (
        (
            "I'm sweating, but she beside me has a cold: no cooler on her side, and no draught. Back to how it is now as soon "
            "as we've parked."
        ),
        "It's boiling on my side. He next to me likes it so, his stays, windows shut. Undo it as soon as we've parked.",
        (
            "I feel hot, only I: on the other side it's to stay as set, and nothing opened. The moment we're parked, put it "
            "back to what I have."
        ),
        (
            "Phew, this side is an oven. Not hers, she's poorly, and no window, please. It's all to be as now as soon as we've "
            "parked."
        ),
        (
            "Could you do something about this heat at the wheel? Beside me all stays, no wind. Till we park, then at once as "
            "it is now."
        ),
        (
            "Open a window. No, he'd catch his death: cool just me, leave his side. And have it as it is now as soon as we've "
            "parked."
        ),
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

        undoes = (s.DRIVER_TEMPERATURE.world, *(signal(DRIVER, "ventilation").world for signal in (does, gear)))
        spared = driving.as_it_was(s.PASSENGER_TEMPERATURE) & driving.shut() & then.shut() & driving.on(s.CLIMATE_POWER)
        undone = self._begins(then, undoes, parks) & then.soon(back, parks, NOTICED) & back(then)
        return then.waited(parks) & cooler & spared & undone

    def _begins(self, then: Episode, paths: Sequence[str], since: float) -> Criterion:
        """One of these is touched promptly: the rest takes as many touches as there are degrees."""
        touched = [one.seconds - since for one in then.log.changes if one.change.path in paths and one.seconds >= since]
        found = f"after {touched[0]:g} s" if touched else "not at all"
        return Criterion("begins", f"begun within {PROMPT} s of parking", found, bool(touched) and touched[0] <= PROMPT)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.temperature", "seat.driver's seat.ventilation.*")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (not_left(r"cool\w*|lower"),)

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
    """Stale air: some from outside whenever that is clean, until they park; smoke may be there at once, or come and go."""

    says = (
        (
            "It's stuffy. Let in air from outside until we've parked, but only while it's clean out there, then have it as it "
            "is now. If it's foul already, leave it."
        ),
        (
            "I could do with fresh air, but no fumes: whenever there are any, none of it. Once we've parked, back to how it is "
            "now. If there are some already, don't begin."
        ),
        (
            "The air in here is stale. Until we park I want the one from out there, as long as one can breathe it, and then "
            "this again. If one can't, tell me why not."
        ),
        (
            "It's so close in here. Could we get outside air for the rest of the drive, but never any that's foul? Parked, it's "
            "to be as now. If it stinks out there already, forget it."
        ),
        (
            "Outside air till we've parked, when it's fit to breathe, and not when it isn't; then as it is now. If it isn't fit "
            "right now, let it be."
        ),
        (
            "I can't stand this used air. Open up, no, wait: only while it's clean outside, and only till we're parked, then as "
            "I have it now. If it's dirty already, don't."
        ),
    )
    endings = ("act", "decline")
    steps = 14
    either_status = True

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(5, 30), weather=("clear", "cloudy"), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        comes, foul, clean = (draw.integer(18, 24, 2) for _ in range(3))
        goes = comes + foul if draw.ending == "act" and draw.maybe(0.8) else 0
        times = {"comes": comes if goes else 0, "goes": goes, "parks": goes + clean}
        return {"fan": draw.integer(1, 5), "off": draw.maybe(0.4)} | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.AIR_SOURCE, "internal circulation")
        car.write(s.CLIMATE_POWER, not inst.params["off"])
        car.write(s.SMOKE_OUTSIDE, inst.ending == "decline")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        if inst.ending == "decline":
            return ()
        smoke = {"comes": True, "goes": False}
        turns = [
            Event(lambda car, there=there: car.write(s.SMOKE_OUTSIDE, there), after_seconds=inst.params[name])  # type: ignore[misc]
            for name, there in smoke.items()
            if inst.params[name]
        ]
        return (*turns, *parking(inst.params["parks"]))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return self._fresh(then)
        parks = parked_at(then)

        def back(then: Episode) -> Criterion:
            return then.recirculates() & then.shut() & then.as_it_was(s.CLIMATE_POWER)

        held = [
            then.soon(wanted, since, NOTICED) & wanted(then.at(until - 1)) for wanted, since, until in self._wanted(inst, parks)
        ]
        return every(*held) & then.is_(s.GEAR, "park") & then.soon(back, parks, NOTICED) & back(then)

    def _wanted(self, inst: TaskInstance, parks: float) -> list[tuple[Callable[[Episode], Criterion], float, float]]:
        """What the air is to be, and from which second on until which; the last until they park."""
        comes, goes = inst.params["comes"], inst.params["goes"]
        smoky = [(self._fresh, 0, comes), (self._stale, comes, goes)] if comes else []
        return [*smoky, (self._fresh, goes, parks)]

    def _fresh(self, then: Episode) -> Criterion:
        return then.air_from_outside() | then.opened_to_air()

    def _stale(self, then: Episode) -> Criterion:
        return (then.recirculates() | then.off(s.CLIMATE_POWER)) & then.shut()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.temperature", *other_fans(inst.params["fan"]))

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (not_left("outside|fresh|open"),)

    def reason(self, inst: TaskInstance) -> Sequence[Word]:
        return (Word(("smoke", "smoky", "fire", "fumes", "smell", "stench"), NO_SMOKE, "that there is smoke outside"),)

    def _aired(self, ui: UiScript, inst: TaskInstance, *, heeds: bool = True) -> UiScript:
        """Air from outside while it is clean, or whatever it is like, until they park."""
        ui = ui.open("climate").switch("ac_master_switch", True)
        for wanted, since, until in self._wanted(inst, inst.params["parks"] + LOOK_SECONDS):
            fresh = not heeds or wanted == self._fresh
            ui = ui.switch("recycle_air_button", not fresh).watch(until - since)
        return ui

    def _by_windows(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """The same by a window, which leaves the climate alone."""
        ui = ui.open("vehicle").tap("vehicle_windows")
        for wanted, since, until in self._wanted(inst, inst.params["parks"] + LOOK_SECONDS):
            ui = ui.tap("windows_open_all" if wanted == self._fresh else "windows_close_all").watch(until - since)
        return ui.tap("windows_close_all")

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui = ui.switch("recycle_air_button", True)
        return ui.switch("ac_master_switch", False) if inst.params["off"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: ui.infeasible("There is smoke outside: air from there would make it worse.")
            yield lambda ui: ui.open("climate").infeasible("It is smoky out there, so I left it shut.")
            return
        yield lambda ui: self._back(self._aired(ui, inst), inst)
        yield lambda ui: self._by_windows(ui, inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        comes, parks = inst.params["comes"], inst.params["parks"]
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).tap("fan_max").watch(parks)
        yield lambda ui: self._aired(ui, inst)
        yield lambda ui: ui.infeasible("I cannot do that.")
        yield lambda ui: ui.infeasible("There is no smoke outside.")
        yield lambda ui: self._back(self._aired(ui, inst).wait(40), inst)
        yield lambda ui: self._back(self._aired(ui, inst).switch("ac_button", True), inst)
        if comes:
            yield lambda ui: self._back(self._aired(ui, inst, heeds=False), inst)

            def shut_for_good(ui: UiScript) -> UiScript:
                ui = ui.open("climate").switch("ac_master_switch", True).switch("recycle_air_button", False).wait(comes)
                return self._back(ui.switch("recycle_air_button", True).watch(parks - comes), inst)

            yield shut_for_good

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan()
        if inst.ending == "decline":
            yield plan.infeasible("There is smoke outside: air from there would make it worse.")
            return
        if inst.params["off"]:
            plan = plan.call("airConditioner.switch", switch=True, position="all")
        mode = {True: "external circulation", False: "internal circulation"}
        fresh = False
        for wanted, since, until in self._wanted(inst, inst.params["parks"] + LOOK_SECONDS):
            fresh = wanted == self._fresh
            plan = plan.call("airConditioner.recycle_mode_switch", mode=mode[fresh]).watch(until - since)
        plan = plan.call("airConditioner.recycle_mode_switch", mode=mode[False]) if fresh else plan
        yield plan.call("airConditioner.switch", switch=False, position="all") if inst.params["off"] else plan
