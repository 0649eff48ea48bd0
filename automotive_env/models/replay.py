"""Recorded completions: their lines in a file, and a model that answers from them."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError

from automotive_env.errors import ModelFault, UsageError
from automotive_env.model import Abilities, Choice, Completion, ModelRequest, TokenCount, Usage
from automotive_env.models.sanitise import MAX_REPLY_BYTES, sanitise

MAX_LINE_BYTES = 8 * MAX_REPLY_BYTES
"""Longer than any line that `to_line` writes: JSON spells a byte of UTF-8 with three at most."""


def request_key(request: ModelRequest) -> str:
    """A hash of all that a model is given: equal requests have equal keys, in every process."""
    asked = {
        "purpose": request.purpose,
        "text": request.text,
        "images": [_image_hash(image) for image in request.images],
        "schema": request.schema,
        "sampling": asdict(request.sampling),
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=dict).encode()).hexdigest()


def _image_hash(image: Any) -> str:
    return hashlib.sha256(repr(image.shape).encode() + image.tobytes()).hexdigest()


def to_line(model: str, request: ModelRequest, completion: Completion) -> str:
    """A completion as a line of a recording."""
    usage = completion.usage
    line = {
        "request": request_key(request),
        "purpose": request.purpose,
        "model": model,
        "text": completion.text,
        "finish": completion.choice.finish,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "calls": usage.calls,
        "dropped": completion.choice.dropped,
    }
    return json.dumps(line) + "\n"


class _Line(BaseModel):
    """What is read of a line of a recording; the rest is for people."""

    model_config = ConfigDict(strict=True)

    request: str
    text: str
    finish: str
    prompt_tokens: TokenCount
    completion_tokens: TokenCount
    calls: TokenCount
    dropped: NonNegativeInt = 0

    def completion(self) -> Completion:
        usage = Usage(self.prompt_tokens, self.completion_tokens, self.calls)
        return sanitise(Completion((Choice(self.text, finish=self.finish, dropped=self.dropped),), usage))


class ReplayModel:
    """Answers from a recording: to equal requests the recorded completions, in the order in which they came."""

    def __init__(self, path: Path) -> None:
        """Read the recording.

        Raises:
            UsageError: there is no such file, or a line of it is no recorded completion.
        """
        self._path = path
        self._said: dict[str, deque[Completion]] = {}
        for line in _read(path):
            self._said.setdefault(line.request, deque()).append(line.completion())
        self._used: dict[str, int] = dict.fromkeys(self._said, 0)

    @property
    def name(self) -> str:
        return f"replay:{self._path.name}"

    async def complete(self, request: ModelRequest) -> Completion:
        """The next completion recorded for this request.

        Raises:
            ModelFault: there is none, or none is left.
        """
        key = request_key(request)
        left = self._said.get(key)
        if left is None:
            raise ModelFault(f"{self.name} holds no answer to this {request.purpose} request ({key[:12]}); record the run again")
        if not left:
            used = self._used[key]
            raise ModelFault(f"{self.name}: all {used} answers to this {request.purpose} request ({key[:12]}) are used up")
        self._used[key] += 1
        return left.popleft()

    async def probe(self) -> Abilities:
        """Check that the recording holds anything.

        Raises:
            ModelFault: it is empty.
        """
        if not self._said:
            raise ModelFault(f"{self.name} holds no answers; record a run first")
        return Abilities()

    async def close(self) -> None:
        """Nothing is open."""


def _read(path: Path) -> Iterator[_Line]:
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE_BYTES):
                number += 1
                yield _Line.model_validate_json(line)
    except ValidationError:
        raise UsageError(f"line {number} of {path} is no recorded completion; record the run again") from None
    except OSError as error:
        raise UsageError(f"cannot read the recording {path}: {error.strerror}") from None
