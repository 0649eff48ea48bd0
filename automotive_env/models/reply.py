"""What servers of any vendor send instead of a reply, and the numbers in what they send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from math import isnan
from time import time
from typing import Any

from automotive_env.foreign_text import read_json
from automotive_env.model import Sampling

MAX_RECEIVED_BYTES = 2 * 2**20
"""Bytes that are read of a response, for each reply; one of ten thousand tokens has less than a tenth of it."""
MAX_LOGPROB_BYTES = 200
"""Bytes that are read beside these for each log probability that was asked for; servers spell a token's bytes, too."""
MAX_RESPONSE_BYTES = 64 * 2**20
"""Bytes that are read of any response."""
LEAST_LOGPROB = -9999.0
"""What servers send for a token that is next to impossible; smaller numbers, and what is none, are kept as this."""
MAX_CALL_TOKENS = 10**9
"""A server that counts more tokens for one call does not count."""


class StatusError(Exception):
    """The server answered with another status than 200; callers of a model see a `ModelFault`.

    Attributes:
        status: HTTP status.
        detail: what the server said about it, as it said it; see `automotive_env.models.sanitise.one_line`.
        retry_after: seconds that it wants to be left alone, where it said so.
    """

    def __init__(self, status: int, detail: str, retry_after: float | None = None) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


class UnreadableReply(Exception):
    """The body is no reply of a model; says what it is instead. Callers of a model see a `ModelFault`."""


def status_error(status: int, text: str, headers: Mapping[str, str]) -> StatusError:
    """The error for a response whose status is not 200.

    Args:
        status: HTTP status.
        text: the whole body.
        headers: names are looked up in lower case.
    """
    try:
        body = read_json(text)
    except ValueError:
        body = None
    return StatusError(status, _detail(body, text), retry_after(headers, body))


_receivable: ContextVar[int] = ContextVar("_receivable", default=MAX_RECEIVED_BYTES)


@contextmanager
def receiving(sampling: Sampling) -> Iterator[None]:
    """Bound what is read of responses by what was asked for."""
    numbers = 0 if sampling.logprobs is None else sampling.max_tokens * (1 + sampling.logprobs)
    bound = max(1, sampling.n) * (MAX_RECEIVED_BYTES + MAX_LOGPROB_BYTES * numbers)
    token = _receivable.set(min(bound, MAX_RESPONSE_BYTES))
    try:
        yield
    finally:
        _receivable.reset(token)


def check_received(size: int) -> None:
    """Refuse a response when more of it has come than is read.

    Raises:
        UnreadableReply: so many bytes are too many.
    """
    if size > _receivable.get():
        raise UnreadableReply(f"more than {_receivable.get() // 2**20} MB")


def check_encoding(encoding: str | None) -> None:
    """Refuse a compressed response.

    Raises:
        UnreadableReply: it is compressed.
    """
    if encoding and encoding.strip().lower() != "identity":
        raise UnreadableReply("a compressed reply, which was not asked for")


def logprob(value: Any) -> float:
    """A natural logarithm of a probability, `LEAST_LOGPROB` to 0.

    Raises:
        TypeError: it is no number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(min(0.0, max(value, LEAST_LOGPROB))) if value == value else LEAST_LOGPROB


def count(value: Any) -> int:
    """A number of tokens; 0 where the server sent none, or no number that tokens can have."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_CALL_TOKENS else 0


def retry_after(headers: Mapping[str, str], body: Any) -> float | None:
    """The seconds that a server wants to be left alone, as its headers or the body of its failure say; else None."""
    for value, scale in ((headers.get("retry-after-ms"), 0.001), (headers.get("retry-after") or _retry_delay(body), 1.0)):
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
        except (ValueError, OverflowError):
            return None
    return None if isnan(seconds) else seconds


def _retry_delay(body: Any) -> str | None:
    """The wait that Google puts into the body, as in `"retryDelay": "37s"`."""
    error = _error(body)
    details = error.get("details") if isinstance(error, dict) else None
    for item in details if isinstance(details, list) else ():
        if isinstance(item, dict) and isinstance(item.get("retryDelay"), str):
            return str(item["retryDelay"]).removesuffix("s")
    return None


def _error(body: Any) -> Any:
    """The error object in a body, in the shapes of OpenAI, Google and FastAPI."""
    body = body[0] if isinstance(body, list) and body else body
    return body.get("error", body) if isinstance(body, dict) else body


def _detail(body: Any, text: str) -> str:
    """What an error body says; else the whole of it."""
    error = _error(body)
    if not isinstance(error, dict):
        return error if isinstance(error, str) else text
    said = error.get("message") or error.get("detail") or text
    if isinstance(said, list):
        said = "; ".join(_complaint(item) for item in said[:3])
    named = [word for word in (error.get("param"), error.get("code")) if isinstance(word, str) and word not in str(said)]
    return ": ".join([*named, str(said)])


def _complaint(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    place = item.get("loc")
    return f"{'.'.join(map(str, place)) if isinstance(place, list) else ''}: {item.get('msg', '')}"
