"""A model that answers from a recording."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from automotive_env.errors import ModelFault
from automotive_env.models.kind import Form, ModelKind
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling
from automotive_env.models.recording import read_lines, request_key


class ReplayModel:
    """Answers from a recording: to equal requests the recorded completions, in the order in which they came."""

    def __init__(self, path: Path) -> None:
        """Read the recording.

        Raises:
            UsageError: there is no such file, or a line of it is no recorded completion.
        """
        self._path = path
        self._said: dict[str, deque[Completion]] = {}
        self._schema = False
        for line in read_lines(path):
            self._schema |= line.schema_sent
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

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the recording holds anything; requests carry a schema again where the recorded ones did.

        Raises:
            ModelFault: it is empty.
        """
        if not self._said:
            raise ModelFault(f"{self.name} holds no answers; record a run first")
        return Abilities(schema=self._schema)

    async def close(self) -> None:
        """Nothing is open."""


KIND = ModelKind("replay", (Form(":FILE", "recorded answers"),), lambda rest, pace: ReplayModel(Path(rest)), is_free=True)
