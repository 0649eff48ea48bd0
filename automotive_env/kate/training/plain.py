"""Rows as plain messages, for trainers that take no tools: calls and results are text, in the form of Hermes and Qwen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from automotive_env.kate.training.row import ChatMessage, TrainingRow
from automotive_env.models.hermes import response_text, tool_call_text, tools_text


def plain_messages(row: TrainingRow) -> list[dict[str, str]]:
    """The prompt of a row as messages of the roles system, user and assistant.

    Raises:
        UsageError: its tools cannot be read.
    """
    return plain(row.prompt, row.tool_list())


def plain(messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Messages as plain ones; results of calls that follow one another are one message of the user's."""
    told = [_message("system", tools_text(tools))] if tools and messages[0].role != "system" else []
    for is_result, group in groupby(messages, lambda message: message.role == "tool"):
        if is_result:
            told.append(_message("user", "\n".join(response_text(one.content) for one in group)))
            continue
        for message in group:
            text = reply_text(message) if message.role == "assistant" else message.content
            if tools and message is messages[0] and message.role == "system":
                text = f"{text}\n\n{tools_text(tools)}"
            told.append(_message(message.role, text))
    return told


def _message(role: str, text: str) -> dict[str, str]:
    return {"role": role, "content": text}


def reply_text(message: ChatMessage) -> str:
    """A reply with its calls as text."""
    made = [tool_call_text(call.function.name, call.function.arguments) for call in message.tool_calls]
    return "\n".join([*([message.content] if message.content else []), *made])
