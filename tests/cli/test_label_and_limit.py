"""`run --label` names models in all that is shown; `run --limit` plays a part of the plan; useless replies are reported."""

import json
from pathlib import Path

import pytest
from command_line import run_here

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import contestants

MODELS = """
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.model import Choice, Completion

class Other(BuiltinModel):
    name = "openai:other@http://127.0.0.1:8000/v1"

    def __init__(self, rest=""):
        super().__init__()

class Chatty(Other):
    name = "chatty"

    async def complete(self, request):
        return Completion((Choice("Certainly!\\n I would love to help."),))
"""
FEW = ("--no-images", "--json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("labels")
    (path / "labelled_models.py").write_text(MODELS)
    return path


def test_labels_stand_wherever_the_names_of_models_would(folder: Path) -> None:
    asked = ("--agent", "t3a", "--model", "builtin,labelled_models:Other", "--label", "Rules, Mine_v2")
    done = run_here("run", *asked, "--tasks", "hvac.*", "--limit", "1", *FEW, "--out", "named", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)["agents"]) == ["t3a (Mine_v2)", "t3a (Rules)"]
    assert "http" not in done.stderr
    run = RunFolder.open(folder / "named")
    assert run.manifest.model == "Rules,Mine_v2"
    assert run.manifest.options["model"] == "builtin,labelled_models:Other"
    assert {one.name for one in contestants([run])} == {"t3a (Mine_v2)", "t3a (Rules)"}
    assert run_here("verify", "named", cwd=folder).returncode == 0
    again = run_here("run", "--resume", "named", "--json", cwd=folder)
    assert (again.returncode, len(run.episodes())) == (0, 2), again.stderr


def test_a_run_with_a_label_is_not_resumed_with_another_model(folder: Path) -> None:
    begun = run_here("run", "--agent", "t3a", "--label", "Rules", "--limit", "1", *FEW, "--out", "resumed", cwd=folder)
    assert begun.returncode == 0, begun.stderr
    for more in (("--model", "labelled_models:Other"), ("--label", "Other rules")):
        done = run_here("run", "--resume", "resumed", *more, cwd=folder)
        assert done.returncode == 2
        assert f"with {more[0]}" in done.stderr


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--label", "a,b"), "--label takes one name for each model; models: 1, names given: 2"),
        (("--label", "<b>"), "--label '<b>' cannot be used; give 1 to 60 letters, digits"),
        (("--label", "[red]x"), "cannot be used"),
        (("--label", "a" * 61), "cannot be used"),
        (("--agent", "noop", "--label", "a"), "--label names models, and noop uses none; omit it"),
        (("--limit", "0"), "--limit must be from 1 to"),
    ],
)
def test_labels_and_limits_that_make_no_run_are_refused(more: tuple[str, ...], says: str, folder: Path) -> None:
    done = run_here("run", *more, *FEW, "--out", "refused", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in " ".join(done.stderr.split())
    assert not (folder / "refused").exists()


def test_a_limit_counts_pairs_as_one_item_and_is_kept_when_the_run_is_resumed(folder: Path) -> None:
    done = run_here("run", "--agent", "noop", "--limit", "30", *FEW, "--out", "limited", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"]["noop"]["n"] == 30
    run = RunFolder.open(folder / "limited")
    played = len(run.episodes())
    assert played > 30
    assert run_here("verify", "limited", cwd=folder).returncode == 0
    assert run_here("run", "--resume", "limited", *FEW, cwd=folder).returncode == 0
    assert len(run.episodes()) == played
    other = run_here("run", "--resume", "limited", "--limit", "31", cwd=folder)
    assert other.returncode == 2
    assert "it was started with --limit 30, not with --limit 31" in other.stderr


def test_a_leaderboard_ranks_a_limited_run_by_itself(folder: Path) -> None:
    for number in ("2", "3"):
        done = run_here("run", "--agent", "oracle", "--limit", number, *FEW, "--out", f"boards/{number}", cwd=folder)
        assert done.returncode == 0, done.stderr
    board = run_here("leaderboard", "boards", cwd=folder)
    assert board.returncode == 0, board.stderr
    page = (folder / "leaderboard.html").read_text()
    assert all(f", limit {number}" in page for number in "23")


def test_a_limited_run_of_scenarios_plays_every_trial(folder: Path) -> None:
    asked = ("--suite", "conversations", "--agent", "noop", "--limit", "3", "--trials", "2")
    done = run_here("run", *asked, *FEW, "--out", "talks", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"]["noop"]["n"] == 6


def test_replies_without_an_action_are_reported_once(folder: Path) -> None:
    asked = ("--agent", "t3a", "--model", "labelled_models:Chatty", "--limit", "9")
    done = run_here("run", *asked, *FEW, "--out", "chatty", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("held no action; the latest: “Certainly! I would love to help.”") == 1
    assert "the last 20 replies of chatty to t3a" in done.stderr


def test_a_limited_run_of_an_earlier_version_may_hold_other_items(folder: Path) -> None:
    done = run_here("run", "--agent", "noop", "--tasks", "hvac.*", "--limit", "2", *FEW, "--out", "earlier", cwd=folder)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((folder / "earlier" / "manifest.json").read_text())
    manifest["options"]["limit"] = 1
    for suites, status, said in ((manifest["hashes"]["suites"], 1, "not in the plan"), ("0" * 64, 0, "other suites")):
        manifest["hashes"]["suites"] = suites
        (folder / "earlier" / "manifest.json").write_text(json.dumps(manifest))
        verified = run_here("verify", "earlier", "--json", cwd=folder)
        assert (verified.returncode, said in verified.stdout) == (status, True), verified.stdout
