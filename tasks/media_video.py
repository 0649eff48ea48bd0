"""Media: films, for a car that stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import sound
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

FILMS = {
    "Slow Ferry North": "video_local", "Bread Before Dawn": "video_local", "Stars from the Back Seat": "video_downloads",
    "Five Soups": "video_downloads",
}  # fmt: skip
"""The videos in every car -> the list that each is in."""
CAR_MOVES = Says(
    "that the car moves",
    r"\b(driv\w+|mov(es|ing)|in motion|while (we|you|it)|on the (road|way|move)|"
    r"park(ed|ing)?|stationary|stand(s|ing)? still|stopp?\w*)\b",
    r"\b(film|video) (is on|plays|is playing)\b",
)


class FilmForTheWait(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The film that somebody writes, who may write anew once it is on, in a car that stands; in one that drives there is none."""

    says = (
        "{who} picks a film by text, and may pick anew when it's on; the last one counts. {quality}, {volume} percent, please.",
        "Let's watch what {who} wants, who texts it and changes that quickly. I'd like {quality} and {volume} percent.",
        "Could we see the film that {who} last wrote? More may come once it plays. In {quality}; loudness {volume} percent.",
        "A film for {who}, who texts which one, maybe twice. {quality}, and not louder or softer than {volume} percent.",
        "{who} wrote which film, and writes again if it's the wrong one. Have the right one on: {quality}, {volume} percent.",
        "The usual quality. No, {quality}, {volume} percent, and whatever {who} texts to see, the newest text when it's on.",
    )
    endings = ("act", "decline")
    steps = 15

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=draw.ending == "decline", volume=draw.choice([30, 70]))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second, third = draw.rng.sample(sorted(FILMS), 3)
        again, who = draw.maybe(0.7), draw.person(but=[name for name, _ in scene.messages])
        return {
            "who": who, "rival": draw.person(but=[who]), "first": first, "then": second, "other": third, "again": again,
            "film": second if again else first, "quality": draw.choice(["270P", "480P", "1080P"]),
            "volume": draw.choice([40, 45, 50, 55, 60]),
        }  # fmt: skip

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["who"], f"Can it be {inst.params['first']}, please?")
        car.writes(inst.params["rival"], f"We've just seen {inst.params['other']}, it's great.")
        car.waits(30)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        told = inst.params["who" if inst.params["again"] else "rival"], f"Oh no, better {inst.params['then']}!"
        return (Event(lambda car: car.writes(*told), when=lambda then: then.on(s.VIDEO_PLAYING)),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return then.off(s.VIDEO_PLAYING)
        heard = then.media.volume_at(inst.params["volume"]) & then.media.audible() & then.is_(s.SOUND_CHANNEL, "video")
        shown = then.on(s.VIDEO_PLAYING) & then.is_(s.VIDEO_TITLE, inst.params["film"])
        return shown & then.is_(s.VIDEO_QUALITY, inst.params["quality"]) & heard

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        kept = ("system.muted=false", "music._is_playing=false", "radio._is_playing=false")
        return ("video.is_playing", "video.current_video", "video.quality", "environment.volume", *kept)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (CAR_MOVES,)

    def _set(self, ui: UiScript, inst: TaskInstance, volume: int) -> UiScript:
        """Quality and loudness, on the page of the player."""
        ui.open("video").tap("video_player").slide("volume_seek_bar", volume)
        return ui.tap(f"quality_{inst.params['quality'].lower()}")

    def _chosen(self, ui: UiScript, film: str) -> UiScript:
        return ui.open("video").tap(FILMS[film]).tap("video_item", film)

    def _written(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """What somebody wrote at first, read and put on."""
        return self._chosen(ui.open("messages").tap("message_item", inst.params["who"]), inst.params["first"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        volume, film = inst.params["volume"], inst.params["film"]
        if inst.ending == "decline":
            yield lambda ui: ui.open("video").infeasible("There is no video while we drive; park the car first.")
            yield lambda ui: ui.infeasible("Films are only shown in a parked car.")
            return

        def last(ui: UiScript) -> UiScript:
            return self._chosen(ui, film) if inst.params["again"] else ui

        yield lambda ui: last(self._set(self._written(ui, inst), inst, volume))
        yield lambda ui: last(self._written(self._set(ui, inst, volume), inst))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        volume, film, wrong = inst.params["volume"], inst.params["film"], inst.params["first" if inst.params["again"] else "then"]
        if inst.ending == "decline":
            yield lambda ui: ui.open("video").answer("The film is on.")
            yield lambda ui: ui.open("video").infeasible("That film is boring.")
            yield lambda ui: sound(ui).slide("volume_seek_bar", volume).infeasible("No video while we drive.")
            return
        yield lambda ui: self._set(self._chosen(self._written(ui, inst), wrong), inst, volume)
        yield lambda ui: self._set(self._chosen(self._written(ui, inst), inst.params["other"]), inst, volume)
        yield lambda ui: self._chosen(self._written(ui, inst), film)
        yield lambda ui: self._set(ui, inst, volume).answer(f"{film} is on.")
        yield lambda ui: self._set(self._chosen(self._written(ui, inst), film), inst, volume).tap("play_button")
        yield lambda ui: self._set(self._chosen(self._written(ui, inst), film), inst, volume).tap("danmaku")
        yield lambda ui: self._set(self._chosen(self._written(ui, inst), film), inst, volume + 10)
