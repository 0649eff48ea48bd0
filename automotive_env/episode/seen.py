"""What an agent sees of a moment on a face."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Image, Observation
from automotive_env.errors import EnvironmentFault


def seen_on(face: Face, observation: Observation) -> Observation:
    """What of a moment an agent sees: without a screen, neither elements nor the app in front, and no picture can be taken."""
    if face != "calls":
        return observation
    return replace(observation, elements=(), app="", capture=_no_screen, look_out=_no_screen)


def _no_screen() -> Image:
    raise EnvironmentFault("there are no pictures where an agent has no screen")
