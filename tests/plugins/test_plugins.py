"""Other packages join by entry points or `module:name`; what is broken is left out with one warning, the rest goes on."""

import fnmatch
import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run_here, run_program
from registered import MISSPELT, PLAIN

from automotive_env.agents.registry import AGENTS, agent_plugin, all_agents, find_agent
from automotive_env.emulator.doctor import diagnose
from automotive_env.errors import UsageError
from automotive_env.models.kinds import MODELS
from automotive_env.models.prices import FREE, load_prices
from automotive_env.models.specification import make_model, model_plugin
from automotive_env.plugins.registry import CONTEXTS, PROMPTS, PluginGroup, PluginWarning, find_prompts, used_sources
from automotive_env.tasks.kit.planning import select
from automotive_env.tasks.registry import OTHERS, TASKS, find_task, match_tasks, task_plugin

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "automotive_env_example"
AGENT = """
from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.noop import NoopAgent

class Lazy(NoopAgent):
    name = "lazy"

spec = AgentSpec("lazy", "does nothing", lambda *kit: Lazy())
"""
TASK = """
from automotive_env.tasks.kit.task import Category, Dimension, Task

class {name}(Task, category=Category.HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    says = ("One.", "Two.")
"""
TAKEN = type(TASKS[PLAIN]).__name__
"""A class whose task would be called like one of the benchmark."""
CONVERSATION = """
from automotive_env.tasks.kit.task import Category, Dimension, Task
from automotive_env.tasks.kit.turn import Turn

class Talks(Task, category=Category.HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    def turns(self, inst):
        yield Turn("One.", check=lambda then: then.silent())
        yield Turn("Two.", check=lambda then: then.silent())
"""
MODEL = """
class Tiny:
    def __init__(self, rest):
        self.name = f"tiny:{rest}"
    async def complete(self, request): ...
    async def probe(self, sampling): ...
    async def close(self): ...
"""
KIND = """
from automotive_env.models.kind import Form, ModelKind

FORM = Form(":NAME", "a small model", ("SMALL_API_KEY",), "small_sdk", "small-sdk>=1")
KIND = ModelKind("small", (FORM,), lambda rest, pace: Tiny(rest), is_free=True)
"""
GROUPS: tuple[PluginGroup, ...] = (AGENTS, OTHERS, MODELS, CONTEXTS, PROMPTS)


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, which is looked at anew; it and its modules are forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    _look_anew()
    yield folder
    _look_anew()
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def _look_anew() -> None:
    for group in GROUPS:
        vars(group).pop("installed", None)
        group.broken.clear()
    all_agents.cache_clear()


def install(site: Path, distribution: str, entry_points: str, **modules: str) -> None:
    """A package as pip leaves it: its modules, metadata and entry points."""
    for name, source in modules.items():
        (site / f"{name}.py").write_text(source)
    info = site / f"{distribution}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(entry_points)


# What joins


def test_an_agent_of_an_installed_package_is_found_by_its_name(site: Path) -> None:
    install(site, "other", "[automotive_env.agents]\nany-label = other_agents:spec\n", other_agents=AGENT)
    assert find_agent("lazy").make().name == "lazy"
    assert "lazy" in all_agents()
    assert "lazy" in run_here("agents").stdout
    plugin = agent_plugin("lazy")
    assert plugin is not None
    assert (plugin.distribution, plugin.version, plugin.target) == ("other", "1.2", "other_agents:spec")
    assert agent_plugin("asurada") is None


def test_tasks_of_an_installed_package_are_matched_listed_and_found(site: Path) -> None:
    source = TASK.format(name="Alpha") + TASK.format(name="Beta")
    install(site, "other", "[automotive_env.tasks]\nall = other_tasks\n", other_tasks=source)
    assert [task.name for task in select(["hvac.alpha", "hvac.b*a"])] == ["hvac.alpha", "hvac.beta"]
    assert find_task("hvac.beta").says == ("One.", "Two.")
    assert "hvac.alpha" in run_here("tasks", "list", "--json").stdout
    plugin = task_plugin("hvac.alpha")
    assert plugin is not None
    assert plugin.origin == "other 1.2"


