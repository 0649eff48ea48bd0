"""A line of a list of episodes: title, when it came out, how long it is or how much is left, and how far it was heard."""

from __future__ import annotations

from datetime import date

from automotive_env.car.content.music import PodcastShow, released
from automotive_env.car.devices.music import Track
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.theme import ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.player import INDEX, PLAYLIST

PLACES, TIMESTAMP = "system.episode_places", "environment.timestamp"
PLAYED = "Played"
HEARD_FROM = 0.97
"""Share from which on an episode counts as heard to its end."""


def left(episode: Track, heard: int) -> str:
    """How long it is, how much is left of it, or that it was heard."""
    if heard >= HEARD_FROM * episode.duration:
        return PLAYED
    minutes = max(1, round((episode.duration - heard) / 60))
    return f"{minutes} min left" if heard else f"{minutes} min"


class EpisodeItem(ListItem):
    """An episode; marked while it is the current one."""

    def __init__(self, show: PodcastShow, place: int, on_tap: TouchHandler) -> None:
        """Show the episode at a place of a podcast, 0 the latest; a touch does `on_tap`."""
        episode = show.episodes[place]

        def seconds(places: object) -> int:
            assert isinstance(places, tuple)
            return next((place.seconds for place in places if place.id == episode.id), 0)

        current = bind(PLAYLIST, INDEX, to=lambda tracks, index: index < len(tracks) and tracks[index].id == episode.id)

        def says(places: object, now: str) -> str:
            day = released(show, place, date.fromisoformat(now[:10]))
            return f"{day.day} {day:%b} · {left(episode, seconds(places))}"

        super().__init__(
            VerbatimText(episode.title),
            bind(PLACES, TIMESTAMP, to=says),
            id="episode_item",
            icon=bind(PLACES, to=lambda places: "check_circle" if left(episode, seconds(places)) == PLAYED else "podcasts"),
            on_tap=on_tap,
            selected=current,
            height=104,
        )  # fmt: skip
        self.episode = episode

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        super().paint(state, brush)
        line = state.shown[0].split(" · ")[-1] if isinstance(state.shown, tuple) else ""
        if not line.endswith("left"):
            return
        minutes = self.episode.duration / 60
        share = max(0.04, 1 - int(line.split()[0]) / minutes)
        start, end, top = 100, brush.box.width - 28, brush.box.height - 12
        brush.panel("line", Box(start, top, end, top + 4), radius=2)
        brush.panel("accent", Box(start, top, start + round((end - start) * share), top + 4), radius=2)

    def end(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        brush.icon("play_arrow", (brush.box.width - 48, brush.box.height // 2), size=40, ink=ink)
        return brush.box.width - 96
