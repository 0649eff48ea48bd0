"""Who does what the present task of the event loop does: a client, or a program that has shown the key of the device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextvars import Context


@dataclass(frozen=True, slots=True)
class ChangeAuthor:
    """Who acts.

    Attributes:
        doing: the command, as it was given.
        trusted: whether the key of the device was shown.
    """

    doing: str = ""
    trusted: bool = False


NOBODY = ChangeAuthor()
ACTOR: ContextVar[ChangeAuthor] = ContextVar("actor", default=NOBODY)
"""Nobody is trusted who has not shown the key."""


def trusted() -> bool:
    """Whether the present task has shown the key of the device."""
    return ACTOR.get().trusted


@contextmanager
def doing(command: str) -> Iterator[None]:
    """Name what the present actor does in the block."""
    before = ACTOR.set(ChangeAuthor(command, trusted()))
    try:
        yield
    finally:
        ACTOR.reset(before)


def context_of(actor: ChangeAuthor) -> Context:
    """A context for a task that an actor starts."""
    context = copy_context()
    context.run(ACTOR.set, actor)
    return context
