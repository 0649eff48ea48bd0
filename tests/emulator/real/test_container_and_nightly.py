"""What runs elsewhere only, checked as far as its text allows: the commands it gives exist and take these options."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
import typer
from result_fakes import episode

from automotive_env.agents.registry import all_agents
from automotive_env.cli import make_app
from automotive_env.emulator.__main__ import start
from automotive_env.emulator.avd import default_name
from automotive_env.emulator.launch import RULE
from automotive_env.emulator.sdk import images
from automotive_env.models.kinds import all_forms
from automotive_env.runs.options import Backend
from automotive_env.runs.records.records import OutcomeName
from automotive_env.runs.tables.summary import summarise

ROOT = Path(__file__).parents[3]
WORKFLOWS = ROOT / ".github" / "workflows"
NIGHTLY = (WORKFLOWS / "nightly.yml").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
TEXTS = (WORKFLOWS / "nightly.yml", ROOT / "Dockerfile", ROOT / "docs" / "android.md", ROOT / "emulator" / "README.md")
COMMAND = re.compile(r"(?:automotive-env|automotive-env-emulator|python -m (automotive_env\.emulator)) ([a-z-][^`\n]*)")


def commands() -> list[tuple[str, str]]:
    """The program and the arguments of each command line of the package in these texts."""
    text = "\n".join(re.sub(r"\\\n#?", " ", path.read_text()) for path in TEXTS)
    lines = (match for match in COMMAND.finditer(text) if re.match(r"(run|serve|doctor)\b|--[a-z]", match[2]))
    return [(match[1] or "", re.split(r" [>#] ", match[2])[0].strip()) for match in lines]


@pytest.mark.parametrize(("module", "line"), commands())
def test_a_command_exists_and_takes_these_options(module: str, line: str) -> None:
    words = shlex.split(line)
    function: Callable[..., None] = start
    if not module:
        name = words.pop(0)
        function = getattr(import_module(f"automotive_env.cli.{name}"), name)
    context = typer.main.get_command(make_app(function)).make_context(function.__name__, words)
    assert set(context.params.get("backend", "headless").split(",")) <= set(get_args(Backend))
    agents = context.params.get("agent", "oracle")
    assert agents == "$AGENTS" or set(agents.split(",")) <= set(all_agents())


def test_commands_are_found() -> None:
    assert len(commands()) >= 12
    assert {module for module, _ in commands()} == {"", "automotive_env.emulator"}


def test_the_nightly_run_uses_the_image_and_the_rule_of_the_package() -> None:
    best = images("x86_64")[0]
    assert f"IMAGE: {best.package}\n" in NIGHTLY
    assert RULE in NIGHTLY
    assert default_name(best) in (ROOT / "docs" / "android.md").read_text()


def test_records_are_kept_whatever_happens_and_every_job_ends() -> None:
    _, *jobs = re.split(r"\n  (?=\w+:\n    runs-on)", NIGHTLY)
    assert len(jobs) == 2
    for job in jobs:
        assert int(re.findall(r"timeout-minutes: (\d+)", job)[0]) < 360
        kept = job.split("Keep the records")[1]
        assert kept.lstrip().startswith("if: always()")
        assert "            runs\n" in kept
        assert kept.rstrip().endswith('run: python -c "$VERDICT"'), "the verdict comes after the records are kept"
    assert "concurrency:" in NIGHTLY


@pytest.mark.parametrize(
    ("outcomes", "passes"),
    [
        ({"pass": 2}, True),
        ({"pass": 2, "fail": 1}, False),
        ({"pass": 2, "env_error": 1}, False),
        ({"pass": 2, "model_error": 1}, False),
        ({"env_error": 2}, False),
        ({}, False),
    ],
)
def test_the_verdict_fails_unless_the_oracle_passes_all(outcomes: dict[OutcomeName, int], passes: bool, tmp_path: Path) -> None:
    records = [
        episode(f"{outcome}{number}", outcome, agent="oracle", instance=f"{len(outcome)}{number}")
        for outcome, count in outcomes.items()
        for number in range(count)
    ]
    printed = summarise(records).model_dump(mode="json")
    (tmp_path / "oracle.json").write_text(json.dumps(printed), encoding="utf-8")
    verdict = re.findall(r"  VERDICT: >-\n((?: {4}.*\n)+)", NIGHTLY)[0]
    done = subprocess.run([sys.executable, "-c", " ".join(verdict.split())], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode == 0) == passes


def test_the_nightly_run_has_the_keys_of_all_vendors() -> None:
    keys = {form.keys[0] for _, form in all_forms(others=()) if form.keys}
    assert keys == set(re.findall(r"^  (\w+_API_KEY): \$\{\{ secrets\.\1 \}\}$", NIGHTLY, re.MULTILINE))
    assert NIGHTLY.count("'.[anthropic]'") == 2


def test_what_others_send_in_is_never_part_of_a_script() -> None:
    for path in WORKFLOWS.iterdir():
        scripts = re.findall(r"run: (?:\|\n((?:          .*\n)+)|(.*)\n)", path.read_text())
        assert scripts
        assert not [script for script in scripts if "${{" in "".join(script)]


def test_the_container_does_not_run_as_root_and_names_no_host() -> None:
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:]
    sources = {stage.split()[0] for stage in stages}
    assert sources == {"python:3.12-slim-bookworm", "base"}
    by_name = {stage.splitlines()[0].split()[-1]: stage for stage in stages}
    for image in ("run", "emulator"):
        assert re.findall(r"^USER (\w+)", by_name[image], re.MULTILINE)[-1] == "driver"
    assert stages[-1] is by_name["run"], "the last stage is what is built where none is named"
    assert not re.search(r"https?://|^ADD ", DOCKERFILE, re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE)
    assert copied == [". ."]


def test_nothing_goes_into_the_build_but_what_the_package_is_made_of() -> None:
    _, everything, *rules = (ROOT / ".dockerignore").read_text().splitlines()
    linked = {link.readlink().name for link in (ROOT / "automotive_env").iterdir() if link.is_symlink()}
    modules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["py-modules"]
    files = {"LICENSE", "README.md", "constraints.txt", "pyproject.toml", *(f"{name}.py" for name in modules)}
    assert everything == "*"
    assert {rule[1:] for rule in rules if rule[0] == "!"} == {"automotive_env", *linked, *files}
    assert [rule for rule in rules if rule[0] != "!"] == ["**/__pycache__"]


def test_a_person_starts_an_emulator_and_ends_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    life: list[str] = []

    class Fake:
        serial, adb_port = "emulator-5554", 4711

        def __init__(self, window: bool) -> None:
            life.append(f"window {window}")

        def __enter__(self) -> "Fake":
            return self

        def __exit__(self, *error: object) -> None:
            life.append("ended")

    def interrupted() -> None:
        life.append("waited")
        raise SystemExit(0)

    monkeypatch.setattr("automotive_env.emulator.emulator.Emulator", Fake)
    monkeypatch.setattr("signal.pause", interrupted)
    with pytest.raises(SystemExit):
        start(window=True)
    assert life == ["window True", "waited", "ended"]
    assert "emulator-5554 has booted: adb -P 4711 -s emulator-5554 shell" in capsys.readouterr().out
    life.clear()
    start(once=True)
    assert life == ["window False", "ended"]
