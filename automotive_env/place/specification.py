"""Context providers as users name them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.place.context_provider import ContextProvider, OfflineContext
from automotive_env.place.live import LiveContext, nominatim
from automotive_env.place.recorded import RecordedContext, RecordingContext
from automotive_env.plugins.registry import CONTEXTS, Plugin, calling

OURS = ("offline", "live", "recorded", "record")
ON_THE_NETWORK = ("live", "record")
"""Those that ask a public geocoder."""
USER_AGENT = "automotive-env"
"""What the public geocoder is told of who asks, as its rules demand."""


def make_context(specification: str) -> ContextProvider:
    """The provider of facts about places that a text names; only those of `ON_THE_NETWORK` use it, once they are asked.

    Args:
        specification: `offline`, `live`, `recorded:FILE`, `record:FILE`, the name of one of another package, or `module:name`.

    Raises:
        UsageError: there is no such provider, its file cannot be read, or it cannot be made; the message says what there is.
    """
    name, _, file = specification.partition(":")
    match name:
        case "offline" | "live" if file:
            raise UsageError(f"the context {name} takes no argument; omit {file[:60]!r}")
        case "recorded" | "record" if not file:
            raise UsageError(f"the context {name} needs a file; give {name}:FILE")
        case "offline":
            return OfflineContext()
        case "live":
            return LiveContext(nominatim(USER_AGENT))
        case "recorded":
            return RecordedContext(Path(file))
        case "record":
            return RecordingContext(LiveContext(nominatim(USER_AGENT)), Path(file))
    return _of_others(specification)


def asks_network(specification: str) -> bool:
    """Whether a provider that a text names asks a public geocoder."""
    return specification.partition(":")[0] in ON_THE_NETWORK


def context_plugin(specification: str) -> Plugin[Callable[[], ContextProvider]] | None:
    """Where a provider of another package comes from; None for one of this package.

    Raises:
        UsageError: there is no such provider.
    """
    return None if specification.partition(":")[0] in OURS else CONTEXTS.find(specification)


def _of_others(specification: str) -> ContextProvider:
    """A provider of another package."""
    make = CONTEXTS.find(specification).value
    with calling(f"the context {specification} cannot be made"):
        provider = make()
    if not callable(getattr(provider, "ask", None)):
        raise UsageError(f"the context {specification} is {type(provider).__name__}, which has no method ask")
    return provider
