"""The other commands, and what `--help` must not need."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import product
from pathlib import Path

import pytest
from command_line import run_here, run_program
from PIL import Image
from registered import HEATWAVE, PAIR, PLAIN, THREE_TURNS

from automotive_env.__main__ import main
from automotive_env.agents.registry import all_agents
from automotive_env.cli.bench import bench
from automotive_env.models.kinds import names
from automotive_env.speed import world
from automotive_env.tasks.registry import TASKS
from automotive_env.version import TASK_SET_VERSION, __version__


def test_the_module_is_the_console_script() -> None:
    done = run_program("models", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run_here("models", "--json").stdout
    (script,) = (entry for entry in entry_points(group="console_scripts") if entry.name == "automotive-env")
    assert script.load() is main


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom automotive_env.cli import main\nsys.argv = ['automotive-env', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'cv2', 'PIL', 'openai', 'google.genai', 'adbutils', 'uiautomator2', 'torch', 'ray', 'pydantic'}\n"
        "print('LOADED', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "LOADED []" in done.stdout
    assert "run" in done.stdout


def test_importing_the_package_loads_nothing_else_of_it() -> None:
    code = "import sys, automotive_env; print(sorted(name for name in sys.modules if name.startswith('automotive_env.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "['automotive_env.version']"


def test_tasks_lists_all_of_them_as_json() -> None:
    rows = json.loads(run_here("tasks", "list", "--json").stdout)
    assert [row["name"] for row in rows if row["name"] in TASKS] == list(TASKS)
    assert {"name", "category", "dimension", "level", "split", "steps", "turns", "about", "endings", "faces", "needs"} == set(
        rows[0]
    )
    assert PLAIN in run_here("tasks", "list", "hvac.*").stdout


def test_one_task_is_shown_whole() -> None:
    task = TASKS[PAIR]
    shown = run_here("tasks", "show", PAIR, "--place", "Oslo").stdout
    for part in (
        str(task.__doc__)[:40],
        task.says[0][:40],
        "act, refrain",
        "An instance: act",
        "An instance: refrain",
        "Oslo",
        "goal",
        f"automotive_env.tasks.{type(task).__module__.rpartition('.')[2]}.{type(task).__name__}",
    ):
        assert part in shown
    assert run_here("tasks", "show", PAIR, "--place", "Oslo").stdout == shown
    assert run_here("tasks", "show", PAIR, "--place", "Oslo", "--seed", "1").stdout != shown
    assert "Paris cannot have one" in run_here("tasks", "show", HEATWAVE, "--place", "Paris").stdout


def test_agents_lists_them() -> None:
    shown = run_here("agents").stdout
    assert "asurada:FAMILY" in shown
    assert [name for name in all_agents() if ":" not in name and name not in shown] == []
    assert [row["name"] for row in json.loads(run_here("agents", "--json").stdout)] == list(all_agents())


def test_models_tell_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {row["model"]: row for row in json.loads(run_here("models", "--json").stdout)}
    assert rows["builtin"]["missing"] == []
    assert rows["gemini:NAME"]["missing"] == ["a key in GEMINI_API_KEY or GOOGLE_API_KEY"]
    assert rows["openai:NAME"]["keys"] == ["OPENAI_API_KEY"]
    monkeypatch.setattr("command_line.without_keys", lambda: {"OPENAI_API_KEY": "secret"})
    shown = run_here("models", COLUMNS="200").stdout
    assert "secret" not in shown
    assert [line for line in shown.splitlines() if "openai:NAME " in line and "nothing" in line]


def test_every_kind_of_model_is_listed() -> None:
    listed = " ".join(row["model"] for row in json.loads(run_here("models", "--json").stdout))
    assert [kind for kind in names() if kind not in listed] == []


def test_shells_complete_commands_and_options() -> None:
    asked = {"_AUTOMOTIVE_ENV_COMPLETE": "complete_bash", "COMP_WORDS": "automotive-env comp", "COMP_CWORD": "1"}
    assert run_here(**asked).stdout.split() == ["compare"]
    asked |= {"COMP_WORDS": "automotive-env run --instan", "COMP_CWORD": "2"}
    assert run_here(**asked).stdout.split() == ["--instances"]


def test_the_version_is_told() -> None:
    assert f" {__version__}, tasks {TASK_SET_VERSION}\n" in run_here("--version").stdout


def test_screens_draws_pictures(tmp_path: Path) -> None:
    done = run_here("screens", "shots", "--app", "climate", "--night", "--marks", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "shots" / "climate-night.png").read_bytes().startswith(b"\x89PNG")


def test_screens_draws_everything_in_several_looks(tmp_path: Path) -> None:
    languages, displays = ("--language", "english,Chinese"), ("--display", "1024x768")
    done = run_here("screens", "all", "--all", "--app", "energy", *languages, *displays, cwd=tmp_path)
    assert done.returncode == 0
    looks = {"-".join(look) for look in product(("1024x768",), ("english", "chinese"), ("day", "night"))}
    assert {file.stem for file in (tmp_path / "all").glob("*.webp")} == looks
    assert all((tmp_path / "all" / look / "energy-energy.png").stat().st_size for look in looks)
    assert (tmp_path / "all" / "index.html").is_file()


def test_screens_draws_for_another_display(tmp_path: Path) -> None:
    done = run_here("screens", "shots", "--app", "home", "--size", "800x1280", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / "shots" / "home.png") as picture:
        assert picture.size == (800, 1280)


def test_a_benchmark_tells_each_figure_as_it_comes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def measure() -> Iterator[tuple[str, float]]:
        yield "call", 1234.56
        assert "call" in capsys.readouterr().out
        yield "new", 2

    monkeypatch.setattr(world, "measure", measure)
    bench("world", json=False)
    assert capsys.readouterr().out.split() == ["new", "2.0"]
    with pytest.raises(AssertionError):  # for programs, all at once
        bench("world", json=True)


def test_report_sums_up_a_run_again(tmp_path: Path) -> None:
    printed = run_here("run", "--agent", "noop", "--tasks", THREE_TURNS, "--out", "r", "--json", cwd=tmp_path).stdout
    assert json.loads(run_here("report", "r", "--json", cwd=tmp_path).stdout) == json.loads(printed)


def test_report_says_why_episodes_failed(tmp_path: Path) -> None:
    run_here("run", "--agent", "noop", "--tasks", PLAIN, "--out", "r", "--no-images", cwd=tmp_path)
    assert "wanted hvac.fan_speed >= 6 level, found " in run_here("report", "r", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["report", "nowhere"], "is not a run folder"),
        (["bench", "moon"], "world, gui, session, start, android"),
        (["screens", "x", "--app", "moon"], "climate"),
        (["screens", "x", "--size", "640x480"], "1408x792, 1024x768, 800x1280"),
        (["screens", "x", "--display", "1408x792,1024x768"], "need --all"),
        (["screens", "x", "--language", "Klingon"], "Chinese"),
        (["tasks", "list", "moon.*"], "no task matches"),
        (["tasks", "list", ","], "the pattern is empty: ','"),
        (["view", "runs", "--tasks", ","], "--tasks is empty"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_is_right(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run_here(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("run --limit none", "invalid value for '--limit': a whole number is needed; see `automotive-env run --help`"),
        ("run --temperature hot", "invalid value for '--temperature': a number is needed; see `automotive-env run --help`"),
        ("runn", "no such command 'runn'. Did you mean 'run'? See `automotive-env --help`"),
        ("doctor now", "too many arguments (now); see `automotive-env doctor --help`"),
        (
            "tasks new Foo",
            "missing argument 'name' (name of the class, such as StopOnTheWay); see `automotive-env tasks new --help`",
        ),
        (
            "train curves",
            "missing argument 'FOLDER...' (folders of training runs with GRPO); see `automotive-env train curves --help`",
        ),
        ("train curves x", "missing option '--out' (new file for the figure, as SVG); see `automotive-env train curves --help`"),
        ("knowledge", "missing command; choose build, show or check; see `automotive-env knowledge --help`"),
        ("report v1 --paper --out v1", "--paper needs a value, not --out; if that is the value, write --paper=--out"),
        ("run --out --limit 1", "--out needs a value, not --limit; if that is the value, write --out=--limit"),
        ("run --suite grounding --instances 0", "--instances must be from 1 to 1000000, not 0"),
        ("run --agent kate: --no-knowledge", "kate: takes an agent that asks a model, such as kate:asurada"),
        (
            "run --context recorded:nowhere.json",
            "cannot read the recorded context nowhere.json: No such file or directory",
        ),
        (
            "run --model foo",
            "unknown model 'foo'; write KIND:NAME, such as anthropic:claude-sonnet-5-5, or openai:NAME@URL for a server of your "
            "own. `automotive-env models` lists all forms",
        ),
        ("models --jsn", "no such option: --jsn (Possible options: --json); see `automotive-env models --help`"),
    ],
)
def test_what_is_typed_wrong_is_told_in_one_sentence(typed: str, says: str) -> None:
    done = run_here(*typed.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {says}\n")
