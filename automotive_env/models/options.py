"""Options of a request that some servers do not take: which of them a request can do without, and how refusals name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from automotive_env.model import ModelRequest

Option = Literal["schema", "temperature", "seed", "max_tokens", "n", "thoughts", "tools", "logprobs", "stop", "top_p"]
"""Parts of a request, named as in `ModelRequest` and `Sampling`; "thoughts" asks for the model's reasoning."""
Words: TypeAlias = Mapping[Option, str]
"""Regular expressions, in lower case, by which a server's complaint names each option."""

ESSENTIAL: frozenset[Option] = frozenset({"tools", "logprobs", "stop", "top_p"})
"""Options without which a reply would mean something else. A request does without the others: a server may lack a seed, and
several replies can be asked for one by one."""


def options_of(request: ModelRequest) -> Iterator[Option]:
    """The options that a request makes use of."""
    sampling = request.sampling
    used: dict[Option, bool] = {
        "schema": request.schema is not None,
        "temperature": sampling.temperature is not None,
        "seed": sampling.seed is not None,
        "max_tokens": True,
        "n": sampling.n > 1,
        "thoughts": True,
        "tools": bool(request.tools),
        "logprobs": sampling.logprobs is not None,
        "stop": bool(sampling.stop),
        "top_p": sampling.top_p is not None,
    }
    return (option for option, is_used in used.items() if is_used)


def named_option(detail: str, request: ModelRequest, words: Words) -> Option | None:
    """The option of a request that a complaint names first.

    Args:
        detail: what the server said.
        request: what it was asked.
        words: how servers of its kind name options.
    """
    detail = detail.lower()
    places = {
        option: found.start() for option in options_of(request) if option in words and (found := re.search(words[option], detail))
    }
    return min(places, key=lambda option: places[option], default=None)
