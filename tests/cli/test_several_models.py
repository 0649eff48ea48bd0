"""`run --model A,B`: each agent with each model, as one run."""

import json
from pathlib import Path

import pytest
from command_line import run_here
from registered import THREE_TURNS

from automotive_env.runs.records.folder import RunFolder

OTHER = """
from automotive_env.models.builtin import BuiltinModel

class Other(BuiltinModel):
    name = "other"

    def __init__(self, rest: str = "") -> None:
        super().__init__()
"""
ONE = ("--tasks", THREE_TURNS, "--no-images", "--json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("several")
    (path / "other_model.py").write_text(OTHER)
    return path


def test_each_agent_plays_with_each_model_and_one_without_a_model_once(folder: Path) -> None:
    several = ("--agent", "t3a,noop", "--model", "builtin,other_model:Other")
    done = run_here("run", *several, *ONE, "--out", "run", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)["agents"]) == ["noop", "t3a (builtin)", "t3a (other)"]
    assert "t3a (other)" in done.stderr
    run = RunFolder.open(folder / "run")
    assert run.manifest.model == "builtin,other"
    assert sorted((record.agent, record.model) for record in run.episodes()) == [
        ("noop", ""),
        ("t3a", "builtin"),
        ("t3a", "other"),
    ]
    assert any("other_model" in name for name in run.manifest.plugins)
    again = run_here("run", "--resume", "run", "--json", cwd=folder)
    assert (again.returncode, len(run.episodes())) == (0, 3), again.stderr
    assert run_here("verify", "run", cwd=folder).returncode == 0
    compared = run_here("compare", "run", "--agents", "t3a (builtin),t3a (other)", "--json", cwd=folder)
    assert json.loads(compared.stdout)["comparisons"][0]["success"]["n"] == 1


@pytest.mark.parametrize(
    ("models", "says"),
    [
        ("builtin,builtin", "names a model twice: builtin, builtin"),
        (",", "takes 1 to 32 models, separated by commas, not 0"),
        ("builtin,nobody", "unknown model 'nobody'"),
    ],
)
def test_models_that_make_no_run_are_refused(models: str, says: str, folder: Path) -> None:
    name, *options = models.split()
    done = run_here("run", "--agent", "asurada", "--model", name, *options, *ONE, "--out", "refused", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert not (folder / "refused").exists()
