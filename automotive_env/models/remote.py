"""What all models behind a network have in common: key, client, retries, and parameters that some servers do not take."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import anyio
from anyio import to_thread
from anyio.lowlevel import RunVar

from automotive_env.episode.picture import pngs
from automotive_env.errors import ModelFault, UsageError
from automotive_env.models.address import ModelAddress, read_address
from automotive_env.models.call_ids import with_unique_ids
from automotive_env.models.endings import REFUSED, check_reply
from automotive_env.models.extra import check_extra
from automotive_env.models.kind import Dialect, Form, ModelKind, check_computer_tool, is_installed
from automotive_env.models.kinds import names
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage
from automotive_env.models.model_names import example_of
from automotive_env.models.one_by_one import one_by_one
from automotive_env.models.options import ESSENTIAL, ModelOption, OptionWords, named_option, options_of
from automotive_env.models.pace import RateLimiter
from automotive_env.models.probe import ROOM_TO_THINK, follows_schema, probe_of, wants_room
from automotive_env.models.proxies import proxy_for
from automotive_env.models.reply import HttpStatusError, receiving
from automotive_env.models.retry import RetryPolicy, with_retries
from automotive_env.models.roles import MessageImages, put_in_turn, without_system
from automotive_env.models.sanitise import sanitise

if TYPE_CHECKING:
    import httpx2

    from automotive_env.models.faults import ModelServer

Client = TypeVar("Client")

NO_KEY = "no-key"
"""Placeholder where a server needs no key but its SDK does."""
_KEY = re.compile("[!-~]+")


class RemoteModel(ABC, Generic[Client]):
    """A model behind an HTTP API. A subclass defines the server, the key, the request and the reply.

    Attributes:
        kind: prefix that users type before the name.
        official_url: base URL of the vendor.
        key_variables: environment variables; the first that is set holds the key.
        url_hint: how base URLs of such servers end, in words.
        words: option -> its name at the servers; an option that is not listed is never sent.
        module: its SDK, if this package does not install it; see `Form`.
        requires: what pip installs to get that SDK.
        computer_tools: versions of the vendor's computer tool; see `ModelKind`.
        name: what records call it.
        model: its name at the server.
        url: base URL of the server.
        policy: limits of requests and retries.
    """

    kind: ClassVar[str]
    official_url: ClassVar[str]
    key_variables: ClassVar[tuple[str, ...]]
    url_hint: ClassVar[str]
    words: ClassVar[OptionWords]
    module: ClassVar[str] = ""
    requires: ClassVar[str] = ""
    computer_tools: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        model: str,
        url: str | None = None,
        *,
        policy: RetryPolicy = RetryPolicy(),  # noqa: B008 - frozen
        pace: RateLimiter | None = None,
    ) -> None:
        self.model = model
        self.url = url or self.official_url
        self.policy = policy
        self._pace = pace or RateLimiter()
        self._name = f"{self.kind}:{ModelAddress(model, url)}"
        self._open: RunVar[tuple[httpx2.AsyncClient, Client] | None] = RunVar(self._name, None)
        self._refused: frozenset[ModelOption] = frozenset()
        self._keys: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return self._name

    @abstractmethod
    def connect(self, http: httpx2.AsyncClient, key: str) -> Client:
        """Make the SDK's client on top of the HTTP client."""

    @abstractmethod
    async def ask(
        self, client: Client, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
    ) -> Completion:
        """Send the request with its images once, without the options that the server refuses; may raise anything."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request. If a server returns fewer replies than requested, the others are requested one by one.

        Raises:
            ModelFault: it failed after bounded retries, or it does not support all of the request.
        """
        server = self._server()
        try:
            check_extra(request.sampling.extra)
            if lost := next((option for option in options_of(request) if option in ESSENTIAL - self.words.keys()), None):
                raise UsageError(f"models of this kind do not support {lost}; omit it")
            if request.computer:
                check_computer_tool(self.kind, request.computer.version, self.computer_tools)
            self.check(request)
        except UsageError as error:
            raise ModelFault(f"{server.name}: {error}") from None
        client = self._client(server)
        send = partial(self._send, server, client, await _encoded(request))
        completion = await send(request)
        if len(completion.choices) == 1 < request.sampling.n:
            self._refused |= {"n"}
        return with_unique_ids(await one_by_one(request, send, completion), request)

    def check(self, request: ModelRequest) -> None:
        """Refuse requests that this kind of model does not support.

        Raises:
            UsageError: it does not support the request; the message says why.
        """

    async def probe(self, sampling: Sampling) -> Abilities:
        """Request one word with the run's options, and JSON around it by schema only.

        Raises:
            ModelFault: no answer; the message says what to do.
        """
        completion = await self.complete(probe_of(sampling))
        if wants_room(completion):
            completion = await self.complete(probe_of(sampling, ROOM_TO_THINK))
        return Abilities(schema="schema" not in self._refused and follows_schema(completion))

    async def close(self) -> None:
        """Close the connections of the running event loop; a later request opens new ones."""
        opened = self._open.get()
        if opened:
            self._open.set(None)
            await opened[0].aclose()

    def _server(self) -> ModelServer:
        from automotive_env.models.faults import ModelServer

        variables = " or ".join(self.key_variables)
        keys = [value for name in self.key_variables if (value := os.environ.get(name, "").strip())]
        if not keys and self.url == self.official_url:
            raise ModelFault(f"{self.name} needs a key; set {variables}, or use --model builtin, which needs none")
        if not all(_KEY.fullmatch(key) for key in keys):
            raise ModelFault(f"{self.name}: {variables} holds characters that are not allowed in a key; set it again")
        self._keys |= frozenset(keys)
        shown, key = f"{self.kind}:{self.model}", keys[0] if keys else ""
        example = example_of(self.kind) if self.url == self.official_url else ""
        timeout = self.policy.request_timeout
        return ModelServer(shown, self.model, self.url, key, self._keys, variables, self.url_hint, timeout, example)

    def _client(self, server: ModelServer) -> Client:
        """The SDK's client of the running event loop; connections cannot be shared between loops."""
        opened = self._open.get()
        if not opened:
            if self.module and not is_installed(self.module):
                raise ModelFault(f"{self.name} needs its SDK: pip install '{self.requires}'")
            from automotive_env.models.faults import unusable
            from automotive_env.models.http import open_client

            try:
                http = open_client(self.policy.request_timeout, proxy_for(self.url), check_reply)
                opened = http, self.connect(http, server.key or NO_KEY)
            except Exception as error:
                raise unusable(error, server) from None
            self._open.set(opened)
        return opened[1]

    async def _send(self, server: ModelServer, client: Client, pngs: MessageImages, request: ModelRequest) -> Completion:
        """Send a request when it is its turn, and again where that failed."""
        async with self._pace.turn(request) as turn:
            completion = await with_retries(
                partial(self._attempt, server, client, pngs, request), self.policy, again=turn.sent_again
            )
            turn.used(completion.usage)
            return completion

    async def _attempt(self, server: ModelServer, client: Client, pngs: MessageImages, request: ModelRequest) -> Completion:
        from automotive_env.models.faults import explain

        try:
            with anyio.fail_after(self.policy.request_timeout), receiving(request.sampling):
                completion = await self._negotiate(server, client, request, pngs)
        except Exception as error:
            if (refusal := _status_error(error)) and refusal.withholds:
                return Completion.of("", Usage(calls=1), REFUSED)
            raise explain(error, server) from None  # an SDK's traceback shows headers, and so the key
        if request.sampling.logprobs is not None and any(choice.text and not choice.logprobs for choice in completion.choices):
            raise ModelFault(f"{server.name}: {server.url} sends no log probabilities; omit the option logprobs")
        return sanitise(completion, server.keys, request.sampling)

    async def _negotiate(self, server: ModelServer, client: Client, request: ModelRequest, pngs: MessageImages) -> Completion:
        """Ask, leaving out one option after the other that the server complains about, if the request can do without."""
        from automotive_env.models.faults import not_taken

        without = self._refused
        while True:
            try:
                completion = await self.ask(client, *_adapted(request, pngs, without), without)
            except Exception as error:
                refusal = _status_error(error)
                of_the_request = refusal and refusal.status in (400, 422, 501) and not refusal.withholds
                option = self._complaint(refusal, request, without) if refusal and of_the_request else None
                if refusal and option in ESSENTIAL:
                    raise not_taken(option, refusal, server) from None
                if option is None:
                    raise
                without |= {option}
            else:
                self._refused |= without  # only now: a bad request may name any option
                return completion

    def _complaint(self, refusal: HttpStatusError, request: ModelRequest, without: frozenset[ModelOption]) -> ModelOption | None:
        """The option that a refusal of the request speaks of."""
        option = named_option(refusal.detail, request, self.words, without)
        if option is None and request.purpose == "probe" and "schema" in self.words.keys() - without:
            return "schema"  # servers refuse schemas in many words, and nothing else of that request is uncommon
        return option


