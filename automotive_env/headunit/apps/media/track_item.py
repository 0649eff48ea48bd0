"""A line of a list of tracks: cover, title, artist and album, duration."""

from __future__ import annotations

from automotive_env.car.devices.music import Track
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import Brush, drawn
from automotive_env.headunit.kit.rendering.drawing import Sprite
from automotive_env.headunit.kit.rendering.theme import SECONDARY, Ink
from automotive_env.headunit.kit.touch import Handler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import State
from automotive_env.headunit.kit.widgets.wording import duration
from automotive_env.headunit.language.translate import Verbatim
from automotive_env.headunit.pictures.album_cover import paint_cover
from automotive_env.headunit.shared.player import queue_up

COVER = 72


class TrackItem(ListItem):
    """A track; marked while it is the current one. Held, it goes to the end of the play list."""

    tail = 232
    """Room for its cover, its length and the sign of a favorite."""

    def __init__(self, track: Track, on_tap: Handler) -> None:
        """Show a track; a touch does `on_tap`."""
        current = bind(
            "music._current_playlist",
            "music._current_track_index",
            to=lambda tracks, index: index < len(tracks) and tracks[index].id == track.id,
        )
        by = f"{track.artist} · {track.album}"
        super().__init__(
            Verbatim(track.title),
            Verbatim(by),
            id="track_item",
            on_tap=on_tap,
            on_long_press=queue_up(track),
            selected=current,
            height=96,
        )
        self.track = track

    def lead(self, state: State, brush: Brush, ink: Ink) -> int:
        cover = drawn(paint_cover, self.track.album, COVER, COVER, 16, brush.theme, brush.on)
        brush.ops.append(Sprite(12, (brush.box.height - COVER) // 2, cover))
        return 12 + COVER + 20

    def end(self, state: State, brush: Brush, ink: Ink) -> int:
        right, height = brush.box.width - 28, brush.box.height
        brush.text(duration(self.track.duration), Box(right - 80, 0, right, height), size=SECONDARY, ink=ink, align="right")
        if not self.track.is_favorite:
            return right - 92
        brush.icon("favorite", (right - 100, height // 2), size=32, ink=ink if state.selected else "accent")
        return right - 128
