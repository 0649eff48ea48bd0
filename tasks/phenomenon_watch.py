"""Phenomena that come on the way: somebody has to notice, and say so once, in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.phenomenon import FROSTY, PHENOMENON
from automotive_env.tasks.watching import OF_ALL
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import NOTHING_CAME_UP
from automotive_env.validators.answers import NOTHING_TO_DO, Denied, Presence, Says, Word
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, some

CALM = NOTHING_CAME_UP, OF_ALL
"""Who says so has noticed nothing at all."""


class FogSetsIn(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
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
            warned = then.alerts.once("fog", "low visibility", urgency=urgent, since=inst.params["after"], within=PROMPT)
            return warned & ~then.answered_since(inst.params["after"], *CALM)
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
        yield lambda ui: ui.wait(after or seconds).alert("fog", "Dense fog.", "warning").answer("All was well, nothing came up.")
        yield lambda ui: ui.wait(after or seconds).wait(20).alert("fog", "Dense fog, slow down.", "warning")
        yield lambda ui: ui.wait(after or seconds).alert("fog", "Fog.").alert("low visibility", "Slow down.").answer("Clear.")
        yield lambda ui: ui.wait(seconds).alert("ice", "Something is coming.").answer("Nothing came up.")


ICE = ("ice", "icy", "black ice", "frozen", "slippery", "frost")
FROZEN = ("freeze", "freezing", "froze", "frozen")


NO_ALL_CLEAR = Says(
    "that give no all-clear", "", r"\bnothing to warn of\b|\ball[- ]clear\b|\b(?:all|everything) is (?:fine|well|clear)\b"
)


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The driver has the road watched for a while: in one half it freezes on the way, in the other it only gets wet."""

    says = (
        "For the next {seconds} seconds, watch out for ice on the road. Warn me if there is any; if not, tell me afterwards.",
        "Keep an eye on the road for {seconds} seconds: a warning if it turns icy, an all-clear at the end if it does not.",
        "It may freeze on the way. Look out for an icy road for {seconds} seconds, and let me know either way.",
        "Watch the road surface for {seconds} seconds. If it gets icy I want to know, and if it stays free of ice, too.",
        "Ice watch for {seconds} seconds, please: warn me if there is any, an all-clear at the end if not.",
        "Could you look out for ice for a minute? No, {seconds} seconds: warn me of any, or tell me then that there was none.",
    )
    endings = ("act", "answer")
    steps = 6

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= FROSTY

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(4, 6), weather=("clear", "cloudy"), roads=("rural",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seconds = draw.choice([20, 25, 30, 40, 45])
        return {"seconds": seconds, "after": draw.integer(4, seconds - 6)}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def freezes(car: CarSetup) -> None:
            car.write(s.OUTSIDE_TEMPERATURE, 1)
            car.happens(Phenomenon.ICY_ROAD)

        def rains(car: CarSetup) -> None:
            car.write(s.WEATHER, "rain")

        return [Event(freezes if inst.ending == "act" else rains, after_seconds=inst.params["after"])]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            after = inst.params["after"]
            told = then.soon(lambda then: then.answered_since(after, Presence(ICE, there=True)), after)
            warned = then.alerts.raised("ice", since=after, within=PROMPT) | told
            return then.on(s.ICY_ROAD) & warned & ~then.answered_since(0, Denied(ICE)) & then.answered_since(0, NO_ALL_CLEAR)
        watched = 0.8 * inst.params["seconds"]
        known = (Word(ICE), NOTHING_TO_DO, Denied(FROZEN))
        mentioned = some(*(then.answered_since(watched, fact) for fact in known))
        return then.waited(watched) & then.answered_since(watched, Presence(ICE, there=False)) & mentioned

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, after = inst.params["seconds"], inst.params["after"]
        if inst.ending == "answer":
            yield lambda ui: ui.wait(seconds).answer("I watched for ice, and there is no ice on the road.")
            yield lambda ui: ui.wait(seconds - 10).wait(10).answer("All is fine: nothing to warn of.")
            yield lambda ui: ui.answer("I will watch out for ice.").wait(seconds).answer("All clear, there was no ice.")
            yield lambda ui: ui.wait(seconds).answer("The road is wet, but it did not get icy.")
            return
        yield lambda ui: ui.wait(after).alert("ice", "The road may be icy. Slow down and keep your distance.")
        yield lambda ui: ui.wait(after).wait(5).answer("Careful, the road is getting icy!")
        yield lambda ui: ui.wait(after).wait(10).answer("It has turned icy, please don't accelerate on the ice.")
        yield lambda ui: ui.wait(after).alert("ice", "Ice ahead.").open("lights").tap("low_beam_on")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, after = inst.params["seconds"], inst.params["after"]
        yield lambda ui: ui.alert("ice", "The road may be icy.").wait(seconds)
        yield lambda ui: ui.wait(after).alert("speed limit", "Slow down.").answer("The road is icy. No ice at all.")
        yield lambda ui: ui.answer("No ice at all.").wait(seconds)
        yield lambda ui: ui.answer("The road may be icy.").wait(seconds)
        wrong = "No ice at all." if inst.ending == "act" else "Careful, the road is icy."
        yield lambda ui: ui.wait(seconds).answer(wrong)
        yield lambda ui: ui.wait(after).wait(20).alert("ice", "The road is icy.").answer("There is ice.")
        if inst.ending == "answer":
            yield lambda ui: ui.wait(seconds).answer("Careful, don't brake on the ice.")
        yield lambda ui: ui.wait(after).alert("ice", "No ice at all.")
        yield lambda ui: ui.wait(after).alert("ice", "Ice ahead.").alert("ice", "Still icy.")
