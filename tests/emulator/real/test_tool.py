"""Running tools to their end."""

from pathlib import Path

import pytest
from fake_sdk import holds, lives, program

from automotive_env.emulator.child import MAX_OUTPUT, run_tool
from automotive_env.errors import EnvironmentFault


def test_what_a_tool_prints_and_how_it_ends_is_told(tmp_path: Path) -> None:
    tool = program(
        tmp_path / "tool", "import sys\nprint(sys.argv[1:], sys.stdin.read())\nprint('so\\n\\n', file=sys.stderr)\nsys.exit(3)"
    )
    said = run_tool([tool, "a b", "$HOME;x"], timeout=60, typed="no")
    assert sorted(said.text.split("\n")) == ["", "", "", "['a b', '$HOME;x'] no", "so"]
    assert said.status == 3


def test_a_silent_tool_is_described_by_its_status(tmp_path: Path) -> None:
    assert run_tool([program(tmp_path / "tool", "raise SystemExit(4)")], timeout=60).last_line == "exit status 4"


def test_a_tool_that_takes_too_long_ends_with_all_that_it_started(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text('#!/bin/sh\nsleep 60 &\necho "$$ $!" > "${0%/*}/pids"\nwait\n')  # a shell starts sooner than Python
    tool.chmod(0o755)
    with pytest.raises(EnvironmentFault, match="tool list took more than 2 s"):
        run_tool([tool, "list"], timeout=2)
    for number in (tmp_path / "pids").read_text().split():
        assert holds(lambda pid=int(number): not lives(pid))


def test_endless_output_is_cut(tmp_path: Path) -> None:
    tool = program(tmp_path / "tool", f"print('x' * {MAX_OUTPUT + 5})")
    assert len(run_tool([tool], timeout=60).text) == MAX_OUTPUT


def test_a_tool_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="cannot start none: No such file"):
        run_tool([tmp_path / "none"], timeout=1)
