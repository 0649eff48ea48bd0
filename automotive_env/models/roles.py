"""Conversations for servers that refuse a role, or an order of roles: the same texts, said by the roles that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.models.hermes import response_text, tool_call_text
from automotive_env.models.model import ModelMessage

MessageImages: TypeAlias = Sequence[Sequence[bytes]]
"""The pictures of each message of a request."""
MergedConversation: TypeAlias = tuple[tuple[ModelMessage, ...], MessageImages]


def in_turn(messages: Sequence[ModelMessage]) -> bool:
    """Whether only user and assistant speak, one after the other."""
    roles = [message.role for message in messages]
    return {*roles} <= {"user", "assistant"} and all(one != other for one, other in pairwise(roles))


def check_system_first(messages: Sequence[ModelMessage], vendor: str) -> None:
    """Refuse a conversation for a vendor that knows what the system says from the beginning of one only.

    Raises:
        UsageError: the system speaks in its midst, or nobody else speaks.
    """
    roles = [message.role for message in messages]
    spoken = [role for role in roles if role != "system"]
    if not spoken:
        raise UsageError(f"{vendor} needs a message of the role user; add one")
    if "system" in roles[roles.index(spoken[0]) :]:
        raise UsageError(f"{vendor} takes messages of the role system only at the beginning; move them there")


def without_system(messages: Sequence[ModelMessage]) -> tuple[ModelMessage, ...]:
    """The conversation in which the user says what the system says."""
    return tuple(replace(message, role="user") if message.role == "system" else message for message in messages)


def put_in_turn(messages: Sequence[ModelMessage], pngs: MessageImages) -> MergedConversation:
    """The conversation in which user and assistant speak in turn; calls and results of tools become texts."""
    texts: list[ModelMessage] = []
    pictures: list[list[bytes]] = []
    for message, shown in zip(messages, pngs, strict=True):
        said = ModelMessage("assistant" if message.role == "assistant" else "user", "\n\n".join(_said(message)))
        if texts and texts[-1].role == said.role:
            texts[-1] = replace(said, text="\n\n".join(text for text in (texts[-1].text, said.text) if text))
            pictures[-1] += shown
        else:
            texts.append(said)
            pictures.append([*shown])
    return tuple(texts), pictures


def _said(message: ModelMessage) -> Iterator[str]:
    if message.role == "tool":
        yield response_text(message.text)
        return
    if message.text:
        yield message.text
    yield from (tool_call_text(call.name, call.arguments) for call in message.tool_calls)
