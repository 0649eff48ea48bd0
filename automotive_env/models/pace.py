"""How many requests and tokens a model is asked for within a minute, by all episodes of a process together."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from math import inf

import anyio

from automotive_env.models.model import ModelRequest, Usage

MINUTE = 60.0
CHARACTERS_PER_TOKEN = 4
"""Of English text, as vendors reckon."""
IMAGE_TOKENS = 1_000
"""Of a screenshot; vendors count from 258 to some 1,700."""


@dataclass(slots=True)
class RateUse:
    """Something that was used.

    Attributes:
        time: when, in seconds.
        amount: how much.
    """

    time: float
    amount: float


class MinuteWindow:
    """What was used within the last minute, out of at most so much."""

    def __init__(self, limit: float, seconds: float = MINUTE) -> None:
        self._limit = limit
        self._seconds = seconds
        self._entries: deque[RateUse] = deque()

    @property
    def is_bounded(self) -> bool:
        """Whether there is a limit."""
        return self._limit < inf

    def delay(self, now: float, amount: float) -> float:
        """Seconds until so much more may be used; what exceeds the limit by itself may be when nothing else was."""
        if self._limit == inf:
            return 0.0
        while self._entries and self._entries[0].time <= now - self._seconds:
            self._entries.popleft()
        free = self._limit - sum(entry.amount for entry in self._entries)
        wait = 0.0
        for entry in self._entries:
            if min(amount, self._limit) <= free:
                break
            free += entry.amount
            wait = entry.time + self._seconds - now
        return wait

    def add(self, now: float, amount: float) -> RateUse:
        """Use so much; the amount of the entry may be set right later."""
        entry = RateUse(now, amount)
        if self._limit < inf:
            self._entries.append(entry)
        return entry


class RateReservation:
    """A request that may be sent, and what it turns out to cost."""

    def __init__(self, requests: MinuteWindow, tokens: RateUse) -> None:
        self._requests = requests
        self._tokens = tokens

    def sent_again(self) -> None:
        """The request is sent once more, for which nobody waits: it has waited longer than that already."""
        self._requests.add(anyio.current_time(), 1)

    def used(self, usage: Usage) -> None:
        """Put what was used in the place of its estimate, if the server has counted it."""
        self._tokens.amount = usage.tokens or self._tokens.amount


class RateLimiter:
    """Holds requests back, first come first served, until they fit into the limits of a minute."""

    def __init__(self, requests: float = inf, tokens: float = inf, seconds: float = MINUTE) -> None:
        """Begin with nothing used.

        Args:
            requests: that may be sent within a minute.
            tokens: of prompts and replies, of which as many are reckoned as a request may use, until it is answered.
            seconds: of what is called a minute here.
        """
        self._requests, self._tokens = MinuteWindow(requests, seconds), MinuteWindow(tokens, seconds)
        self._line = anyio.Lock()
        self._settled = anyio.Event()

    @asynccontextmanager
    async def turn(self, request: ModelRequest) -> AsyncIterator[RateReservation]:
        """Wait for one's turn; the block sends the request."""
        if not (self._requests.is_bounded or self._tokens.is_bounded):
            yield RateReservation(self._requests, RateUse(0, 0))
            return
        amount = estimate(request) if self._tokens.is_bounded else 0
        async with self._line:
            while (delay := self._delay(amount)) > 0:
                with anyio.move_on_after(delay):
                    await self._settled.wait()
            now = anyio.current_time()
            self._requests.add(now, 1)
            turn = RateReservation(self._requests, self._tokens.add(now, amount))
        try:
            yield turn
        finally:
            self._settled.set()
            self._settled = anyio.Event()

    def _delay(self, tokens: float) -> float:
        now = anyio.current_time()
        return max(self._requests.delay(now, 1), self._tokens.delay(now, tokens))


def estimate(request: ModelRequest) -> int:
    """The most tokens that a request is expected to use, as vendors reckon before they answer: its prompt, and full replies."""
    tools = [asdict(tool) for tool in request.tools]
    extra = json.dumps([tools, request.schema], default=dict) if tools or request.schema else ""
    pictures = sum(len(message.images) for message in request.messages)
    prompt = (len(request.text) + len(extra)) // CHARACTERS_PER_TOKEN + IMAGE_TOKENS * pictures
    return prompt + request.sampling.n * request.sampling.max_tokens