def test_a_conversation_of_an_installed_package_is_found(site: Path) -> None:
    install(site, "other", "[automotive_env.tasks]\nall = other_tasks\n", other_tasks=CONVERSATION)
    assert find_task("hvac.talks").converses
    assert [row["turns"] for row in json.loads(run_here("tasks", "list", "hvac.talks", "--json").stdout)] == [
        [["One."], ["Two."]]
    ]


def test_without_patterns_only_the_tasks_of_the_benchmark_are_chosen(site: Path) -> None:
    install(site, "other", "[automotive_env.tasks]\nall = other_tasks\n", other_tasks=TASK.format(name="Alpha"))
    assert [task.name for task in select()] == list(TASKS)
    assert [task.name for task in select(["*"])] == [*TASKS, "hvac.alpha"]


def test_a_model_of_an_installed_package_is_told_what_follows_its_name(site: Path) -> None:
    install(site, "other", "[automotive_env.models]\ntiny = other_models:Tiny\n", other_models=MODEL)
    assert make_model("tiny").name == "tiny:"
    assert make_model("tiny:a:b@http://host").name == "tiny:a:b@http://host"
    plugin = model_plugin("tiny:x")
    assert plugin is not None
    assert plugin.name == "tiny"
    assert model_plugin("builtin") is None


def test_a_kind_of_model_of_an_installed_package_is_parsed_listed_diagnosed_and_priced(site: Path) -> None:
    install(site, "other", "[automotive_env.models]\nany-label = other_models:KIND\n", other_models=MODEL + KIND)
    assert make_model("small:a:b").name == "tiny:a:b"
    with pytest.raises(UsageError, match=r"did you mean 'small:x'\?"):
        make_model("smal:x")
    with pytest.raises(UsageError, match="unknown model 'small'"):
        make_model("small")
    rows = {row["model"]: row for row in json.loads(run_here("models", "--json").stdout)}
    missing = ["pip install 'small-sdk>=1'", "a key in SMALL_API_KEY"]
    assert (rows["small:NAME"]["about"], rows["small:NAME"]["missing"]) == ("a small model", missing)
    assert "; ".join(missing) in [finding.fix for finding in diagnose().findings]
    assert load_prices().of("small:a") == FREE


def test_context_providers_and_folders_of_prompts(site: Path) -> None:
    entry_points = "[automotive_env.contexts]\nhere = other_rest:Here\n[automotive_env.prompts]\nterse = other_prompts\n"
    install(site, "other", entry_points, other_rest="class Here:\n    def ask(self, fix, topic, moment): ...\n")
    (site / "other_prompts").mkdir()
    (site / "other_prompts" / "__init__.py").write_text("")
    assert type(CONTEXTS.find("here").value()).__name__ == "Here"
    assert find_prompts("terse").value == site / "other_prompts"
    assert find_prompts(str(site)).value == site


def test_module_and_name_are_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_things.py").write_text(AGENT + TASK.format(name="Mine") + TASK.format(name="Other") + MODEL + KIND)
    assert find_agent("my_things:spec").name == "lazy"
    assert list(match_tasks("my_things:Mine")) == ["hvac.mine"]
    assert list(match_tasks("my_things")) == ["hvac.mine", "hvac.other"]
    assert find_task("hvac.mine").says == ("One.", "Two.")
    assert make_model("my_things:Tiny:rest").name == "tiny:rest"
    assert make_model("my_things:KIND:rest").name == "tiny:rest"


def test_the_current_folder_is_on_the_path_only_once_a_module_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    find_agent("asurada")
    select(["hvac.*"])
    assert str(tmp_path) not in sys.path
    with pytest.raises(UsageError, match="no module 'nowhere'"):
        find_agent("nowhere:spec")
    assert sys.path[-1] == str(tmp_path)


def test_the_installed_come_before_the_current_folder(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "twice.py").write_text(AGENT.replace('"lazy"', '"local"'))
    (site / "twice.py").write_text(AGENT)
    assert find_agent("twice:spec").name == "lazy"


# What is broken


