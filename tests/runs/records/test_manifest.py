import json
import subprocess
from datetime import datetime

import pytest
from result_fakes import manifest

from automotive_env.runs.records import manifest as manifest_module
from automotive_env.runs.records.manifest import UNDECIDING, RunManifest, git_commit, make_manifest, source_hash, source_hashes
from automotive_env.version import TASK_SET_VERSION, __version__


def made(**fields):
    return make_manifest(**{"agents": ["t3a"], "model": "builtin", "backend": "headless", "seed": 3} | fields)


def test_a_manifest_says_what_was_run():
    data = json.loads(made(options={"tasks": ["hvac.*"]}).line())
    assert (data["package"], data["task_set"]) == (__version__, TASK_SET_VERSION)
    assert (data["agents"], data["model"], data["backend"], data["seed"]) == (["t3a"], "builtin", "headless", 3)
    assert data["options"] == {"tasks": ["hvac.*"]}
    assert data["hashes"] == source_hashes("headless")
    assert data["python"]
    assert data["platform"]
    assert datetime.fromisoformat(data["started"]).utcoffset().total_seconds() == 0
    assert data["ended"] is None


def test_a_manifest_survives_the_file():
    one = made()
    assert RunManifest.model_validate_json(one.line()) == made(agents=("t3a",)).model_copy(update={"started": one.started})


def test_runs_are_comparable_when_what_scores_depend_on_agrees():
    assert manifest().differences(manifest(started="later", options={"workers": 4}, git_commit="0" * 40)) == []
    other = manifest(seed=8, model="openai:x", hashes={"tasks": "1"}, options={"place": "Tokyo"})
    assert manifest().differences(other) == ["model", "seed", "place", "source of tasks"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A checkout like ours, small."""
    for name in (
        "automotive_env/episode/__init__.py",
        "automotive_env/episode/session.py",
        "automotive_env/car/__init__.py",
        "automotive_env/car/driving/road.py",
        "automotive_env/place/__init__.py",
        "automotive_env/place/data/places.json",
        "automotive_env/cli/__init__.py",
        "automotive_env/runs/__init__.py",
        "tasks/__init__.py",
        "tasks/hvac.py",
        "validators/__init__.py",
        "validators/check.py",
        "agents/__init__.py",
        "agents/prompts/act.jinja",
        "emulator/__init__.py",
        "emulator/virtual/host.py",
        "tests/__init__.py",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x = 1\n")
    monkeypatch.setattr("automotive_env.__path__", [str(tmp_path / "automotive_env"), str(tmp_path)])
    return tmp_path


def hashes_now(backend):
    """What a process would find that begins now."""
    manifest_module._hashes.cache_clear()
    return source_hashes(backend)


def changed(before, after):
    return [part for part in before | after if before.get(part) != after.get(part)]


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("automotive_env/episode/session.py", "episode"),
        ("automotive_env/episode/limits.py", "episode"),
        ("automotive_env/car/driving/road.py", "car"),
        ("automotive_env/place/data/places.json", "place"),
        ("tasks/hvac.py", "tasks"),
        ("tasks/new.py", "tasks"),
        ("validators/check.py", "validators"),
        ("agents/__init__.py", "agents"),
        ("agents/prompts/act.jinja", "prompts"),
    ],
)
def test_a_change_of_what_decides_is_seen_and_its_part_named(package, file, part):
    before = hashes_now("headless")
    (package / file).write_bytes(b"x = 2\n")
    assert changed(before, hashes_now("headless")) == [part]


@pytest.mark.parametrize(
    "file", ["automotive_env/cli/__init__.py", "automotive_env/runs/__init__.py", "tests/__init__.py", "tasks/notes.txt"]
)
def test_what_decides_nothing_may_change(package, file):
    before = hashes_now("headless")
    (package / file).write_bytes(b"x = 2\n")
    assert hashes_now("headless") == before


def test_what_a_build_left_behind_counts_for_nothing_and_what_is_linked_counts(package, monkeypatch):
    before = hashes_now("headless")
    left = package / "build" / "lib" / "automotive_env" / "agents" / "prompts" / "act.jinja"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"x = 3\n")
    assert hashes_now("headless") == before
    for name in ("tasks", "validators", "agents", "emulator"):
        (package / "automotive_env" / name).symlink_to(package / name)
    monkeypatch.setattr("automotive_env.__path__", [str(package / "automotive_env")])
    assert hashes_now("headless") == before


def test_the_device_counts_where_it_is_played(package):
    headless, virtual = hashes_now("headless"), hashes_now("virtual")
    (package / "emulator" / "virtual" / "host.py").write_bytes(b"x = 2\n")
    assert hashes_now("headless") == headless
    assert changed(virtual, hashes_now("virtual")) == ["emulator"]


def test_hashes_are_the_same_installed_and_in_a_checkout_with_any_line_ends(package, monkeypatch):
    checkout = hashes_now("virtual")
    (package / "tasks" / "hvac.py").write_bytes(b"x = 1\r\n")
    assert hashes_now("virtual") == checkout
    for name in ("tasks", "validators", "agents", "emulator"):
        (package / name).rename(package / "automotive_env" / name)
    monkeypatch.setattr("automotive_env.__path__", [str(package / "automotive_env")])
    assert hashes_now("virtual") == checkout
    (package / "automotive_env" / "tasks" / "hvac.py").rename(package / "automotive_env" / "tasks" / "other.py")
    assert changed(checkout, hashes_now("virtual")) == ["tasks"]


def test_every_part_of_this_package_has_sources():
    hashes = hashes_now("virtual")
    deciding = {"agents", "prompts", "android", "emulator", "episode", "place", "headunit", "models", "tasks", "validators"}
    assert set(hashes) >= deciding | {"car"}
    assert not set(hashes) & UNDECIDING
    assert source_hash([]) not in hashes.values()


def git(path, *arguments):
    command = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-C", str(path), *arguments]
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout.strip()


def test_the_commit_is_found_wherever_git_keeps_it(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    git(root, "init", "-q")
    assert git_commit(root) is None
    git(root, "commit", "-q", "--allow-empty", "-m", "one")
    head = git(root, "rev-parse", "HEAD")
    assert git_commit(root) == head
    git(root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    assert git_commit(tmp_path / "side") == head
    git(root, "pack-refs", "--all")
    assert git_commit(root) == head
    assert git_commit(tmp_path / "side") == head
    git(root, "checkout", "-q", "--detach")
    assert git_commit(root) == head


def test_without_git_there_is_no_commit(tmp_path):
    assert git_commit(None) is None
    assert git_commit(tmp_path) is None
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("rubbish")
    assert git_commit(tmp_path) is None
