"""What the page shows of an episode: its record, and every step with all that was sent to the model and came back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pydantic import ValidationError

from automotive_env.runs.records.calls import ModelCallRecord, total_usage
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.records.told import VoteRecord, told_of


class SharedTexts:
    """Texts that many episodes have alike: what systems are told, and tools. A page of a whole run holds each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Its position in `texts`."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        """All of them so far."""
        return list(self._numbers)


def episode_data(record: EpisodeRecord, steps: Sequence[StepRecord], shared: SharedTexts | None = None) -> dict[str, Any]:
    """An episode as JSON. What repeats from step to step stands once, and steps name it by its position:

    `elements` and `sizes` are lists of elements and their boxes, `texts` are messages, and as JSON tools and schemas; a number
    among them is a position in the shared texts, where there are such.
    """
    lists: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    texts: dict[str | int, int] = {}
    played = []
    for step in steps:
        line = _step(step)
        seen = line["observation"]
        shown = tuple(seen["elements"]), tuple(seen.pop("sizes"))
        seen["elements"] = lists.setdefault(shown, len(lists))
        for call, recorded in zip(line["calls"], step.calls, strict=True):
            _name_texts(call, texts, shared)
            call["notes"] = _readable(recorded)
        played.append(line)
    verdict = {"verdict": record.criterion.to_json()} if record.criterion is not None else {}
    return {
        "record": record.model_dump(mode="json") | verdict,
        "why": record.why,
        "played": played,
        "elements": [lines for lines, _ in lists],
        "sizes": [sizes for _, sizes in lists],
        "texts": list(texts),
    }


def _name_texts(call: dict[str, Any], texts: dict[str | int, int], shared: SharedTexts | None) -> None:
    """Put positions in place of the texts of a call."""

    def position(text: str, common: bool) -> int:
        return texts.setdefault(shared.number(text) if shared and common else text, len(texts))

    for message in call["messages"]:
        message["text"] = position(message["text"], message["role"] == "system")
    for name in ("tools", "reply_schema"):
        call[name] = position(json.dumps(call[name], ensure_ascii=False), True) if call[name] else None


def _readable(call: ModelCallRecord) -> dict[str, Any]:
    """Votes and what was told; records may be a stranger's, and notes that are none of these are not shown."""
    notes = call.notes
    try:
        vote = {"vote": VoteRecord.model_validate(notes["vote"]).model_dump(mode="json")} if "vote" in notes else {}
        told = {"told": [hit.model_dump(mode="json") for hit in told_of(notes)]} if "told" in notes else {}
    except ValidationError:
        return {}
    written = {"written": call.written.model_dump(mode="json")} if call.written else {}
    return vote | told | written


def _step(step: StepRecord) -> dict[str, Any]:
    """A step with the reply that the agent acted on, and what it cost, as its calls and the agent's own count say together."""
    spent = asdict(total_usage([step.usage, *(call.usage for call in step.calls if call.is_own)]))
    return step.model_dump(mode="json", exclude={"drawn"}) | {"reply": step.reply, "usage": spent}