@pytest.mark.parametrize(
    ("target", "source", "why"),
    [
        ("bad_agents:spec", "import no_such_thing", "importing bad_agents failed: ModuleNotFoundError: .*no_such_thing"),
        ("bad_agents:spec", "raise SystemExit(3)", "importing bad_agents failed: SystemExit: 3"),
        ("bad_agents:spec", "def f(:", "importing bad_agents failed: SyntaxError"),
        ("bad_agents:spec", "raise ValueError('\\x1b[31m' + 'x' * 9999)", r"ValueError: \\x1b\[31mx+$"),
        ("bad_agents:spec", "class E(Exception):\n    def __str__(self): 1 / 0\nraise E", "importing bad_agents failed: E$"),
        ("bad_agents:spec", "spce = 1", "the module 'bad_agents' has no 'spec'; did you mean 'spce'?"),
        ("bad_agents:spec", "spec = 7", "'bad_agents:spec' is an int; an AgentSpec"),
        ("bad_agents", "", "'bad_agents' is a module; an AgentSpec"),
        ("absent_agents:spec", "", "there is no module 'absent_agents'"),
        ("not a target", "", "is not of the form module:name"),
        ("", "", "is not of the form module:name"),
    ],
)
def test_a_broken_entry_point_is_one_warning_and_the_rest_goes_on(site: Path, target: str, source: str, why: str) -> None:
    install(site, "broken", f"[automotive_env.agents]\nbad = {target}\n", bad_agents=source)
    install(site, "other", "[automotive_env.agents]\nlazy = other_agents:spec\n", other_agents=AGENT)
    with pytest.warns(PluginWarning) as told:
        assert "lazy" in all_agents()
    assert len(told) == 1
    message = str(told[0].message)
    assert message.startswith("broken 1.2: entry point 'bad' of automotive_env.agents")
    assert message.isprintable()
    assert len(message) < 600
    with pytest.raises(UsageError, match=why):
        find_agent("bad")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        all_agents()


def test_a_line_that_is_no_entry_point_spoils_nothing_but_itself(site: Path) -> None:
    install(
        site, "broken", "[automotive_env.agents]\nnonsense\nlazy = other_agents : spec [extra]\n[x]\nmore\n", other_agents=AGENT
    )
    with pytest.warns(PluginWarning, match="entry point 'nonsense'"):
        assert "lazy" in all_agents()


def test_a_command_tells_a_warning_on_one_line(site: Path) -> None:
    install(site, "broken", "[automotive_env.agents]\nbad = bad_agents:spec\n", bad_agents="import no_such_thing")
    said = run_here("agents")
    assert said.returncode == 0
    assert "asurada" in said.stdout
    assert said.stderr.startswith("warning: broken 1.2: entry point 'bad' of automotive_env.agents")
    assert said.stderr.count("\n") == 1


def test_entry_points_that_cannot_be_decoded_spoil_nothing_but_themselves(site: Path) -> None:
    install(site, "broken", "", other_agents=AGENT)
    text = b"[automotive_env.agents]\n\xff\xfe = a:b\nlazy = other_agents:spec\n"
    (site / "broken-1.2.dist-info" / "entry_points.txt").write_bytes(text)
    with pytest.warns(PluginWarning, match="broken 1.2: entry point .* has characters that are not allowed") as told:
        assert "lazy" in all_agents()
    assert len(told) == 1


def test_a_package_without_metadata_is_told_as_such(site: Path) -> None:
    install(site, "broken", "[automotive_env.agents]\nbad = absent_agents:spec\n")
    (site / "broken-1.2.dist-info" / "METADATA").unlink()
    with pytest.warns(PluginWarning, match="^a package without metadata: entry point 'bad'"):
        assert "asurada" in all_agents()


@pytest.mark.parametrize(("name", "holder"), [("asurada", "automotive_env"), ("lazy", "another 1.2")])
def test_a_name_that_is_taken_is_left_to_its_holder(site: Path, name: str, holder: str) -> None:
    install(site, "another", "[automotive_env.agents]\nlazy = another_agents:spec\n", another_agents=AGENT)
    install(site, "other", "[automotive_env.agents]\nx = other_agents:spec\n", other_agents=AGENT.replace('"lazy"', repr(name)))
    with pytest.warns(PluginWarning, match=f"other 1.2.*{holder} already uses the name '{name}'") as told:
        agents = all_agents()
    assert len(told) == 1
    assert agents[name] is find_agent(name)
    assert agents[name].description != "does nothing" or agent_plugin(name).distribution == "another"


