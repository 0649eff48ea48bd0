"""The workflows, as far as their text allows: they are sound YAML, ask for little, and use fixed versions."""

import re
import tomllib
from pathlib import Path

import pytest

from automotive_env.scripts.check_packages import versions

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WRITES = {("release", "id-token")}
"""What jobs of a workflow may write."""


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_a_workflow_is_yaml_whose_jobs_end_and_need_one_another(workflow: Path) -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    assert read["name"] == workflow.stem
    for job in read["jobs"].values():
        assert job["timeout-minutes"] < 360
        assert {job["needs"]} <= set(read["jobs"]) if "needs" in job else True
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_actions_have_a_fixed_version_and_machines_a_fixed_system(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert not [name for name in re.findall(r"uses: (\S+)", text) if not re.search(r"@[0-9a-f]{40}$", name)]
    assert "-latest" not in text


def test_a_workflow_may_read_only_but_for_what_a_release_signs(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert re.search(r"^permissions:\n  contents: read\n\n", text, re.MULTILINE)
    assert {(workflow.stem, scope) for scope in re.findall(r"([\w-]+): write\b", text)} <= WRITES
    assert "write-all" not in text
    assert "pull_request_target" not in text


def test_packages_are_tried_with_every_python_that_they_name() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = versions(project)
    assert named[0] == tomllib.loads(project)["project"]["requires-python"].removeprefix(">=")
    for name in ("ci", "release"):
        text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
        installed = re.findall(r"^            (3\.\d+)$", text, re.MULTILINE)
        assert sorted(installed) == named
        assert "scripts.check_packages" in text
