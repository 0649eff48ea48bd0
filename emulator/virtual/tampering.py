"""What a client does to the car that no driver could do.

A client that drives the car touches the screen, presses keys, types, opens apps, and makes the calls that a run declares.
Whatever else changes the car is tampering: it is noted with the command that did it. Nothing is noted of a program that has
shown the key of the device, such as the one that judges an episode.
"""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.core.change import TICK, ChangeCause
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.emulator.virtual.actor import ACTOR
from automotive_env.episode.headless import agent_apis
from automotive_env.text.printable import printable

MAX_NOTES = 50
"""Acts that are kept; one is enough to fail an episode."""
MAX_CHARACTERS = 200
"""Of a note."""


class DeviceTampering:
    """The acts on one device that no driver could do."""

    def __init__(self, world: World) -> None:
        self._notes: dict[str, None] = {}
        world.listeners.append(self._follow)

    @property
    def notes(self) -> list[str]:
        """What was done, each act once, in order."""
        return list(self._notes)

    def note(self, effect: str) -> None:
        """Keep an effect of what the present actor does, such as "changed system.muted", unless the actor is trusted."""
        actor = ACTOR.get()
        if not actor.trusted and len(self._notes) < MAX_NOTES:
            said = f"{effect} by {actor.doing}" if actor.doing else effect
            self._notes[printable(said)[:MAX_CHARACTERS]] = None

    def forget(self) -> None:
        """Begin with an empty list."""
        self._notes.clear()

    def _follow(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        """The car has changed."""
        declared = cause.kind == "call" and cause.name in agent_apis()
        if declared or cause.kind == "touch" or cause == TICK:
            return
        paths = [SCHEMA[slot].path for slot in before]
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        self.note(f"changed {paths[0]}{more}" if paths else "replaced the whole car")
