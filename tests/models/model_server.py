"""A loopback server that says what a test tells it to, remembers what it was asked, and speaks as either vendor does."""

import base64
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest

from automotive_env.errors import ModelFault, ModelUnavailable, ReplyBroken
from automotive_env.models.kind import Dialect, ModelKind, is_installed
from automotive_env.models.kinds import find_kind, gemini, gemini_legacy, names, openai
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling
from automotive_env.models.pace import RateLimiter
from automotive_env.models.remote import RemoteModel
from automotive_env.models.retry import RetryPolicy

QUICK = RetryPolicy(request_timeout=5, total_timeout=10, first_wait=0.01, max_wait=0.02, jitter=0)


ASK = ModelRequest.of("act", "Which way?", sampling=Sampling(temperature=0.5, max_tokens=99, seed=7))
SECRET = "sk-very/secret+nobody-may-see"


def ask(model: RemoteModel[Any], request: ModelRequest = ASK) -> Completion:
    return closing(model, lambda: model.complete(request))


def probed(model: RemoteModel[Any], sampling: Sampling = Sampling()) -> Abilities:  # noqa: B008 - frozen
    return closing(model, lambda: model.probe(sampling))


def closing(model: RemoteModel[Any], work: Callable[[], Awaitable[Any]]) -> Any:
    async def once() -> Any:
        try:
            return await work()
        finally:
            await model.close()

    return anyio.run(once)


def fault(model: RemoteModel[Any], request: ModelRequest = ASK) -> str:
    with pytest.raises(ModelFault) as caught:
        ask(model, request)
    assert caught.value.__cause__ is None
    assert caught.type in (ModelFault, ModelUnavailable, ReplyBroken)
    return str(caught.value)


@dataclass(frozen=True)
class Reply:
    """What the server says: a status, a body (JSON unless it is bytes), headers, and how long it thinks."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass
class Loopback:
    """Replies in the order of `replies`, the last one for ever."""

    server: ThreadingHTTPServer
    replies: list[Reply] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def says(self, *replies: Reply) -> None:
        self.replies = list(replies)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)) or 0)
        self.asked.append(json.loads(body or "{}"))
        self.paths.append(handler.path)
        self.headers.append({name.lower(): value for name, value in handler.headers.items()})
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        time.sleep(reply.seconds)
        data = reply.data()
        handler.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **reply.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)


@dataclass(frozen=True)
class Vendor:
    """A kind of model with servers, as its declaration says: how it is made, and how its server replies."""

    kind: ModelKind

    @property
    def key(self) -> str:
        return self.kind.forms[0].keys[0]

    @property
    def dialect(self) -> Dialect:
        assert self.kind.dialect
        return self.kind.dialect

    @property
    def base(self) -> str:
        """What stands in the vendor's base URL behind the host."""
        return urlsplit(self.named("m-1").url).path

    def named(self, rest: str, pace: RateLimiter | None = None, **policy: float) -> RemoteModel[Any]:
        model = self.kind.make(rest, pace)
        assert isinstance(model, RemoteModel)
        model.policy = replace(QUICK, **policy)
        return model

    def model(self, loopback: Loopback, pace: RateLimiter | None = None, **policy: float) -> RemoteModel[Any]:
        return self.at(loopback.url + self.base, pace, **policy)

    def at(self, url: str, pace: RateLimiter | None = None, **policy: float) -> RemoteModel[Any]:
        return self.named(f"m-1@{url}", pace, **policy)

    def says(self, text: str | None, prompt: Any = 7, reply: Any = 3, finish: str = "") -> dict[str, Any]:
        return self.dialect.reply(text, prompt, reply, finish or self.dialect.stopped)


def leaves(value: Any) -> Iterator[Any]:
    """All that a JSON value holds but for objects and lists, in order."""
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from leaves(member)
    else:
        yield value


def texts_in(asked: Any) -> list[str]:
    """All texts of a request."""
    return [leaf for leaf in leaves(asked) if isinstance(leaf, str)]


def images_in(asked: Any) -> list[bytes]:
    """The PNG files in a request, as plain base64, as base64 for URLs, or in a data URL."""
    found = (text.removeprefix("data:image/png;base64,").translate(str.maketrans("-_", "+/")) for text in texts_in(asked))
    return [base64.b64decode(text) for text in found if text.startswith("iVBORw0KGgo")]


def vendors() -> list[Vendor]:
    """Every kind with servers whose SDK is here, or has a stand-in."""

    def has(sdk: str) -> bool:
        return sdk in STAND_INS or is_installed(sdk)

    kinds = (find_kind(name) for name in names())
    here = (kind for kind in kinds if kind and kind.dialect and not kind.forms[1].missing(has=has))
    return [Vendor(kind) for kind in here]


STAND_INS = ("google.generativeai",)
"""SDKs for which `legacy_sdk` stands in."""
VENDORS = vendors()
EVERY_VENDOR = pytest.mark.parametrize("vendor", VENDORS, ids=lambda vendor: vendor.kind.name)
OPENAI, GEMINI, LEGACY = (Vendor(module.KIND) for module in (openai, gemini, gemini_legacy))


def each_case(cases: Iterable[str], vendors: Sequence[Vendor] = VENDORS) -> pytest.MarkDecorator:
    """A test of every case, with one vendor after the other; the sweep tests the other vendors too."""
    product = [
        pytest.param(vendor, case, id=f"{vendor.kind.name}-{case}", marks=[] if at == place % len(vendors) else pytest.mark.sweep)
        for place, case in enumerate(cases)
        for at, vendor in enumerate(vendors)
    ]
    return pytest.mark.parametrize(("vendor", "case"), product)
