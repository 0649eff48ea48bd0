"""Everything that a car offers beside its own state, from a seed and the place: frozen, the same for the same three values.

    >>> offered = content_for(0, "DE", "Berlin")
    >>> len(offered.songs) > 200, len(offered.stations) > 15
    (True, True)

Seed 0 is the default car; the others are other drivers. Stations follow the place for every seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from automotive_env.car.content.drivers import draw_names
from automotive_env.car.content.gadgets import USUAL_DEVICES, NearbyBluetoothDevice, draw_nearby, draw_paired
from automotive_env.car.content.music import Album, Playlist, PodcastShow, draw_albums, draw_playlists, draw_shows
from automotive_env.car.content.networks import WifiNetworkInRange, draw_networks, told
from automotive_env.car.content.notices import AppNotice, draw_notices
from automotive_env.car.content.people import (
    PastEvent,
    PhoneBookPerson,
    draw_calls,
    draw_messages,
    draw_people,
    usual_people,
    written_language,
)
from automotive_env.car.content.profile import OwnerProfile, profile_for
from automotive_env.car.content.stations import draw_stations
from automotive_env.car.content.table import table
from automotive_env.car.devices.conversation import CallRecord, Message
from automotive_env.car.devices.music import Track
from automotive_env.car.devices.radio import Station
from automotive_env.car.systems.pairing import PairedDevice
from automotive_env.place.cultures import culture_of


@dataclass(frozen=True)
class CarContent:
    """What there is to hear, to tune to, to call and to read.

    Attributes:
        songs: the tracks of all albums, in the order of the albums.
        stations: what can be received, along the dial.
        owner: whose car it is.
        people: who is in the phone book, each name once.
        calls, messages: of the last days, oldest first; those of the default car are part of its start state.
        small_talk: what the people may write that asks for nothing, in their language.
        notices: what apps may tell of, latest first.
        networks: the wireless networks in range, the strongest first; the first is the hotspot of the owner's phone.
        paired: the Bluetooth devices that the car knows at first, the owner's phone first.
        nearby: those that can be found.
    """

    seed: int
    country: str
    city: str
    owner: OwnerProfile
    albums: tuple[Album, ...]
    songs: tuple[Track, ...]
    playlists: tuple[Playlist, ...]
    shows: tuple[PodcastShow, ...]
    stations: tuple[Station, ...]
    people: tuple[PhoneBookPerson, ...]
    calls: tuple[PastEvent[CallRecord], ...]
    messages: tuple[PastEvent[Message], ...]
    small_talk: tuple[str, ...]
    notices: tuple[AppNotice, ...]
    networks: tuple[WifiNetworkInRange, ...]
    paired: tuple[PairedDevice, ...]
    nearby: tuple[NearbyBluetoothDevice, ...]

    def person(self, name: str) -> PhoneBookPerson | None:
        """Somebody of the phone book."""
        return next((one for one in self.people if one.name == name), None)


@lru_cache(maxsize=512)
def content_for(seed: int, country: str, city: str) -> CarContent:
    """What a car with a seed offers in a place.

    Args:
        seed: of the driver, from 0.
        country: ISO 3166-1 alpha-2.
        city: as people there write it.
    """
    first, owner = seed == 0, profile_for(seed, country)
    rng = Random(f"content {seed} {'' if first else country}")
    albums = draw_albums(rng, owner.culture, first)
    playlists, shows = draw_playlists(rng, albums), draw_shows(rng, owner.culture)
    people = usual_people(rng) if first else draw_people(rng, owner.culture, owner.given_name)
    language = written_language(owner.culture)
    radio, names = Random(f"wireless {seed} {country} {city}"), draw_names(Random(f"drivers {seed} {country}"), owner)
    paired = USUAL_DEVICES if first else draw_paired(Random(f"paired {seed} {country}"), owner.culture, names)
    networks = draw_networks(radio, culture_of(country), paired[0].name)
    written = () if first else draw_messages(rng, people, language)
    passed_on = () if first else _passed_on(Random(f"told {seed} {country} {city}"), people, networks, owner.culture)
    return CarContent(
        seed,
        country,
        city,
        owner,
        albums,
        tuple([track for album in albums for track in album.tracks]),
        playlists,
        shows,
        _stations(country, city),
        people,
        () if first else draw_calls(rng, people),
        tuple(sorted([*written, *passed_on], key=lambda past: -past.minutes)),
        tuple(table("small_talk")[language]),
        draw_notices(rng),
        networks,
        paired,
        draw_nearby(radio, owner.culture, paired),
    )


def _passed_on(
    rng: Random, people: tuple[PhoneBookPerson, ...], networks: tuple[WifiNetworkInRange, ...], culture: str
) -> tuple[PastEvent[Message], ...]:
    """What somebody close has written: the password of a network in range."""
    host = rng.choice([person for person in people if person.favorite] or people)
    network = rng.choice([network for network in networks[1:] if network.password])
    return (PastEvent(rng.randint(20, 600), Message(host.name, told(network, culture), "", incoming=True, read=True)),)


@lru_cache(maxsize=256)
def _stations(country: str, city: str) -> tuple[Station, ...]:
    """The stations of a place, which all drivers there share."""
    return draw_stations(Random(f"stations {country} {city}"), country, city)
