"""A loopback server that says what a test tells it to, remembers what it was asked, and speaks as either vendor does."""

import base64
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
import pytest

from automotive_env.errors import ModelFault, ModelUnavailable, ReplyBroken
from automotive_env.models.gemini import GeminiModel
from automotive_env.models.gemini_legacy import LegacyGeminiModel
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling
from automotive_env.models.openai import OpenAIModel
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
    """How one vendor's model is made, and how its requests and replies look."""

    make: Callable[..., RemoteModel[Any]]
    key: str
    path: str
    key_in: Callable[[dict[str, str]], str]
    text_in: Callable[[dict[str, Any]], str]
    images_in: Callable[[dict[str, Any]], list[bytes]]
    settings_in: Callable[[dict[str, Any]], dict[str, Any]]
    says: Callable[..., dict[str, Any]]
    refuses: dict[str, Any]
    ignores: frozenset[str] = frozenset()

    def model(self, loopback: Loopback, **policy: float) -> RemoteModel[Any]:
        return self.at(loopback.url + self.base, **policy)

    def at(self, url: str, **policy: float) -> RemoteModel[Any]:
        return self.make("m-1", url, policy=replace(QUICK, **policy))

    @property
    def base(self) -> str:
        return "/v1" if self.make is OpenAIModel else ""


def _openai_says(text: str | None, prompt: int = 7, reply: int = 3, finish: str = "stop") -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m-1", "choices": [choice], "usage": usage}


def _openai_parts(asked: dict[str, Any]) -> list[dict[str, Any]]:
    content = asked["messages"][0]["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


OPENAI = Vendor(
    make=OpenAIModel,
    key="OPENAI_API_KEY",
    path="/v1/chat/completions",
    key_in=lambda headers: headers["authorization"].removeprefix("Bearer "),
    text_in=lambda asked: "".join(part.get("text", "") for part in _openai_parts(asked)),
    images_in=lambda asked: [
        base64.b64decode(part["image_url"]["url"].removeprefix("data:image/png;base64,"))
        for part in _openai_parts(asked)
        if part["type"] == "image_url"
    ],
    settings_in=lambda asked: {"temperature": asked["temperature"], "max_tokens": asked["max_tokens"], "seed": asked["seed"]},
    says=_openai_says,
    refuses=_openai_says("I would rather", finish="content_filter"),
)


def _gemini_says(text: str, prompt: int = 7, reply: int = 3, finish: str = "STOP") -> dict[str, Any]:
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": finish, "index": 0}
    usage = {"promptTokenCount": prompt, "candidatesTokenCount": reply, "totalTokenCount": prompt + reply}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m-1"}


def _gemini_parts(asked: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for content in asked["contents"] for part in content["parts"]]


def _gemini_settings(asked: dict[str, Any]) -> dict[str, Any]:
    config = asked["generationConfig"]
    names = {"temperature": "temperature", "maxOutputTokens": "max_tokens", "seed": "seed"}
    return {name: config[sent] for sent, name in names.items() if sent in config}


GEMINI = Vendor(
    make=GeminiModel,
    key="GEMINI_API_KEY",
    path="/v1beta/models/m-1:generateContent",
    key_in=lambda headers: headers["x-goog-api-key"],
    text_in=lambda asked: "".join(part.get("text", "") for part in _gemini_parts(asked)),
    images_in=lambda asked: [
        base64.urlsafe_b64decode(part["inlineData"]["data"])
        for part in _gemini_parts(asked)
        if "inlineData" in part and "image/png" in part["inlineData"].values()  # the SDK spells the name of the type its own way
    ],
    settings_in=_gemini_settings,
    says=_gemini_says,
    refuses={"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 7}},
)

LEGACY = replace(GEMINI, make=LegacyGeminiModel, ignores=frozenset({"seed", "schema"}))
