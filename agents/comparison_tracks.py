"""Tracks: results are compared only among agents that saw the same and could do the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from automotive_env.episode.faces import Face

AgentTrack: TypeAlias = Literal["tree", "marks", "picture", "calls", "mixed", "none", ""]
"""What an agent saw and could do; empty where it is not known.

- tree: the list of elements, without a picture.
- marks: the picture with numbered marks, without the list.
- picture: the picture alone; it answers with points.
- calls: vehicle APIs, without a screen.
- mixed: several of these.
- none: neither screen nor calls.
"""


def track_of(specification: object, see: Iterable[str] | None, faces: Iterable[str]) -> AgentTrack:
    """The track of an agent in a run.

    Args:
        specification: of the agent; one that says neither what it sees nor its track may have seen anything.
        see: what the run shows agents; None leaves it to their designs.
        faces: ways in which agents reach the car.
    """
    plain: Face = "screen"
    specification = getattr(specification, "inner", specification)
    if (fixed := getattr(specification, "track", "")) != "":
        return "calls" if fixed == "calls" else "mixed"
    ways = set(faces)
    if ways != {plain}:
        return "calls" if ways == {"calls"} else "mixed"
    shown = getattr(specification, "sees", None) if see is None else see
    if shown is None:
        return "mixed"
    return _track_seeing(frozenset(map(str, (*shown, *getattr(specification, "always_sees", ())))))


def _track_seeing(shown: frozenset[str]) -> AgentTrack:
    """The track of an agent that is shown some modalities of the screen."""
    pictures = shown & {"screenshot", "marks"}
    if "elements" in shown:
        return "mixed" if pictures else "tree"
    return "marks" if "marks" in pictures else "picture" if pictures else "none"