def test_a_task_whose_name_is_taken_leaves_its_neighbours_in(site: Path) -> None:
    source = TASK.format(name=TAKEN) + TASK.format(name="Alpha")
    install(site, "other", "[automotive_env.tasks]\nall = other_tasks\n", other_tasks=source)
    with pytest.warns(PluginWarning, match=rf"automotive_env already uses the name '{PLAIN}'"):
        assert [task.name for task in select([PLAIN, "hvac.alpha"])] == [PLAIN, "hvac.alpha"]
    assert find_task(PLAIN) is TASKS[PLAIN]


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("my_things:Family", "is the class Family; a Task class with a category"),
        ("my_things:Silent", "Silent does not say what the user says"),
        ("my_things:Raises", "cannot be used: RuntimeError: no"),
        ("my_things:number", "is an int; a Task class"),
        (f"my_things:{TAKEN}", f"has the name '{PLAIN}', which automotive_env already uses"),
        ("my_things:Nothing", "the module 'my_things' has no 'Nothing'"),
        ("my_thinks:Nothing", "there is no module 'my_thinks'"),
        ("empty_things", "no task matches 'empty_things'.*'empty_things' is a module; a Task class"),
        (MISSPELT, rf"no task matches '{MISSPELT}'; did you mean '{PLAIN}'\?$"),
        ("hvca.*", r"no task matches"),
        ("my_things.Family", r"Name a task of your own file as MODULE:NAME"),
        ("my_things.py", r"Name a task of your own file as MODULE:NAME"),
    ],
)
def test_a_task_that_cannot_be_had_is_refused_in_one_sentence(
    target: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    silent = TASK.format(name="Silent").replace('says = ("One.", "Two.")', '"""No."""')
    raises = TASK.format(name="Raises") + "    def __init__(self): raise RuntimeError('no')\n"
    family = "class Family(Task): ...\nnumber = 1\n"
    (tmp_path / "my_things.py").write_text(TASK.format(name=TAKEN) + silent + raises + family)
    (tmp_path / "empty_things.py").write_text("")
    with pytest.raises(UsageError, match=why) as caught:
        select([target])
    assert "\n" not in str(caught.value)


def test_two_tasks_of_one_name_cannot_be_played_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}_file.py").write_text(TASK.format(name="Mine"))
    with pytest.raises(UsageError, match=r"'hvac.mine', which a task of one_file:Mine already uses"):
        select(["one_file:Mine", "two_file:Mine"])


def test_a_factory_that_makes_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_things.py").write_text("def none(rest): ...\ndef bad(rest): return rest.no\nseven = 7\n")
    with pytest.raises(UsageError, match="is not a model: it lacks name, complete, probe, close"):
        make_model("my_things:none")
    with pytest.raises(UsageError, match="cannot be made: AttributeError"):
        make_model("my_things:bad")
    with pytest.raises(UsageError, match="is an int; a ModelKind"):
        make_model("my_things:seven")


def test_what_an_import_prints_does_not_end_in_what_programs_read(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install(site, "other", "[automotive_env.agents]\nx = other_agents:spec\n", other_agents="print('hello')\n" + AGENT)
    assert "lazy" in all_agents()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("arguments", [["-c", "import automotive_env"], ["-m", "automotive_env", "run", "--help"]])
def test_nothing_of_another_package_is_imported_before_it_is_asked_for(site: Path, arguments: list[str]) -> None:
    groups = "".join(f"[automotive_env.{group.name}]\nx = other_things:x\n" for group in GROUPS)
    install(site, "other", groups, other_things=f"open({str(site / 'imported')!r}, 'w')\n")
    path = os.pathsep.join([str(site), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True, timeout=60, env=environment)
    assert not (site / "imported").exists()


# What the manifest tells


def test_the_source_of_what_is_used_is_hashed_whole(site: Path) -> None:
    package = site / "pack"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "agents.py").write_text(AGENT)
    (package / "data" / "table.json").write_text("{}")
    plugin = AGENTS.find("pack.agents:spec")

    def told() -> dict[str, str]:
        return used_sources([None, plugin])["agents lazy"]

    first = told()
    assert (first["target"], first["distribution"]) == ("pack.agents:spec", "")
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "x.pyc").write_text("bytecode")
    (package / "round").symlink_to(package)
    (package / "nowhere").symlink_to(package / "no_such_file")
    os.mkfifo(package / "pipe")
    assert told() == first
    (package / "data" / "table.json").write_text("{ }")
    assert told()["sha256"] != first["sha256"]


