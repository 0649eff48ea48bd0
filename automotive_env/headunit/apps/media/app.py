"""Media: the player with its cover, and the lists of the music library."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.car.devices.music import Track
from automotive_env.headunit.apps.media.clear_queue import ClearQueueDialog
from automotive_env.headunit.apps.media.collection_item import CollectionItem
from automotive_env.headunit.apps.media.collection_page import CollectionScreen, PodcastScreen
from automotive_env.headunit.apps.media.music_library import counted, library
from automotive_env.headunit.apps.media.track_item import TrackItem
from automotive_env.headunit.kit.rendering.brush import TextAlign
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH, SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.progress_line import ProgressBarWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import duration
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.player import (
    LYRICS,
    PLAYLIST,
    SHOW_QUEUE,
    FavoriteButton,
    cover,
    current,
    lyrics_switch,
    mode_option,
    mute_switch,
    offered,
    play_at,
    play_button,
    play_from,
    played,
    queue_switch,
    skip_button,
)

TABS = (
    ("player", "Player", "media_player"),
    ("queue", "Queue", "media_queue"),
    ("favorites", "Favorites", "media_favorites"),
    ("recent", "Recent", "media_recent"),
    ("library", "Library", "media_library"),
    ("downloads", "Downloads", "media_downloads"),
    ("local", "In the car", "media_local"),
    ("podcasts", "Podcasts", "media_podcasts"),
)
LISTS = {
    "queue": "music._current_playlist",
    "favorites": "music._favorite_tracks",
    "recent": "music._history_tracks",
    "downloads": "music._downloaded_tracks",
    "local": "music._local_tracks",
}
EMPTY = {
    "queue": "The play list is empty.",
    "favorites": "There are no favorites yet.",
    "recent": "Nothing played yet.",
    "downloads": "Nothing downloaded yet.",
    "local": "There is no music in the car.",
}
MODES = (
    ("Sequential Play", "mode_sequential", "playlist_play", "Sequential play"),
    ("List Repeat", "mode_list_repeat", "repeat", "Repeat list"),
    ("Single Repeat", "mode_single_repeat", "repeat_one", "Repeat track"),
    ("Shuffle Play", "mode_shuffle", "shuffle", "Shuffle"),
)
COVER, SMALL_COVER = 472, 288
"""Width and height of the cover of the player, and on a smaller display."""


class MediaScreen(Screen):
    """The player, and the lists; opened with the key of a tab where it is not the player."""

    name = "media"
    title = "Media"
    samples = ((), *((key,) for key, _, _ in TABS[1:]))

    def build(self, car: BuildContext) -> LayoutNode:
        tab = car.local("tab", car.args[0] if car.args else "player")
        content = player(car, bool(car.get(LYRICS))) if tab == "player" else track_list(car, tab)
        return page("Media", content, actions=(pills(*choices("tab", tab, TABS), width=1160),))


def player(car: BuildContext, lyrics: bool) -> LayoutNode:
    """The current track at large, with its words or the play list where they are wanted."""
    size = COVER if lyrics or car.width >= DECLARED_WIDTH else SMALL_COVER
    words = Card(
        Text(
            current(lambda track: track.lyrics[:120] or "Instrumental", "No words"),
            id="lyrics", size=28, lines=3, align="center", height=105,
        ),
        padding=(20, 10), width=size - 48, floats=True,
    )  # fmt: skip
    art: LayoutNode = CornerOverlay(cover(size, 32), bottom_left=words if lyrics else None, margin=24, width=size, height=size)
    if car.get(SHOW_QUEUE):
        art = Column(queue(car), width=COVER)
    side = Column(track_words(), progress(), transport(), modes_and_volume(), gap=16, grow=1.0)
    return Row(art, side, gap=40, grow=1.0)


def track_words() -> LayoutNode:
    """What plays."""
    return Column(
        Spacer(),
        Text(current(lambda track: VerbatimText(track.title), "Nothing to play"), id="title", size=52, weight="medium", grow=0.0),
        Text(current(lambda track: VerbatimText(track.artist), "Choose some music"), id="artist", ink="accent", grow=0.0),
        Text(current(lambda track: track.album, ""), id="album_title", size=SECONDARY, ink="quiet", grow=0.0),
        gap=4,
        grow=1.0,
    )


def progress() -> LayoutNode:
    """How far it has come."""
    gone = Text(played(lambda gone, lasts: duration(gone), ""), id="elapsed", size=SECONDARY, ink="quiet", width=100)
    lasts = Text(
        played(lambda gone, lasts: duration(lasts), ""), id="duration", size=SECONDARY, ink="quiet", width=100, align="right"
    )
    times = in_order(Row(gone, Spacer(), lasts, height=30))
    return Column(ProgressBarWidget(played(lambda gone, lasts: gone / lasts, 0.0)), times, gap=2)


def transport() -> LayoutNode:
    """Words, back, play, forward, like."""
    return in_order(
        Row(
            lyrics_switch(),
            queue_switch(),
            Spacer(),
            skip_button(-1, 64, 96),
            play_button(72, 168, 112),
            skip_button(1, 64, 96),
            Spacer(),
            FavoriteButton(),
            gap=16,
            height=112,
        )
    )


def modes_and_volume() -> LayoutNode:
    """What comes after the track, and how loud it is."""
    modes = Row(*(mode_option(*mode) for mode in MODES), gap=8, width=376)
    volume = ApiSlider("environment.volume", "Volume", "music.music_soundVolume_set", id="volume_seek_bar", icon="", grow=1.0)
    line = Row(modes, Spacer(8), mute_switch(), volume, gap=16, height=TARGET + 8)
    line.breaks = True
    return Card(line, padding=16)


def queue(car: BuildContext) -> LayoutNode:
    """The play list; what is tapped plays, and the list stays."""
    tracks = car.records(PLAYLIST, Track)
    items = [TrackItem(track, play_at(position)) for position, track in enumerate(tracks)]
    return ListView(*items, id="queue_list") if items else empty_card("queue_music", EMPTY["queue"])


def queue_tab(car: BuildContext) -> LayoutNode:
    """The play list, how much is in it, and the way to clear it."""
    tracks = car.records(PLAYLIST, Track)
    minutes = sum(track.duration for track in tracks) // 60
    line = Text(f"{counted(tracks)} · {minutes} min", id="queue_text", size=SECONDARY, ink="quiet", grow=1.0)
    clear = Button(
        go("clear_queue"), id="clear_queue_button", icon="delete", text="Clear queue", wide=True, icon_size=36,
        height=TARGET,
    )  # fmt: skip
    hint = Text("Hold a song in any list to add it to the queue.", id="queue_hint", size=SECONDARY, ink="quiet", lines=2)
    return Column(Row(line, clear, height=TARGET) if tracks else None, queue(car), hint, gap=12, grow=1.0)


def track_list(car: BuildContext, tab: str) -> LayoutNode:
    """The list of a tab, beside what plays."""
    beside = Column if car.width < car.height else Row
    return beside(listed(car, tab), playing_now(car), gap=24, grow=1.0)


def listed(car: BuildContext, tab: str) -> LayoutNode:
    """The tracks of a tab, or the library, the play list or the podcasts."""
    if tab in OWN_LISTS:
        return OWN_LISTS[tab](car)
    tracks = car.records(LISTS[tab], Track)
    if tab == "recent":
        tracks = tuple(sorted(tracks, key=lambda track: track.last_played, reverse=True))
    items = [TrackItem(track, play_from(tracks, position)) for position, track in enumerate(tracks)]
    return ListView(*items, id="media_list") if items else empty_card("queue_music", EMPTY[tab])


def podcasts(car: BuildContext) -> LayoutNode:
    """The podcasts that are followed."""
    items = [
        CollectionItem(
            "podcasts", show.title, f"{len(show.episodes)} episodes · {show.topic}", show.episodes, go("podcast", show.title)
        )
        for show in offered(car).shows
    ]
    return ListView(*items, id="podcast_list")


OWN_LISTS: Mapping[str, Callable[[BuildContext], LayoutNode]] = {
    "queue": queue_tab,
    "library": library,
    "podcasts": podcasts,
}
"""Tabs that are more than the tracks of one list."""


def playing_now(car: BuildContext) -> LayoutNode:
    """What plays, at a glance; in one line below the list on a display that is upright."""
    upright = car.width < car.height
    title = current(lambda track: VerbatimText(track.title), "Nothing to play")
    artist = current(lambda track: VerbatimText(track.artist), "")
    align: TextAlign = "left" if upright else "center"
    words = [
        Text(title, id="title", size=28, weight="medium", align=align, grow=0.0),
        Text(artist, id="artist", size=SECONDARY, ink="quiet", align=align, grow=0.0),
    ]
    buttons = (skip_button(-1, 44, 80), play_button(48, 96, 80), skip_button(1, 44, 80))
    if upright:
        controls = in_order(Row(*buttons, gap=4, width=304))
        return Card(Row(cover(120, 20), Column(Spacer(), *words, Spacer(), gap=2, grow=1.0), controls, height=120), padding=20)
    return Card(
        cover(236 if car.height >= 600 else 196, 24),
        Column(*words, gap=2),
        Spacer(),
        in_order(Row(Spacer(), *buttons, Spacer(), gap=4, height=80)),
        gap=12,
        padding=20,
        width=344,
    )


APP = App(
    name="media",
    title="Media",
    icon="music_note",
    package="com.android.car.media",
    screens=(MediaScreen, CollectionScreen, PodcastScreen, ClearQueueDialog),
    aliases=("music", "music player", "player", "audio", "songs", "podcasts"),
    order=20,
)

__all__ = ["APP", "MediaScreen"]
