"""CONTRIBUTING's recipes: put into a copy of the checkout, they pass the tests that everything of their kind passes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(python|diff) (\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
RECIPES = {path: (kind, text) for kind, path, text in BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
"""Path in the checkout -> "python" and a new file, or "diff" and lines that are added after one that is there."""
TAKING_UP = ["tests/agents/test_agent_contract.py", "tests/tasks/test_gates.py"]
TAKING_UP_TOO = [
    "tests/agents/test_agent_registry.py",
    "tests/headunit/test_design_rules.py",
    "tests/headunit/test_language.py",
    "tests/tasks",
    "tests/car/test_catalogue.py",
]
"""Tests of everything that there is of a kind; these are for the sweep."""
ADDED = "(lock_glove_box or brief or every_screen or test_catalogue) and not document"
"""What of them is about what was added; documents that a script writes are left to that script."""
ON_THE_SCREEN = """
from headunit_screens import SCREENS
from test_design_rules import keep_the_rules, shown

(storage,) = (screen.values[0] for screen in SCREENS if screen.id == "storage.storage")
keep_the_rules(shown(storage))
"""
ON_A_KIND = """
import json
from command_line import run_here
from automotive_env.models import kinds, make_model

listed = {row["model"]: row for row in json.loads(run_here("models", "--json").stdout)}
found = {row["what"]: row for row in json.loads(run_here("doctor", "--json").stdout)["findings"]}
print(make_model("acme:m@http://h/v2").name)
print(run_here("run", "--model", "acne:m").stderr.strip())
print(listed["acme:NAME"]["missing"], listed["acme:NAME@URL"]["missing"])
print(found["model acme:NAME"]["fix"])
print("acme" in run_here("run", "--help").stdout)
print("| `acme:NAME` | a model of Acme | `ACME_API_KEY` |" in kinds.document(""))
"""
OF_A_KIND = """\
acme:m@http://h/v2
error: unknown model 'acne:m'; did you mean 'acme:m'? `automotive-env models` lists all forms
['a key in ACME_API_KEY'] []
a key in ACME_API_KEY
True
True
"""
ON_THE_DEVICE = """
import subprocess
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.car.vhal.properties import catalogue

with VirtualHost(1, own_server=True) as host:
    device = host.devices[0]
    read = f"cmd car_service get-property-value {catalogue(device.release)['GLOVE_BOX_LOCKED'].id} 4"
    for locked in (False, True):
        assert host.call(lambda: device.world.gloveBox.lock_switch(switch=locked)).success
        adb = [host.adb_path, "-s", host.serials[0], "shell"]
        subprocess.run([*adb, f"glovebox; {read}"], env=host.server.env, check=True, timeout=30)
"""
ON_THE_COMMAND_LINE = """
import json, pathlib, typer
from typer.testing import CliRunner
from automotive_env.cli import application
from automotive_env.runs.options import RunOptions
from automotive_env.scripts.command_reference import document

def asks(*typed):
    done = CliRunner().invoke(application(), ["run", "--agent", "noop", "--tasks", "hvac.fan_speed_max", "--no-images", *typed])
    return str(done.exception) if done.exception else "done"

pause: float = RunOptions().pause
print(asks("--pause", "0.5", "--out", "kept"))
print(json.loads(pathlib.Path("kept/manifest.json").read_text())["options"]["pause"])
print(asks("--resume", "kept", "--pause", "2"))
print(asks("--resume", "kept"))
print(asks("--pause", "61"))
print("| `--pause <float>` | Pause N seconds before each episode. [default: 0.0] |" in document())
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the recipes in it."""
    copied = tmp_path_factory.mktemp("recipes") / "checkout"
    shutil.copytree(ROOT, copied, symlinks=True, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    for path, (kind, text) in RECIPES.items():
        file = copied / path
        assert file.exists() == (kind == "diff")
        file.write_text(text if kind == "python" else patched(file.read_text("utf-8"), text), "utf-8")
    return copied


def patched(source: str, diff: str) -> str:
    """A source with the lines after "+" behind those after " "."""
    before, added = ("".join(line[1:] for line in diff.splitlines(True) if line[0] == sign) for sign in " +")
    assert source.count(before) == 1
    return source.replace(before, before + added)


def run(copy: Path, *arguments: str) -> str:
    """What Python prints in the copy."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (copy, copy / "tests", copy / "tests" / "headunit")))
    environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(ROOT / ".hypothesis")  # its tables of characters
    done = subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, timeout=80)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_there_is_a_recipe_for_each_kind_of_thing() -> None:
    assert {Path(path).parent.name for path in RECIPES} == {
        "agents",
        "apps",
        "commands",
        "devices",
        "kinds",
        "runs",
        "tasks",
        "vhal",
    }


@pytest.mark.parametrize("more", [[], pytest.param(TAKING_UP_TOO, marks=pytest.mark.sweep)], ids=["at once", "more"])
@pytest.mark.sweep
def test_what_is_added_passes_the_tests_of_its_kind(copy: Path, more: list[str]) -> None:
    said = run(copy, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", ADDED, *TAKING_UP, *more)
    assert {"system.lock_glove_box", "TestBrief"} <= set(re.findall(r"[\w.]+", said))


@pytest.mark.sweep
def test_a_kind_of_model_is_parsed_listed_diagnosed_and_tested_by_its_file_alone(copy: Path) -> None:
    assert run(copy, "-c", ON_A_KIND) == OF_A_KIND
    files = ("tests/models/test_vendors.py", "tests/models/test_contract.py")
    tested = run(copy, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-m", "", "-k", "acme", *files)
    assert tested.count("PASSED") > 40


def test_the_screen_keeps_the_design_rules(copy: Path) -> None:
    assert run(copy, "-c", ON_THE_SCREEN) == ""


@pytest.mark.sweep
def test_the_command_and_the_property_say_what_the_car_holds(copy: Path) -> None:
    said = run(copy, "-c", ON_THE_DEVICE)
    assert re.findall(r"^(?:un)?locked|int32Values: \[\d\]", said, re.MULTILINE) == [
        "unlocked",
        "int32Values: [0]",
        "locked",
        "int32Values: [1]",
    ], said


@pytest.mark.sweep
def test_an_option_is_typed_checked_recorded_held_to_and_documented(copy: Path) -> None:
    assert run(copy, "-c", ON_THE_COMMAND_LINE).splitlines()[-6:] == [
        "done",
        "0.5",
        "kept cannot be resumed with other options: it was started with --pause 0.5, not with --pause 2.0; omit these options, "
        "or start a new run with them",
        "done",
        "--pause must be from 0 to 60, not 61.0",
        "True",
    ]
