"""The parts of the music player: what plays, and the controls of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from automotive_env.car.content.content import CarContent, content_for
from automotive_env.car.core.schema import MAX_RECORDS
from automotive_env.car.devices.music import Track
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call
from automotive_env.headunit.kit.widgets.button import SWITCH, Button, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.pictures.album_cover import paint_cover

T = TypeVar("T")

PLAYING = "music._is_playing"
LYRICS = "music._show_lyrics"
SHOW_QUEUE = "music._show_playlist"
PLAYLIST = "music._current_playlist"
INDEX = "music._current_track_index"
MODE = "music._playback_mode"
MUTED = "system.muted"
SONGS_TO_PLAY = MAX_RECORDS
"""Songs that the play list holds."""


def current(read: Callable[[Track], T], otherwise: T) -> Bind[T]:
    """Something of the current track."""

    def to(tracks: Sequence[Track], index: int) -> T:
        return read(tracks[index]) if index < len(tracks) else otherwise

    return bind(PLAYLIST, INDEX, to=to)


def offered(car: BuildContext | TouchEvent) -> CarContent:
    """What there is to hear in this car."""
    return content_for(int(car.get("system.content_seed")), car.get("road.country") or "", car.get("road.city") or "")


def played(say: Callable[[int, int], T], otherwise: T) -> Bind[T]:
    """Something of how far the track has come: `say` gets the seconds gone and the seconds it lasts."""

    def to(tracks: Sequence[Track], index: int, position: int) -> T:
        lasts = tracks[index].duration if index < len(tracks) else 0
        return say(min(position, lasts), lasts) if lasts > 0 else otherwise

    return bind(PLAYLIST, INDEX, "system.media_position", to=to)


def cover(size: int, radius: int) -> PictureWidget:
    """The cover of the current album."""
    return PictureWidget(paint_cover, current(lambda track: track.album, ""), width=size, height=size, radius=radius)


def play_from(tracks: tuple[Track, ...], position: int) -> TouchHandler:
    """A handler that makes some tracks the play list, those around the one that it plays where they are too many."""
    first = max(0, min(position - SONGS_TO_PLAY // 2, len(tracks) - SONGS_TO_PLAY))

    def act(touch: TouchEvent) -> None:
        playing = _playing(touch)
        touch.set(PLAYLIST, tracks[first : first + SONGS_TO_PLAY])
        _start(touch, position - first, playing)

    return act


def play_at(position: int) -> TouchHandler:
    """A handler that plays a place of the play list."""
    return lambda touch: _start(touch, position, _playing(touch))


def _playing(touch: TouchEvent) -> Track | None:
    music = touch.world.music
    return music.current_track if music.is_playing else None


def _start(touch: TouchEvent, position: int, before: Track | None) -> None:
    """Play a place of the play list; the player opens where that is what played before, as the lists would stay as they are."""
    touch.world.music.start(position)
    if before and touch.world.music.current_track == before:
        touch.open("media")


def queue_up(*tracks: Track) -> TouchHandler:
    """A handler that puts tracks at the end of the play list, those that are not in it yet."""

    def act(touch: TouchEvent) -> str | None:
        queued = touch.get(PLAYLIST)
        known = {track.id for track in queued}
        new = tuple(track for track in tracks if track.id not in known)
        if not new:
            return "everything of it is in the queue already"
        if len(queued) + len(new) > SONGS_TO_PLAY:
            return f"the queue holds at most {SONGS_TO_PLAY} songs; clear it first"
        touch.set(PLAYLIST, (*queued, *new))
        return None

    return act


def _toggle_play(touch: TouchEvent) -> None:
    touch.world.music.toggle_play()


def _like(touch: TouchEvent) -> str | None:
    track = touch.world.music.current_track
    return touch.call("music.music_favorite_collect", collect=not (track and track.is_favorite))


def _turns(path: str, api: str) -> TouchHandler:
    return lambda touch: touch.call(api, switch=not touch.get(path))


def skip_button(step: int, icon_size: int, height: int) -> Button:
    """The button to the track before (-1) or after (1) the current one."""
    id, icon, says = ("skip_next", "skip_next", "Next track") if step > 0 else ("skip_prev", "skip_previous", "Previous track")
    return Button(
        lambda touch: touch.world.music.skip(step), id=id, icon=icon, description=says, look="plain", icon_size=icon_size,
        width=height + 20, height=height, radius=height // 2,
    )  # fmt: skip


def play_button(icon_size: int, width: int, height: int) -> Button:
    """The button that plays and pauses."""
    return Button(
        _toggle_play,
        id="play_pause_stop",
        icon=bind(PLAYING, to=lambda on: "pause" if on else "play_arrow"),
        description=bind(PLAYING, to=lambda on: "Pause" if on else "Play"),
        look="filled",
        icon_size=icon_size,
        radius=height // 2,
        width=width,
        height=height,
    )


class FavoriteButton(ToggleButton):
    """Whether the current track is a favourite."""

    def __init__(self) -> None:
        liked = current(lambda track: track.is_favorite, False)
        says = Bind(liked.slots, lambda *now: "Remove from favorites" if liked.to(*now) else "Add to favorites")
        super().__init__(
            PLAYLIST, id="favorite_button", icon="favorite", description=says, on_tap=_like, look="plain", width=92, height=92
        )
        self.selected = liked


def _shows(path: str, id: str, icon: str, says: str, api: str) -> ToggleButton:
    return ToggleButton(
        path, id=id, icon=icon, description=says, on_tap=_turns(path, api), role=SWITCH, look="plain", width=92,
        height=92,
    )  # fmt: skip


def lyrics_switch() -> ToggleButton:
    """Whether the words are shown."""
    return _shows(LYRICS, "show_lyrics", "lyrics", "Lyrics", "music.music_player_showLyric")


def queue_switch() -> ToggleButton:
    """Whether the play list is shown."""
    return _shows(SHOW_QUEUE, "show_playlist", "queue_music", "Play list", "music.music_playList_switch")


def mute_switch() -> ToggleButton:
    """Whether all is silent."""
    return ToggleButton(
        MUTED, id="mute_button", width=88, height=TARGET + 8, on_tap=_turns(MUTED, "system.mute_switch"), role=SWITCH,
        icon=bind(MUTED, to=lambda on: "volume_off" if on else "volume_up"),
        description=bind(MUTED, to=lambda on: f"Mute is {'on' if on else 'off'}"),
    )  # fmt: skip


def mode_option(mode: str, id: str, icon: str, says: str) -> OptionButton:
    """One way to go on after a track."""
    act = call("music.music_player_setMode", mode=mode)
    return OptionButton(MODE, mode, id=id, icon=icon, description=says, on_tap=act, height=TARGET + 8)
