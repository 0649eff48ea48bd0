"""Processor time that the vendors' SDKs take for a request, without network and model.

    python -m automotive_env.scripts.bench_sdks

Prints a line for each kind of model with an SDK, and one for the same body of a chat completion sent without an SDK.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import numpy as np
import typer

from automotive_env.episode.picture import pngs
from automotive_env.models.kinds import find_kind, names
from automotive_env.models.model import ModelRequest
from automotive_env.models.openai_request import chat_body
from automotive_env.models.remote import RemoteModel
from automotive_env.text.output import prepare_output

CHARACTERS = 8_000
REQUESTS, ROUNDS = 100, 7
PICTURE = np.random.default_rng(0).integers(0, 256, (600, 1_000, 3), dtype=np.uint8) // 32 * 32


class _Answering(httpx2.AsyncClient):
    """Answers every request with one body."""

    def __init__(self, body: Any) -> None:
        super().__init__()
        self._content = json.dumps(body).encode()

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Answer a request."""
        return httpx2.Response(200, headers={"Content-Type": "application/json"}, content=self._content, request=request)


def main() -> None:
    """Measure."""
    prepare_output()
    asyncio.run(_measured())


async def _measured() -> None:
    text = "x" * CHARACTERS
    for label, pictures in ((f"{CHARACTERS} characters", ()), ("and a picture", (PICTURE,))):
        request = ModelRequest.of("act", text, pictures)
        encoded = [pngs(message.images) for message in request.messages]
        for name in names():
            kind = find_kind(name)
            if kind and kind.dialect and not kind.forms[1].missing():
                model = kind.make("m", None)
                http = _Answering(kind.dialect.reply("ok", 1, 1, kind.dialect.stopped))
                if isinstance(model, RemoteModel) and name != "gemini-legacy":  # which sends from a thread of its own
                    client = model.connect(http, "key")
                    await _timed(f"{label}: {name}", lambda: model.ask(client, request, encoded, frozenset()))  # noqa: B023
        http = _Answering({})

        async def plainly() -> Any:
            body = json.dumps(chat_body("m", request, encoded, frozenset()))  # noqa: B023
            return await http.send(httpx2.Request("POST", "http://127.0.0.1/v1", content=body.encode()))  # noqa: B023

        await _timed(f"{label}: without an SDK", plainly)


async def _timed(label: str, ask: Callable[[], Awaitable[Any]]) -> None:
    """Print the least time of several rounds: other processes only ever add to it."""
    await ask()
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(REQUESTS):
            await ask()
        rounds.append((time.process_time() - began) / REQUESTS * 1_000)
    print(f"{label:40}{min(rounds):.2f} ms")


if __name__ == "__main__":
    typer.run(main)
