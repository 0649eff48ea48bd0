"""How an agent reaches the car: by its screen, by calls of its APIs, or by both. The same tasks are played, and judged alike.

An agent on the face "calls" sees no screen. It is told what a voice assistant knows: the wish, the vehicle facts, and what its
calls answered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from automotive_env.episode.observation import Image, Observation
from automotive_env.errors import EnvironmentFault

Face: TypeAlias = Literal["screen", "calls", "both"]
FACES: tuple[Face, ...] = get_args(Face)
"""Every face; the first is that of an agent which is not told of faces."""


def seen_on(face: Face, observation: Observation) -> Observation:
    """What of a moment an agent sees: without a screen, neither elements nor the app in front, and no picture can be taken."""
    if face != "calls":
        return observation
    return replace(observation, elements=(), app="", capture=_no_screen, look_out=_no_screen)


def _no_screen() -> Image:
    raise EnvironmentFault("there are no pictures where an agent has no screen")
