"""How an agent reaches the car: by its screen, by calls of its APIs, or by both. The same tasks are played, and judged alike.

An agent on the face "calls" sees no screen. It is told what a voice assistant knows: the wish, the vehicle facts, and what its
calls answered.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Face: TypeAlias = Literal["screen", "calls", "both"]
FACES: tuple[Face, ...] = get_args(Face)
"""Every face; the first is that of an agent which is not told of faces."""