def remote_kind(
    model: type[RemoteModel[Any]],
    about: str,
    about_url: str,
    dialect: Dialect,
    priced_as: str = "",
) -> ModelKind:
    """The kind of a vendor's models: NAME at the vendor's server, NAME@URL at another.

    Args:
        model: the class of its models.
        about: what NAME is, in one line.
        about_url: what NAME@URL is, in one line.
        dialect: how the servers reply.
        priced_as: see `ModelKind`.
    """

    def make(rest: str, pace: RateLimiter | None) -> RemoteModel[Any]:
        address = read_address(model.kind, rest)
        if address.url is None and address.model.lower() in names():
            example = example_of(model.kind)
            raise UsageError(
                f"{model.kind}:{address.model} names no model; write {model.kind}:NAME, where NAME is what the vendor calls the "
                f"model, such as {example}"
            )
        return model(address.model, address.url, pace=pace)

    sdk = model.module, model.requires
    forms = Form(":NAME", about, model.key_variables, *sdk), Form(":NAME@URL", about_url, (), *sdk)
    return ModelKind(model.kind, forms, make, priced_as=priced_as, dialect=dialect, computer_tools=model.computer_tools)


async def _encoded(request: ModelRequest) -> MessageImages:
    """The pictures of each message as PNG files; encoding is left to a thread, so that other episodes go on."""
    if not any(message.images for message in request.messages):
        return [()] * len(request.messages)
    return await to_thread.run_sync(lambda: [pngs(message.images) for message in request.messages])


def _adapted(request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]) -> tuple[ModelRequest, MessageImages]:
    """The request, said by the roles that the server takes."""
    if "roles" in without:
        messages, pngs = put_in_turn(request.messages, pngs)
        return replace(request, messages=messages), pngs
    if "system" in without:
        request = replace(request, messages=without_system(request.messages))
    return request, pngs


def _status_error(error: Exception) -> HttpStatusError | None:
    """The failure that a server reported, if it is one."""
    from automotive_env.models.faults import causes

    return next((cause for cause in causes(error) if isinstance(cause, HttpStatusError)), None)
