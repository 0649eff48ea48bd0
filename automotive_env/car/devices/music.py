"""Music: a library, a play list taken from one of its lists, and a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any

from automotive_env.car.calls.api import Api, ApiAnswer, api
from automotive_env.car.calls.api_factories import chooses, switches
from automotive_env.car.calls.parameters import SwitchParameter
from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, RecordsProperty, WholeNumberProperty
from automotive_env.car.core.values import StateRecord, about, record_to_json
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.systems.sound import volumes
from automotive_env.car.systems.system import AndroidSystemState

EPISODE = "podcast-"
"""What the ids of episodes of podcasts begin with: they are played like tracks, and their places are kept."""
PLAYBACK_MODES = ("Single Repeat", "Shuffle Play", "Sequential Play", "List Repeat")


class Track(StateRecord):
    """One piece of music."""

    id: str = about("what names it")
    title: str = about("its title")
    artist: str = about("who plays it")
    album: str = about("the album it is on")
    duration: int = about("seconds it lasts")
    is_favorite: bool = about("whether it is a favourite")
    is_local: bool = about("whether it lies on a drive of the car")
    is_downloaded: bool = about("whether it was downloaded")
    lyrics: str = about("its words, empty for an instrumental piece")
    play_count: int = about("how often it was played")
    last_played: str = about("when it was last played, local date and time", time=True)


class Musician(StateRecord):
    """A person or a group that makes music."""

    name: str = about("stage name")
    gender: str = about("Male, Female, Male Group, Female Group or Mixed Group")
    nationality: str = about("country")
    birth_date: str = about("date of birth, or of the founding of a group")


def _library(*rows: str) -> tuple[Track, ...]:
    """Tracks from rows of id|title|artist|album|seconds|f(avourite) l(ocal) d(ownloaded)|plays|last played|lyrics."""
    tracks = []
    for row in rows:
        id, title, artist, album, seconds, flags, plays, played, lyrics = row.split("|")
        kept = ("f" in flags, "l" in flags, "d" in flags)
        tracks.append(Track(id, title, artist, album, int(seconds), *kept, lyrics, int(plays), played))
    return tuple(tracks)


DEFAULT_TRACKS = _library(
    "1|Harbour Lights at Four|Nora Elvestad|Salt and Signal|235|fld|10|2025-04-05 14:30:00|Harbour lights at four, come home",
    "2|Paper Lanterns|Kitano Drive|Night Ferry|201|d|5|2025-04-07 10:15:00|Paper lanterns on the river, one for every mile",
    "3|Verano en Marte|Los Satélites|Gravedad Cero|198|f|8|2025-04-09 20:45:00|Verano en Marte, sin lluvia y sin reloj",
    "4|Slow Engine|The Gearbox Quartet|Low Revs|342|ld|21|2025-04-11 07:50:00|",
    "5|Kilometre Zero|Amadou Sarr|Route du Fleuve|256|f|17|2025-04-12 18:05:00|Kilometre zero, everything begins where you stop",
    "6|Glass Meadow|Ida Wren|Weather for Two|223||3|2025-03-30 21:10:00|Walk softly over the glass meadow, morning is listening",
    "7|Rückenwind|Tal und Turm|Luftlinie|187|fl|12|2025-04-10 08:20:00|Rückenwind, trag uns noch ein Dorf weiter",
    "8|Monsoon Radio|Priya Vaidya|Balcony Tapes|274|d|9|2025-04-08 23:40:00|Monsoon radio, turn the rain up loud",
    "9|Copper Wire|The Gearbox Quartet|Low Revs|311|l|6|2025-04-02 16:00:00|",
    "10|Last Tram Home|Nora Elvestad|Salt and Signal|264|fd|14|2025-04-12 22:35:00|Last tram home, keep a window seat for me",
)
FIRST_TRACKS = _library(
    "101|Ladder of Rain|The Tin Orchard|Orchard Road|482|fld|15|2025-04-14 19:30:00|Ladder of rain, I climb you to the door",
    "102|Opera for Crows|Velvet Ministry|Curtain Weather|354|fd|18|2025-04-15 08:45:00|Crows in the balcony, humming along",
    "103|Honey on the Dial|Rust & Feathers|Second Gear|356||12|2025-04-10 14:20:00|Honey on the dial, and miles of afternoon",
)
SECOND_TRACKS = _library(
    "201|Afterglow Protocol|Mono Kestrel|Names for Weather|634|fd|15|2025-04-15 23:10:00|",
    "202|Lucid|Anton Vey|Lucid|271|fld|20|2025-04-16 00:30:00|Frozen water holds the shape of summer",
    "203|Plateau|Sundsvall|Plateau|202|fd|22|2025-04-13 15:45:00|",
)


def _musicians(*rows: str) -> tuple[Musician, ...]:
    return tuple(Musician(*row.split("|")) for row in rows)


def _of_ids(tracks: Sequence[Track], *ids: str) -> tuple[Track, ...]:
    return tuple(track for id in ids for track in tracks if track.id == id)


def _listed(tracks: Iterable[Track]) -> list[dict[str, Any]]:
    return [record_to_json(track) for track in tracks]


def _stride(count: int) -> int:
    """A step that visits each of `count` places once before it comes back: near the golden ratio, no divisor in common."""
    return next(step for step in range(max(1, round(count * 0.618)), count + 1) if gcd(step, count) == 1)


def _current(music: Music) -> Track:
    track = music.current_track
    if track is None:
        raise CallRefused("there is no current track; play one of the lists first")
    return track


def _plays(attribute: str, noun: str) -> Api:
    """An API that makes one of the lists the play list and starts it."""

    def body(music: Music) -> ApiAnswer:
        tracks: tuple[Track, ...] = getattr(music, attribute)
        if not tracks:
            raise CallRefused(f"there are no {noun}")
        music.current_playlist = tracks
        music.start(0)
        return ApiAnswer(f"playing {tracks[0].title}, the first of {len(tracks)} {noun}", {"track": record_to_json(tracks[0])})

    return Api(f"Plays the {noun} from the first one on.", body, {})


def _views(attribute: str, noun: str) -> Api:
    """An API that tells what is in one of the lists."""

    def body(music: Music) -> ApiAnswer:
        tracks: tuple[Track, ...] = getattr(music, attribute)
        return ApiAnswer(f"{len(tracks)} {noun}", {"count": len(tracks), "tracks": _listed(tracks)})

    return Api(f"Lists the {noun}.", body, {}, reads_only=True)


class Music(Device, module="music"):
    """The music player and its library."""

    is_playing = FlagProperty("whether music plays", True, name="_is_playing")
    current_track_index = WholeNumberProperty(
        "place of the current track in the play list, from 0", 0, 199, 0, name="_current_track_index"
    )
    playback_mode = ChoiceProperty("what comes after a track", PLAYBACK_MODES, "Sequential Play", name="_playback_mode")
    show_lyrics = FlagProperty("whether the words of the track are shown", name="_show_lyrics", significant=False)
    show_playlist = FlagProperty("whether the play list is shown", name="_show_playlist", significant=False)
    tracks = RecordsProperty("all tracks of the library", Track, DEFAULT_TRACKS, name="_tracks")
    current_playlist = RecordsProperty("what is played one after the other", Track, DEFAULT_TRACKS, name="_current_playlist")
    history_tracks = RecordsProperty(
        "tracks that were played, latest first",
        Track,
        _of_ids(DEFAULT_TRACKS, "10", "5", "4", "7", "3", "8", "2", "1"),
        name="_history_tracks",
    )
    favorite_tracks = RecordsProperty(
        "favourite tracks",
        Track,
        [track for track in DEFAULT_TRACKS if track.is_favorite],
        ordered=False,  # one that is taken out and put back stands last
        name="_favorite_tracks",
    )
    local_tracks = RecordsProperty(
        "tracks on a drive of the car", Track, [track for track in DEFAULT_TRACKS if track.is_local], name="_local_tracks"
    )
    downloaded_tracks = RecordsProperty(
        "tracks that were downloaded",
        Track,
        [track for track in DEFAULT_TRACKS if track.is_downloaded],
        name="_downloaded_tracks",
    )
    musicians = RecordsProperty(
        "who made the music",
        Musician,
        _musicians(
            "Nora Elvestad|Female|Norway|1991-02-17",
            "Kitano Drive|Mixed Group|Japan|2013-06-13",
            "Los Satélites|Male Group|Mexico|2009-03-21",
            "The Gearbox Quartet|Mixed Group|United Kingdom|2004-11-02",
            "Amadou Sarr|Male|Senegal|1990-02-16",
            "Ida Wren|Female|Canada|1996-08-09",
            "Tal und Turm|Male Group|Austria|2015-01-30",
            "Priya Vaidya|Female|India|1988-12-05",
        ),
        keyed_by="name",
        name="_musicians",
        read_only="facts about the library",
    )

    starts = {
        "init1": {
            "environment.sound_channel": "music",
            "_show_lyrics": True,
            "_show_playlist": True,
            "_tracks": FIRST_TRACKS,
            "_current_playlist": FIRST_TRACKS,
            "_history_tracks": _of_ids(FIRST_TRACKS, "102", "101", "103"),
            "_favorite_tracks": _of_ids(FIRST_TRACKS, "102"),
            "_local_tracks": _of_ids(FIRST_TRACKS, "101"),
            "_downloaded_tracks": _of_ids(FIRST_TRACKS, "101", "102"),
            "_musicians": _musicians(
                "The Tin Orchard|Male Group|United Kingdom|1968-09-25",
                "Velvet Ministry|Male Group|United Kingdom|1970-06-27",
                "Rust & Feathers|Male Group|United States|1985-03-26",
            ),
        },
        "init2": {
            "_is_playing": False,
            "_current_track_index": 1,
            "_playback_mode": "Shuffle Play",
            "_show_playlist": True,
            "_tracks": SECOND_TRACKS,
            "_current_playlist": SECOND_TRACKS,
            "_history_tracks": _of_ids(SECOND_TRACKS, "202", "201", "203"),
            "_favorite_tracks": SECOND_TRACKS,
            "_local_tracks": _of_ids(SECOND_TRACKS, "202"),
            "_downloaded_tracks": SECOND_TRACKS,
            "_musicians": _musicians(
                "Mono Kestrel|Male|Canada|1981-01-05",
                "Anton Vey|Male|Estonia|1989-09-02",
                "Sundsvall|Male|Sweden|1989-09-08",
            ),
        },
    }

    music_soundVolume_increase, music_soundVolume_decrease, music_soundVolume_set = volumes()
    music_history_play = _plays("history_tracks", "tracks heard before")
    music_player_setMode = chooses("_playback_mode", "Chooses what comes after a track.", PLAYBACK_MODES)
    music_favorite_play = _plays("favorite_tracks", "favourite tracks")
    music_recent_play = _plays("recent_tracks", "tracks heard most recently")
    music_local_play = _plays("local_tracks", "local tracks")
    music_download_play = _plays("downloaded_tracks", "downloaded tracks")
    music_history_view = _views("history_tracks", "tracks heard before")
    music_collection_view = _views("favorite_tracks", "favourite tracks")
    music_local_view = _views("local_tracks", "local tracks")
    music_download_view = _views("downloaded_tracks", "downloaded tracks")
    music_playList_switch = switches("_show_playlist", "Shows or hides the play list.")
    music_player_showLyric = switches("_show_lyrics", "Shows or hides the words of the track.")

    @property
    def recent_tracks(self) -> tuple[Track, ...]:
        """The tracks heard before, by when they were last played, latest first."""
        return tuple(sorted(self.history_tracks, key=lambda track: track.last_played, reverse=True))

    @property
    def current_track(self) -> Track | None:
        """The track that plays or would play."""
        playlist, index = self.current_playlist, self.current_track_index
        return playlist[index] if index < len(playlist) else None

    def start(self, index: int) -> None:
        """Play a place of the play list from its beginning, an episode from where it was left, and be heard."""
        with self._store.changing(DIRECT):
            self.current_track_index = index
            track = self.current_track
            AndroidSystemState.of(self).media_position = AndroidSystemState.of(self).place_in(track.id) if track else 0
            self._go_on()

    def _go_on(self) -> None:
        self.is_playing = True
        SharedEnvironment.of(self).claim_sound(self.module)

    def toggle_play(self) -> None:
        """Pause, or go on and be heard; nothing happens where there is no track."""
        with self._store.changing(DIRECT):
            if self.is_playing:
                self.is_playing = False
            elif self.current_track:
                self._go_on()

    def skip(self, step: int) -> None:
        """Play the track that is some steps further in the play list, or back where `step` is negative.

        After the last comes the first. Shuffled, steps go through the list in a fixed jumbled order that misses none.
        """
        if self.current_playlist:
            self.start(self._further(self.current_track_index, step))

    def _further(self, index: int, step: int) -> int:
        count = len(self.current_playlist)
        stride = _stride(count) if self.playback_mode == "Shuffle Play" else 1
        return (index + step * stride) % count

    def play_on(self, seconds: int) -> None:
        """Let some seconds be played: after the end of a track the next one comes, or the same where it is repeated."""
        if not (self.is_playing and self.current_playlist):
            return
        system, index = AndroidSystemState.of(self), self.current_track_index % len(self.current_playlist)
        position = system.media_position + seconds
        while position >= (length := max(1, self.current_playlist[index].duration)):
            position -= length
            index = index if self.playback_mode == "Single Repeat" else self._further(index, 1)
        if index != self.current_track_index:
            self.current_track_index = index
        system.media_position = position
        track = self.current_playlist[index]
        if track.id.startswith(EPISODE):
            system.keep_place(track.id, position)

    @api("Makes the current track a favourite, or no longer.", collect=SwitchParameter("true to add it, false to remove it"))
    def music_favorite_collect(self, collect: bool) -> ApiAnswer:
        current = _current(self)
        for name in ("tracks", "current_playlist", "history_tracks", "local_tracks", "downloaded_tracks", "favorite_tracks"):
            tracks = getattr(self, name)
            setattr(self, name, [t.but(is_favorite=collect) if t.id == current.id else t for t in tracks])
        others = [track for track in self.favorite_tracks if track.id != current.id]
        if not collect:
            self.favorite_tracks = tuple(others)
        elif len(others) == len(self.favorite_tracks):
            self.favorite_tracks = (*others, current.but(is_favorite=True))
        done = "added to" if collect else "removed from"
        return ApiAnswer(f"{current.title} {done} the favourites", {"count": len(self.favorite_tracks)})

    @api("Describes the current track.", reads_only=True)
    def music_currentDetail_view(self) -> ApiAnswer:
        track = _current(self)
        return ApiAnswer(f"{track.title} by {track.artist}", record_to_json(track))

    @api("Tells who made the current track.", reads_only=True)
    def music_get_currentMusician(self) -> ApiAnswer:
        artist = _current(self).artist
        known = [record_to_json(musician) for musician in self.musicians if musician.name == artist]
        return ApiAnswer(artist, known[0] if known else {"name": artist})

    @api("Tells the album of the current track.", reads_only=True)
    def music_get_currentAlbum(self) -> ApiAnswer:
        track = _current(self)
        return ApiAnswer(track.album, {"album": track.album, "artist": track.artist})
