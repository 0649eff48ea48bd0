"""Media: the player with its cover, and the lists of the music library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.button import Button, Option, Toggle
from automotive_env.headunit.card import Card
from automotive_env.headunit.cover_picture import paint_cover
from automotive_env.headunit.list_view import ListView
from automotive_env.headunit.node import Column, Node, Row, Spacer
from automotive_env.headunit.overlay import Overlay
from automotive_env.headunit.picture import Picture
from automotive_env.headunit.progress_line import ProgressLine
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.slim_slider import SlimSlider
from automotive_env.headunit.text import Icon, Text
from automotive_env.headunit.theme import SECONDARY, TARGET
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.track_item import TrackItem
from automotive_env.headunit.widget import Handler
from automotive_env.headunit.wording import duration
from automotive_env.world.devices.music import Track

T = TypeVar("T")

MUSIC = "music"
PLAYING = f"{MUSIC}._is_playing"
LYRICS = f"{MUSIC}._show_lyrics"
PLAYLIST = f"{MUSIC}._current_playlist"
INDEX = f"{MUSIC}._current_track_index"
MODE = f"{MUSIC}._playback_mode"
CLOCK = "environment.timestamp"

TABS = (
    ("player", "Player", "music_note"),
    ("favorites", "Favorites", "favorite"),
    ("recent", "Recent", "history"),
    ("library", "Library", "library_music"),
)
LISTS = {"favorites": f"{MUSIC}._favorite_tracks", "recent": f"{MUSIC}._history_tracks", "library": f"{MUSIC}._tracks"}
EMPTY = {"favorites": "No favorites yet", "recent": "Nothing was played yet", "library": "The library is empty"}
MODES = (
    ("Sequential Play", "mode_sequential", "playlist_play", "Sequential play"),
    ("List Repeat", "mode_list_repeat", "repeat", "Repeat list"),
    ("Single Repeat", "mode_single_repeat", "repeat_one", "Repeat track"),
    ("Shuffle Play", "mode_shuffle", "shuffle", "Shuffle"),
)


def current(read: Callable[[Track], T], otherwise: T) -> Bind[T]:
    """Something of the current track."""

    def to(tracks: Sequence[Track], index: int) -> T:
        return read(tracks[index]) if index < len(tracks) else otherwise

    return bind(PLAYLIST, INDEX, to=to)


def _elapsed(timestamp: str, lasts: int) -> int:
    """Seconds into a track: the car keeps no such thing, so the line follows the clock."""
    hours, minutes, seconds = (int(timestamp[at : at + 2]) for at in (11, 14, 17))
    return (hours * 3600 + minutes * 60 + seconds) % lasts


def _played(say: Callable[[int, int], T], otherwise: T) -> Bind[T]:
    def to(tracks: Sequence[Track], index: int, timestamp: str) -> T:
        lasts = tracks[index].duration if index < len(tracks) else 0
        return say(_elapsed(timestamp, lasts), lasts) if lasts > 0 else otherwise

    return bind(PLAYLIST, INDEX, CLOCK, to=to)


def _toggle_play(touch: Touch) -> None:
    touch.world.music.toggle_play()


def _skip(step: int) -> Handler:
    return lambda touch: touch.world.music.skip(step)


def _like(touch: Touch) -> str | None:
    track = touch.world.music.current_track
    return touch.call(f"{MUSIC}.music_favorite_collect", collect=not (track and track.is_favorite))


def _mute(touch: Touch) -> str | None:
    return touch.call("system.mute_switch", switch=not touch.get("system.muted"))


def _lyrics(touch: Touch) -> str | None:
    return touch.call(f"{MUSIC}.music_player_showLyric", switch=not touch.get(LYRICS))


def _play_from(tracks: tuple[Track, ...], position: int) -> Handler:
    def act(touch: Touch) -> None:
        touch.world.music.current_playlist = tracks
        touch.world.music.start(position)

    return act


def _mode(mode: str, id: str, icon: str, says: str) -> Option:
    option = Option(MODE, mode, id=id, icon=icon, description=says, height=TARGET + 8)
    option.on_tap = lambda touch: touch.call(f"{MUSIC}.music_player_setMode", mode=mode)
    return option


class _Liked(Toggle):
    """The heart: whether the current track is a favourite."""

    def __init__(self) -> None:
        liked = current(lambda track: track.is_favorite, False)
        says = Bind(liked.slots, lambda *now: "Remove from favorites" if liked.to(*now) else "Add to favorites")
        super().__init__(
            PLAYLIST, id="favorite_button", icon="favorite", description=says, on_tap=_like, look="plain", width=92, height=92
        )
        self.selected = liked


class MediaScreen(Screen):
    """The player, and the lists."""

    name = "media"
    title = "Media"

    def build(self, car: View) -> Node:
        tab = car.local("tab", "player")
        tabs = [self.tab(key, text, icon, key == tab) for key, text, icon in TABS]
        content = self.player(car) if tab == "player" else self.list(car, tab)
        return Column(Row(*tabs, Spacer(), gap=8, height=TARGET + 4), content, padding=(32, 16))

    def tab(self, key: str, text: str, icon: str, chosen: bool) -> Button:
        """A tab."""
        button = Button(
            lambda touch: touch.remember("tab", key),
            id=f"media_{key}", icon=icon, text=text, selected=chosen, look="plain", wide=True, icon_size=36, size=28,
            height=TARGET,
        )  # fmt: skip
        button.role = "android.widget.RadioButton"
        return button

    def player(self, car: View) -> Node:
        """The current track at large."""
        cover = Picture(paint_cover, current(lambda track: track.album, ""), radius=32, width=472, height=472)
        lyrics = Card(
            Text(current(lambda track: track.lyrics or "Instrumental", ""), id="lyrics", size=28, lines=3, align="center", height=105),
            padding=(24, 12), width=424, floats=True,
        )  # fmt: skip
        art = Overlay(cover, bottom_left=lyrics if car.get(LYRICS) else None, margin=24, width=472, height=472)
        return Row(art, Column(self.words(), self.progress(), self.transport(), self.more(), gap=16, grow=1.0), gap=40, grow=1.0)

    def words(self) -> Node:
        """What it is."""
        return Column(
            Text(current(lambda track: track.title, "Nothing to play"), id="title", size=48, weight="medium", grow=0.0),
            Text(current(lambda track: track.artist, "Choose some music"), id="artist", size=32, ink="accent", grow=0.0),
            Text(current(lambda track: track.album, ""), id="album_title", size=SECONDARY, ink="quiet", grow=0.0),
            gap=6, grow=1.0,
        )  # fmt: skip

    def progress(self) -> Node:
        """How far it has come."""
        start = _played(lambda elapsed, lasts: duration(elapsed), "0:00")
        end = _played(lambda elapsed, lasts: duration(lasts), "0:00")
        times = Row(
            Text(start, id="elapsed", size=SECONDARY, ink="quiet", width=120),
            Spacer(),
            Text(end, id="duration", size=SECONDARY, ink="quiet", width=120, align="right"),
            height=30,
        )
        return Column(ProgressLine(_played(lambda elapsed, lasts: elapsed / lasts, 0.0)), times, gap=4)

    def transport(self) -> Node:
        """Play, skip, like."""
        playing = bind(PLAYING, to=lambda on: "pause" if on else "play_arrow")
        says = bind(PLAYING, to=lambda on: "Pause" if on else "Play")
        lyrics = Toggle(
            LYRICS, id="show_lyrics", icon="subtitles", description="Lyrics", on_tap=_lyrics, look="plain", width=92, height=92
        )
        lyrics.role = "android.widget.Switch"
        play = Button(
            _toggle_play,
            id="play_pause_stop",
            icon=playing,
            description=says,
            look="filled",
            icon_size=72,
            radius=56,
            width=172,
            height=112,
        )
        play.role = "android.widget.ImageButton"
        return Row(
            lyrics,
            Spacer(),
            Button(
                _skip(-1),
                id="skip_prev",
                icon="skip_previous",
                description="Previous track",
                icon_size=60,
                look="plain",
                width=112,
                height=92,
            ),
            play,
            Button(
                _skip(1),
                id="skip_next",
                icon="skip_next",
                description="Next track",
                icon_size=60,
                look="plain",
                width=112,
                height=92,
            ),
            Spacer(),
            _Liked(),
            height=112,
        )

    def more(self) -> Node:
        """What comes next, and how loud."""
        mute = Toggle(
            "system.muted", id="mute_button", icon=bind("system.muted", to=lambda on: "volume_off" if on else "volume_up"),
            description=bind("system.muted", to=lambda on: f"Mute is {'on' if on else 'off'}"), on_tap=_mute, width=92, height=TARGET + 8,
        )  # fmt: skip
        mute.role = "android.widget.Switch"
        volume = SlimSlider("environment.volume", "Volume", id="volume_seek_bar", grow=1.0)
        modes = Row(*(_mode(*mode) for mode in MODES), gap=8, width=352)
        return Card(Row(modes, Spacer(0), mute, volume, gap=16, height=TARGET + 8), padding=16)

    def list(self, car: View, tab: str) -> Node:
        """The tracks of a tab, beside what plays."""
        tracks = car.records(LISTS[tab], Track)
        if tab == "recent":
            tracks = tuple(sorted(tracks, key=lambda track: track.last_played, reverse=True))
        if not tracks:
            return Column(
                Spacer(),
                Row(Spacer(), Icon("queue_music", size=96, ink="faint"), Spacer()),
                Text(EMPTY[tab], id="empty_text", ink="quiet", align="center"),
                Spacer(),
                grow=1.0,
            )
        items = [TrackItem(track, _play_from(tracks, position)) for position, track in enumerate(tracks)]
        return Row(ListView(*items, id=f"media_{tab}_list"), self.beside(), gap=24, grow=1.0)

    def beside(self) -> Node:
        """What plays, at a glance."""
        playing = bind(PLAYING, to=lambda on: "pause" if on else "play_arrow")
        says = bind(PLAYING, to=lambda on: "Pause" if on else "Play")
        return Card(
            Picture(paint_cover, current(lambda track: track.album, ""), width=264, height=264, radius=24),
            Column(
                Text(current(lambda track: track.title, "Nothing to play"), id="title", weight="medium", align="center", grow=0.0),
                Text(current(lambda track: track.artist, ""), id="artist", size=SECONDARY, ink="quiet", align="center", grow=0.0),
                gap=2,
            ),
            Row(
                Button(_skip(-1), id="skip_prev", icon="skip_previous", description="Previous track", look="plain", grow=1.0),
                Button(_toggle_play, id="play_pause_stop", icon=playing, description=says, look="filled", radius=40, grow=1.4),
                Button(_skip(1), id="skip_next", icon="skip_next", description="Next track", look="plain", grow=1.0),
                gap=8, height=80,
            ),
            gap=14, padding=20, width=304,
        )  # fmt: skip


APP = App(
    name="media",
    title="Media",
    icon="music_note",
    package="com.android.car.media",
    screens=(MediaScreen,),
    aliases=("music", "music player", "player", "audio", "songs"),
    order=20,
)

__all__ = ["APP", "MediaScreen"]
