"""Audio focus: whoever starts a source on the display pauses the one that played; calls of a source leave the others alone."""

from __future__ import annotations

from contextlib import AbstractContextManager
from operator import itemgetter

from automotive_env.car.core.world import World, slot_of

SOURCES = {"music": "music._is_playing", "radio": "radio._is_playing", "video": "video.is_playing"}
"""Source of sound that goes on until it is paused -> whether it plays."""
_playing = itemgetter(slot_of("environment.sound_channel"), *map(slot_of, SOURCES.values()))
"""Who is heard, and of each source whether it plays."""


class AudioFocus(AbstractContextManager[None]):
    """Pause the other sources where one is started within; one that is silent takes the loudspeakers from none that plays."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._before = _playing(world.values)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        world = self._world
        if kind is not None or _playing(world.values) == self._before:
            return
        channel, *played = self._before
        heard, *plays = _playing(world.values)
        before, now = ({source for source, on in zip(SOURCES, each, strict=True) if on} for each in (played, plays))
        if heard in SOURCES and heard not in now and channel in now:
            world.environment.sound_channel = channel
        elif heard in now and (heard != channel or heard not in before):
            for source, path in SOURCES.items():
                if source in now and source != heard:
                    world.set(path, False)
