"""Media: the music that plays, stopped, skipped or missed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.shared.media import CHILDREN, MUSIC_ON, QUIETER, OverMusic, music_plays, nothing_to_do, player
from automotive_env.tasks.shared.road import a_message_arrives
from automotive_env.validators import Criterion, Episode, some
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Name

MEDIA = Category.MEDIA
AFTER_A_SONG = ("Sequential Play", "List Repeat", "Shuffle Play")
"""Ways to go on that bring another song."""


class PauseTheMusic(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The music stops."""

    says = (
        "Pause the music for a moment.",
        "Pause the music.",
        "Can you stop the music for a second?",
        "Pause the music, I need to concentrate here.",
        "Pause the music, I want to ask someone the way.",
        "Stop the music for a minute, would you?",
    )
    may_change = ("music._is_playing=false",)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.MEDIA_PLAYING)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("play_pause_stop")
        yield lambda ui: player(ui).tap("play_pause_stop")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("skip_next")
        yield lambda ui: ui.home().switch("mute_toggle", True)


class NextSong(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The next song instead of this one."""

    says = (
        "Skip to the next song.",
        "Next song.",
        "Can we have the next track?",
        "Not this song again, go on to the next one.",
        "Skip this song, I heard it this morning.",
        "Move on to the next song on the list.",
    )
    may_change = ("music._current_track_index",)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play() & ~then.as_it_was(s.MEDIA_TITLE) & then.media.skips(1)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("skip_next")
        yield lambda ui: player(ui).tap("skip_next")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("skip_prev")
        yield lambda ui: ui.home().tap("skip_next").tap("skip_next")


class WhatSongIsThis(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The title of the song that plays."""

    says = (
        "What's the name of this song?",
        "What song is this?",
        "Do you know what this song's called?",
        "I like this song, what's the title?",
        "Which song is playing? I want to look it up later.",
        "Could you tell me the title of this song?",
    )
    endings = ("answer",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        music = car_of(scene).music
        song = music.current_playlist[scene.track]
        own = set(f"{song.title} {song.artist} {song.album}".split())
        others = {track.title for track in music.current_playlist if own.isdisjoint(track.title.split())}
        return {"title": song.title, "artist": song.artist, "others": "|".join(sorted(others))}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def named(title: str) -> Criterion:
            others = [other for other in inst.params["others"].split("|") if other != title]
            return then.answered(Name(title, *others))

        titles = dict.fromkeys((str(then.start(s.MEDIA_TITLE)), str(then.read(s.MEDIA_TITLE))))  # a song may end meanwhile
        return some(*map(named, titles))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, artist = inst.params["title"], inst.params["artist"]
        yield lambda ui: player(ui).answer(f"It's {title}.")
        yield lambda ui: ui.home().answer(f"This is {title} by {artist}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = inst.params["others"].split("|")[0]
        yield lambda ui: player(ui).answer(f"It's {other}.")
        yield lambda ui: player(ui).answer(f"It's {inst.params['title']} or {other}.")


class SickOfThisSong(OverMusic, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Somebody has had enough of a song: another one, or none."""

    says = (
        "I can't stand this song.",
        "Oh no, not this song again.",
        "This song really gets on my nerves.",
        "Who put this song on? It's dreadful.",
        "Could we listen to something other than this song?",
        "I've heard this song far too often lately.",
    )
    may_change = (*MUSIC_ON, "radio._is_playing", *QUIETER)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        spared = ~then.as_it_was(s.MEDIA_TITLE) & then.media.play() | then.off(s.MEDIA_PLAYING) | then.media.silent()
        return spared & ~then.media.queue_holds()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("skip_next")
        yield lambda ui: player(ui).tap("play_pause_stop")
        yield lambda ui: ui.open("radio").tap("play_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("skip_next").tap("skip_prev")
        yield lambda ui: ui.answer("I can play something else, if you like.")
        yield lambda ui: ui.open("media").tap("media_queue").tap("clear_queue_button").confirm()


class LonelySilence(OverMusic, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Silence on a drive (Table 2 of the Automotive-ENV paper): music or the radio ends it."""

    says = (
        "Feels a bit lonely driving in silence.",
        "It's awfully quiet in here.",
        "I'm bored, can we have some music?",
        "Could we have some music on while we drive?",
        "This silence is putting me to sleep.",
        "I need something to listen to, it's a long drive.",
    )
    may_change = (*MUSIC_ON, "radio._is_playing", "environment.volume")
    conditions = Conditions(moving=True, plays=False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play() | then.media.play_radio()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home().tap("play_pause_stop")
        yield lambda ui: player(ui).tap("play_pause_stop")
        yield lambda ui: ui.open("radio").tap("play_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).slide("volume_seek_bar", 90 if inst.scene.volume < 70 else 40)
        yield lambda ui: ui.answer("Here is some music.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield CallPlan().call("music.music_local_play")


class OnlyThisSong(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """A child wants one song again and again until she sleeps; then the others may play."""

    steps = 6
    may_change = ("music._playback_mode", "music._current_track_index", "music._current_playlist")
    conditions = Conditions(moving=True, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"child": draw.choice(CHILDREN), "mode": draw.choice(AFTER_A_SONG)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        music_plays(car)
        car.write(s.MEDIA_MODE, inst.params["mode"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def again(then: Episode) -> Criterion:
            return then.is_(s.MEDIA_MODE, "Single Repeat") & then.media.play()

        yield Turn(
            "{child} loves this song, put it on repeat.",
            "Keep playing this song for {child}.",
            "Can you keep repeating this song? {child} loves it.",
            "Keep this song on repeat for {child}.",
            "{child} won't listen to any other song, so keep repeating this one.",
            "Repeat this song for {child}.",
            check=lambda then: again(then) & then.media.undisturbed(),
        )
        yield a_message_arrives(inst.scene, 3, lambda then: again(then) & nothing_to_do(then))
        yield Turn(
            "{child}'s asleep, so play the other songs again.",
            "{child}'s asleep at last, you can stop repeating that song.",
            "Can we have the other songs again? {child}'s asleep.",
            "Right, {child}'s asleep, go on with the rest of the songs.",
            "{child}'s fast asleep, let's have the other songs.",
            "Thank goodness, {child}'s asleep. Take that song off repeat.",
            after=minutes(10),
            check=lambda then: then.is_(s.MEDIA_MODE, *AFTER_A_SONG) & then.media.play(),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def again(way: str) -> Way:
            return lambda ui: player(ui).tap("mode_single_repeat").turn().turn().open("media").tap("media_player").tap(way)

        yield again("mode_sequential")
        yield again("mode_list_repeat")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).tap("mode_list_repeat").turn().turn().tap("mode_sequential")
        yield lambda ui: player(ui).tap("mode_single_repeat").turn().turn().answer("The other songs play again.")
