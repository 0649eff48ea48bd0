"""Who may see the answers: our own oracle, and no agent of another package, whatever it is called and whatever methods it has."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from command_line import run_here
from registered import DEGREES, PLAIN, SPOKEN
from result_fakes import steps_path, write_steps

from automotive_env.agents.standing import REASONING
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import StepRecord, digest_of, episode_id

PEEKING = """
from dataclasses import replace

from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.oracle import OracleAgent

class Peeks(OracleAgent):
    name = "peeks"

    async def act(self, observation):
        return replace(await super().act(observation), reasoning="")

def spec(**more):
    return AgentSpec("peeks", "asks for the answers", lambda kit: Peeks(), **more)

plain = spec()
privileged = spec(standing="privileged")
floor = spec(standing="floor")
human = spec(standing="human")
other = spec(standing="anything")
"""
WORDS = f"{SPOKEN},{DEGREES},hvac.f*"
"""Tasks among which the oracle answers some in words."""
Edit = Callable[[StepRecord], dict[str, Any]]


@pytest.fixture
def peeking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module of somebody else's."""
    (tmp_path / "peeking.py").write_text(PEEKING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "peeking", raising=False)
    return tmp_path


def played(agent: str, tasks: str, *more: str) -> Path:
    done = run_here("run", "--agent", agent, "--tasks", tasks, "--no-images", "--out", "run", *more)
    assert done.returncode == 0, done.stderr
    return Path("run")


def test_a_method_shows_an_agent_of_another_package_nothing(peeking: Path) -> None:
    run = RunFolder.open(played("peeking:plain", f"{PLAIN},{DEGREES}"))
    assert [record.outcome for record in run.episodes()] == ["fail"] * 2
    assert run.manifest.origins["peeks"].model_dump() == {
        "distribution": "",
        "version": "",
        "in_process": True,
        "standing": "contestant",
        "track": "mixed",
    }
    assert run_here("verify", "run").returncode == 0
    assert run_here("leaderboard", "run", "--out", "page.html").returncode == 0
    page = Path("page.html").read_text()
    assert "ran with the tasks: peeking:plain" in page
    assert "foreign code in process" in page


@pytest.mark.parametrize("standing", ["privileged", "floor", "human", "other"])
def test_another_packages_agent_cannot_claim_a_standing(standing: str, peeking: Path) -> None:
    done = run_here("run", "--agent", f"peeking:{standing}", "--tasks", PLAIN, "--out", "run")
    assert done.returncode == 2
    assert "only agents of this package may have one: remove it" in " ".join(done.stderr.split())
    assert not Path("run").exists()


def test_our_own_agents_and_their_standings_are_in_the_manifest(peeking: Path) -> None:
    run = RunFolder.open(played("oracle,noop,t3a", PLAIN))
    assert {name: (origin.distribution, origin.standing) for name, origin in run.manifest.origins.items()} == {
        "oracle": ("automotive-env", "privileged"),
        "noop": ("automotive-env", "floor"),
        "t3a": ("automotive-env", "contestant"),
    }
    assert all(record.success for record in run.episodes() if record.agent == "oracle")
    assert run_here("leaderboard", "run", "--out", "page.html").returncode == 0
    assert "foreign code in process" not in Path("page.html").read_text()


