"""A line of a list of tracks: cover, title, artist and album, duration."""

from __future__ import annotations

from automotive_env.car.devices.music import Track
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush, drawn
from automotive_env.headunit.kit.rendering.drawing import OpaquePixels
from automotive_env.headunit.kit.rendering.theme import SECONDARY, ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.kit.widgets.wording import duration
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.album_cover import paint_cover
from automotive_env.headunit.shared.player import queue_up

COVER = 72


class TrackItem(ListItem):
    """A track; marked while it is the current one. Held, it goes to the end of the play list."""

    tail = 232
    """Room for its cover, its length and the sign of a favorite."""

    def __init__(self, track: Track, on_tap: TouchHandler) -> None:
        """Show a track; a touch does `on_tap`."""
        current = bind(
            "music._current_playlist",
            "music._current_track_index",
            to=lambda tracks, index: index < len(tracks) and tracks[index].id == track.id,
        )
        by = f"{track.artist} · {track.album}"
        super().__init__(
            VerbatimText(track.title),
            VerbatimText(by),
            id="track_item",
            on_tap=on_tap,
            on_long_press=queue_up(track),
            selected=current,
            height=96,
        )
        self.track = track

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        cover = drawn(paint_cover, self.track.album, COVER, COVER, 16, brush.theme, brush.on)
        brush.ops.append(OpaquePixels(12, (brush.box.height - COVER) // 2, cover))
        return 12 + COVER + 20

    def end(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        right, height = brush.box.width - 28, brush.box.height
        brush.text(duration(self.track.duration), Box(right - 80, 0, right, height), size=SECONDARY, ink=ink, align="right")
        if not self.track.is_favorite:
            return right - 92
        brush.icon("favorite", (right - 100, height // 2), size=32, ink=ink if state.selected else "accent")
        return right - 128
