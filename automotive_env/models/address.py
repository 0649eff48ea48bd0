"""Models at their servers, as users and records write them: NAME or NAME@URL.

A name may hold "@" and ":". It ends at the last "@" that a URL follows; what else that could be read as is written with "@@" for
each "@" of the name, or with the name in quotes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from automotive_env.errors import UsageError

_QUOTED = re.compile(r"""(["'])(?P<name>.*)\1(?:@(?P<url>\S*))?""")
_URL = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z]+:/+|https?/+", re.IGNORECASE)
_DOMAIN, _PORT = r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", r":\d{1,5}"
_HOST = re.compile(
    rf"(?:(?:localhost|\[[0-9a-f:.]+\]|\d+\.\d+\.\d+\.\d+|{_DOMAIN})(?:{_PORT})?|[\w-]+{_PORT})(?:/.*)?", re.IGNORECASE | re.ASCII
)
"""What is meant as a server even without a scheme; versions such as "20250929", "v1.2" and "sha256:9f86d0" are none."""


@dataclass(frozen=True, slots=True)
class ModelAddress:
    """A model at a server.

    Attributes:
        model: its name there.
        url: base URL of the server; None for the vendor's.
    """

    model: str
    url: str | None

    def __str__(self) -> str:
        end = f"@{self.url}" if self.url else ""
        is_clear = _parts(self.model + end) == (self.model, self.url) and (end or not _meant_server(self.model))
        return (self.model if is_clear else self.model.replace("@", "@@")) + end


def read_address(kind: str, text: str) -> ModelAddress:
    """The model that a text names.

    Args:
        kind: such as "openai", for messages.
        text: what is written behind the kind.

    Raises:
        UsageError: it names none; the message says what may be meant.
    """
    quoted = _QUOTED.fullmatch(text)
    name, url = (quoted["name"], quoted["url"]) if quoted else _parts(text)
    if url is None and not quoted:
        _check_version(kind, text)
    if not name or not name.isprintable() or re.search(r"\s", name):
        raise UsageError(f"malformed model name {name[:80]!r}; write {kind}:NAME or {kind}:NAME@URL")
    return ModelAddress(name, None if url is None else _base_url(url))


def _parts(text: str) -> tuple[str, str | None]:
    """The name and the URL."""
    at = next((end for end in reversed(_ends(text)) if _URL.match(text, end)), None)
    name, url = (text, None) if at is None else (text[: at - 1], text[at:])
    return name.replace("@@", "@"), url


def _ends(text: str) -> list[int]:
    """Where each "@" that stands for itself ends."""
    return [found.end() for found in re.finditer("@@|@", text) if found[0] == "@"]


def _meant_server(text: str) -> str:
    """What stands behind the last "@" of a text without a URL, if a server is meant by it."""
    version = text[_ends(text)[-1] :] if _ends(text) else ""
    return version if _SCHEME.match(version) or _HOST.fullmatch(version) else ""


def _check_version(kind: str, text: str) -> None:
    if server := _meant_server(text):
        scheme = _SCHEME.match(server)
        secure = "https" if scheme and scheme[0].lower().startswith("https") else "http"
        meant = f"{kind}:{text.removesuffix(server)}{secure}://{server[scheme.end() if scheme else 0 :]}"
        raise UsageError(f"malformed URL {server[:80]!r}; did you mean {meant[:120]!r}? Write '@@' for an '@' in a name")
    if text.endswith("@") and not text.endswith("@@"):
        raise UsageError(f"malformed model name {text[:80]!r}: a URL such as http://host:8000/v1 follows the '@'")


def _base_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        sound = bool(parts.hostname) and parts.port != 0 and not re.search(r"\s", url) and bool(_URL.match(url))
    except ValueError:
        sound = False
    if not sound:
        raise UsageError(f"malformed URL {url[:80]!r}; a base URL looks like http://host:8000/v1")
    if parts.username is not None or parts.query or parts.fragment:  # it would end in records
        raise UsageError("a base URL must hold no password or query; put the key into the environment")
    return url.rstrip("/")
