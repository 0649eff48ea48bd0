"""The suite of AppWorld on a package and data made here, which have the interface that AppWorld documents and one app."""

import json
import sys

import anyio
import pytest
from cases import cases
from command_line import run_here
from scripted_model import ScriptedModel, block

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import NotScored, UsageError
from automotive_env.models.metered import MeteredModel
from automotive_env.suites.appworld import play as playing
from automotive_env.suites.appworld.suite import AppWorldSuite
from automotive_env.suites.suite import PlayerSeat, Selection

PACKAGE = """
import contextlib, io, json, os, pathlib, types


def _outputs(experiment):
    return pathlib.Path(os.environ["APPWORLD_ROOT"], "experiments", "outputs", experiment)


class AppWorld:
    def __init__(self, task_id, experiment_name):
        supervisor = types.SimpleNamespace(first_name="Ada", last_name="L", email="ada@example.com", phone_number="1")
        self.task = types.SimpleNamespace(instruction="?", supervisor=supervisor)
        self._answers = []
        self._folder = _outputs(experiment_name)
        self._folder.mkdir(parents=True)
        apis = types.SimpleNamespace(supervisor=types.SimpleNamespace(complete_task=self._complete))
        self._names = {"apis": apis}
        print("a world was made")

    def _complete(self, answer=None):
        self._answers.append(answer)
        (self._folder / "answer.json").write_text(json.dumps(answer))

    def execute(self, code):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, self._names)
        except Exception as error:
            return f"Execution failed. Traceback: {error!r}"
        return printed.getvalue() or "Execution successful."

    def task_completed(self):
        return bool(self._answers)

    def close(self):
        pass


def evaluate_task(task_id, experiment_name):
    file = _outputs(experiment_name) / "answer.json"
    right = file.exists() and json.loads(file.read_text()) == task_id
    test = [{"requirement": "the answer is right", "label": "no_op_fail"}]
    return types.SimpleNamespace(success=right, passes=test if right else [], failures=[] if right else test)
"""
SUITE = AppWorldSuite()
RIGHT = block("apis.supervisor.complete_task(answer='a1_1')")


@pytest.fixture(autouse=True)
def root(tmp_path, monkeypatch):
    """The package is on the path, and APPWORLD_ROOT names the data."""
    package = tmp_path / "packages"
    (package / "appworld").mkdir(parents=True)
    (package / "appworld" / "__init__.py").write_text(PACKAGE)
    (package / "appworld-9.9.dist-info").mkdir()
    (package / "appworld-9.9.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: appworld\nVersion: 9.9\n")
    folder = tmp_path / "root"
    (folder / "data" / "datasets").mkdir(parents=True)
    for dataset, tasks in (("train", ("a1_1", "a1_2")), ("test_normal", ("b2_1",))):
        (folder / "data" / "datasets" / f"{dataset}.txt").write_text("\n".join(tasks))
        for task in tasks:
            (folder / "data" / "tasks" / task).mkdir(parents=True)
            (folder / "data" / "tasks" / task / "specs.json").write_text(json.dumps({"instruction": f"Say {task}."}))
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setenv("APPWORLD_ROOT", str(folder))
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    return folder


def play(*replies):
    model = MeteredModel(ScriptedModel(*replies))
    (item,) = SUITE.plan(Selection(tasks=("train.train.a1_1",)))
    agent = SUITE.player("code").make(model, None, AgentOptions())
    return anyio.run(SUITE.play, item, agent, PlayerSeat(HeadlessController(), model))


def test_code_runs_step_by_step_until_the_task_is_completed(root):
    played = play(block("x = 'a1_1'\nprint('seen', x)"), block("apis.supervisor.complete_task(answer=x)"))
    assert (played.record.outcome, played.record.scores) == ("pass", {"tests": 1.0})
    assert [step.outcome.message for step in played.steps] == ["seen a1_1\n", "Execution successful."]
    asked = played.steps[1].calls[0].messages
    assert "Ada L, ada@example.com" in asked[0].text
    assert [message.text for message in asked[1:]] == ["Say a1_1.", block("x = 'a1_1'\nprint('seen', x)"), "Output:\nseen a1_1\n"]
    assert list((root / "experiments" / "outputs").iterdir()) == []
    with pytest.raises(NotScored):
        SUITE.rescore(played.record, played.steps)


