"""A line of a list of albums, artists, genres, playlists or podcasts."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.devices.music import Track
from automotive_env.headunit.kit.bind import LiveValue
from automotive_env.headunit.kit.rendering.brush import WidgetBrush, drawn
from automotive_env.headunit.kit.rendering.drawing import OpaquePixels
from automotive_env.headunit.kit.rendering.theme import ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.album_cover import paint_cover
from automotive_env.headunit.shared.person import paint_avatar

COVER = 72
ICONS = {"genres": "genres", "playlists": "queue_music"}
IDS = {
    "albums": "album_item", "artists": "artist_item", "genres": "genre_item", "playlists": "playlist_item",
    "podcasts": "podcast_item",
}  # fmt: skip
WORDED = ("genres", "playlists")
"""What has names that are words of the interface."""


class CollectionItem(ListItem):
    """Several tracks under one name: with a cover, the disc of an artist, or an icon."""

    tail = 156

    def __init__(self, kind: str, name: str, line: LiveValue[str], tracks: Sequence[Track], on_tap: TouchHandler) -> None:
        """Show tracks of a kind ("albums", "artists", "genres", "playlists", "podcasts"); a touch opens them."""
        super().__init__(
            name if kind in WORDED else VerbatimText(name),
            line,
            id=IDS[kind],
            trailing_icon="chevron_right",
            on_tap=on_tap,
            height=96,
        )
        self.kind = kind
        self.name = name
        self.album = tracks[0].album if tracks else name

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        middle = brush.box.height // 2
        if self.kind == "artists":
            paint_avatar(brush, self.name, (12 + COVER // 2, middle), COVER // 2)
        elif self.kind in ICONS:
            brush.icon(ICONS[self.kind], (12 + COVER // 2, middle), ink="accent")
        else:
            cover = drawn(paint_cover, self.album, COVER, COVER, 16, brush.theme, brush.on)
            brush.ops.append(OpaquePixels(12, middle - COVER // 2, cover))
        return 12 + COVER + 20
