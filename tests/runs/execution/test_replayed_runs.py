"""A run that was recorded is replayed word for word, with all trials, and with the episodes that the model broke off."""

from pathlib import Path
from typing import Any

import anyio
import pytest
from registered import PLAIN

from automotive_env.errors import ModelFault
from automotive_env.models import RecordingModel
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.kinds.replay import ReplayModel
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


class Moody:
    """The built-in model, that never says the same twice, and refuses some requests for good."""

    name = "moody"

    def __init__(self, *refused: int) -> None:
        self._model, self._refused, self._asked = BuiltinModel(), refused, 0

    async def complete(self, request: ModelRequest) -> Completion:
        self._asked += 1
        if self._asked in self._refused:
            raise ModelFault("the request is too long")
        said = await self._model.complete(request)
        return Completion.of(f"I have thought {self._asked} times.\n{said.text}", said.usage)

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None: ...


@pytest.mark.parametrize("refused", [(), (2, 3), (4, 5, 9, 10)], ids=["sound", "broken off once", "broken off twice"])
@pytest.mark.at_once(1)
def test_a_run_is_replayed_as_it_was_played(refused: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "said.jsonl"
    told = []
    for name, make in (("first", lambda: RecordingModel(Moody(*refused), said)), ("again", lambda: ReplayModel(said))):
        monkeypatch.setattr("automotive_env.runs.execution.team.make_model", lambda spec, pace=None, make=make: make())
        options = ResolvedOptions(agents=("t3a",), tasks=(PLAIN,), trials=2, images=False, free_form=True, out=tmp_path / name)
        folder: RunFolder = anyio.run(run, options, Watching()).folder
        records = folder.episodes()
        told.append([(one.trial, one.outcome, one.attempts, one.tokens, folder.steps(one.id)) for one in records])
    assert told[0] == told[1]
    assert {trial for trial, *_ in told[0]} == {0, 1}
    assert sum(attempts - 1 for _, _, attempts, *_ in told[0]) == len(refused) // 2
    assert len({step[0].reply for *_, step in told[0]}) == len(told[0])
