"""The music of a car: albums of a library, playlists, and podcasts with their episodes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random
from zlib import crc32

from automotive_env.car.content.table import table
from automotive_env.car.devices.music import DEFAULT_TRACKS, EPISODE, Track

ALBUMS_IN_A_LIBRARY = 27
"""Albums of a library; with eight tracks each, more than 200 songs."""
BASE = 8
"""Albums at the head of the table that the car's first library has, whose tracks it begins with."""
SHOWS_FOLLOWED = 6
DAYS_BETWEEN_EPISODES = 3
MOODS = (
    ("Morning commute", ("Pop", "Indie", "Soul")),
    ("Night drive", ("Electronic", "Ambient", "Jazz")),
    ("Family trip", ("Kids", "Pop", "Folk")),
    ("Long motorway", ("Rock", "Country", "Metal")),
    ("Focus", ("Classical", "Ambient", "Jazz")),
    ("Summer evening", ("Reggae", "World", "Soul")),
    ("Around the world", ("World", "Folk", "Hip-Hop")),
)
"""Playlist -> genres it draws from."""


@dataclass(frozen=True, slots=True)
class Album:
    """An album and its tracks, in order."""

    title: str
    artist: str
    genre: str
    year: int
    language: str
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class Playlist:
    """Tracks that belong together."""

    title: str
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class PodcastShow:
    """A podcast and its episodes, latest first; an episode is a track by its publisher, on the album of the podcast."""

    title: str
    publisher: str
    topic: str
    language: str
    episodes: tuple[Track, ...]


def draw_albums(rng: Random, language: str, first: bool) -> tuple[Album, ...]:
    """The albums of a library: those of a language for sure; the car's `first` library begins with what it always had."""
    known = _albums()
    sure = known[:BASE] if first else tuple(album for album in known if album.language == language and language != "en")
    rest = [album for album in known if album not in sure]
    chosen = [*sure, *rng.sample(rest, ALBUMS_IN_A_LIBRARY - len(sure))]
    return tuple(chosen) if first else tuple(rng.sample(chosen, len(chosen)))


def draw_playlists(rng: Random, albums: tuple[Album, ...]) -> tuple[Playlist, ...]:
    """A playlist of a mood each, as far as the library has music for it."""
    playlists = []
    for title, genres in MOODS:
        fitting = [track for album in albums if album.genre in genres for track in album.tracks]
        if fitting:
            playlists.append(Playlist(title, tuple(rng.sample(fitting, min(len(fitting), rng.randint(9, 16))))))
    return tuple(playlists)


def draw_shows(rng: Random, language: str) -> tuple[PodcastShow, ...]:
    """The podcasts that are followed: those of a language first, then English ones."""
    known = _shows()
    own = [show for show in known if show.language == language and language != "en"]
    english = [show for show in known if show.language == "en"]
    return (*own, *rng.sample(english, SHOWS_FOLLOWED - len(own)))


def released(show: PodcastShow, place: int, today: date) -> date:
    """The day on which the episode at a place of a show came out, 0 the latest: every `DAYS_BETWEEN_EPISODES` days."""
    since_the_last = (today.toordinal() + crc32(show.title.encode())) % DAYS_BETWEEN_EPISODES
    return today - timedelta(days=since_the_last + DAYS_BETWEEN_EPISODES * place)


@cache
def _albums() -> tuple[Album, ...]:
    """The whole table; made once, since records are checked."""
    known = {(track.title, track.artist): track for track in DEFAULT_TRACKS}
    albums = []
    for number, row in enumerate(table("albums"), 1):
        artist, album = row["artist"], row["title"]
        tracks = [
            known.get((title, artist)) or _track(f"{number}-{place}", title, artist, album)
            for place, title in enumerate(row["tracks"], 1)
        ]
        albums.append(Album(album, artist, row["genre"], row["year"], row["language"], tuple(tracks)))
    return tuple(albums)


def _track(id: str, title: str, artist: str, album: str, minutes: tuple[int, int] = (2, 5)) -> Track:
    """A track that nobody has saved; how long it is follows from its name, between some minutes."""
    low, high = minutes
    seconds = 60 * low + crc32(f"{artist} {title}".encode()) % (60 * (high - low))
    return Track(id, title, artist, album, seconds, False, False, False, "", 0, "")


@cache
def _shows() -> tuple[PodcastShow, ...]:
    shows = []
    for number, row in enumerate(table("podcasts"), 1):
        titles = row["episodes"]
        episodes = [
            _track(f"{EPISODE}{number}-{len(titles) - place}", title, row["publisher"], row["title"], minutes=(9, 48))
            for place, title in enumerate(titles)
        ]
        shows.append(PodcastShow(row["title"], row["publisher"], row["topic"], row["language"], tuple(episodes)))
    return tuple(shows)
