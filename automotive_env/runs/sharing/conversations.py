"""A run as conversations in the form of ShareGPT, for fine-tuning: a row for each request for an action."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from automotive_env.runs.records.calls import MessageRecord, ModelCallRecord, ToolCallRecord
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.sharing.card import card
from automotive_env.text.foreign_text import read_json

SPEAKERS = {"system": "system", "user": "human", "assistant": "gpt", "tool": "observation"}
"""Role of a message -> what ShareGPT calls it."""


def write_sharegpt(run: RunFolder, folder: Path) -> None:
    """Write `conversations.jsonl` and a card into a folder.

    Raises:
        UsageError: the records cannot be read.
        OSError: a file cannot be written.
    """
    with (folder / "conversations.jsonl").open("w", encoding="utf-8", newline="\n", errors="replace") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in conversations(run))
    (folder / "README.md").write_text(card(run, "sharegpt"), encoding="utf-8", newline="\n")


def conversations(run: RunFolder) -> Iterator[dict[str, Any]]:
    """The rows; `passed` says whether the episode did, so that a reader can choose.

    Raises:
        UsageError: the records cannot be read.
    """
    for record in run.episodes():
        for step in run.steps(record.id):
            for number, call in enumerate(call for call in step.calls if call.purpose == "act" and call.choices):
                yield _row(record, f"{record.id}/{step.step}/{number}", call)


def _row(record: EpisodeRecord, name: str, call: ModelCallRecord) -> dict[str, Any]:
    reply = call.choices[0]
    turns = [turn for message in call.messages for turn in _turns(message)]
    turns += [{"from": "gpt", "value": reply.text}] if reply.text or not reply.tool_calls else []
    turns += _calls(reply.tool_calls)
    tools = [tool.model_dump(mode="json") for tool in call.tools]
    return {
        "id": name,
        "conversations": turns,
        **({"tools": json.dumps(tools, ensure_ascii=False)} if tools else {}),
        **({"images": images} if (images := [image for message in call.messages for image in message.images]) else {}),
        "task": record.task,
        "agent": record.agent,
        "model": record.model,
        "passed": record.success,
    }


def _turns(message: MessageRecord) -> list[dict[str, str]]:
    turns = [{"from": SPEAKERS[message.role], "value": message.text}] if message.text or not message.tool_calls else []
    return turns + _calls(message.tool_calls)


def _calls(calls: tuple[ToolCallRecord, ...]) -> list[dict[str, str]]:
    told = [{"name": call.name, "arguments": _arguments(call.arguments)} for call in calls]
    return [{"from": "function_call", "value": json.dumps(one, ensure_ascii=False)} for one in told]


def _arguments(text: str) -> Any:
    """The arguments of a call as an object; as the model wrote them where they are no JSON."""
    try:
        return read_json(text)
    except ValueError:
        return text
