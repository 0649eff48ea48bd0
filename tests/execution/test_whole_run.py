"""A whole run, called from Python."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from automotive_env.action import Status
from automotive_env.agent import AgentSpec, Decision, EpisodeContext, Lesson
from automotive_env.agents.oracle import OracleAgent
from automotive_env.errors import ModelFault, RecordsFault, UsageError
from automotive_env.execution.options import Options
from automotive_env.execution.run import run
from automotive_env.observation import Observation
from automotive_env.results.encoded import EncodedEpisode
from automotive_env.results.folder import RunFolder
from automotive_env.suites.automotive import AutomotiveSuite

FEW = ("hvac.fan_speed_max", "hvac.too_hot", "hvac.set_temperature")
"""Tasks without contrast pairs: one episode for each."""


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


def test_what_is_finished_is_read_once_however_many_jobs_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    finished_ids = RunFolder.finished_ids
    monkeypatch.setattr(RunFolder, "finished_ids", lambda folder: read.append(folder) or finished_ids(folder))
    anyio.run(run, Options(agents=("noop",), tasks=FEW, images=False, out=tmp_path / "run"), Watching())
    assert len(read) == 1


@pytest.mark.parametrize("concurrency", [1, 3])
def test_a_record_that_cannot_be_written_ends_the_run_by_itself(
    concurrency: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = []

    def full(folder: RunFolder, episode: EncodedEpisode) -> None:
        added.append(episode)
        raise RecordsFault("no space left")

    monkeypatch.setattr(RunFolder, "add_encoded", full)
    options = Options(agents=("noop",), tasks=FEW, images=False, concurrency=concurrency, out=tmp_path / "run")
    with pytest.raises(RecordsFault, match="no space left; go on later with --resume"):
        anyio.run(run, options, Watching())
    assert 1 <= len(added) <= concurrency


class Learner(OracleAgent):
    """The oracle; it learns one lesson an episode and says what it knew before."""

    def __init__(self, knew: list[tuple[str, ...]]) -> None:
        super().__init__()
        self.knew, self.lessons = knew, ()

    def remember(self, lessons: Any) -> None:
        self.lessons = (*self.lessons, *lessons)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        super().reset(goal, context)
        self.knew.append(tuple(lesson.text for lesson in self.lessons))

    async def act(self, observation: Observation) -> Decision:
        decision = await super().act(observation)
        if not isinstance(decision.action, Status):
            return decision
        self.remember([Lesson(f"lesson {len(self.lessons) + 1}")])
        return replace(decision, notes={"lessons": [self.lessons[-1].to_json()]})


class Forgetful(Learner):
    """Is broken off by its model a few times, after it has learnt something."""

    left = 0

    async def act(self, observation: Observation) -> Decision:
        if Forgetful.left:
            Forgetful.left -= 1
            self.remember([Lesson("of an episode that is to be played again")])
            raise ModelFault("gone")
        return await super().act(observation)


@pytest.mark.parametrize("times", [1, 3], ids=["played again", "resumed"])
def test_what_was_learnt_in_an_episode_that_was_broken_off_is_forgotten(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    knew: list[tuple[str, ...]] = []
    takes = frozenset({"lasting_memory"})
    monkeypatch.setattr(Forgetful, "left", times)
    monkeypatch.setattr(
        AutomotiveSuite, "player", lambda suite, name: AgentSpec(name, "", lambda kit: Forgetful(knew), takes=takes)
    )
    options = Options(agents=("oracle",), tasks=FEW, images=False, lasting_memory=True, out=tmp_path / "run")
    anyio.run(run, options, Watching())
    anyio.run(run, replace(options, out=None, resume=tmp_path / "run"), Watching())
    assert knew == [()] * times + [(), ("lesson 1",), ("lesson 1", "lesson 2")]


REFUSED = [
    {"model": "openai:m@http://127.0.0.1:9/v1"},
    {"suite": "vehicleworld"},
    {"data": Path("elsewhere")},
    {"tasks": ("nothing.like.it",)},
    {"dimension": "driving_alignment"},
    {"place": "nowhere"},
    {"context": "nobody"},
    {"prompts": ("none",)},
    {"extra_body": '{"a": 1}'},
]


@pytest.mark.parametrize("other", REFUSED, ids=lambda other: next(iter(other)))
def test_options_are_compared_before_anything_is_planned_loaded_or_asked_with_them(other: dict[str, Any], tmp_path: Path) -> None:
    options = Options(agents=("t3a",), tasks=("hvac.too_hot",), images=False, out=tmp_path / "run")
    anyio.run(run, options, Watching())
    with pytest.raises(
        UsageError, match=f"cannot be resumed like this: it was begun with.*--{next(iter(other)).replace('_', '-')}"
    ):
        anyio.run(run, replace(options, out=None, resume=tmp_path / "run", **other), Watching())


@pytest.mark.parametrize("wrong", [{"context": "nobody"}, {"prompts": (str(Path(__file__).parent),)}])
def test_a_run_that_cannot_begin_leaves_no_folder(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        anyio.run(run, replace(Options(agents=("t3a",), tasks=("hvac.too_hot",), out=tmp_path / "run"), **wrong), Watching())
    assert not (tmp_path / "run").exists()


def test_a_lasting_memory_goes_on_where_a_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knew: list[tuple[str, ...]] = []
    takes = frozenset({"lasting_memory"})
    monkeypatch.setattr(
        AutomotiveSuite, "player", lambda suite, name: AgentSpec(name, "", lambda kit: Learner(knew), takes=takes)
    )
    tasks = ("hvac.fan_speed_max", "system.wifi_off")
    options = Options(agents=("oracle",), tasks=tasks, images=False, lasting_memory=True, out=tmp_path / "run")
    anyio.run(run, options, Watching())
    assert knew[0] == ()
    assert all(len(known) == number for number, known in enumerate(knew))
    file = tmp_path / "run" / "episodes.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:1]))  # as if it had been killed after the first
    knew.clear()
    anyio.run(run, replace(options, out=None, resume=tmp_path / "run"), Watching())
    assert knew[0] == ("lesson 1",)