# Oracles under another name


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    done = run_here("run", "--agent", "oracle", "--tasks", WORDS, "--no-images", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def renamed(run: Path, agent: str, model: str = "", edit: Edit = lambda step: {}, **origin: Any) -> None:
    """Rename the oracle of a run wherever it is named."""
    folder, lines = RunFolder.open(run), []
    for record in folder.episodes():
        name = episode_id(agent, model, record.task, record.instance, record.trial, record.face)
        steps = [step.model_copy(update=edit(step)) for step in folder.steps(record.id)]
        steps_path(run, record.id).unlink()
        write_steps(folder, name, steps)
        told = {"id": name, "agent": agent, "model": model, "steps_digest": digest_of(steps)}
        lines.append(record.model_copy(update=told).line())
    (run / "episodes.jsonl").write_text("".join(f"{line}\n" for line in lines))
    manifest = json.loads((run / "manifest.json").read_text())
    source = {"target": "mine:spec", "distribution": "mine", "version": "1", "sha256": "0" * 64}
    said = {"distribution": "mine", "version": "1", "in_process": True, "standing": "contestant"} | origin
    manifest |= {"agents": [agent], "model": model, "origins": {agent: said}, "plugins": {f"agents {agent}": source}}
    (run / "manifest.json").write_text(json.dumps(manifest))


def silent(step: StepRecord) -> dict[str, Any]:
    return {"reasoning": ""}


def asked(step: StepRecord) -> dict[str, Any]:
    """A step that says that a model was asked, and lost its reply."""
    return {"reasoning": "I think so."}


OURS = {"distribution": "automotive-env"}


@pytest.mark.parametrize(
    ("told", "renaming"),
    [
        ("has the reasoning of the oracle", {"agent": "mine"}),
        ("has the reasoning of the oracle", {"agent": "t3a", "model": "builtin"} | OURS),
        ("has the reasoning of the oracle", {"agent": "human", "standing": "human"} | OURS),
        ("acts without a reply of the model", {"agent": "t3a", "model": "builtin", "edit": silent} | OURS),
        ("acts without a reply of the model", {"agent": "m3a", "model": "gpt", "edit": asked} | OURS),
        ("acts without a reply of the model", {"agent": "kate:asurada", "model": "builtin", "edit": asked} | OURS),
        ("acts and speaks exactly like the oracle", {"agent": "mine", "edit": silent}),
        ("acts and speaks exactly like the oracle", {"agent": "mine", "edit": asked}),
        ("acts and speaks exactly like the oracle", {"agent": "mine", "model": "gpt", "edit": silent}),
        ("acts and speaks exactly like the oracle", {"agent": "human", "edit": silent, "standing": "human"} | OURS),
        ("comes from 'mine', but its origin says otherwise", {"agent": "mine", "edit": silent} | OURS),
        (
            "is contestant and comes from this package",
            {"agent": "t3a", "model": "builtin", "edit": silent, "standing": "floor"} | OURS,
        ),
        ("is privileged and comes from this package", {"agent": "oracle"} | OURS),
        ("played on the track tree", {"agent": "t3a", "model": "builtin", "track": "picture"} | OURS),
        ("played on the track mixed", {"agent": "mine", "track": "picture"}),
    ],
)
@pytest.mark.at_once(4)
def test_an_oracle_under_another_name_is_found(told: str, renaming: dict[str, Any], oracle: Path, tmp_path: Path) -> None:
    run = copytree(oracle, tmp_path / "run")
    renamed(run, **renaming)
    done = run_here("verify", str(run), "--json")
    assert done.returncode == 1
    assert any(told in one["found"] for one in json.loads(done.stdout)["different"]), done.stdout[:2_000]
    assert run_here("leaderboard", str(run), "--out", str(tmp_path / "page.html")).returncode == 0
    assert "No run is listed" in (tmp_path / "page.html").read_text()


def test_an_agent_that_no_package_has_is_named(oracle: Path, tmp_path: Path) -> None:
    run = copytree(oracle, tmp_path / "run")
    renamed(run, "mine", edit=silent)
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"plugins": {}}))
    assert "the manifest names no other package for it" in run_here("verify", str(run), "--json").stdout


def test_a_manifest_without_origins_is_not_ranked(oracle: Path, tmp_path: Path) -> None:
    run = copytree(oracle, tmp_path / "run")
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"origins": {}}))
    done = run_here("verify", str(run), "--json")
    assert "its manifest does not say which package oracle comes from" in done.stdout
    run_here("leaderboard", str(run), "--out", str(tmp_path / "page.html"))
    assert "No run is listed" in (tmp_path / "page.html").read_text()


def test_a_manifest_without_tracks_is_not_ranked(oracle: Path, tmp_path: Path) -> None:
    run = copytree(oracle, tmp_path / "run")
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["origins"]["oracle"]["track"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    done = run_here("verify", str(run), "--json")
    assert "its manifest does not say on which track oracle played" in done.stdout
    run_here("leaderboard", str(run), "--out", str(tmp_path / "page.html"))
    assert "No run is listed" in (tmp_path / "page.html").read_text()


def test_a_track_without_pictures_does_not_fit_a_model_that_was_sent_some(tmp_path: Path) -> None:
    done = run_here("run", "--agent", "m3a", "--tasks", PLAIN, "--no-images", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    file = tmp_path / "run/manifest.json"
    manifest = json.loads(file.read_text())
    manifest["options"]["see"] = ["elements"]
    manifest["origins"]["m3a"]["track"] = "tree"
    file.write_text(json.dumps(manifest))
    told = json.loads(run_here("verify", "run", "--json", cwd=tmp_path).stdout)["different"]
    assert any("on the track tree, but its model was sent pictures" in one["found"] for one in told)


@pytest.mark.parametrize("tasks", [WORDS, pytest.param("hvac.*", marks=pytest.mark.sweep)], ids=["some", "many"])
@pytest.mark.parametrize("agent", ["oracle", "t3a", "asurada", "random", "constant", "kate:t3a"])
@pytest.mark.at_once(2)
def test_agents_under_their_own_names_are_not_suspected(
    agent: str, tasks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    played(agent, tasks, *(("--no-knowledge",) if agent.startswith("kate:") else ()))
    done = run_here("verify", "run", "--json")
    assert done.returncode == 0, done.stdout[:2_000]


def test_the_oracles_of_all_suites_have_one_reasoning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for suite, tasks in (("vehicleworld", "vehicleworld.test.0*"), ("conversations", "limits.test.0*")):
        done = run_here("run", "--suite", suite, "--agent", "oracle", "--tasks", tasks, "--out", suite)
        assert done.returncode == 0, done.stderr
        run = RunFolder.open(Path(suite))
        assert run.manifest.origins["oracle"].standing == "privileged"
        assert {step.reasoning for record in run.episodes() for step in run.steps(record.id)} == {REASONING}
        assert all(record.success for record in run.episodes())
