"""A model that may be down for a while: the requests of a run wait together until it is back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import anyio

from automotive_env.errors import ModelFault, ModelUnavailable, ReplyBroken, RequestTooLong
from automotive_env.models.model import Abilities, Completion, Model, ModelRequest, Sampling

PATIENCE_SECONDS = 300.0
FIRST_WAIT_SECONDS = 1.0
MAX_WAIT_SECONDS = 15.0
JITTER = 0.25
"""Share of a wait that is added to it at most, at random: the processes of a run must not come back all together."""
MAX_WISH_SECONDS = 60.0
"""How long a server may ask to be left alone, within a quarter of the patience that there is. Some ask for years: who asks for
longer is not believed, and asked again as if it had not said so."""
_random = Random()


@dataclass(slots=True)
class _Outage:
    """One time during which the model was not available.

    Attributes:
        until: when patience is over, on the event loop's clock in seconds.
        next_try: when it is asked next.
        wait: how long to wait after the next failure, unless it says so itself.
        fault: what it failed with last.
        is_over: whether requests go on.
        is_given_up: whether they all fail instead.
        turn: held by the one request that waits for the next try; the others stand in line for it.
    """

    until: float
    next_try: float
    wait: float
    fault: ModelFault
    is_over: bool = False
    is_given_up: bool = False
    turn: anyio.Lock = field(default_factory=anyio.Lock)


class OutageGuard:
    """Passes requests on, and holds all of them back while the model is not available; see `automotive_env.models.model.Model`.

    One guard stands before the model of a run, below its `MeteredModel`s. When a request fails with `ModelUnavailable`, the
    requests of the run take turns at asking again, with growing waits, until one is answered; then all go on. A request is asked
    again only after it has failed, so none is answered twice. One that goes on failing while others are answered is given up as
    well when patience is over.

    After any other fault, and after a reply that broke off, the model is probed. Where that fails, too, the model is down,
    whatever it calls it: a key that expired, a gateway that knows no model for a while. Where it answers, the request is sent
    once more, and then refused for good: there are prompts at which a server breaks off every time.

    Attributes:
        name: what records call the model.
    """

    def __init__(
        self,
        model: Model,
        patience: float = PATIENCE_SECONDS,
        *,
        name: str = "",
        paused: Callable[[str], None] = lambda message: None,
        resumed: Callable[[], None] = lambda: None,
        first_wait: float = FIRST_WAIT_SECONDS,
        max_wait: float = MAX_WAIT_SECONDS,
    ) -> None:
        """Guard a model.

        Args:
            model: who answers.
            patience: seconds from the first failure of an outage until all requests fail; 0 waits for nothing.
            name: what records call it; by default the model's own name.
            paused: told why, when an outage begins.
            resumed: called when the model answers again.
            first_wait: seconds until it is asked again; each further wait is twice as long.
            max_wait: bound of such a wait in seconds; a server may ask for `MAX_WISH_SECONDS`.
        """
        self._model = model
        self.name = name or model.name
        self._patience = patience
        self._paused, self._resumed = paused, resumed
        self._first_wait, self._max_wait = first_wait, max_wait
        self._outage: _Outage | None = None
        self._ended = 0
        self._probing = anyio.Lock()
        self._sampling = Sampling()

    @property
    def given_up(self) -> str:
        """What the model failed with when patience was over; empty where it was not, or where the model has answered since."""
        return str(self._given_up(self._outage)) if self._outage is not None and self._outage.is_given_up else ""

    @property
    def own_name(self) -> str:
        """What the model calls itself, by which its price is known."""
        return self._model.name

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request, as soon as the model is available.

        Raises:
            ModelUnavailable: it was not, for as long as patience lasts.
            ModelFault: it refuses for good.
        """
        give_up_at: float | None = None
        is_refused = False
        while True:
            outage, ended = self._outage, self._ended
            if outage is not None and not outage.is_given_up:
                answer = await self._ask_again(outage, request)
                if answer is not None:
                    return answer
                continue
            try:
                completion = await self._model.complete(request)
            except ModelFault as fault:
                if not _is_down(fault):
                    if is_refused or self.given_up or isinstance(fault, RequestTooLong):
                        raise
                    is_refused = await self._is_there(fault, ended)
                    continue
                now = anyio.current_time()
                give_up_at = give_up_at or now + self._patience
                if now >= give_up_at or self.given_up:
                    raise
                self._failed(fault, ended)
            else:
                self._answered(outage)
                return completion

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the model answers; nothing is waited for.

        Raises:
            ModelFault: it does not.
        """
        self._sampling = sampling
        return await self._model.probe(sampling)

    async def close(self) -> None:
        """Release the model's connections."""
        await self._model.close()

    async def _is_there(self, fault: ModelFault, ended: int) -> bool:
        """Whether the model answers a probe after it refused a request; where it does not, an outage begins."""
        async with self._probing:
            if self._outage is not None:
                return False
            if await self._answers():
                return True
            self._failed(fault, ended)
            return False

    async def _answers(self) -> bool:
        try:
            await self._model.probe(self._sampling)
        except ModelFault:
            return False
        return True

    def _failed(self, fault: ModelFault, ended: int) -> None:
        """Begin an outage, unless there is one, or one has ended since the request was sent."""
        if self._outage is None and ended == self._ended:
            now = anyio.current_time()
            self._outage = _Outage(now + self._patience, now, self._first_wait, fault)
            self._plan(self._outage, fault)
            self._paused(str(fault))

    def _plan(self, outage: _Outage, fault: ModelFault) -> None:
        """Say when to ask next."""
        outage.fault = fault
        wish = _retry_after(fault) or 0.0
        wish = min(wish, self._patience / 4) if wish <= MAX_WISH_SECONDS else 0.0
        outage.next_try = anyio.current_time() + max(outage.wait, wish) * (1 + JITTER * _random.random())
        outage.wait = min(2 * outage.wait, self._max_wait)

    def _answered(self, outage: _Outage | None) -> None:
        """Let all requests go on after an outage, if this answer came after it began."""
        if outage is not None and self._outage is outage:
            self._outage = None
            self._ended += 1
            outage.is_over = True
            self._resumed()

    async def _ask_again(self, outage: _Outage, request: ModelRequest) -> Completion | None:
        """Take one turn at asking; None if it failed, or if the outage ended before."""
        async with outage.turn:
            if outage.is_over:
                return None
            if outage.is_given_up or outage.next_try > outage.until:
                raise self._given_up(outage)
            try:
                await anyio.sleep_until(outage.next_try)
                with anyio.CancelScope(deadline=outage.until):
                    return await self._try(outage, request)
            except anyio.get_cancelled_exc_class():
                if not outage.turn.statistics().tasks_waiting:
                    self._outage = None  # nobody is left who would end it
                raise
            raise self._given_up(outage)

    async def _try(self, outage: _Outage, request: ModelRequest) -> Completion | None:
        try:
            completion = await self._model.complete(request)
        except ModelFault as fault:
            if _is_down(fault) or not await self._answers():
                self._plan(outage, fault)
            else:
                self._answered(outage)  # it refuses this request, and it is there
            return None
        self._answered(outage)
        return completion

    def _given_up(self, outage: _Outage) -> ModelUnavailable:
        outage.is_given_up = True
        return ModelUnavailable(f"{outage.fault}; waited for it for up to {self._patience:g} s", _retry_after(outage.fault))


def _is_down(fault: ModelFault) -> bool:
    """Whether a fault says by itself that the model is down, and nothing of the request."""
    return isinstance(fault, ModelUnavailable) and not isinstance(fault, ReplyBroken)


def _retry_after(fault: ModelFault) -> float | None:
    """Seconds that the server wants to be left alone, where it said so."""
    return fault.retry_after if isinstance(fault, ModelUnavailable) else None
