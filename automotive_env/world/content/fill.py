"""Another driver's things in a car: library, phone book, calls, messages, presets and notices, as of the car's clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from automotive_env.world.change import Cause
from automotive_env.world.content.content import Content, content_for
from automotive_env.world.content.cultures import language_of
from automotive_env.world.content.drivers import draw_drivers, draw_favorites
from automotive_env.world.content.people import TIME, draw_calls, draw_messages
from automotive_env.world.driver_profiles import current_profile
from automotive_env.world.drivers import Driver
from automotive_env.world.handset import Favorite
from automotive_env.world.system import Notification
from automotive_env.world.world import World

LIBRARY_TRACKS = 40
"""Tracks that a driver has saved of all that there is to hear."""


def fill(world: World, seed: int) -> Content:
    """Let a car be that of another driver; the place is that of the car. Returns what it offers.

    Seed 0 changes nothing but the seed.
    """
    content = content_for(seed, world.road.country, world.road.city)
    with world.changing(Cause("setup", "content")):
        world.set("system.content_seed", seed)
        if seed:
            rng = Random(f"filled {seed} {content.country}")
            _fill_music(world, content, rng)
            _fill_phone(world, content, rng)
            world.set("radio._collection", tuple(rng.sample(content.stations, 5)))
            world.set("radio._history", tuple(rng.sample(content.stations, 6)))
            world.set("radio._current_station", None)
            _fill_notices(world, content)
            _fill_drivers(world, content)
    return content


def _fill_music(world: World, content: Content, rng: Random) -> None:
    now = datetime.strptime(world.environment.timestamp, TIME)
    tracks = []
    for track in rng.sample(content.songs, LIBRARY_TRACKS):
        played = now - timedelta(minutes=rng.randint(10, 20_000))
        liked, local, downloaded = (rng.random() < share for share in (0.3, 0.2, 0.3))
        tracks.append(
            track.but(
                is_favorite=liked, is_local=local, is_downloaded=downloaded, play_count=rng.randint(1, 30),
                last_played=played.strftime(TIME),
            )
        )  # fmt: skip
    heard = sorted(tracks, key=lambda track: track.last_played, reverse=True)
    world.set("music._tracks", tuple(tracks))
    world.set("music._current_playlist", tuple(heard[:12]))
    world.set("music._current_track_index", 0)
    world.set("music._history_tracks", tuple(heard[:12]))
    world.set("music._favorite_tracks", tuple(track for track in tracks if track.is_favorite))
    world.set("music._local_tracks", tuple(track for track in tracks if track.is_local))
    world.set("music._downloaded_tracks", tuple(track for track in tracks if track.is_downloaded))


def _fill_phone(world: World, content: Content, rng: Random) -> None:
    now = world.environment.timestamp
    calls = draw_calls(rng, content.people, now)
    called = [call.contact for call in calls if not call.incoming]
    world.set("conversation.contacts", tuple(person.contact for person in content.people))
    world.set("conversation.call_records", calls)
    world.set("conversation.last_called_contact", called[-1] if called else None)
    favorites = tuple(Favorite(person.name) for person in content.people if person.favorite)
    world.set("handset.favorites", favorites)
    world.set("conversation.messages", draw_messages(rng, content.people, language_of(content.country), now))


def _fill_drivers(world: World, content: Content) -> None:
    """The owner drives, and has stored what is set."""
    rng = Random(f"drivers {content.seed} {content.country}")
    owner, *others = draw_drivers(rng, content.country, Driver("", language=world.environment.language))
    profile = current_profile(world, owner)
    world.set("drivers.profiles", (profile, *others))
    world.set("drivers.active", owner.name)
    world.set("drivers.favorites", draw_favorites(rng, others, content.people))


def _fill_notices(world: World, content: Content) -> None:
    now = datetime.strptime(world.environment.timestamp, TIME)
    entries = tuple(
        Notification(len(content.notices) - place, notice.kind, notice.title, notice.text,
                     time=(now - timedelta(minutes=47 * (place + 1))).strftime(TIME))
        for place, notice in enumerate(content.notices)
    )  # fmt: skip
    world.set("system.notifications", entries)
    world.set("system.next_notification", len(entries) + 1)
