"""The library: songs, albums, artists, genres and playlists, and the search over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from automotive_env.car.content.content import CarContent
from automotive_env.car.devices.music import Track
from automotive_env.headunit.apps.media.collection_item import CollectionItem
from automotive_env.headunit.apps.media.track_item import TrackItem
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.player import offered, play_from

SEARCH = "library_search_text"
SHELVES = (
    ("songs", "Songs", "shelf_songs"),
    ("albums", "Albums", "shelf_albums"),
    ("artists", "Artists", "shelf_artists"),
    ("genres", "Genres", "shelf_genres"),
    ("playlists", "Playlists", "shelf_playlists"),
)
"""What the library is sorted by: key, text, resource id."""


def all_songs(car: BuildContext) -> tuple[Track, ...]:
    """The songs saved in the car first, then all others that there are, each as its favourite sign stands."""
    saved = car.records("music._tracks", Track)
    liked = {track.id for track in car.records("music._favorite_tracks", Track)}
    known = {track.id for track in saved}
    others = [
        track.but(is_favorite=True) if track.id in liked else track for track in offered(car).songs if track.id not in known
    ]
    return (*saved, *others)


def shelf(car: BuildContext, kind: str, songs: Sequence[Track], content: CarContent) -> dict[str, tuple[Track, ...]]:
    """The songs by album, artist, genre or playlist: name -> songs as they stand on their albums, in the order of the names."""
    if kind == "playlists":
        by_id = {track.id: track for track in songs}
        return {one.title: tuple(by_id.get(track.id, track) for track in one.tracks) for one in content.playlists}
    genres = {album.title: album.genre for album in content.albums}
    name_of: dict[str, Callable[[Track], str]] = {
        "albums": lambda track: track.album,
        "artists": lambda track: track.artist,
        "genres": lambda track: genres.get(track.album, "Other"),
    }
    found: dict[str, list[Track]] = {}
    place_of = {track.id: place for place, track in enumerate(content.songs)}
    for track in sorted(songs, key=lambda track: place_of.get(track.id, -1)):
        found.setdefault(name_of[kind](track), []).append(track)
    return {name: tuple(found[name]) for name in sorted(found, key=str.casefold)}


def counted(tracks: Sequence[Track]) -> str:
    """How many songs these are."""
    return "1 song" if len(tracks) == 1 else f"{len(tracks)} songs"


def _matches(wanted: str, *texts: str) -> bool:
    return all(any(word in text.casefold() for text in texts) for word in wanted.split())


def _items(car: BuildContext, kind: str, wanted: str) -> Iterable[LayoutNode]:
    songs, content = all_songs(car), offered(car)
    if kind == "songs":
        found = tuple(track for track in songs if _matches(wanted, track.title, track.artist, track.album))
        return [TrackItem(track, play_from(found, position)) for position, track in enumerate(found)]
    return [
        CollectionItem(kind, name, line_of(kind, name, tracks, content), tracks, go("collection", kind, name))
        for name, tracks in shelf(car, kind, songs, content).items()
        if _matches(wanted, name, *{track.artist for track in tracks} if kind == "albums" else ())
    ]


def line_of(kind: str, name: str, tracks: Sequence[Track], content: CarContent) -> str:
    """What is said below the name of an album, an artist, a genre or a playlist."""
    if kind == "albums":
        years = [str(album.year) for album in content.albums if album.title == name]
        return " · ".join([VerbatimText(tracks[0].artist), *years, counted(tracks)])
    return counted(tracks)


def library(car: BuildContext) -> Column:
    """The search field, what the library is sorted by, and the list."""
    kind = car.local("shelf", "songs")
    wanted = str(car.local(SEARCH, "")).strip().casefold()
    items = list(_items(car, kind, wanted))
    shown = ListView(*items, id="media_list") if items else empty_card("queue_music", f"Nothing matches “{wanted}”.")
    field = TextField(id=SEARCH, hint="Park to search" if car.moving else "Search", width=320)
    head = Row(field, pills(*choices("shelf", kind, SHELVES), width=632), gap=16, height=80)
    head.breaks = True
    return Column(head, shown, gap=12, grow=1.0)
