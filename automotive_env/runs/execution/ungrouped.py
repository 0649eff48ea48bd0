"""Faults of a group of tasks, raised by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from automotive_env.errors import AutomotiveEnvError


@contextmanager
def ungrouped(*also: type[BaseException]) -> Iterator[None]:
    """Raise what ended a group of tasks by itself, where it is a fault of ours.

    Args:
        also: other types that are raised so, where nothing else ended the group.
    """
    try:
        yield
    except BaseExceptionGroup as group:
        ended = list(_leaves(group))
        faults = [one for one in ended if isinstance(one, AutomotiveEnvError)]
        if faults or all(isinstance(one, also) for one in ended):
            raise (faults or ended)[0] from None
        raise


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for one in group.exceptions:
        if isinstance(one, BaseExceptionGroup):
            yield from _leaves(one)
        else:
            yield one
