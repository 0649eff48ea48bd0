"""What servers of any vendor send instead of a reply, and the numbers in what they send."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from math import isnan
from time import time
from typing import Any

from automotive_env.models.model import Sampling
from automotive_env.text.foreign_text import read_json

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
_GZIP = b"\x1f\x8b"
_RULES = re.compile(r"content.?(filter|policy|management|moderation)|moderation|safety")
"""Codes of errors by which a vendor withholds a reply."""


class HttpStatusError(Exception):
    """The server answered with another status than 200, or with such an error in place of a reply.

    Callers of a model see a `ModelFault`.

    Attributes:
        status: HTTP status; 0 for an error that has none.
        detail: what the server said about it, as it said it; see `automotive_env.models.sanitise.one_line`.
        retry_after: seconds that it wants to be left alone, where it said so.
        withholds: whether the vendor's rules forbid the request or its reply.
    """

    def __init__(self, status: int, detail: str, retry_after: float | None = None, withholds: bool = False) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        self.withholds = withholds


class UnreadableReply(Exception):
    """The body is no reply of a model; says what it is instead. Callers of a model see a `ModelFault`.

    Attributes:
        advice: what to do; empty where the URL may be wrong.
    """

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what)
        self.advice = advice


def status_error(status: int, text: str, headers: Mapping[str, str]) -> HttpStatusError:
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
    return HttpStatusError(status, _detail(body, text), retry_after(headers, body), _withholds(_error(body)))


def failure_in(part: Mapping[str, Any]) -> HttpStatusError | None:
    """The error that a part of a reply holds, with the HTTP status that it names."""
    error = part.get("error") or part.get("errors") or (part if "error" in (part.get("object"), part.get("type")) else None)
    if not error or (isinstance(error, dict) and not any(error.values())):
        return None
    error = error[0] if isinstance(error, list) else error
    told = error if isinstance(error, dict) else {}
    return HttpStatusError(_status(told), _detail(error, json.dumps(error)), retry_after({}, {"error": error}), _withholds(error))


def _status(error: Mapping[str, Any]) -> int:
    """The HTTP status of a failure that an error names, or 0."""
    named = (str(error.get(name)) for name in ("code", "status", "status_code"))
    return next((int(one) for one in named if re.fullmatch("[45][0-9][0-9]", one)), 0)


def _withholds(error: Any) -> bool:
    codes = (error.get(name) for name in ("code", "type")) if isinstance(error, dict) else ()
    return any(isinstance(code, str) and _RULES.search(code.lower()) for code in codes)


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
    """Refuse a response that is compressed otherwise than by gzip.

    Raises:
        UnreadableReply: it is.
    """
    if encoding and encoding.strip().lower() not in ("identity", "gzip", "x-gzip"):
        raise _compressed(f"{encoding.strip():.20}")


def as_utf8(data: bytes) -> bytes:
    """A text as UTF-8 without a byte-order mark: unpacked where it is packed, whatever its headers say of that.

    Raises:
        UnreadableReply: it cannot be unpacked, or is too long.
    """
    if data.startswith(_GZIP):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, _receivable.get() + 1)
        except zlib.error:
            raise _compressed("gzip, damaged") from None
        check_received(len(data))
        if not unpacker.eof or unpacker.unused_data or data.startswith(_GZIP):
            raise _compressed("gzip, incomplete or packed twice")
    encoding = json.detect_encoding(data)
    return data if encoding == "utf-8" else data.decode(encoding, "replace").encode("utf-8", "replace")


def _compressed(how: str) -> UnreadableReply:
    return UnreadableReply(
        f"a compressed reply ({how}), which was not requested", "turn off compression at the server or gateway"
    )


def logprob(value: Any) -> float:
    """A natural logarithm of a probability, `LEAST_LOGPROB` to 0.

    Raises:
        TypeError: it is no number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(min(0.0, max(value, LEAST_LOGPROB))) if value == value else LEAST_LOGPROB


def count(value: Any) -> int:
    """A number of tokens, however it is written; 0 where the server sent none, or no number that tokens can have."""
    if isinstance(value, str) and re.fullmatch("[0-9.]{1,20}", value):
        with suppress(ValueError):
            value = float(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return round(value) if is_number and 0 < value <= MAX_CALL_TOKENS else 0


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
