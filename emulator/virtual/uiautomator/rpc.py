"""JSON-RPC 2.0 as uiautomator2's server speaks it: one call a request, parameters by position."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import isawaitable, signature
from pkgutil import iter_modules
from typing import Any, TypeAlias, TypeVar

from automotive_env.emulator.virtual.uiautomator.automation import Automation
from automotive_env.emulator.virtual.uiautomator.errors import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    NO_METHOD,
    PARSE_ERROR,
    AutomationError,
)
from automotive_env.text.foreign_text import read_json

Method: TypeAlias = Callable[..., "object | Awaitable[object]"]
"""Takes the automation and the parameters; returns what JSON can say."""

_METHODS: dict[str, Method] = {}


M = TypeVar("M", bound=Method)


def method(name: str) -> Callable[[M], M]:
    """Declare a method by the name that clients call it by."""

    def declare(run: M) -> M:
        assert name not in _METHODS, f"two methods are called {name}"
        _METHODS[name] = run
        return run

    return declare


@cache
def methods() -> Mapping[str, Method]:
    """All methods by name."""
    from automotive_env.emulator.virtual import uiautomator as folder

    for module in iter_modules(folder.__path__):
        if module.name.endswith("_methods"):
            import_module(f"{folder.__name__}.{module.name}")
    return _METHODS


async def answer(automation: Automation, body: bytes) -> bytes:
    """Do what a request asks for; returns the response."""
    number: object = None
    try:
        request = _request(body)
        number = request.get("id")
        result = await call(automation, request["method"], request.get("params"))
    except AutomationError as error:
        said = {"code": error.code, "message": error.name, "data": error.details}
        return _json({"jsonrpc": "2.0", "id": number, "error": said})
    return _json({"jsonrpc": "2.0", "id": number, "result": result})


def _json(message: Mapping[str, object]) -> bytes:
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode()


def _request(body: bytes) -> dict[str, Any]:
    try:
        request = read_json(body)
    except ValueError:
        raise AutomationError("JSON parse error", "the body is no JSON", PARSE_ERROR) from None
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise AutomationError("invalid request", "a request is an object with a method", INVALID_REQUEST)
    if not isinstance(request.get("id"), int | str | None):
        raise AutomationError("invalid request", "an id is a number or a text", INVALID_REQUEST)
    return request


async def call(automation: Automation, name: str, params: object = None) -> object:
    """Call a method.

    Raises:
        AutomationError: there is no such method, or it failed.
    """
    run = methods().get(name)
    if run is None:
        raise AutomationError("method not found", f"there is no method {name[:80]!r}", NO_METHOD)
    given = params or []
    if not isinstance(given, list):
        raise AutomationError("method parameters invalid", "parameters are a list", INVALID_PARAMS)
    try:
        signature(run).bind(automation, *given)
    except TypeError as error:
        raise AutomationError("method parameters invalid", f"{name}: {error}", INVALID_PARAMS) from None
    result = run(automation, *given)
    return await result if isawaitable(result) else result
