"""What is seen, as text for tools that send text."""

from __future__ import annotations

from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Observation

MAX_TEXT = 65_536
"""Characters of one text; what is longer is cut."""


def vehicle_text(seen: Observation) -> str:
    """What the car tells of itself, a line each."""
    gps = f"gps: {seen.gps.latitude:.5f}, {seen.gps.longitude:.5f}"
    return "\n".join((f"app: {seen.app}", gps, *map(": ".join, seen.vehicle.items())))


def seen_text(seen: Observation, face: Face) -> str:
    """Everything that an agent on a face sees, but pictures: the car's facts and, with a screen, its elements, a line each."""
    return vehicle_text(seen) if face == "calls" else f"{vehicle_text(seen)}\n\n{cut(seen.lines())}"


def cut(text: str) -> str:
    """A text of at most `MAX_TEXT` characters, which says where it was cut."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}\n[cut: {len(text) - MAX_TEXT} characters more]"
