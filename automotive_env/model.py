"""The contract of a language model, real or built in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from automotive_env.observation import Element, Image

Purpose = Literal["act", "reflect", "summarise", "context", "probe"]
MAX_TOKENS = 10**15
"""Tokens of a whole run are less; the sum of such numbers still is a number that every reader of JSON can hold."""
TokenCount: TypeAlias = Annotated[int, Field(ge=0, le=MAX_TOKENS)]
"""Tokens or calls, as records and recordings hold them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a prompt was rendered from, part by part; its text says the same, so a model that reads either knows no more.

    Attributes:
        goal: what the user said.
        elements: the elements in front of the agent.
        history: one line for each step so far.
        vehicle: facts about the vehicle, in words.
        gps: "latitude, longitude", or empty where the agent is not told.
        context: what was found out about the place: topic -> statement.
        apis: full API name -> summary, of the vehicle APIs the agent may call.
        before: elements before the action, when reflecting on it.
        action: the action to reflect on, as JSON.
        outcome: what the car answered to it.
        apps: names of the apps that can be opened.
        memory: what worked and what did not in this episode, kept after history has been shortened.
        topics: topic -> what it is about, when choosing what to ask about the place.
        steps_left: decisions the agent still has, this one included; None where it is not told.
    """

    goal: str
    elements: tuple[Element, ...] = ()
    history: tuple[str, ...] = ()
    vehicle: Mapping[str, str] = field(default_factory=dict)
    gps: str = ""
    context: Mapping[str, str] = field(default_factory=dict)
    apis: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Element, ...] = ()
    action: Mapping[str, Any] = field(default_factory=dict)
    outcome: str = ""
    apps: tuple[str, ...] = ()
    memory: tuple[str, ...] = ()
    topics: Mapping[str, str] = field(default_factory=dict)
    steps_left: int | None = None


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question to a model.

    Attributes:
        purpose: what the answer is for.
        text: the whole prompt.
        images: pictures that belong to it, in the order in which the text speaks of them.
        facts: what the text was rendered from.
        schema: JSON schema the reply must follow, where the model can be held to one.
        temperature: 0 for the most likely reply.
        max_tokens: bound of the reply.
        seed: given to models that take one.
    """

    purpose: Purpose
    text: str
    images: Sequence[Image] = ()
    facts: Facts = field(default_factory=lambda: Facts(goal=""))
    schema: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 1_000
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several model calls."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply.

    Attributes:
        text: what it said.
        usage: what it cost.
        finish: why it stopped: "stop", "length", "refused" or what the vendor calls it.
        dropped: characters of the reply that were not kept, since it was too long.
    """

    text: str
    usage: Usage = Usage()
    finish: str = "stop"
    dropped: int = 0


class Model(Protocol):
    """Something that answers prompts."""

    @property
    def name(self) -> str:
        """What records call it, such as "openai:gpt-4o-mini"."""
        ...

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a prompt.

        Raises:
            ModelFault: it could not, after bounded retries; never a vendor's exception.
        """
        ...

    async def probe(self) -> None:
        """Check that the model answers, before any episode.

        Raises:
            ModelFault: it does not; the message says what to do.
        """
        ...

    async def close(self) -> None:
        """Release connections."""
        ...
