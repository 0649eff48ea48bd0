"""Recordings of what a model said: one JSON line for each completion, found again by a hash of its request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, NonNegativeInt, ValidationError

from automotive_env.errors import UsageError
from automotive_env.models.model import (
    Choice,
    Completion,
    ModelMessage,
    ModelRequest,
    SafetyCheck,
    TokenCount,
    TokenLogprob,
    ToolCall,
    Usage,
)
from automotive_env.models.sanitise import MAX_CHOICES, sanitise

MAX_LINE_BYTES = 16 * 2**20
"""Of a line that is read: some replies with the log probabilities of all their tokens."""


def request_key(request: ModelRequest) -> str:
    """A hash of all that a model is given: equal requests have equal keys, in every process."""
    asked = {
        "purpose": request.purpose,
        "messages": [_message(message) for message in request.messages],
        "tools": [asdict(tool) for tool in request.tools],
        "schema": request.schema,
        "sampling": {option.name: getattr(request.sampling, option.name) for option in fields(request.sampling)},
    }
    if request.computer is not None:
        asked["computer"] = asdict(request.computer)
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=dict).encode()).hexdigest()


def _message(message: ModelMessage) -> dict[str, Any]:
    """What counts of a message. Members that came later are left out where they are empty: older recordings stay valid."""
    later = {"opaque": message.opaque, "acknowledged": [asdict(check) for check in message.acknowledged]}
    return {
        "role": message.role,
        "text": message.text,
        "images": [_image_hash(image) for image in message.images],
        "tool_calls": [_call(call) for call in message.tool_calls],
        "tool_call_id": message.tool_call_id,
        **{name: value for name, value in later.items() if value},
    }


def _call(call: ToolCall) -> dict[str, Any]:
    return {name: value for name, value in asdict(call).items() if name != "checks" or value}


def _image_hash(image: Any) -> str:
    return hashlib.sha256(repr(image.shape).encode() + image.tobytes()).hexdigest()


def to_line(model: str, request: ModelRequest, completion: Completion) -> str:
    """A completion as a line of a recording."""
    line = {
        "request": request_key(request),
        "purpose": request.purpose,
        "model": model,
        "schema": request.schema is not None,
        **_answer(completion),
    }
    return json.dumps(line, separators=(",", ":")) + "\n"


def as_recorded(completion: Completion) -> Completion:
    """A completion as a recording would tell it.

    Raises:
        ValidationError: there is something in it that no completion can hold.
    """
    return _Answer.model_validate_json(json.dumps(_answer(completion))).completion()


def _answer(completion: Completion) -> dict[str, Any]:
    return {"choices": [_choice(choice) for choice in completion.choices], "usage": asdict(completion.usage)}


def _choice(choice: Choice) -> dict[str, Any]:
    """A reply without what is empty, and log probabilities without the names of their parts: there are thousands of them."""
    kept = {
        "text": choice.text,
        "reasoning": choice.reasoning,
        "tool_calls": [_call(call) for call in choice.tool_calls],
        "finish": choice.finish,
        "logprobs": [(token.token, token.logprob, token.alternatives) for token in choice.logprobs],
        "dropped": choice.dropped,
        "opaque": choice.opaque,
    }
    return {name: value for name, value in kept.items() if value}


class _Read(BaseModel):
    model_config = ConfigDict(strict=True)


class _SafetyCheck(_Read):
    id: str
    code: str
    message: str


class _ToolCall(_Read):
    id: str
    name: str
    arguments: str
    signature: str = ""
    checks: tuple[_SafetyCheck, ...] = ()

    def call(self) -> ToolCall:
        checks = tuple(SafetyCheck(check.id, check.code, check.message) for check in self.checks)
        return ToolCall(self.id, self.name, self.arguments, self.signature, checks)


class _Choice(_Read):
    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[_ToolCall, ...] = ()
    finish: str = "stop"
    logprobs: tuple[tuple[str, FiniteFloat, tuple[tuple[str, FiniteFloat], ...]], ...] = ()
    dropped: NonNegativeInt = 0
    opaque: str = ""

    def choice(self) -> Choice:
        calls = tuple(call.call() for call in self.tool_calls)
        logprobs = tuple(TokenLogprob(*token) for token in self.logprobs)
        return Choice(self.text, self.reasoning, calls, self.finish, logprobs, self.dropped, self.opaque)


class _Usage(_Read):
    prompt_tokens: TokenCount
    completion_tokens: TokenCount
    calls: TokenCount
    cached_tokens: TokenCount = 0
    reasoning_tokens: TokenCount = 0


class _Answer(_Read):
    """A completion."""

    choices: Annotated[tuple[_Choice, ...], Field(min_length=1, max_length=MAX_CHOICES)]
    usage: _Usage

    def completion(self) -> Completion:
        """What was said, bounded like any reply: a recording may be somebody else's."""
        return sanitise(Completion(tuple(choice.choice() for choice in self.choices), Usage(**dict(self.usage))))


class RecordingLine(_Answer):
    """What is read of a line of a recording; the rest is for people.

    Attributes:
        request: its key.
        schema_sent: whether it carried a JSON schema.
    """

    request: str
    schema_sent: bool = Field(alias="schema")


def read_lines(path: Path) -> Iterator[RecordingLine]:
    """The lines of a recording.

    Raises:
        UsageError: there is no such file, or a line of it is no recorded completion.
    """
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE_BYTES):
                number += 1
                yield RecordingLine.model_validate_json(line)
    except ValidationError:
        raise UsageError(f"line {number} of {path} is not a recorded completion; record the run again") from None
    except OSError as error:
        raise UsageError(f"cannot read the recording {path}: {error.strerror}") from None
