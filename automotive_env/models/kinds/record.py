"""A model whose completions are written down, to be replayed."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.models.kind import Form, ModelKind
from automotive_env.models.model import Abilities, Completion, Model, ModelRequest, Sampling
from automotive_env.models.pace import RateLimiter
from automotive_env.models.recording import MAX_LINE_BYTES, to_line
from automotive_env.models.sanitise import sanitise
from automotive_env.models.specification import make_model


class RecordingModel:
    """Passes requests on and appends every completion to a file, one JSON line each; `replay:FILE` answers from it.

    Prompts and pictures are kept as a hash only, keys not at all. Several processes may append to one file.
    """

    def __init__(self, model: Model, path: Path) -> None:
        self._model = model
        self._path = path

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request as the model does, and write the answer down.

        Raises:
            ModelFault: the model could not be asked.
            EnvironmentFault: the file cannot be written.
        """
        completion = sanitise(await self._model.complete(request), asked=request.sampling)
        self._append(to_line(self.name, request, completion))
        return completion

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the model answers; this is not recorded. Pictures are looked at: a request is known again by them."""
        return replace(await self._model.probe(sampling), pictures=True)

    async def close(self) -> None:
        """Release the model's connections."""
        await self._model.close()

    def _append(self, line: str) -> None:
        data = line.encode()
        if len(data) > MAX_LINE_BYTES:
            raise EnvironmentFault(f"an answer is longer than the {MAX_LINE_BYTES // 2**20} MB that {self._path} can hold of one")
        try:
            with self._path.open("ab", buffering=0) as file:
                if file.write(data) != len(data):  # one write, so that lines of several processes do not mix
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise EnvironmentFault(f"cannot write the recording {self._path}: {error.strerror}") from None


def _split(rest: str) -> tuple[str, str]:
    """The file and the specification of the model that is recorded."""
    file, _, inner = rest.partition(":")
    if not file or not inner or inner.startswith(("record:", "replay:")):
        raise UsageError(f"malformed recording {rest[:80]!r}; for example record:said.jsonl:openai:NAME")
    return file, inner


def _make(rest: str, pace: RateLimiter | None) -> Model:
    file, inner = _split(rest)
    path = Path(file)
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(f"cannot record to {file[:200]!r}; name a file in a folder that exists")
    return RecordingModel(make_model(inner, pace), path)


KIND = ModelKind(
    "record",
    (Form(":FILE:MODEL", "any other model; its answers are recorded in a file for replay"),),
    _make,
    inner=lambda rest: _split(rest)[1],
)
