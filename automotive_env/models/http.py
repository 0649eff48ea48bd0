"""The HTTP client under the vendors' SDKs: bounded replies, no redirects, and failures as one kind of exception."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx2

from automotive_env.models.reply import Answered, Unreadable, retry_after

LONGEST_REPLY = 8 * 2**20
"""Bytes; a reply of ten thousand tokens has less than a hundredth of it."""
_LONGEST_DETAIL = 500


def open_client(seconds: float) -> httpx2.AsyncClient:
    """A client whose requests raise `Answered` for every status but 200, and `Unreadable` for a body beyond `LONGEST_REPLY`.

    Redirects count as failures: a key must not follow one.
    """
    # Compressed replies are not asked for, so that the bound on what is received is the bound on what is held.
    headers = {"Accept-Encoding": "identity"}
    return httpx2.AsyncClient(timeout=seconds, headers=headers, follow_redirects=False, event_hooks={"response": [_check]})


async def _check(response: httpx2.Response) -> None:
    response.stream = _Bounded(cast(httpx2.AsyncByteStream, response.stream))
    if response.status_code != 200:
        await response.aread()
        body = _json(response.text)
        raise Answered(response.status_code, _detail(body, response.text), retry_after(response.headers, body))


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > LONGEST_REPLY:
                raise Unreadable(f"more than {LONGEST_REPLY // 2**20} MB")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def brief(text: str, longest: int = _LONGEST_DETAIL) -> str:
    """The text on one line, shortened."""
    line = " ".join(text[: 4 * longest].split())
    return line if len(line) <= longest else line[: longest - 3] + "..."


def _detail(body: Any, text: str) -> str:
    """What an error body says, in the shapes of OpenAI, Google and FastAPI; else its beginning."""
    error = body[0] if isinstance(body, list) and body else body
    error = error.get("error", error) if isinstance(error, dict) else error
    if not isinstance(error, dict):
        return brief(error if isinstance(error, str) else text)
    said = error.get("message") or error.get("detail") or text
    if isinstance(said, list):
        said = "; ".join(_complaint(item) for item in said[:3])
    named = [word for word in (error.get("param"), error.get("code")) if isinstance(word, str) and word not in str(said)]
    return brief(": ".join([*named, str(said)]))


def _complaint(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    return f"{'.'.join(str(part) for part in item.get('loc') or ())}: {item.get('msg', '')}"
