"""The road: the drive itself, its helpers, and how the driver feels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.road import ROAD, a_message_arrives, as_told, assistance, left_alone, speed_said
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Claim

BREAKS = {"half an hour": 30, "45 minutes": 45, "an hour": 60}
"""When a break is wanted, in minutes."""
REST = Claim(("break", "rest", "stop", "pull over", "pause", "breather", "nap", "stretch"))
"""What tells somebody to rest."""


class HowFast(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The speed of the car, in whatever unit."""

    says = (
        "How fast are we going?",
        "What's our speed right now?",
        "Current speed?",
        "Can you tell me how fast we're driving?",
        "What speed are we doing?",
        "I can't see the speedo from here, how fast are we going?",
    )
    speaker = "passenger"
    endings = ("answer",)
    steps = 3
    conditions = Conditions(moving=True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        unit = "mph" if inst.scene.distance_unit == "mile" else "km/h"
        return then.answered(speed_said(inst.scene.speed, unit, 1))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().answer(f"You're doing {as_told(inst.scene.speed, inst.scene)}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().answer(f"You're doing {as_told(inst.scene.speed + 12, inst.scene)}.")


class LaneKeeping(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The lane keeping, on or off."""

    says = (
        "Turn lane keeping {wanted}.",
        "Switch the lane assist {wanted}.",
        "Lane keeping {wanted}.",
        "Can you turn lane keeping {wanted} for me?",
        "Just turn that lane assist {wanted}, would you?",
        "There are roadworks here, so turn lane keeping {wanted}.",
    )
    steps = 3
    may_change = ("assistance.lane_keeping",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"wanted": draw.choice(["on", "off"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LANE_KEEPING, inst.params["wanted"] == "off")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.LANE_KEEPING, inst.params["wanted"] == "on")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: assistance(ui).tap("lane_keeping")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: assistance(ui).tap("blind_spot_warning")
        yield lambda ui: assistance(ui).answer("Done.")


class SnowMode(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The drive mode for snow."""

    says = (
        "It's snowing, switch to snow mode.",
        "Switch to snow mode.",
        "Snow mode, please.",
        "Can you put the car in snow mode?",
        "Pop it in snow mode, it's all white out here.",
        "The wheels are spinning in this snow, use snow mode.",
    )
    steps = 3
    may_change = ("assistance.drive_mode",)
    conditions = Conditions(weather=("snow",), moving=True, roads=("urban", "rural"), speed=(20, 45))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"was": draw.choice(["eco", "comfort", "sport"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVE_MODE, inst.params["was"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.DRIVE_MODE, "snow")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: assistance(ui).tap("drive_mode_snow")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = "eco" if inst.params["was"] != "eco" else "comfort"
        yield lambda ui: assistance(ui).tap(f"drive_mode_{other}")
        yield lambda ui: ui.answer("Snow mode is on.")


class BreakReminder(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A reminder of a break, with a message on the way that is no reason to speak."""

    steps = 3
    may_alert = ("fatigue",)
    conditions = Conditions(moving=True, light=("day",), weather=FAIR, roads=("rural", "motorway"), hours=(8, 14))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"time": draw.choice(sorted(BREAKS)), "first": draw.integer(5, 25)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        first = inst.params["first"]
        yield Turn(
            "Remind me to take a break in {time}.",
            "Break reminder in {time}, please.",
            "Remind me to rest in {time}.",
            "Give me a shout in {time}, I'll need a break.",
            "I get tired on long drives, so remind me to stop in {time}.",
            "Break in {time}, remind me.",
            check=lambda then: then.alerts.none(),
        )
        yield a_message_arrives(inst.scene, first)
        yield Turn(
            event=lambda car: car.waits(1),
            notice=f"{inst.params['time'].capitalize()} has passed.",
            after=minutes(BREAKS[inst.params["time"]] - first),
            check=lambda then: then.alerts.warned(("fatigue",), REST),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer("I will.").turn().turn().alert("fatigue", "Time for a break.")
        yield lambda ui: ui.answer("I will.").turn().turn().answer("Time for your break.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.alert("fatigue", "Take a break soon.").turn().turn()
        yield lambda ui: ui.answer("I will.").turn().answer("Time for your break.").turn().answer("Time for your break.")


class GettingSleepy(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """A sleepy driver: cool or fresh air, music, or a warning that drowsiness is dangerous."""

    says = (
        "I'm getting sleepy, keep me awake.",
        "Help me stay awake.",
        "I'm nodding off, wake me up!",
        "Can you do something so I don't nod off?",
        "I'm dead tired, perk me up a bit.",
        "I've got another hour to go and I can't stop yawning, wake me up.",
    )
    steps = 5
    may_alert = ("fatigue",)
    conditions = Conditions(moving=True, outside=(3, 30), roads=("rural", "motorway"), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(1, 3)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=23, fan=inst.params["fan"])
        car.write(s.MEDIA_PLAYING, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        air = then.opened_to_air() | then.set_cooler() | then.rises(s.FAN_SPEED, 1) | then.switched_on(s.AC)
        return then.alerts.warned(("fatigue",), REST) | air | then.media.play() | then.on(s.RADIO_PLAYING)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        air = ("airConditioner.*", "environment.temperature", "window.window_states.*", "sunroof.*")
        sound = ("music.*", "radio.*", "environment.volume", "environment.sound_channel")
        return (*air, *sound, "seat.driver's seat.massager.*", "seat.driver's seat.ventilation.*")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature("driver", 21)
        yield lambda ui: ui.alert("fatigue", "You are tired. Stop and rest as soon as you can.")
        yield lambda ui: ui.home().tap("play_pause_stop")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature("driver", 25)
        yield lambda ui: ui.answer("I'm sorry to hear that.")


class TrickyJunction(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Quiet for a difficult piece of road, also when a message comes; the music again behind it."""

    steps = 5
    may_change = (
        "music._is_playing",
        "music._current_track_index",
        "environment.volume",
        "environment.sound_channel",
        "system.muted",
    )

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",), plays=True, volume=draw.integer(40, 65))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"message": draw.integer(1, 3), "through": draw.integer(2, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_PLAYING, True)
        car.write(s.VOLUME, inst.scene.volume)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def quiet(then: Episode) -> Criterion:
            return then.media.silent() | then.between(s.VOLUME, None, inst.scene.volume - 10)

        yield Turn(
            "Tricky junction, quiet for a moment, please.",
            "I can't think with this music on.",
            "Quiet for this junction, please.",
            "Could I have some quiet while I get through this junction?",
            "I can't work out these lanes with the music this loud.",
            "Shh, this junction's tricky, no music right now.",
            check=quiet,
        )
        yield a_message_arrives(inst.scene, inst.params["message"], lambda then: quiet(then) & left_alone(then))
        yield Turn(
            "Okay, we're through, put the music back on.",
            "We're through. You can put the music on again.",
            "Right, let's have the music back.",
            "Right, I know where I'm going now, put the music back on.",
            "Phew, that's done. Can we have the music again?",
            "All clear now, turn the music back up.",
            after=minutes(inst.params["through"]),
            check=lambda then: then.media.play() & then.off(s.MUTED) & then.between(s.VOLUME, inst.scene.volume - 6, None),
        )

    @staticmethod
    def _pressed(ui: UiScript) -> UiScript:
        return ui.home().tap("play_pause_stop")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._pressed(self._pressed(ui).turn().turn())

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._pressed(ui).turn().turn().answer("Enjoy your music.")
        yield lambda ui: self._pressed(self._pressed(ui).turn().answer("You have a message.").turn())
