"""Media: where things are on the screen, set-ups, and what may change where something is heard or silenced."""

from __future__ import annotations

from automotive_env.car.content.stations import band_of
from automotive_env.car.devices.music import Track
from automotive_env.car.devices.radio import Station
from automotive_env.tasks.kit import Conditions, Draw, Scene, Task, TaskInstance
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

MUSIC_ON = (
    *("music._is_playing=true", "music._current_track_index", "music._current_playlist", "music._playback_mode"),
    *("system.muted=false", "radio._is_playing=false"),
)
"""What may be different where music was wanted."""
RADIO_ON = ("radio._is_playing=true", "music._is_playing=false", "system.muted=false")
"""What may be different where a station was wanted."""
QUIETER = ("music._is_playing=false", "radio._is_playing=false", "environment.volume", "system.muted=true")
"""What may be different where it was too loud."""
QUEUE = ("music._current_playlist", "music._current_track_index")
SLIDER = "volume_seek_bar"
CHILDREN = ("Emma", "Mia", "Zoe", "Ella", "Lucy", "Nora")


class OverMusic(Task):
    """A task in whose car music plays or is paused, as loud as the scene has it."""

    conditions = Conditions(plays=True)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """Load the music."""
        music_plays(car, plays=inst.scene.plays)
        car.write(s.VOLUME, inst.scene.volume)


def player(ui: UiScript) -> UiScript:
    """The player in front."""
    return ui.open("media").tap("media_player")


def sound(ui: UiScript) -> UiScript:
    """The sound settings."""
    return ui.open("settings").tap("section_sound")


def looked_up(ui: UiScript, title: str) -> UiScript:
    """The songs that a search finds, in a parked car."""
    return ui.open("media").tap("media_library").tap("shelf_songs").type("library_search_text", title)


def tuned(ui: UiScript, station: str, band: str) -> UiScript:
    """A station put on."""
    return received(ui, band).tap("station_item", station)


def received(ui: UiScript, band: str) -> UiScript:
    """The stations of a band that are received here."""
    return ui.open("radio").tap("radio_local").tap(f"band_{band.lower()}")


def music_plays(car: CarSetup, *, plays: bool = True, muted: bool = False) -> None:
    """Let the player be what is heard, or be paused or muted."""
    car.write(s.SOUND_CHANNEL, "music")
    car.write(s.MEDIA_PLAYING, plays)
    car.write(s.MUTED, muted)


def new_songs(draw: Draw, scene: Scene) -> list[Track]:
    """The songs whose title no other song has, not in the queue, and not the one on top of the library."""
    songs, music = draw.content.songs, car_of(scene).music
    titles = [song.title for song in songs]
    known = {track.title for track in (*music.current_playlist, music.tracks[0])}
    return [song for song in songs if titles.count(song.title) == 1 and song.title not in known]


def drawn_station(station: Station) -> dict[str, str]:
    """A station as parameters."""
    return {"station": station.name, "band": band_of(station)}


def first_name(contact: str) -> str:
    """What people call somebody of the phone book, where no two share a given name."""
    return contact.split()[0]


def nothing_to_do(then: Episode) -> Criterion:
    """What happened was no reason to speak, nor to touch the sound."""
    return then.alerts.none() & then.silent() & then.as_it_was(s.VOLUME, s.MUTED, s.MEDIA_PLAYING)
