"""Climate: stale air, loud air, and air that has settled on the glass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car.driving.road import WHEELS
from automotive_env.tasks.hvac import AIR, AIRED, CLEAR_GLASS, HVAC, airs
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode, some
from automotive_env.validators import signals as s

DAMP = ("rain", "heavy rain", "fog", "cloudy")


class StuffyAir(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The air goes round and round: fresh air helps, by the climate or by a window."""

    says = (
        "It's so stuffy in here.",
        "It's so stuffy that I can hardly breathe.",
        "Could we get some fresh air in here?",
        "The air's really stale in this car.",
        "There are four of us in here, and it's getting really stuffy.",
        "It smells like old socks in here.",
    )
    may_change = (*AIRED, "airConditioner.ac_states.*.wind_speed", "airConditioner.purification_mode")
    conditions = Conditions(outside=(8, 28), weather=FAIR)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return airs(then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("recycle_air_button", False)
        yield lambda ui: ui.open("vehicle").slide("window_driver", 40)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("fan_speed_6")
        yield lambda ui: ui.open("climate").tap("ac_button")


class LoudFan(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The fan drowns what somebody says: it blows less, or not at all."""

    says = (
        "That fan is so loud.",
        "I can't hear a word over that fan.",
        "That fan's making a terrible racket.",
        "Could you make the fan quieter?",
        "The kids are asleep, and that fan's far too loud.",
        "The noise of that fan's getting on my nerves.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(5, 7)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.falls(s.FAN_SPEED, 2) | then.off(s.CLIMATE_POWER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        unit = ("wind_speed", "is_on=false")
        return (*(f"airConditioner.ac_states.*.{part}" for part in unit), "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("fan_speed_2")
        yield lambda ui: ui.open("climate").tap("fan_off")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("fan_max")
        yield lambda ui: ui.open("climate").temperature("driver", 20)


class ClearAgain(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """The glass has cleared: whichever of the two defrosters runs is to stop."""

    says = (
        "The windows are clear, stop the defrost.",
        "You can stop defrosting the windows now.",
        "Could you stop the defrost now, please?",
        "I can see out of all the windows again, so turn the defrost off.",
        "That's enough defrosting, the windows are clear.",
        "The windows have cleared, front and back, so stop defrosting.",
    )
    may_change = ("airConditioner.defroster.*",)
    conditions = Conditions(outside=(-12, 5))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"runs": draw.choice(["front", "rear", "both", "both"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.FRONT_DEFROSTER, inst.params["runs"] != "rear")
        car.write(s.REAR_DEFROSTER, inst.params["runs"] != "front")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.FRONT_DEFROSTER) & then.off(s.REAR_DEFROSTER)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("defroster_button", False).switch("rear_defroster_button", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = "defroster_button" if inst.params["runs"] == "rear" else "rear_defroster_button"
        yield lambda ui: ui.open("climate").tap(wrong)
        yield lambda ui: ui.open("climate").switch("ac_master_switch", False)


class FixTheWarning(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """The car has warned: of fogged windows, which it can clear, or of something that only a person can put right."""

    says = (
        "Can you fix what the car's warning about?",
        "There's a warning on, can you fix it?",
        "Please take care of that warning.",
        "The car's beeping, fix it, would you?",
        "There's a warning on the screen, do something about it.",
        "I'm driving and can't read the car's warning, please fix the problem.",
    )
    endings = ("act", "decline")
    may_change = (*AIR, *CLEAR_GLASS, "system.notifications")
    conditions = Conditions(moving=True, outside=(-5, 14), weather=DAMP)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"wheel": draw.choice(WHEELS)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        if inst.ending == "act":
            car.event("fogged windows")
        else:
            car.event("low tyre pressure", wheel=inst.params["wheel"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        dry = [then.on(signal) for signal in (s.WINDOW_DRYING, s.AUTO_DEFOG)]
        front = some(*dry, *map(then.on, (s.FRONT_DEFROSTER, *s.AIR_ON_WINDSCREEN)))
        return front & some(*dry, *map(then.on, (s.REAR_DEFROSTER, s.AC)))

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("low visibility",) if inst.ending == "act" else ("tyre pressure",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.dismiss().open("climate").switch("defroster_button", True).switch("rear_defroster_button", True)
            yield lambda ui: ui.dismiss().open("climate").tap("direction_defrost").switch("ac_button", True)
        else:
            yield lambda ui: ui.infeasible(f"The {inst.params['wheel']} tyre has lost air; please stop and check it.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.dismiss().open("climate").switch("rear_defroster_button", True)
            yield lambda ui: ui.dismiss().open("climate").switch("defroster_button", True)
            yield lambda ui: ui.dismiss().answer("The windows are fogged.")
        else:
            yield lambda ui: ui.dismiss().open("climate").switch("defroster_button", True).answer("The glass is clear.")
            yield lambda ui: ui.dismiss().answer("I have taken care of the tyre.")
