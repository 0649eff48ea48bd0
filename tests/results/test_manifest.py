import json
import subprocess
from datetime import datetime

from result_fakes import manifest

from automotive_env.results.manifest import Manifest, git_commit, make_manifest, package_hash
from automotive_env.version import TASK_SET_VERSION, __version__


def made(**fields):
    return make_manifest(**{"agents": ["t3a"], "model": "builtin", "backend": "headless", "seed": 3} | fields)


def test_a_manifest_says_what_was_run():
    data = json.loads(made(options={"tasks": ["hvac.*"]}).line())
    assert (data["package"], data["task_set"]) == (__version__, TASK_SET_VERSION)
    assert (data["agents"], data["model"], data["backend"], data["seed"]) == (["t3a"], "builtin", "headless", 3)
    assert data["options"] == {"tasks": ["hvac.*"]}
    assert set(data["hashes"]) == {"tasks", "prompts", "actions"}
    assert data["python"]
    assert data["platform"]
    assert datetime.fromisoformat(data["started"]).utcoffset().total_seconds() == 0
    assert data["ended"] is None


def test_a_manifest_survives_the_file():
    assert Manifest.model_validate_json(made().line()) == made(agents=("t3a",)).model_copy(update={"started": made().started})


def test_runs_are_comparable_when_what_scores_depend_on_agrees():
    assert manifest().differences(manifest(started="later", options={"workers": 4}, git_commit="0" * 40)) == []
    assert manifest().differences(manifest(seed=8, model="openai:x", hashes={"tasks": "1"})) == ["model", "seed", "hashes"]


def test_hashes_follow_the_files(tmp_path, monkeypatch):
    monkeypatch.setattr("automotive_env.__path__", [str(tmp_path / "missing"), str(tmp_path)])
    empty = package_hash("tasks", ".py")
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "a.py").write_bytes(b"x = 1\n")
    one = package_hash("tasks", ".py")
    (tmp_path / "tasks" / "notes.txt").write_text("not hashed")
    assert package_hash("tasks", ".py") == one != empty
    (tmp_path / "tasks" / "a.py").write_bytes(b"x = 1\r\n")
    assert package_hash("tasks", ".py") == one
    (tmp_path / "tasks" / "a.py").rename(tmp_path / "tasks" / "b.py")
    assert package_hash("tasks", ".py") != one


def git(path, *arguments):
    command = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-C", str(path), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


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
