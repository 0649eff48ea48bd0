"""What servers of any vendor may send, as this package sees it. Callers see neither exception, but a `ModelFault`."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
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


def retry_after(headers: Mapping[str, str], body: Any) -> float | None:
    """The seconds that a server wants to be left alone, as its headers or the body of its failure say; else None."""
    for value, scale in ((headers.get("retry-after-ms"), 0.001), (headers.get("retry-after") or _retry_info(body), 1.0)):
        if value:
            seconds = _seconds(value)
            if seconds is not None:
                return max(0.0, seconds * scale)
    return None


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time()
        except ValueError:
            return None
    return seconds if abs(seconds) < 1e9 else None


def _retry_info(body: Any) -> str | None:
    """The wait that Google puts into the body, as in `"retryDelay": "37s"`."""
    body = body[0] if isinstance(body, list) and body else body
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    for item in details if isinstance(details, list) else ():
        if isinstance(item, dict) and isinstance(item.get("retryDelay"), str):
            return str(item["retryDelay"]).removesuffix("s")
    return None
