"""Another driver's things in a car: library, phone book, calls, messages, presets, habits and notices, as of the car's clock."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from random import Random

from automotive_env.car.content.content import CarContent, content_for
from automotive_env.car.content.drivers import draw_drivers, draw_favorites
from automotive_env.car.content.notice_texts import fits, wording
from automotive_env.car.content.notices import most_notices
from automotive_env.car.content.service_book import services
from automotive_env.car.content.waking import WakingHours
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World
from automotive_env.car.devices.music import Track
from automotive_env.car.driving.tyres import unit_in
from automotive_env.car.systems.driver_profiles import POSITIONS, current_profile
from automotive_env.car.systems.drivers import Driver
from automotive_env.car.systems.handset import FavoriteContact
from automotive_env.car.systems.networks import SavedNetwork
from automotive_env.car.systems.system import Notification

LIBRARY_TRACKS = 40
"""Tracks that a driver has saved of all that there is to hear."""
OF_THE_TASTE = 24
"""How many of those are of the genres that the driver likes most, where there are so many."""
QUEUED = 12
"""Tracks that are lined up, and as many others that were heard of late: neither list tells of the other."""
QUARTER = 15
"""Minutes; what notices tell of begins at quarters of an hour."""


def fill(world: World, seed: int, keep: Collection[str] = (), powertrain: str = "") -> CarContent:
    """Let a car be that of another driver; the place is that of the car. Returns what it offers.

    Seed 0 changes nothing but the seed.

    Args:
        world: the car.
        seed: of the driver.
        keep: modules that stay as they are, such as those that have a start state of their own.
        powertrain: what the car runs on (default: as the owner's profile says).

    Raises:
        StateError: it is no seed.
    """
    with world.changing(ChangeCause("setup", "content")):
        world.set("system.content_seed", seed)
        content = content_for(world.system.content_seed, world.road.country, world.road.city)
        if content.seed:
            rng, past = Random(f"filled {seed} {content.country}"), WakingHours(world.environment.timestamp)
            if "music" not in keep:
                _fill_music(world, content, rng, past)
            _fill_phone(world, content, past, "conversation" in keep)
            if "radio" not in keep:
                _fill_radio(world, content, rng)
            _fill_wireless(world, content)
            _fill_drivers(world, content, keep)
            if "instrumentPanel" not in keep:  # what was done at which distance fits this odometer only
                world.set("instrumentPanel.vehicle_mileage", content.owner.kilometres)
                world.set("service.resets", services(content.owner, date.fromisoformat(world.environment.timestamp[:10])))
            world.set("energy.powertrain", powertrain or content.owner.powertrain)
            world.set("road.fuel_level", content.owner.energy_level)
            world.set("tyres.pressure_unit", unit_in(content.country))
            _fill_notices(world, content)
    return content


def _fill_music(world: World, content: CarContent, rng: Random, past: WakingHours) -> None:
    tracks = [
        track.but(
            is_favorite=rng.random() < 0.3, is_local=rng.random() < 0.2, is_downloaded=rng.random() < 0.3,
            play_count=rng.randint(1, 30), last_played=past.before(rng.randint(10, 13_000)),
        )
        for track in _saved(content, rng)
    ]  # fmt: skip
    by_time = sorted(tracks, key=lambda track: track.last_played, reverse=True)
    heard, others = tuple(by_time[:QUEUED]), by_time[QUEUED:]
    lined_up = tuple(Random(f"queue {content.seed} {content.country}").sample(others, QUEUED))
    world.set("music._tracks", tuple(tracks))
    world.set("music._current_playlist", lined_up)
    world.set("music._current_track_index", 0)
    world.set("music._history_tracks", heard)
    world.set("music._favorite_tracks", tuple([track for track in tracks if track.is_favorite]))
    world.set("music._local_tracks", tuple([track for track in tracks if track.is_local]))
    world.set("music._downloaded_tracks", tuple([track for track in tracks if track.is_downloaded]))


def _saved(content: CarContent, rng: Random) -> Sequence[Track]:
    """What the driver has saved, in no order: most of it is to their taste."""
    liked = [track for album in content.albums if album.genre in content.owner.genres for track in album.tracks]
    others = [track for album in content.albums if album.genre not in content.owner.genres for track in album.tracks]
    chosen = rng.sample(liked, min(len(liked), OF_THE_TASTE))
    chosen += rng.sample(others, LIBRARY_TRACKS - len(chosen))
    rng.shuffle(chosen)
    return chosen


def _fill_phone(world: World, content: CarContent, past: WakingHours, keeps_phone: bool) -> None:
    if keeps_phone:  # the people of its start state, of whom the first are close
        world.set("handset.favorites", [FavoriteContact(contact.name) for contact in world.conversation.contacts[:2]])
        return
    calls = [call.but(timestamp=past.before(minutes)) for minutes, call in content.calls]
    called = [call.contact for call in calls if not call.incoming]
    world.set("conversation.contacts", tuple([person.contact for person in content.people]))
    world.set("conversation.call_records", tuple(calls))
    world.set("conversation.last_called_contact", called[-1] if called else None)
    world.set("handset.favorites", tuple([FavoriteContact(person.name) for person in content.people if person.favorite]))
    messages = [message.but(timestamp=past.before(minutes)) for minutes, message in content.messages]
    world.set("conversation.messages", tuple(messages))


def _fill_radio(world: World, content: CarContent, rng: Random) -> None:
    world.set("radio._collection", tuple(rng.sample(content.stations, 5)))
    world.set("radio._history", tuple(rng.sample(content.stations, 6)))
    world.set("radio._current_station", None)


def _fill_drivers(world: World, content: CarContent, keep: Collection[str]) -> None:
    """The owner drives as they like to sit and to have it, and has stored what is set."""
    rng, liked = Random(f"drivers {content.seed} {content.country}"), content.owner
    set_up: dict[str, StateValue] = {f"airConditioner.ac_states.{seat}.temperature": liked.temperature for seat in SEATS[:2]}
    set_up |= {"system.night_mode": liked.theme, "environment.language": liked.language, "environment.volume": liked.volume}
    usual = Driver(
        "", language=liked.language, distance_unit=world.environment.unit_system,
        time_format=world.environment.time_display_format, temperature_unit=world.cabin.temperature_unit,
    )  # fmt: skip
    owner, *others = draw_drivers(rng, liked, usual)
    set_up |= {path: getattr(owner, field) for field, path in POSITIONS.items()}
    for path, value in set_up.items():
        if path.partition(".")[0] not in keep:
            world.set(path, value)
    world.set("drivers.profiles", (current_profile(world, owner), *others))
    world.set("drivers.active", owner.name)
    world.set("drivers.favorites", draw_favorites(rng, others, content.people))


def _fill_notices(world: World, content: CarContent) -> None:
    now = datetime.fromisoformat(world.environment.timestamp)
    most = most_notices(content.seed)
    told: list[tuple[str, str, str]] = []
    for notice in content.notices:
        later = now + timedelta(minutes=QUARTER * (3 + len(told)) - now.minute % QUARTER)
        if len(told) < most and fits(world, notice.kind, later):
            told.append((notice.kind, *wording(world, notice, later)))
    count = len(told)
    entries = [
        Notification(count - place, *words, time=str(now - timedelta(minutes=47 * (place + 1))))
        for place, words in enumerate(told)
    ]
    world.set("system.notifications", tuple(entries))
    world.set("system.next_notification", count + 1)


def _fill_wireless(world: World, content: CarContent) -> None:
    """The devices of those who share the car; the owner's phone is connected, and its hotspot known."""
    phone = content.paired[0].name
    world.set("pairing.devices", content.paired)
    world.set("pairing.phone", phone)
    world.set("pairing.headphones", "")
    world.set("networks.saved", (SavedNetwork(phone),))
    world.set("networks.current", phone)
