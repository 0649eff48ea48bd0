"""From what a user writes after --model to a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from automotive_env.errors import UsageError
from automotive_env.model import Model

ALLOWED = (
    "builtin, openai:NAME, openai:NAME@http://host:8000/v1, gemini:NAME, gemini:NAME@URL, gemini-legacy:NAME, "
    "gemini-legacy:NAME@URL, replay:FILE"
)
_NAMED = re.compile(r"(?P<name>@?[^@\s]+)(?:@(?P<url>https?://\S+))?")  # some names begin with @, as in @cf/meta/llama


def make_model(spec: str) -> Model:
    """Make the model that a specification names. Nothing is asked of it yet; see `Model.probe`.

    Raises:
        UsageError: the specification is unknown or malformed, or a recording cannot be read; the message says what is allowed.
    """
    kind, colon, rest = spec.strip().partition(":")
    if kind == "builtin" and not colon:
        return _builtin()
    if kind == "replay" and rest:
        return _replay(rest)
    if kind not in _REMOTE or not rest:
        raise UsageError(f"unknown model {spec[:80]!r}; allowed: {ALLOWED}")
    named = _NAMED.fullmatch(rest)
    if not named:
        raise UsageError(f"malformed model name or URL in {spec[:80]!r}; allowed: {ALLOWED}")
    return _REMOTE[kind](named["name"], _url(named["url"]))


def _url(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        sound = bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise UsageError(f"malformed URL {url[:80]!r}; a base URL looks like http://host:8000/v1")
    if parts.username is not None or parts.query or parts.fragment:  # it would end in records
        raise UsageError("a base URL holds neither a password nor a query; put the key into the environment")
    return url.rstrip("/")


def _builtin() -> Model:
    from automotive_env.models.builtin import BuiltinModel

    return BuiltinModel()


def _replay(file: str) -> Model:
    from automotive_env.models.replay import ReplayModel

    return ReplayModel(Path(file))


def _openai(name: str, url: str | None) -> Model:
    from automotive_env.models.openai import OpenAIModel

    return OpenAIModel(name, url)


def _gemini(name: str, url: str | None) -> Model:
    from automotive_env.models.gemini import GeminiModel

    return GeminiModel(name, url)


def _gemini_legacy(name: str, url: str | None) -> Model:
    from automotive_env.models.gemini_legacy import LegacyGeminiModel

    return LegacyGeminiModel(name, url)


_REMOTE: Mapping[str, Callable[[str, str | None], Model]] = {
    "openai": _openai,
    "gemini": _gemini,
    "gemini-legacy": _gemini_legacy,
}
