"""Audio focus: whoever starts a source on the display pauses the one that played; calls of a source leave the others alone."""

from __future__ import annotations

from contextlib import AbstractContextManager

from automotive_env.car.core.world import World, slot_of

SOURCES = {"music": "music._is_playing", "radio": "radio._is_playing", "video": "video.is_playing"}
"""Source of sound that goes on until it is paused -> whether it plays."""
_PLAYS = {source: slot_of(path) for source, path in SOURCES.items()}


def playing(world: World) -> set[str]:
    """The sources that play, whether they are heard or not."""
    values = world.values
    return {source for source, slot in _PLAYS.items() if values[slot]}


class AudioFocus(AbstractContextManager[None]):
    """Pause the other sources where one is started within; one that is silent takes the loudspeakers from none that plays."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._channel, self._before = world.environment.sound_channel, playing(world)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        world, channel = self._world, self._channel
        heard, now = world.environment.sound_channel, playing(world)
        if kind is not None or (heard, now) == (channel, self._before):
            return
        if heard in SOURCES and heard not in now and channel in now:
            world.environment.sound_channel = channel
        elif heard in now and (heard != channel or heard not in self._before):
            for source, path in SOURCES.items():
                if source in now and source != heard:
                    world.set(path, False)
