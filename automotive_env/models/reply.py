"""What servers of any vendor may send, as this package sees it. Callers see neither exception, but a `ModelFault`."""

from __future__ import annotations

from typing import Any


class Answered(Exception):
    """The server answered, but not with a reply.

    Attributes:
        status: HTTP status.
        detail: what the server said about it, shortened.
        retry_after: seconds that it wants to be left alone, where it said so.
    """

    def __init__(self, status: int, detail: str, retry_after: float | None = None) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


class Unreadable(Exception):
    """The body is no reply of a model; says what it is instead."""


def count(value: Any) -> int:
    """A number of tokens; 0 where the server sent none, or no such number."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def encodable(text: str) -> str:
    """The text without lone surrogates, which JSON can carry and no file can hold."""
    return text.encode("utf-8", "replace").decode()
