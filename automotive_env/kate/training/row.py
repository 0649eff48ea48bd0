"""A row to train from: what a model was told, which tools it had, and the reply that was right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from automotive_env.errors import UsageError
from automotive_env.models.model import Role
from automotive_env.models.openai_request import openai_tool
from automotive_env.runs.records.calls import ChoiceRecord, MessageRecord, ToolCallRecord, ToolRecord
from automotive_env.runs.records.fields import Count, FrozenRecord, MessageText, RecordText
from automotive_env.runs.records.files import read_lines
from automotive_env.text.foreign_text import read_json

MAX_BYTES = 2_000_000_000
"""Of a file of rows that is read."""


class ChatFunction(FrozenRecord):
    """What is called: arguments are JSON text, because libraries that give all rows one structure would add null arguments."""

    name: RecordText
    arguments: MessageText


class ChatCall(FrozenRecord):
    """A call of a tool, in the form of the OpenAI API."""

    id: RecordText = ""
    type: RecordText = "function"
    function: ChatFunction


class ChatMessage(FrozenRecord):
    """A message, in the form of the OpenAI API."""

    role: Role
    content: MessageText = ""
    tool_calls: tuple[ChatCall, ...] = ()
    tool_call_id: RecordText = ""

    def to_chat(self) -> dict[str, Any]:
        """The message for a chat template: without what it does not have."""
        found = self.model_dump(mode="json", exclude_defaults=True) | {"content": self.content}
        calls = [{"id": call.id, "type": call.type, "function": call.function.model_dump()} for call in self.tool_calls]
        return found | ({"tool_calls": calls} if calls else {})


class TrainingRow(FrozenRecord):
    """A row, of one reply or of one roll-out; TRL reads files of them as they are.

    Attributes:
        id: names it within its file.
        suite: that was played.
        task: the task or scenario.
        turn: of the scenario, from 0.
        query: what the user said.
        prompt: the conversation before the reply.
        completion: the reply; empty for a roll-out.
        tools: JSON text of a list of tools in the form of the OpenAI API.
        environment: names where a roll-out is played; empty for a reply.
        seed: that the instance of a roll-out on the screen is drawn from.
        ending: which ending is right in it.
    """

    id: RecordText
    suite: RecordText
    task: RecordText
    turn: Count = 0
    query: RecordText = ""
    prompt: Annotated[tuple[ChatMessage, ...], Field(min_length=1)]
    completion: Annotated[tuple[ChatMessage, ...], Field(max_length=1)] = ()
    tools: MessageText = "[]"
    environment: RecordText = ""
    seed: int = 0
    ending: RecordText = ""

    @property
    def calls(self) -> tuple[ChatFunction, ...]:
        """The calls of the reply, in order."""
        return tuple(call.function for message in self.completion for call in message.tool_calls)

    def tool_list(self) -> list[dict[str, Any]]:
        """The tools.

        Raises:
            UsageError: the text is no list of tools.
        """
        return read_tools(self.tools, f"the tools of the row {self.id[:80]}")

    def to_json(self) -> dict[str, Any]:
        """The row as its file has it."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ("id", "suite", "task", "turn", "query")}
        found |= {"prompt": [message.to_chat() for message in self.prompt]}
        found |= {"completion": [message.to_chat() for message in self.completion], "tools": self.tools}
        return found | {"environment": self.environment, "seed": self.seed, "ending": self.ending}


def read_tools(text: str, what: str) -> list[dict[str, Any]]:
    """Tools in the form of the OpenAI API.

    Args:
        text: JSON.
        what: names it in a complaint.

    Raises:
        UsageError: it is no list of tools.
    """
    try:
        found = read_json(text)
        named = all(isinstance(one["function"]["name"], str) for one in found)
    except (ValueError, TypeError, LookupError):
        found, named = None, False
    if not isinstance(found, list) or not named:
        raise UsageError(f"{what}: no list of tools with names; write the rows again with `automotive-env train rows`")
    return found


def chat_message(message: MessageRecord) -> ChatMessage:
    """A recorded message."""
    calls = tuple(map(_chat_call, message.tool_calls))
    return ChatMessage(role=message.role, content=message.text, tool_calls=calls, tool_call_id=message.tool_call_id)


def reply_message(choice: ChoiceRecord) -> ChatMessage:
    """A recorded reply; what the model thought before it is left out."""
    return ChatMessage(role="assistant", content=choice.text, tool_calls=tuple(map(_chat_call, choice.tool_calls)))


def _chat_call(call: ToolCallRecord) -> ChatCall:
    return ChatCall(id=call.id, function=ChatFunction(name=call.name, arguments=call.arguments or "{}"))


def tools_text(tools: Iterable[ToolRecord]) -> str:
    """Recorded tools as JSON text."""
    return json.dumps([openai_tool(tool.name, tool.description, tool.parameters) for tool in tools], ensure_ascii=False)


def read_rows(file: Path) -> Iterator[TrainingRow]:
    """The rows of a file.

    Raises:
        UsageError: there is no such file, it is too large, holds nothing, or a line is no row.
    """
    if not file.is_file():
        raise UsageError(f"there is no file {file}; `automotive-env train rows SUITE --out {file}` writes one")
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} has more than {MAX_BYTES} bytes; split it")
    lines = read_lines(file, TrainingRow)
    if lines.damaged or not lines.records:
        raise UsageError(f"{file} {'ends in a line that is no row' if lines.damaged else 'holds no rows'}")
    yield from lines.records
