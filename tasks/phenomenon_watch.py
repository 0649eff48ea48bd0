"""Phenomena that come on the way: somebody has to notice, and say so once, in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.validators.answer_forms import NOTHING_CAME_UP
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion


class FogSetsIn(Task, category=Category.PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A clear drive into fog, or not: one alert in time that is more than advice, and none without a danger."""

    says = (
        (
            "I haven't slept much. Look out of the window for me, {seconds} seconds: an alert if it gets nasty, a "
            "word at the end if not."
        ),
        "Eyes on the road ahead for {seconds} seconds, would you? An alert if something is coming, otherwise tell me at the end.",
        (
            "I'm new to driving out here. Mind what's ahead for {seconds} seconds; alert me, or tell me then that all "
            "was well. Don't cry wolf."
        ),
        "The next {seconds} seconds are yours: alert me to any danger outside, or say that there was none.",
        (
            "They said the weather may turn. {seconds} seconds of watching, please; an alert as soon as it does, or "
            "your word that it didn't."
        ),
        "Watch with me for {seconds} seconds. No, no chatter; one alert if I must slow down, one word at the end if not.",
    )
    endings = ("act", "answer")
    steps = 4

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(
            moving=True, light=("day",), weather=("clear", "cloudy"), outside=(5, 16), roads=("rural", "motorway"), speed=(60, 80)
        )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        comes = {"after": draw.choice([10, 15, 20]), "visibility": draw.choice([40, 60, 80, 110])}
        return {"seconds": draw.choice([30, 40, 50])} | (comes if draw.ending == "act" else {"after": 0, "visibility": 0})

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after, visibility = inst.params["after"], inst.params["visibility"]
        fog = Event(lambda car: car.turns(weather="fog", visibility=visibility), after_seconds=after)
        return (fog,) if after else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            urgent = ("caution", "warning")
            return then.alerts.once("fog", "low visibility", urgency=urgent, since=inst.params["after"], within=PROMPT)
        watched = 0.8 * inst.params["seconds"]
        return then.waited(watched) & then.answered_since(watched, NOTHING_CAME_UP) & then.alerts.none()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]
        if inst.ending == "act":
            yield lambda ui: ui.wait(after).alert("fog", "Dense fog ahead, slow down.", "warning")
            yield lambda ui: ui.wait(after).wait(5).alert("fog", "Fog: one sees hardly anything.", "caution")
            yield lambda ui: ui.wait(after).open("lights").tap("low_beam_on").alert("low visibility", "Slow down.", "caution")
        else:
            yield lambda ui: ui.wait(seconds).answer("Nothing came up, the road is clear.")
            yield lambda ui: ui.wait(seconds).answer("All good, there was no danger.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]
        yield lambda ui: ui.alert("fog", "Fog may come.", "caution").wait(seconds)
        yield lambda ui: ui.answer("Nothing came up, the road is clear.").wait(seconds)
        yield lambda ui: ui.wait(after or seconds).alert("fog", "A little haze.", "advice")
        yield lambda ui: ui.wait(after or seconds).wait(20).alert("fog", "Dense fog, slow down.", "warning")
        yield lambda ui: ui.wait(after or seconds).alert("fog", "Fog.").alert("low visibility", "Slow down.").answer("Clear.")
        yield lambda ui: ui.wait(seconds).alert("ice", "Something is coming.").answer("Nothing came up.")
