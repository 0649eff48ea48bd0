"""A family of native agents: models that were trained to act on a screen in one form. A family is declared in one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.options import Space
from automotive_env.episode.action import ActionError, Aim
from automotive_env.models.model import Choice, Tool


@dataclass(frozen=True, slots=True)
class NativeAction:
    """One action of a reply; exactly one of `fields`, `refusal` and `look` says what it is.

    Attributes:
        said: the action in the model's words, for the history.
        fields: an action of ours as JSON, its points (x, y and to_x, to_y) in the model's numbers.
        refusal: why the car has no such action, in words for the model.
        look: the corners of what the model wants to see larger, in its numbers; empty for the whole screen.
        call_id: the call of the model's interface that asks for it.
    """

    said: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    refusal: str = ""
    look: tuple[float, ...] | None = None
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class NativeReply:
    """What a reply says.

    Attributes:
        actions: in order; they are carried out one a step, until one is refused or fails.
        thought: why.
        summary: the step in the model's words, for the history; what the actions say without it.
    """

    actions: tuple[NativeAction, ...]
    thought: str = ""
    summary: str = ""


ReadReply: TypeAlias = Callable[[Choice, SentPicture], NativeReply]
"""Reads a reply to a picture. It raises `ActionError` where a reply holds no action."""
OfferTools: TypeAlias = Callable[[SentPicture, EpisodeContext, Aim], Sequence[Tool]]
"""The functions that a model is offered, which depend on what it aims at."""
Fields: TypeAlias = Mapping[str, Any]
"""An action of ours as JSON, its points in the model's numbers."""
ReadNativeAction: TypeAlias = Callable[[], "Fields | NativeAction | Sequence[Fields]"]
"""Reads one action; a family may have one that stands for several of ours."""


def no_tools(sent: SentPicture, context: EpisodeContext, aim: Aim) -> Sequence[Tool]:
    """The actions are described by the prompt alone."""
    return ()


@dataclass(frozen=True, slots=True)
class NativeFamily:
    """How a family is asked and answers.

    Its prompts are the templates NAME.system and NAME.user in `agents/prompts`.

    Attributes:
        name: what the command line and records call it, and its prompts.
        description: what it is, one line.
        read: reads a reply.
        space: the numbers in which it gives points.
        longest: pixels of the longer side of its pictures, at most.
        multiple: both sides of its pictures are multiples of this number.
        pictures: pictures that are kept in the conversation.
        history: how earlier steps are told: by a line each, or by the replies themselves, word for word.
        tools: functions that it is offered.
        tool_calls: whether they are offered by the model's interface: always, never, or with the option `--tools`.
        computer: kinds of models whose own computer tool it uses; empty if it uses none.
        excluded: actions of that tool that the model is not offered.
        always_sees: whether it always sees the screen; one that does not can be shown elements alone.
    """

    name: str
    description: str
    read: ReadReply
    space: Space
    longest: int
    multiple: int = 1
    pictures: int = 1
    history: Literal["lines", "turns"] = "lines"
    tools: OfferTools = no_tools
    tool_calls: Literal["always", "never", "option"] = "never"
    computer: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    always_sees: bool = True


def actions_of(calls: Sequence[tuple[str, str, ReadNativeAction]]) -> tuple[NativeAction, ...]:
    """The actions of a reply.

    Args:
        calls: of each, what the history calls it, the id of its call, and what reads it or raises an `ActionError`.
    """
    found: list[NativeAction] = []
    for said, call_id, read in calls:
        try:
            meant = read()
        except ActionError as error:
            meant = NativeAction(said, refusal=str(error))
        for one in meant if isinstance(meant, list | tuple) else (meant,):
            action = one if isinstance(one, NativeAction) else NativeAction(said, one)
            found.append(replace(action, said=said, call_id=call_id))
    return tuple(found)
