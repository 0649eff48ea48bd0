"""Media: films, for a car that stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import MUSIC_ON, first_name, music_plays
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

FILMS = {
    "Slow Ferry North": "video_local", "Bread Before Dawn": "video_local", "Stars from the Back Seat": "video_downloads",
    "Five Soups": "video_downloads",
}  # fmt: skip
"""The films in every car -> the list that each is in."""


class FilmForTheWait(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A film in a parked car, in a better picture, until whoever they wait for is there."""

    steps = 6
    may_change = (
        *MUSIC_ON,
        "music._is_playing",
        "radio._is_playing",
        "video.is_playing",
        "video.current_video",
        "video.quality",
        "video.is_fullscreen",
        "environment.volume",
    )
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        film, other = draw.rng.sample(sorted(FILMS), 2)
        return {"film": film, "other": other, "who": first_name(draw.person())}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        music_plays(car, plays=False)
        car.write(s.VIDEO_QUALITY, "480P")

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def shown(then: Episode) -> Criterion:
            runs = then.on(s.VIDEO_PLAYING) & then.is_(s.SOUND_CHANNEL, "video") & then.media.audible()
            return runs & then.is_(s.VIDEO_TITLE, inst.params["film"])

        yield Turn(
            "Play the film {film}.",
            "Put the film {film} on.",
            "Can we watch the film {film}?",
            "Let's watch the film {film} while we wait.",
            "Put the film {film} on, {who} will be a while.",
            "{who} is running late, so let's watch the film {film}.",
            check=lambda then: shown(then) & then.as_it_was(s.VIDEO_QUALITY),
        )
        yield Turn(
            "The film looks blurry, put it in 1080p.",
            "Can we watch the film in 1080p?",
            "Switch the film to 1080p, would you?",
            "Put the film in full HD, 1080p.",
            "Play the film in 1080p, the picture's all fuzzy.",
            "Change the picture quality to 1080p, the film looks awful.",
            after=20,
            check=lambda then: shown(then) & then.is_(s.VIDEO_QUALITY, "1080P"),
            speaker="passenger",
        )
        yield Turn(
            "{who}'s here, stop the film and play some music.",
            "There's {who}. Stop the film and put some music on.",
            "Can you stop the film and put some music on?",
            "Right, {who}'s here, so play some music instead of the film.",
            "Turn the film off, let's have music for the drive.",
            "We're leaving now, so stop the film and put some music on.",
            after=minutes(10),
            check=lambda then: then.off(s.VIDEO_PLAYING) & (then.media.play() | then.media.play_radio()),
        )

    def _film(self, ui: UiScript, film: str) -> UiScript:
        return ui.open("video").tap(FILMS[film]).tap("video_item", film)

    def _sharp(self, ui: UiScript) -> UiScript:
        return ui.open("video").tap("video_player").tap("quality_1080p")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        film = inst.params["film"]
        yield lambda ui: self._sharp(self._film(ui, film).turn()).turn().home().tap("play_pause_stop")
        yield lambda ui: (
            self._sharp(self._film(ui, film).turn()).turn().tap("play_button").open("media").tap("media_player")
            .tap("play_pause_stop")
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        film, other = inst.params["film"], inst.params["other"]
        yield lambda ui: self._sharp(self._film(ui, other).turn()).turn().home().tap("play_pause_stop")
        yield lambda ui: self._film(ui, film).turn().tap("video_player").tap("quality_720p").turn().home().tap("play_pause_stop")
