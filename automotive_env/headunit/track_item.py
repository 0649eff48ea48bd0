"""A line of a list of tracks: cover, title, artist and album, duration."""

from __future__ import annotations

from automotive_env.headunit.bind import bind
from automotive_env.headunit.brush import Brush, drawn
from automotive_env.headunit.cover_picture import paint_cover
from automotive_env.headunit.drawing import Sprite
from automotive_env.headunit.list_view import ListItem
from automotive_env.headunit.theme import SECONDARY, Ink
from automotive_env.headunit.widget import Handler, State
from automotive_env.headunit.wording import duration
from automotive_env.observation import Box
from automotive_env.world.devices.music import Track

COVER = 72


class TrackItem(ListItem):
    """A track; marked while it is the current one."""

    def __init__(self, track: Track, on_tap: Handler) -> None:
        """Show a track; a touch does `on_tap`."""
        current = bind(
            "music._current_playlist",
            "music._current_track_index",
            to=lambda tracks, index: index < len(tracks) and tracks[index].id == track.id,
        )
        super().__init__(
            track.title,
            f"{track.artist} · {track.album}",
            id="track_item",
            trailing=duration(track.duration),
            on_tap=on_tap,
            selected=current,
            height=96,
        )
        self.track = track

    def paint(self, state: State, brush: Brush) -> None:
        brush.panel("tint" if state.selected else "raised" if brush.on == "card" else "card", radius=24)
        ink: Ink = "on_tint" if state.selected else "text"
        second: Ink = "on_tint" if state.selected else "quiet"
        right = self.end(state, brush, second)
        cover = drawn(paint_cover, self.track.album, COVER, COVER, 14, brush.theme, brush.on)
        brush.ops.append(Sprite(12, 12, cover))
        left = 12 + COVER + 20
        if self.track.is_favorite:
            brush.icon("favorite", (right - 24, brush.box.height // 2), size=32, ink="accent" if not state.selected else ink)
            right -= 56
        second_line = f"{self.track.artist} · {self.track.album}"
        brush.text(state.text, Box(left, 10, right, 52), ink=ink, weight="medium" if state.selected else "regular")
        brush.text(second_line, Box(left, 52, right, 84), size=SECONDARY, ink=second)

    def end(self, state: State, brush: Brush, ink: Ink) -> int:
        right = brush.box.width - 24
        time = Box(right - 80, 0, right, brush.box.height)
        brush.text(duration(self.track.duration), time, size=SECONDARY, ink=ink, align="right")
        return time.left - 16
