"""What a user is told when a model could not be asked: one sentence that says what to do, without any key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx2

from automotive_env.errors import ModelFault
from automotive_env.models.http import brief
from automotive_env.models.reply import Answered, Unreadable
from automotive_env.models.retry import Passing


@dataclass(frozen=True, slots=True)
class Server:
    """Whom a model is asked of.

    Attributes:
        name: what messages call the model, such as "openai:gpt-4o-mini".
        model: its name at the server.
        url: base URL.
        key: the key in use, or empty.
        variables: environment variables that may hold the key, in words.
        shape: how base URLs of such servers end, in words.
        timeout: bound of one request in seconds.
    """

    name: str
    model: str
    url: str
    key: str = field(repr=False)
    variables: str
    shape: str
    timeout: float


def explain(error: BaseException, server: Server) -> ModelFault:
    """The fault to raise instead of whatever an SDK raised."""
    fault = _explain(error, server)
    if server.key and server.key in str(fault):
        text = str(fault).replace(server.key, "***")
        return Passing(text, fault.retry_after) if isinstance(fault, Passing) else ModelFault(text)
    return fault


def unusable(error: Exception, server: Server) -> ModelFault:
    """The fault to raise when not even a client could be made, be it for the URL or for a proxy in the environment."""
    if isinstance(error, ModelFault):
        return error
    return ModelFault(f"{server.name}: cannot use {server.url}{_why(error)}; check the URL and the proxy settings")


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it, outermost first; SDKs wrap what the HTTP client raised."""
    following: BaseException | None = error
    while following is not None:
        yield following
        following = following.__cause__ or following.__context__


def _explain(error: BaseException, server: Server) -> ModelFault:
    for cause in causes(error):
        match cause:
            case ModelFault():
                return cause
            case Answered():
                return _answered(cause, server)
            case httpx2.InvalidURL():
                return unusable(cause, server)
            case Unreadable():
                return _unreadable(server, str(cause))
            case TimeoutError() | httpx2.TimeoutException():
                return Passing(f"{server.name}: no answer from {server.url} within {server.timeout:g} s; is it overloaded?")
            case httpx2.ConnectError() | OSError():
                return Passing(f"{server.name}: cannot reach {server.url}{_why(cause)}; is the server running there?")
            case httpx2.TransportError():
                return Passing(f"{server.name}: the connection to {server.url} broke{_why(cause)}; try again later")
    return _unreadable(server, f"{type(error).__name__}: {error}")


def _unreadable(server: Server, detail: str) -> ModelFault:
    shown = brief(detail, 120)
    return ModelFault(f"{server.name}: {server.url} sent something else than a reply ({shown}); check the URL: {server.shape}")


def _why(error: BaseException) -> str:
    return f" ({brief(str(error), 120)})" if str(error) else ""


def _answered(answer: Answered, server: Server) -> ModelFault:
    status, detail = answer.status, brief(answer.detail, 200)
    if status == 401 or (status == 400 and "API key" in detail):
        what = f"check the key in {server.variables}" if server.key else f"it wants a key; set {server.variables}"
        return ModelFault(f"{server.name}: {server.url} refuses access ({status}); {what}")
    if status == 403:
        return ModelFault(f"{server.name}: access is forbidden (403: {detail}); check what the key in {server.variables} may use")
    if status == 404:
        return ModelFault(
            f"{server.name}: {server.url} knows no model {server.model!r} (404: {detail}); "
            f"check the name, and the URL: {server.shape}"
        )
    if status == 429 and "insufficient_quota" in detail:
        return ModelFault(f"{server.name}: the account has no quota left (429); check plan and billing of the key's owner")
    if status == 429:
        text = f"{server.name}: too many requests (429: {detail}); run fewer at a time, or wait"
        return Passing(text, answer.retry_after)
    if status == 408 or status >= 500:
        return Passing(f"{server.name}: {server.url} failed ({status}: {detail}); try again later", answer.retry_after)
    if 300 <= status < 400:
        return ModelFault(f"{server.name}: {server.url} redirects elsewhere ({status}); give the final URL: {server.shape}")
    return ModelFault(f"{server.name}: {server.url} refuses the request ({status}: {detail})")