def test_a_module_in_no_package_is_hashed_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_things.py").write_text(AGENT)
    plugin = AGENTS.find("my_things:spec")
    first = used_sources([plugin])
    (tmp_path / "beside.py").write_text("")
    assert used_sources([plugin]) == first
    (tmp_path / "my_things.py").write_text(AGENT + "# changed\n")
    assert used_sources([plugin]) != first


def test_the_package_of_a_typed_name_is_told_where_it_is_installed(site: Path) -> None:
    install(site, "other", "", other_agents=AGENT)
    (site / "other-1.2.dist-info" / "top_level.txt").write_text("other_agents\n")
    plugin = AGENTS.find("other_agents:spec")
    assert (plugin.distribution, plugin.version) == ("other", "1.2")


# The example package


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder outside the repository into which the example is installed as its README says, and how it is played."""
    outside = tmp_path_factory.mktemp("outside")
    folder = shutil.copytree(EXAMPLE, outside / "examples" / EXAMPLE.name, ignore=shutil.ignore_patterns("__pycache__"))
    install_command, play_command = fenced((folder / "README.md").read_text("utf-8")).splitlines()
    pip, *words = shlex.split(install_command)
    assert pip == "pip"
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--target", "site"]
    command = [sys.executable, "-m", "pip", *words, *offline]
    done = subprocess.run(command, cwd=outside, capture_output=True, text=True, timeout=80)
    assert done.returncode == 0, done.stderr
    program, *arguments = shlex.split(play_command)
    assert program == "automotive-env"
    return outside, arguments


def fenced(text: str) -> str:
    return text.split("```\n")[1]


def played(example: tuple[Path, list[str]], *more: str, site: str = "") -> subprocess.CompletedProcess[str]:
    outside, arguments = example
    path = os.pathsep.join([str(outside / "site"), str(ROOT), *filter(None, [site])])
    return run_program(*(more or arguments), cwd=outside, env={"PYTHONPATH": path})


@pytest.mark.sweep
def test_a_package_outside_the_repository_is_played_with_two_commands(example: tuple[Path, list[str]], site: Path) -> None:
    install(site, "broken", "[automotive_env.agents]\nbad = bad_agents:spec\n", bad_agents="1 / 0")
    _, arguments = example
    done = played(example, *arguments, "--json", "--out", "run", "--no-images", site=str(site))
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["agents"]["glance"]
    assert (figures["n"], figures["tokens"] > 0) == (1, True)  # a pair is one item
    assert [line for line in done.stderr.splitlines() if line.startswith("warning:")] == [
        "warning: broken 1.2: entry point 'bad' of automotive_env.agents ('bad_agents:spec') was skipped: "
        "importing bad_agents failed: ZeroDivisionError: division by zero"
    ]


@pytest.mark.sweep
def test_its_task_passes_the_gates(example: tuple[Path, list[str]]) -> None:
    done = played(example, "tasks", "check", "road.misted_mirrors")
    assert (done.returncode, done.stdout) == (0, "road.misted_mirrors: passes\n")


def test_it_is_not_packed_with_this_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]["find"]
    assert settings.get("where", ["."]) == ["."]
    names = [path.relative_to(ROOT).parts[0] for path in EXAMPLE.rglob("*") if path.is_dir()]
    assert set(names) == {"examples"}, "a package there would be examples.*, which the pattern leaves out"
    assert not fnmatch.filter(["examples"], settings["include"][0])
