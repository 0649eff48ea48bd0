"""A model as one agent of a run asks it: with the run's sampling options, and everything that was asked kept for the record."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from automotive_env.episode.limits import GivenLimits, Limits
from automotive_env.errors import LimitReached, ModelFault, ModelUnavailable
from automotive_env.models.model import Abilities, Completion, Model, ModelRequest, Sampling, Usage
from automotive_env.models.prices import Price

MORE_ROOM = 4
"""How many times the room a reply gets that was cut off by its length, once."""
_DEFAULT = Sampling()
_OPTIONS = tuple(field.name for field in fields(Sampling))
_UNLIMITED = GivenLimits().alone()


@dataclass(frozen=True, slots=True)
class ModelExchange:
    """One request and its answer.

    Attributes:
        request: as it was sent, with the sampling options that held.
        completion: what came back.
        seconds: how long that took.
        notes: what else is worth recording, such as votes on its replies.
    """

    request: ModelRequest
    completion: Completion
    seconds: float
    notes: dict[str, Any] = field(default_factory=dict)


class MeteredModel:
    """Passes requests on; see `automotive_env.models.model.Model`.

    What a request leaves at its default is what the run asks for. Every request has a seed of its own, drawn from that of the
    episode, so that neither samples nor trials repeat. A reply that was cut off by its length is asked for once more with more
    room; where there is none, the reply stands as it came. A request that asks for several replies of itself chooses among them,
    and is asked once more only where all of them were cut off.

    Attributes:
        episode: how many episodes have begun.
        seconds: that the episode has waited for the model.
        spent: what its requests have cost.
    """

    def __init__(
        self,
        model: Model,
        sampling: Sampling = _DEFAULT,
        *,
        schema: bool = False,
        pictures: bool = True,
        limits: Limits = _UNLIMITED,
        price: Price | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Ask a model.

        Args:
            model: who answers.
            sampling: the run's options.
            schema: whether replies are held to a request's schema.
            pictures: whether the model looks at pictures.
            limits: what an episode may use; what exceeds them is not asked.
            price: of the model, or None where it is unknown.
            clock: seconds.
        """
        self.episode = 0
        self.seconds = 0.0
        self.spent = Usage()
        self._model = model
        self._limits = limits
        self._price = price
        self._sampling = sampling
        self._schema = schema
        self._pictures = pictures
        self._clock = clock
        self._seed = ""
        self._began = clock()
        self._asked = 0
        self._exchanges: list[ModelExchange] = []

    @property
    def name(self) -> str:
        """What records call it."""
        return self._model.name

    @property
    def cost(self) -> float | None:
        """US dollars that the episode's requests have cost; None where the price is unknown."""
        return self._price.of(self.spent) if self._price else None

    @property
    def abilities(self) -> Abilities:
        """What requests may count on."""
        return Abilities(self._schema, self._pictures)

    def begin(self, seed: int, trial: int = 0) -> None:
        """Begin an episode: its requests get seeds of their own, and nothing has been asked."""
        self._seed = f"{self._sampling.seed or 0}:{seed}:{trial}"
        self.episode += 1
        self._asked, self.seconds, self._exchanges = 0, 0.0, []
        self.spent, self._began = Usage(), self._clock()

    def take(self) -> tuple[ModelExchange, ...]:
        """What was asked since this was last called, in order."""
        taken, self._exchanges = tuple(self._exchanges), []
        return taken

    def notes_of(self, completion: Completion) -> dict[str, Any]:
        """The notes of the exchange that a completion came from, to be added to; nobody's where it is not one of this step."""
        came = (one.notes for one in reversed(self._exchanges) if one.completion.choices is completion.choices)
        return next(came, {})

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: it could not be answered.
            LimitReached: the episode has used what it may use.
        """
        if exceeded := self._limits.exceeded(self.spent.tokens, self._clock() - self._began - self.seconds, self.cost or 0.0):
            raise LimitReached(exceeded)
        chooses = request.sampling.n > 1
        request = replace(request, sampling=self._options(request.sampling), schema=request.schema if self._schema else None)
        completion = await self._exchange(request)
        if any(choice.finish != "length" for choice in completion.choices[: None if chooses else 1]):
            return completion
        room = replace(request.sampling, max_tokens=MORE_ROOM * request.sampling.max_tokens)
        try:
            again = await self._exchange(replace(request, sampling=room))
        except ModelUnavailable:
            raise
        except ModelFault:  # there is no more room; what came is the reply
            return completion
        return replace(again, usage=completion.usage + again.usage)

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the model answers.

        Raises:
            ModelFault: it does not.
        """
        return await self._model.probe(sampling)

    async def close(self) -> None:
        """The run closes the model, which others use as well."""

    def _options(self, asked: Sampling) -> Sampling:
        own = {name: getattr(asked, name) for name in _OPTIONS} if asked != _DEFAULT else {}
        given = {name: value for name, value in own.items() if value != getattr(_DEFAULT, name)}
        return replace(self._sampling, **({"seed": self._next_seed()} | given))

    def _next_seed(self) -> int:
        """A seed that every server takes: 31 bits."""
        self._asked += 1
        return int.from_bytes(hashlib.sha256(f"{self._seed}:{self._asked}".encode()).digest()[:4]) >> 1

    async def _exchange(self, request: ModelRequest) -> Completion:
        started = self._clock()
        try:
            completion = await self._model.complete(request)
        finally:
            took = self._clock() - started
            self.seconds += took
        self.spent += completion.usage
        self._exchanges.append(ModelExchange(request, completion, took))
        return completion


def usage_of(exchanges: tuple[ModelExchange, ...]) -> Usage:
    """What exchanges cost together."""
    return sum((exchange.completion.usage for exchange in exchanges), Usage())
