"""Audio focus: whoever starts a source on the display pauses the one that played; calls of a source leave the others alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from automotive_env.world.world import World

SOURCES = {"music": "music._is_playing", "radio": "radio._is_playing", "video": "video.is_playing"}
"""Source of sound that goes on until it is paused -> whether it plays."""


def playing(world: World) -> set[str]:
    """The sources that play, whether they are heard or not."""
    return {source for source, path in SOURCES.items() if world.get(path)}


@contextmanager
def audio_focus(world: World) -> Iterator[None]:
    """Pause the other sources where one is started within; one that is silent takes the loudspeakers from none that plays."""
    channel, before = world.environment.sound_channel, playing(world)
    yield
    heard, now = world.environment.sound_channel, playing(world)
    if heard in SOURCES and heard not in now and channel in now:
        world.environment.sound_channel = channel
    elif heard in now and (heard != channel or heard not in before):
        for source in now - {heard}:
            world.set(SOURCES[source], False)
