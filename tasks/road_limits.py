"""The road: what the car warns of above a speed, and speeds as a place counts them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.place.place import Place
from automotive_env.place.rules import units
from automotive_env.tasks.kit import Dimension, Draw, Ending, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.road import ROAD, ROUNDED, assistance, displayed, in_kmh, known_limit, limits, told_in, warned_at
from automotive_env.tasks.shared.settings import WRITTEN, other, written
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

WARNING = ("assistance.speed_limit", "assistance.speed_limit_warning=true")


def warns_at(then: Episode, kmh: float) -> Criterion:
    """The car warns above a speed, to a step of its control."""
    return then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, kmh, ROUNDED)


class WarnAbove(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The speed warning at a number, in the unit that people of the place mean, whatever the display shows."""

    says = (
        "Warn me when I drive faster than {speed}.",
        "Set the speed warning to {speed}.",
        "Speed warning at {speed}, please.",
        "Can the car warn me when I go faster than {speed}?",
        "I keep driving too fast, so beep when I'm going over {speed}.",
        "Have the car beep above {speed}.",
    )
    steps = 14
    may_change = WARNING

    def rule(self, place: Place) -> Hashable:
        return told_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(distance_unit=draw.choice(list(WRITTEN["distance"][1])))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = told_in(draw.place)
        speed = draw.choice([40, 50, 60, 70] if unit == "mph" else [70, 80, 90, 100])
        shown = displayed(in_kmh(speed, unit), scene.distance_unit)
        start = shown + draw.choice([-30, -20, 20, 30])
        started = in_kmh(start, "mph" if scene.distance_unit == "mile" else "km/h")
        return {"speed": speed, "unit": unit, "shown": shown, "start": round(started), "warns": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, inst.params["start"])
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return warns_at(then, in_kmh(inst.params["speed"], inst.params["unit"]))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: warned_at(ui, inst.params["shown"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = "km/h" if inst.params["unit"] == "mph" else "mph"
        abroad = displayed(in_kmh(inst.params["speed"], other), inst.scene.distance_unit)
        yield lambda ui: warned_at(ui, abroad)
        yield lambda ui: warned_at(ui, inst.params["shown"]).switch("speed_limit_warning", False)


class SpeedWarningAtLimit(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """The speed warning at the limit of this place, in town or out of it; it may stand there."""

    says = (
        "Speed warning at the limit {where}.",
        "Beep if I'm speeding {where}.",
        "Can you set the speed warning to the limit {where}?",
        "Have the car beep if I go over the speed limit {where}.",
        "I don't want a ticket, so set the speed warning to the limit {where}.",
        "Beep at the speed limit {where}.",
    )
    endings = ("act", "refrain")
    steps = 16
    may_change = WARNING

    def rule(self, place: Place) -> Hashable:
        return limits(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        road, where = draw.choice([("urban", "in town here"), ("rural", "on country roads")])
        limit = known_limit(draw.place, road)
        away = 0 if draw.ending == "refrain" else draw.choice([-20, -15, 15, 20, 30])
        return {"where": where, "limit": limit, "start": limit + away, "warns": draw.ending == "refrain" or draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, inst.params["start"])
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return warns_at(then, inst.params["limit"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: warned_at(ui, displayed(inst.params["limit"], inst.scene.distance_unit))
        else:
            yield lambda ui: assistance(ui).answer("The speed warning is set to the limit.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        shown = displayed(inst.params["limit"], inst.scene.distance_unit)
        yield lambda ui: warned_at(ui, shown + 10).answer("It warns at the limit.")
        yield lambda ui: assistance(ui).switch("speed_limit_warning", False).answer("It warns at the limit.")


class SpeedsAsOnTheSigns(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """Speeds on the display as the road signs of the place count them; they may be."""

    says = (
        "Match my speed display to the road signs.",
        "Make my speedo match the road signs.",
        "Show my speed in the units on the signs here.",
        "Can you show my speed in the units the road signs use?",
        "I'm abroad, so show my speed in the units on the road signs.",
        "I have to convert every speed sign, so show my speed in the same units.",
    )
    endings = ("act", "refrain")
    steps = 4
    may_change = ("environment.unit_system", "instrumentPanel.distance_unit")

    def rule(self, place: Place) -> Hashable:
        return told_in(place)

    def scene(self, draw: Draw) -> Scene:
        here = units(draw.place).value.distance
        return draw.scene(distance_unit=other("distance", here) if draw.ending == "act" else here)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"unit": units(draw.place).value.distance}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.DISTANCE_UNIT, inst.params["unit"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: written(ui, {"distance": inst.params["unit"]})
        else:
            yield lambda ui: ui.answer("The display counts as the signs do.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = other("distance", inst.params["unit"])
        yield lambda ui: written(ui, {"distance": wrong}).answer("It counts as the signs do.")
        if inst.ending == "act":
            yield lambda ui: ui.answer("The display counts as the signs do.")


class AtHomeAbroad(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT, level=3):
    """A car set up for a country just entered: the units, the warning in town, and the warning out of town."""

    steps = 16

    def suits(self, place: Place, ending: Ending) -> bool:
        return limits(place) is not None and known_limit(place, "urban") + 15 <= known_limit(place, "rural")

    def rule(self, place: Place) -> Hashable:
        return limits(place) if self.suits(place, "act") else None

    def scene(self, draw: Draw) -> Scene:
        here = units(draw.place).value.distance
        return draw.scene(moving=True, light=("day",), roads=("urban",), speed=(20, 28), distance_unit=other("distance", here))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        town, out = known_limit(draw.place, "urban"), known_limit(draw.place, "rural")
        unit = units(draw.place).value.distance
        return {"unit": unit, "town": town, "out": out, "start": town + draw.choice([15, 20, 25]), "after": draw.integer(5, 25)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, inst.params["start"])
        car.write(s.SPEED_LIMIT_WARNING, False)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "We've just crossed the border, show speeds in this country's units.",
            "We're abroad now, switch to local units.",
            "Switch the speed to this country's units.",
            "Set the units to match this country.",
            "We're in a new country, so switch to the units they use here.",
            "We're over the border, so show my speed like the road signs do.",
            check=lambda then: then.is_(s.DISTANCE_UNIT, inst.params["unit"]),
        )
        yield Turn(
            "And warn me if I speed in town.",
            "Now set the speed warning to the speed limit in town.",
            "Speed warning at the town speed limit, please.",
            "Could you also warn me if I'm over the speed limit in town?",
            "I don't know the limits here, so warn me if I'm speeding in town.",
            "Beep if I drive faster than the speed limit in town.",
            check=lambda then: warns_at(then, inst.params["town"]),
        )
        yield Turn(
            "We're out of town now, set the speed warning to the limit here.",
            "We've left town, adjust the speed warning to the limit.",
            "Set the speed warning to the limit for country roads now.",
            "Can you put the speed warning up to the limit out of town?",
            "We're on country roads now, so change the speed warning to the limit here.",
            "We've left town, so set the speed warning to the limit out here.",
            after=minutes(inst.params["after"]),
            event=lambda car: car.turns(road="rural", speed=45),
            check=lambda then: warns_at(then, inst.params["out"]) & then.is_(s.DISTANCE_UNIT, inst.params["unit"]),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        displays = ("environment.unit_system", "instrumentPanel.distance_unit", "cabin.temperature_unit", "tyres.pressure_unit")
        return (*WARNING, *displays)

    def _set_up(self, ui: UiScript, inst: TaskInstance, town: int, out: int) -> UiScript:
        unit = inst.params["unit"]
        ui = warned_at(written(ui, {"distance": unit}).turn(), displayed(town, unit)).turn()
        return warned_at(ui, displayed(out, unit))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._set_up(ui, inst, inst.params["town"], inst.params["out"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        town, out = inst.params["town"], inst.params["out"]
        yield lambda ui: self._set_up(ui, inst, town + 15, out)
        yield lambda ui: self._set_up(ui, inst, town, town)
        yield lambda ui: warned_at(ui.turn(), 50).turn()
