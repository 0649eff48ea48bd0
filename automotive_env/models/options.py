"""Options of a request that some servers do not take: which of them a request can do without, and how refusals name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from automotive_env.errors import ModelFault
from automotive_env.models.model import ModelRequest
from automotive_env.models.roles import in_turn

ModelOption = Literal[
    "system",
    "roles",
    "schema",
    "temperature",
    "seed",
    "max_tokens",
    "n",
    "thoughts",
    "tools",
    "computer",
    "logprobs",
    "stop",
    "top_p",
]
"""Parts of a request, named as in `ModelRequest` and `Sampling`. "thoughts" asks for the model's reasoning. "system" is that
role; "roles" are all roles but user and assistant, and any order but those two in turn."""
OptionWords: TypeAlias = Mapping[ModelOption, str]
"""Regular expressions, in lower case, by which a server's complaint names each option."""

MAX_COMPLAINT = 10_000
"""Characters of a complaint that are read."""
SYSTEM_WORDS = (
    r"\bsystem\b.{0,60}\b(?:role|message|prompt|instruction)|\brole\b.{0,60}\bsystem\b|(?:system|developer).?instruction"
)
ROLES_WORDS = r"['\"`]?\btool['\"`]? (?:role|message)|\broles?\b|alternat"

ESSENTIAL: frozenset[ModelOption] = frozenset({"tools", "computer", "logprobs", "stop", "top_p"})
"""Options without which a reply would mean something else. A request does without the others: a server may lack a seed, and
several replies can be asked for one by one."""


def refuse_computer(model: str, request: ModelRequest) -> None:
    """Refuse a request for a vendor's computer tool by a model that has none.

    Raises:
        ModelFault: it is such a request.
    """
    if request.computer is not None:
        raise ModelFault(f"{model} has no computer tool; use an agent without one, or a model of anthropic:, gemini: or openai:")


def options_of(request: ModelRequest) -> Iterator[ModelOption]:
    """The options that a request makes use of."""
    sampling = request.sampling
    used: dict[ModelOption, bool] = {
        "system": any(message.role == "system" for message in request.messages),
        "roles": not in_turn(request.messages),
        "schema": request.schema is not None,
        "temperature": sampling.temperature is not None,
        "seed": sampling.seed is not None,
        "max_tokens": True,
        "n": sampling.n > 1,
        "thoughts": True,
        "tools": bool(request.tools),
        "computer": request.computer is not None,
        "logprobs": sampling.logprobs is not None,
        "stop": bool(sampling.stop),
        "top_p": sampling.top_p is not None,
    }
    return (option for option, is_used in used.items() if is_used)


def named_option(detail: str, request: ModelRequest, words: OptionWords, without: frozenset[ModelOption]) -> ModelOption | None:
    """The option of a request that a complaint names first.

    Args:
        detail: what the server said.
        request: what it was asked.
        words: how servers of its kind name options.
        without: options that it was not asked for.
    """
    detail = detail[:MAX_COMPLAINT].lower()
    used = (option for option in options_of(request) if option in words and option not in without)
    places = {option: found.start() for option in used if (found := re.search(words[option], detail))}
    return min(places, key=lambda option: places[option], default=None)
