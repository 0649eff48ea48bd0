"""Media: how loud it is, and why nothing is heard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Category, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.shared.media import SLIDER, OverMusic, music_plays, player, sound
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

MEDIA = Category.MEDIA
HEARD = 4
"""Percentage points of volume from which on a difference is heard; smaller ones are a finger's inaccuracy."""


class SetVolume(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The volume at a percentage."""

    says = (
        "Set the volume to {percent} percent.",
        "Volume {percent}.",
        "Can you put the volume at {percent} percent?",
        "Put the volume on {percent}, would you?",
        "Make the volume {percent} percent.",
        "{percent} percent volume, please.",
    )
    may_change = ("environment.volume",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"percent": draw.choice([one for one in range(15, 90, 5) if abs(one - scene.volume) >= 10])}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.near(s.VOLUME, inst.params["percent"], HEARD) & then.off(s.MUTED)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).slide(SLIDER, inst.params["percent"])
        yield lambda ui: sound(ui).slide(SLIDER, inst.params["percent"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).slide(SLIDER, inst.params["percent"] + 10)
        yield lambda ui: player(ui).slide(SLIDER, inst.params["percent"]).switch("mute_button", True)


class BarelyHearIt(OverMusic, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Music that is too soft: it is turned up, by as much as one hears."""

    says = (
        "I can barely hear this song.",
        "The music's a bit quiet, isn't it?",
        "The road noise drowns out the music.",
        "Is the music even on? I can hardly hear it.",
        "I love this song, but it's so quiet.",
        "Could we have the music a bit louder? I can't hear it.",
    )
    may_change = ("environment.volume",)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, plays=True, volume=draw.integer(8, 20))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play() & then.rises(s.VOLUME, HEARD)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).slide(SLIDER, 40)
        yield lambda ui: sound(ui).slide(SLIDER, 30)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).slide(SLIDER, 4)
        yield lambda ui: player(ui).tap("skip_next")


class NoSoundComesOut(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Music plays but is muted, or turned down to nothing: whichever it is, it is made good."""

    says = (
        "Why can't I hear the music?",
        "There's no sound from the music.",
        "Why is there no sound coming out?",
        "Can you check why there's no music?",
        "I pressed play and I still can't hear any music.",
        "Are the speakers broken? The music makes no sound.",
    )
    may_change = ("system.muted=false", "environment.volume")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True, volume=draw.integer(30, 60))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"muted": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        music_plays(car, muted=inst.params["muted"])
        if not inst.params["muted"]:
            car.write(s.VOLUME, 0)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["muted"]:
            yield lambda ui: player(ui).switch("mute_button", False)
            yield lambda ui: ui.home().switch("mute_toggle", False)
        else:
            yield lambda ui: player(ui).slide(SLIDER, 40)
            yield lambda ui: sound(ui).slide(SLIDER, 30)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).tap("skip_next")
        if inst.params["muted"]:
            yield lambda ui: player(ui).slide(SLIDER, 80)
        else:
            yield lambda ui: player(ui).switch("mute_button", True)


class LouderThenBack(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """Louder, still louder, and then somebody wants the volume of the beginning."""

    may_change = ("environment.volume",)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True, moving=True, volume=draw.integer(20, 45))

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def louder(then: Episode) -> Criterion:
            return then.media.play() & then.rises(s.VOLUME, HEARD)

        yield Turn(
            "Turn the music up a bit.",
            "Music up a bit.",
            "Can you turn the volume up a little?",
            "Make the music louder, I love this one.",
            "Give it a bit more volume, would you?",
            "I can't make out the words, turn the song up.",
            check=louder,
        )
        yield Turn(
            "Turn the music up a bit more.",
            "Turn the music up some more.",
            "Can you turn the music up a little more?",
            "Go on, turn the music up a bit more.",
            "That's better, but turn it up some more.",
            "I still can't make out the words, turn the song up more.",
            after=20,
            check=louder,
        )
        yield Turn(
            "That's too loud, go back to the volume we started with.",
            "Ouch! Go back to the volume we started with.",
            "Can you turn the music back down to how loud it was at first?",
            "It's too loud for me, turn it back down to where it started.",
            "My ears hurt, go back to the volume at the start.",
            "No, that's too loud, the volume at the start was fine.",
            after=minutes(3),
            check=lambda then: then.media.play() & then.near(s.VOLUME, inst.scene.volume, HEARD),
            speaker="passenger",
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def turned(first: float, second: float, last: float) -> Way:
            return lambda ui: player(ui).slide(SLIDER, first).turn().slide(SLIDER, second).turn().slide(SLIDER, last)

        yield turned(60, 75, inst.scene.volume)
        yield lambda ui: turned(55, 65, inst.scene.volume)(sound(ui))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        def turned(first: float, second: float, last: float) -> Way:
            return lambda ui: player(ui).slide(SLIDER, first).turn().slide(SLIDER, second).turn().slide(SLIDER, last)

        yield turned(60, 75, 60)
        yield turned(60, 50, inst.scene.volume)
