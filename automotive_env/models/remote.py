"""What all models behind a network have in common: key, client, retries, and parameters that some servers do not take."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeAlias, TypeVar

import anyio
from anyio.lowlevel import RunVar

from automotive_env.errors import ModelFault
from automotive_env.imaging import png
from automotive_env.model import Abilities, Completion, Message, ModelRequest, Sampling
from automotive_env.models.reply import StatusError
from automotive_env.models.retry import RetryPolicy, with_retries
from automotive_env.models.sanitise import sanitise

if TYPE_CHECKING:
    import httpx2

    from automotive_env.models.faults import Server

Client = TypeVar("Client")
Option = Literal["schema", "temperature", "seed", "max_tokens"]
"""What some servers refuse, and a request can do without."""
Pngs: TypeAlias = Sequence[bytes]

PROBE = ModelRequest("probe", (Message("user", "Reply with the word OK."),), sampling=Sampling(max_tokens=64))
"""Small, yet enough for the models that refuse a bound below what they need to begin."""
NO_KEY = "no-key"
"""Placeholder where a server needs no key but its SDK does."""
_KEY = re.compile("[!-~]+")


class RemoteModel(ABC, Generic[Client]):
    """A model that an SDK asks over HTTP. A subclass says where, with which key, and how a request and a reply look.

    Attributes:
        name: what records call it.
        model: its name at the server.
        url: base URL of the server.
        policy: bounds of requests and retries.
    """

    kind: ClassVar[str]
    official_url: ClassVar[str]
    key_variables: ClassVar[tuple[str, ...]]
    url_hint: ClassVar[str]
    options: ClassVar[Mapping[Option, tuple[str, ...]]]

    def __init__(self, model: str, url: str | None = None, *, policy: RetryPolicy = RetryPolicy()) -> None:  # noqa: B008 - frozen
        self.model = model
        self.url = url or self.official_url
        self.policy = policy
        self._name = f"{self.kind}:{model}" + (f"@{url}" if url else "")
        self._open: RunVar[tuple[httpx2.AsyncClient, Client] | None] = RunVar(self._name, None)
        self._refused: frozenset[Option] = frozenset()
        self._keys: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return self._name

    @abstractmethod
    def connect(self, http: httpx2.AsyncClient, key: str) -> Client:
        """Make the SDK's client on top of the HTTP client."""

    @abstractmethod
    async def ask(self, client: Client, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> Completion:
        """Send the request with its images once, leaving out what the server refuses; may raise anything."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a prompt.

        Raises:
            ModelFault: it could not, after bounded retries.
        """
        server = self._server()
        client = self._client(server)
        pngs = [png(image) for image in request.images]
        return await with_retries(partial(self._attempt, server, client, request, pngs), self.policy)

    async def probe(self) -> Abilities:
        """Ask for one word.

        Raises:
            ModelFault: no answer; the message says what to do.
        """
        await self.complete(PROBE)
        return Abilities()

    async def close(self) -> None:
        """Close the connections of the running event loop; a later request opens new ones."""
        opened = self._open.get()
        if opened:
            self._open.set(None)
            await opened[0].aclose()

    def _server(self) -> Server:
        from automotive_env.models.faults import Server

        variables = " or ".join(self.key_variables)
        keys = [value for name in self.key_variables if (value := os.environ.get(name, "").strip())]
        if not keys and self.url == self.official_url:
            raise ModelFault(f"{self.name} needs a key; set {variables}, or use --model builtin, which needs none")
        if not all(_KEY.fullmatch(key) for key in keys):
            raise ModelFault(f"{self.name}: {variables} holds characters that no key has; set it again")
        self._keys |= frozenset(keys)
        shown, key = f"{self.kind}:{self.model}", keys[0] if keys else ""
        return Server(shown, self.model, self.url, key, self._keys, variables, self.url_hint, self.policy.request_timeout)

    def _client(self, server: Server) -> Client:
        """The SDK's client of the running event loop; connections cannot be shared between loops."""
        opened = self._open.get()
        if not opened:
            from automotive_env.models.faults import unusable
            from automotive_env.models.http import open_client

            try:
                http = open_client(self.policy.request_timeout)
                opened = http, self.connect(http, server.key or NO_KEY)
            except Exception as error:
                raise unusable(error, server) from None
            self._open.set(opened)
        return opened[1]

    async def _attempt(self, server: Server, client: Client, request: ModelRequest, pngs: Pngs) -> Completion:
        from automotive_env.models.faults import explain

        try:
            with anyio.fail_after(self.policy.request_timeout):
                return sanitise(await self._negotiate(client, request, pngs), server.keys)
        except Exception as error:
            raise explain(error, server) from None  # an SDK's traceback shows headers, and so the key

    async def _negotiate(self, client: Client, request: ModelRequest, pngs: Pngs) -> Completion:
        """Ask, leaving out one parameter after the other that the server complains about."""
        without = self._refused
        while True:
            try:
                completion = await self.ask(client, request, pngs, without)
            except Exception as error:
                option = self._complaint(error, request)
                if option is None or option in without:
                    raise
                without |= {option}
            else:
                self._refused |= without  # only now: a bad request may name any parameter
                return completion

    def _complaint(self, error: Exception, request: ModelRequest) -> Option | None:
        """The parameter that a refusal of the request speaks of first."""
        from automotive_env.models.faults import causes

        detail = next((e.detail.lower() for e in causes(error) if isinstance(e, StatusError) and e.status in (400, 422)), "")
        sent = {"schema": request.schema is not None, "seed": request.sampling.seed is not None}
        places = {
            option: min(place for word in words if (place := detail.find(word)) >= 0)
            for option, words in self.options.items()
            if sent.get(option, True) and any(word in detail for word in words)
        }
        return min(places, key=lambda option: places[option], default=None)