def test_code_changes_nothing_of_the_process_that_judges_it():
    judge = "lambda **_: types.SimpleNamespace(success=True, passes=[], failures=[])"
    mine = f"import appworld, types\nappworld.evaluate_task = {judge}"
    code = f"""
import pathlib, site
folder = pathlib.Path(site.getusersitepackages())
folder.mkdir(parents=True)
(folder / "usercustomize.py").write_text({mine!r})
apis.supervisor.complete_task(answer="no")
"""
    assert play(block(code)).record.outcome == "fail"


@cases(
    "replies, outcome",
    [
        ((block("apis.supervisor.complete_task(answer='b')"),), "fail"),
        (("It cannot be done.",), "fail"),
        ((block("1 / 0"), RIGHT), "pass"),
        ((block("print('{}')\nimport os\nos.write(1, b'{}')"), RIGHT), "pass"),
        ((block("import os\nprint(sorted(os.environ))\nassert 'OPENAI_API_KEY' not in os.environ"), RIGHT), "pass"),
        ((block("import os\nos._exit(0)"),), "agent_error"),
        ((block("import appworld\nappworld.evaluate_task = lambda **told: 1"), "Done."), "fail"),
        ((block("1"),), "step_limit"),
        ((block("#" * 30_000), RIGHT), "pass"),
    ],
)
@pytest.mark.sweep
def test_what_code_does_is_its_own_episode_s(replies, outcome):
    played = play(*replies)
    assert played.record.outcome == outcome, played.record.error


def test_code_that_waits_is_ended(monkeypatch):
    monkeypatch.setattr(playing, "SECONDS", 3.0)
    played = play(block("import time\ntime.sleep(1000)"))
    assert (played.record.outcome, "no answer within 3 s" in played.record.error) == ("agent_error", True)


@pytest.mark.sweep
def test_a_run_is_recorded_and_resumed(tmp_path):
    arguments = ("--suite", "appworld", "--agent", "noop,code", "--json")
    done = run_here("run", *arguments, "--out", "here", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [agent["n"] for agent in json.loads(done.stdout)["agents"].values()] == [3, 3]
    assert "appworld 9.9" in json.loads((tmp_path / "here" / "manifest.json").read_text())["hashes"]
    assert run_here("run", *arguments, "--resume", "here", cwd=tmp_path).returncode == 0
    assert len((tmp_path / "here" / "episodes.jsonl").read_text().splitlines()) == 6
    assert run_here("verify", "here", cwd=tmp_path).returncode == 0


def test_datasets_are_splits_and_can_be_chosen(root):
    assert [item.task for item in SUITE.plan(Selection())] == ["train.train.a1_1", "train.train.a1_2", "test_normal.test.b2_1"]
    assert len(SUITE.plan(Selection(tasks=("*.test.*",), data=root))) == 1


def test_what_is_missing_is_named(root, monkeypatch, tmp_path):
    with pytest.raises(UsageError, match=r"holds no data of AppWorld: run `appworld install` and `appworld download data`"):
        SUITE.plan(Selection(data=tmp_path))
    (root / "data" / "datasets" / "dev.txt").write_text("../../etc\n")
    with pytest.raises(UsageError, match="not a task name"):
        SUITE.plan(Selection())
    (root / "data" / "datasets" / "dev.txt").unlink()
    items = SUITE.plan(Selection())
    monkeypatch.setenv("APPWORLD_PYTHON", str(tmp_path / "none"))
    with pytest.raises(UsageError, match="has no package appworld"):
        SUITE.hashes(items)
    monkeypatch.delenv("APPWORLD_PYTHON")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if "packages" not in path])
    with pytest.raises(UsageError, match="APPWORLD_PYTHON"):
        SUITE.hashes(items)
