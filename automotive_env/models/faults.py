"""What a user is told when a model could not be asked: one sentence that says what to do, without any key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx2

from automotive_env.errors import ModelFault, ModelUnavailable, ReplyBroken, RequestTooLong
from automotive_env.models.endings import ReplyCutOff
from automotive_env.models.proxies import about_proxy
from automotive_env.models.reply import HttpStatusError, UnreadableReply
from automotive_env.models.sanitise import one_line

MAX_CAUSE_CHARACTERS = 120
MAX_DETAIL_CHARACTERS = 200
_TOO_LONG = re.compile(r"context[ _](?:length|size|window)|prompt is too long|maximum number of tokens", re.IGNORECASE)
"""What OpenAI, vLLM, llama.cpp, Anthropic and Gemini say of a request that their model has no room for."""


@dataclass(frozen=True, slots=True)
class ModelServer:
    """The server of a model.

    Attributes:
        name: what messages call the model, such as "openai:gpt-4o-mini".
        model: its name at the server.
        url: base URL.
        key: the key in use, or empty.
        keys: all keys that it may have seen, none of which may be shown.
        variables: environment variables that may hold the key, in words.
        url_hint: how base URLs of such servers end, in words.
        timeout: bound of one request in seconds.
        example: the name of a model at the vendor's own server; empty for another server.
    """

    name: str
    model: str
    url: str
    key: str = field(repr=False)
    keys: frozenset[str] = field(repr=False)
    variables: str
    url_hint: str
    timeout: float
    example: str = ""

    def quote(self, text: str, longest: int = MAX_CAUSE_CHARACTERS) -> str:
        """Text of an error, fit to be part of a message."""
        return one_line(text, self.keys, longest)


def unusable(error: Exception, server: ModelServer) -> ModelFault:
    """The fault to raise when not even a client could be made, be it for the URL or for a proxy in the environment."""
    if isinstance(error, ModelFault):
        return error
    return ModelFault(f"{server.name}: cannot use {server.url}{_why(error, server)}; check the URL and the proxy settings")


def not_taken(option: str, refusal: HttpStatusError, server: ModelServer) -> ModelFault:
    """The fault to raise when a server does not take an option that a request cannot do without."""
    detail = server.quote(refusal.detail, MAX_DETAIL_CHARACTERS)
    return ModelFault(f"{server.name}: {server.url} does not accept the option {option} ({refusal.status}: {detail}); omit it")


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it, outermost first; SDKs wrap what the HTTP client raised."""
    following: BaseException | None = error
    while following is not None:
        yield following
        following = following.__cause__ or following.__context__


def explain(error: BaseException, server: ModelServer) -> ModelFault:
    """The fault to raise instead of whatever an SDK raised."""
    proxy = about_proxy(server.url)
    for cause in causes(error):
        match cause:
            case ModelFault():
                return cause
            case HttpStatusError():
                return _refused(cause, server)
            case httpx2.InvalidURL():
                return unusable(cause, server)
            case ReplyCutOff():
                return ReplyBroken(f"{server.name}: {server.url} broke off its reply{_why(cause, server)}; try again later")
            case UnreadableReply():
                return _unreadable(server, str(cause), cause.advice)
            case TimeoutError() | httpx2.TimeoutException():
                return ModelUnavailable(
                    f"{server.name}: no answer from {server.url} within {server.timeout:g} s; is it overloaded?{proxy}"
                )
            case httpx2.ConnectError() | OSError():
                return ModelUnavailable(
                    f"{server.name}: cannot reach {server.url}{_why(cause, server)}; is the server running there?{proxy}"
                )
            case httpx2.TransportError():
                return ReplyBroken(
                    f"{server.name}: the connection to {server.url} broke{_why(cause, server)}; try again later{proxy}"
                )
    return _unreadable(server, f"{type(error).__name__}: {error}")


def _transient(server: ModelServer, what: str, retry_after: float | None = None) -> ModelUnavailable:
    return ModelUnavailable(f"{server.name}: {what}", retry_after)


def _unreadable(server: ModelServer, detail: str, advice: str = "") -> ModelFault:
    advice = advice or f"check the URL: {server.url_hint}"
    return ModelFault(f"{server.name}: {server.url} sent an invalid reply ({server.quote(detail)}); {advice}")


def _why(error: BaseException, server: ModelServer) -> str:
    return f" ({server.quote(str(error))})" if str(error) else ""


def _refused(answer: HttpStatusError, server: ModelServer) -> ModelFault:
    status, detail = answer.status, server.quote(answer.detail, MAX_DETAIL_CHARACTERS)
    if status == 401 or (status == 400 and "API key" in detail):
        what = f"check the key in {server.variables}" if server.key else f"it needs a key; set {server.variables}"
        return ModelFault(f"{server.name}: {server.url} refuses access ({status}); {what}")
    if status == 403:
        return ModelFault(
            f"{server.name}: access is forbidden (403: {detail}); check the permissions of the key in {server.variables}"
        )
    if status == 404:
        check = f"the name, such as {server.example}" if server.example else f"the name, and the URL: {server.url_hint}"
        return ModelFault(f"{server.name}: {server.url} has no model {server.model!r} (404: {detail}); check {check}")
    if status == 429 and "insufficient_quota" in detail:
        return ModelFault(f"{server.name}: the account has no quota left (429); check the plan and billing of the key's owner")
    if status == 429:
        return _transient(server, f"too many requests (429: {detail}); send fewer at a time, or wait", answer.retry_after)
    if status == 408 or (status >= 500 and status != 501):
        return ModelUnavailable(f"{server.name}: {server.url} failed ({status}: {detail}); try again later", answer.retry_after)
    if 300 <= status < 400:
        return ModelFault(f"{server.name}: {server.url} redirects elsewhere ({status}); give the final URL: {server.url_hint}")
    if is_too_long(answer.detail):
        return RequestTooLong(f"{server.name}: the request is longer than the model's context ({status}: {detail})")
    return ModelFault(f"{server.name}: {server.url} refuses the request ({status}: {detail})")


def is_too_long(detail: str) -> bool:
    """Whether a refusal says that the request does not fit into the model's context."""
    return bool(_TOO_LONG.search(detail))
