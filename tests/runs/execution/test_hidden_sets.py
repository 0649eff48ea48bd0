"""`--private-seed`: a hidden set of the same kind, drawn from a number that no file holds."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from command_line import run_here

from automotive_env.suites import private_seed
from automotive_env.suites.conversations.generation import limits
from automotive_env.suites.conversations.generation.hidden import hidden_scenarios
from automotive_env.suites.private_seed import seed_hash
from automotive_env.suites.vehicleworld.generation import corpus
from automotive_env.suites.vehicleworld.generation.hidden import fixed_sentences, hidden_rows, shipped_sentences
from automotive_env.suites.vehicleworld.generation.tables import split_of_phrase
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios

SEED = "918273645546372819"
PLAYED = ("--agent", "oracle,noop", "--json")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw some scenarios only: all of VehicleWorld's take nine seconds."""
    monkeypatch.setattr(limits, "WANTED", {"test": {"api": 2, "parameter": 1}})
    hidden_scenarios.cache_clear()
    monkeypatch.setattr(private_seed, "_ROUNDS", 10)
    monkeypatch.setattr(corpus, "TASKS", {"light": (5, 5, 5, 0)})
    monkeypatch.setattr(corpus, "TOTAL", 15)
    yield
    hidden_scenarios.cache_clear()


@pytest.mark.sweep
def test_rows_are_of_the_test_split_and_say_nothing_again_that_could_be_worded_otherwise() -> None:
    rows = list(islice(hidden_rows(int(SEED)), 12))
    assert rows == list(islice(hidden_rows(int(SEED)), 12))
    assert rows != list(islice(hidden_rows(int(SEED) + 1), 12))
    assert {split_of_phrase(template) for row in rows for template in row["templates"]} == {"test"}
    assert {turn["query"] for row in rows for turn in row["turns"]} & (shipped_sentences() - fixed_sentences()) == set()
    assert not {f"vehicleworld.{row['id']}" for row in rows} & shipped_scenarios().keys()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("suite", "tasks"),
    [
        ("vehicleworld", ()),
        ("conversations", ("--tasks", "limits.*,ambiguity.*.0*,consent.*.[0-3]*")),
        pytest.param("conversations", (), marks=pytest.mark.sweep),
    ],
    ids=["vehicleworld", "some conversations", "all conversations"],
)
@pytest.mark.at_once(1)
def test_a_run_of_a_hidden_set_is_played_resumed_and_verified_and_holds_no_seed(
    suite: str, tasks: tuple[str, ...], tmp_path: Path
) -> None:
    done = run_here("run", "--suite", suite, *PLAYED, *tasks, "--private-seed", SEED, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    agents = json.loads(done.stdout)["agents"]
    assert (agents["oracle"]["passed"], agents["noop"]["passed"]) == (agents["oracle"]["n"], 0)
    assert not any(SEED.encode() in file.read_bytes() for file in (tmp_path / "run").rglob("*") if file.is_file())
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["hashes"]["private seed"] == seed_hash(int(SEED))
    for arguments, status, says in (
        (("verify", "run"), 0, ""),
        (("verify", "run", "--private-seed", SEED), 0, ""),
        (("verify", "run", "--private-seed", f"{SEED}1"), 2, "drawn from another private seed"),
        (("run", "--resume", "run"), 2, "give --private-seed again"),
        (("run", "--resume", "run", "--private-seed", f"{SEED}1"), 2, "drawn from another private seed"),
        (("run", "--resume", "run", "--private-seed", SEED), 0, ""),
    ):
        again = run_here(*arguments, cwd=tmp_path)
        assert (again.returncode, says in " ".join(again.stderr.split()), SEED in again.stderr) == (status, True, False), (
            again.stderr
        )


@pytest.mark.usefixtures("few")
def test_another_set_than_the_seed_draws_is_found(tmp_path: Path) -> None:
    done = run_here("run", "--suite", "vehicleworld", *PLAYED, "--private-seed", SEED, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    file = tmp_path / "run" / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["hashes"]["scenarios"] = "0" * 64
    file.write_text(json.dumps(manifest))
    done = run_here("verify", "run", "--private-seed", SEED, cwd=tmp_path)
    assert done.returncode == 2
    assert "did not play what this private seed draws" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--private-seed", "7"], "10 to 40 random digits"),
        (["--private-seed", "-123456789012"], "10 to 40 random digits"),
        (["--private-seed", "1" * 41], "10 to 40 random digits"),
        (["--private-seed", SEED, "--data", "."], "give only one"),
        (["--private-seed", SEED, "--suite", "automotive"], "does not use --private-seed"),
    ],
)
def test_what_is_no_private_seed_is_refused(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run_here("run", "--suite", "vehicleworld", "--agent", "oracle", *arguments, "--out", "run", cwd=tmp_path)
    assert (done.returncode, says in " ".join(done.stderr.split())) == (2, True), done.stderr
    assert not (tmp_path / "run").exists()
