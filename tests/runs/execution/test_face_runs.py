"""Runs on several faces: the same instances by touch, by calls, and with both."""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from registered import MUSIC, PAIR, PLAIN

import automotive_env
from automotive_env.episode.action import Answer, Call, Click, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.session import Session
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.automotive.proving.playing import instance
from automotive_env.suites.automotive.suite import ALL_CALLS
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import Selection
from automotive_env.tasks.kit.by_calls import takes_calls
from automotive_env.tasks.registry import TASKS

FEW = (PLAIN, PAIR)
ALL = ("screen", "calls", "both")


class Silent:
    """Nobody follows the run."""

    def planned(self, jobs: object, folder: Path, missing: object) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: object) -> None: ...
    def finished(self, record: object) -> None: ...


def options(path: Path, *agents: str, **more: object) -> ResolvedOptions:
    return ResolvedOptions(agents=agents, tasks=FEW, out=path, **{"face": ALL, **more})  # type: ignore[arg-type]


def test_each_instance_is_played_on_each_face_and_the_tables_compare_them(tmp_path: Path) -> None:
    finished = anyio.run(run, options(tmp_path / "run", "oracle", "noop", "random", "t3a"), Silent())
    records = finished.folder.episodes()
    assert len(records) == len({record.id for record in records}) == 4 * 3 * 3
    for agent in ("oracle", "noop", "random", "t3a"):
        instances = [{r.instance for r in records if (r.agent, r.face) == (agent, face)} for face in ALL]
        assert instances[0] == instances[1] == instances[2]
    assert all(record.success == (record.agent == "oracle") for record in records if record.agent in ("oracle", "noop"))
    titles = [table.title for table in finished.summary.tables]
    assert titles[:2] == ["By face", "Difference between faces, on the same instances"]
    assert len(finished.summary.tables[0].rows) == 12
    assert finished.summary.agents["oracle"].pairs.n == 3
    blind = [step for record in records if record.face == "calls" for step in finished.folder.steps(record.id)]
    assert not any(step.observation.elements or step.observation.screenshot or step.observation.app for step in blind)


def test_a_run_is_verified_and_goes_on_only_with_its_own_faces(tmp_path: Path) -> None:
    first = anyio.run(run, options(tmp_path / "run", "oracle"), Silent())
    suite = find_suite("automotive")
    for record in first.folder.episodes():
        again = suite.rescore(record, first.folder.steps(record.id))
        assert (again.outcome, again.face, again.id) == (record.outcome, record.face, record.id)
    folder = RunFolder.open(tmp_path / "run")
    lines = (folder.path / "episodes.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder.path / "episodes.jsonl").write_text("".join(lines[:4]), "utf-8")
    resumed = replace(options(tmp_path / "run", "oracle"), out=None, resume=tmp_path / "run")
    assert len(anyio.run(run, resumed, Silent()).folder.episodes()) == len(lines)
    with pytest.raises(UsageError, match="it was started with --face screen,calls,both, not with --face calls"):
        anyio.run(run, replace(resumed, face=("calls",)), Silent())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"face": ("touch",)}, "--face takes one or more of screen, calls and both, not 'touch'"),
        ({"face": ("calls", "calls")}, "--face takes one or more of screen, calls and both, each once, not 'calls,calls'"),
        ({"face": ()}, "--face takes one or more of screen, calls and both, not 'nothing'"),
        (
            {"face": ("calls",), "tasks": (MUSIC,)},
            f"{MUSIC} cannot be played by calls: .* list",
        ),
        ({"face": ("calls",), "tasks": (f"{MUSIC[:-1]}*",)}, "none of the chosen tasks can be played by calls"),
        ({"face": ("calls",), "tasks": (), "suite": "vehicleworld", "agents": ("oracle",)}, "does not use --face"),
    ],
)
def test_what_cannot_be_played_is_refused(given: dict[str, object], says: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=says):
        anyio.run(run, replace(options(tmp_path / "run", "oracle"), **given), Silent())  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_without_names_those_are_played_that_can_be() -> None:
    suite = find_suite("automotive")
    by_calls = {item.task for item in suite.plan(Selection(face=("calls",)))}
    assert by_calls == {item.task for item in suite.plan(Selection(face=ALL))} == {n for n, t in TASKS.items() if takes_calls(t)}
    assert {item.task for item in suite.plan(Selection())} == set(TASKS)


def test_a_device_that_takes_no_calls_says_so() -> None:
    suite, car = find_suite("automotive"), HeadlessController()
    car.takes_calls = False
    items = suite.plan(Selection(tasks=FEW, face=("both",)))
    assert suite.lacking(items, car) == dict.fromkeys(FEW, (ALL_CALLS,))
    assert suite.lacking(suite.plan(Selection(tasks=FEW)), car) == {}


def session(face: str) -> Session:
    task = TASKS[PLAIN]
    return Session(task, instance(task, 0), HeadlessController(), face=face)  # type: ignore[arg-type]


def test_without_a_screen_touches_are_refused_and_calls_are_judged_like_all_others() -> None:
    playing = session("calls")
    seen = playing.start()
    assert (seen.elements, seen.app) == ((), "")
    refused = playing.step(Click(x=5, y=5)).outcome
    assert (refused.done, refused.message[:26]) == (False, "there is no screen in this")
    unknown = playing.step(Call(api="hazardLight.swich", arguments={})).outcome
    assert (unknown.done, "did you mean" in unknown.message) == (False, True)
    done = playing.step(Call(api="hazardLight.switch", arguments={"switch": True}))
    assert "hazardLight.is_active" in {change.path for change in done.changes}
    assert playing.step(Answer(text="Done.")).outcome.done
    playing.step(Status(goal_status="complete"))
    assert "hazardLight.is_active" in playing.finish().side_effects
    playing.close()


def test_a_screen_alone_offers_alerts_only_and_both_offer_all() -> None:
    call = Call(api="hazardLight.switch", arguments={"switch": True})
    outcomes = {}
    for face in ("screen", "both"):
        playing = session(face)
        seen = playing.start()
        assert seen.elements
        outcomes[face] = playing.step(call).outcome.done
        playing.close()
    assert outcomes == {"screen": False, "both": True}


def test_a_picture_of_no_screen_is_a_fault_of_who_asks() -> None:
    playing = session("calls")
    seen = playing.start()
    with pytest.raises(EnvironmentFault, match="without a screen"):
        assert seen.screenshot is None
    playing.close()


def test_the_public_door_opens_on_every_face() -> None:
    with automotive_env.make(PAIR, seed=1, face="calls") as env:
        assert env.reset().elements == ()
        _, outcome = env.step(Call(api="airConditioner.recycle_mode_switch", arguments={"mode": "internal circulation"}))
        env.step(Status(goal_status="complete"))
        assert (outcome.done, bool(env.verdict())) == (True, True)
    for task, face, says in ((MUSIC, "both", "by calls"), (PLAIN, "touch", "unknown face 'touch'")):
        with pytest.raises(UsageError, match=says):
            automotive_env.make(task, face=face)  # type: ignore[arg-type]
