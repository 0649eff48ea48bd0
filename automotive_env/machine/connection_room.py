"""How many connections a server takes, and which one makes room for another: the oldest idle one. Every server has this policy.

>>> closed = []
>>> room = ConnectionLimiter(2, is_idle=lambda name: name != "busy", close=closed.append)
>>> [room.admit(name) for name in ("busy", "first", "second")], closed
([True, True, True], ['first'])
>>> ConnectionLimiter(1, is_idle=lambda name: False, close=closed.append).admit("busy"), closed
(True, ['first'])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

C = TypeVar("C", bound=Hashable)


class ConnectionLimiter(Generic[C]):
    """The connections of one server, the one that was silent for longest first."""

    def __init__(self, most: int, *, is_idle: Callable[[C], bool], close: Callable[[C], None]) -> None:
        """Start empty.

        Args:
            most: connections at a time.
            is_idle: whether a connection may be closed for another one: it asks for nothing that is under way.
            close: hangs up.
        """
        self._most = most
        self._is_idle = is_idle
        self._close = close
        self._held: dict[C, None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[C]:
        return iter(list(self._held))

    def admit(self, new: C) -> bool:
        """Take a connection; where there is no room for it, the oldest idle one is closed. False where all are busy."""
        if len(self._held) >= self._most:
            oldest = next((held for held in self._held if self._is_idle(held)), None)
            if oldest is None:
                return False
            self.leave(oldest)
            self._close(oldest)
        self._held[new] = None
        return True

    def used(self, connection: C) -> None:
        """Note that a connection was used just now."""
        if connection in self._held:
            self._held[connection] = self._held.pop(connection)

    def leave(self, connection: C) -> None:
        """Forget a connection."""
        self._held.pop(connection, None)
