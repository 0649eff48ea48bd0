"""The script that plays README's commands in many surroundings, on checkouts with trivial commands."""

import json
import os
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from automotive_env.scripts.rounds.playing import CommandRound, RoundOptions, play
from automotive_env.scripts.rounds.readme_commands import ReadmeCommand, failed_tests, renew_checkout, timed
from automotive_env.scripts.rounds.surroundings import (
    SURROUNDINGS,
    CannotProvide,
    Surrounding,
    clean_environment,
    network_cut,
    pythons,
    switch_user,
)
from automotive_env.scripts.rounds.table import table
from automotive_env.scripts.steady import ROOT, choose, main

IS_ROOT = os.geteuid() == 0


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach, as they do not reach pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def checkout(folder: Path, run: str = "true", test: str = "true") -> Path:
    """A checkout with nothing but a README."""
    folder.mkdir()
    blocks = (f"<!-- {name} command -->\n```\n{command}\n```\n" for name, command in (("run", run), ("test", test)))
    (folder / "README.md").write_text("# Title\n\n" + "\nText.\n\n".join(blocks), encoding="utf-8")
    return folder


def options(folder: Path, run: str = "true", test: str = "true", **more: object) -> RoundOptions:
    """For a checkout with these commands; nothing takes longer than a minute."""
    for name in ("work", "out"):
        (folder / name).mkdir(mode=0o755)
    folder.chmod(0o755)
    return RoundOptions(checkout(folder / "source", run, test), folder / "work", folder / "out", seconds=60.0, **more)


def output(given: RoundOptions, one: CommandRound) -> str:
    return (given.out / f"{one.surrounding}-{one.command}-{one.number}.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["run", "test"])
def test_readmes_commands_are_an_installation_and_what_is_played(name):
    command = ReadmeCommand.read((ROOT / "README.md").read_text(encoding="utf-8"), name)
    assert command.installation.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert command.play.startswith(".venv/bin/")
    assert "&&" not in command.play


def test_a_readme_without_a_mark_is_refused():
    with pytest.raises(ValueError, match="no block after <!-- test command -->"):
        ReadmeCommand.read("```\npytest\n```\n", "test")


def test_a_command_gets_a_clean_environment_and_the_variables_of_its_surrounding(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("PIP_RETRIES", "5")
    given = options(tmp_path, test="env")
    said = output(given, play(Surrounding("s", variables={"TZ": "Asia/Tokyo"}), "test", 1, given)).splitlines()
    assert {"PIP_RETRIES=5", "TZ=Asia/Tokyo"} <= set(said)
    assert not [line for line in said if line.startswith("PYTHON")]


def test_only_what_reaches_registries_is_kept_of_an_environment():
    kept = {"PATH": "/bin", "HOME": "/h", "LANG": "C", "CI": "1", "PIP_CERT": "c", "https_proxy": "p", "SSL_CERT_FILE": "f"}
    assert clean_environment({**kept, "PYTHONPATH": "x", "LC_ALL": "C", "MYPATH": "y", "OPENAI_API_KEY": "z"}) == kept


def test_ci_keeps_the_same_variables(tmp_path):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "kept_variables", tmp_path / ".ci")
    script = tmp_path / ".ci" / "run"
    start = (ROOT / ".ci" / "run").read_text(encoding="utf-8").partition("work=$(mktemp")[0]
    script.write_text(start + "env\n", encoding="utf-8")
    script.chmod(0o755)
    given = {**os.environ, "PYTHONUNBUFFERED": "1", "PIP_RETRIES": "5 times", "no_proxy": "localhost,::1", "LC_ALL": "C"}
    said = subprocess.run([script], env=given, capture_output=True, text=True, check=True).stdout.splitlines()
    own = ("PWD=", "OLDPWD=", "SHLVL=", "_=")
    assert {line for line in said if not line.startswith(own)} == {"=".join(one) for one in clean_environment(given).items()}


def test_arguments_are_added_to_the_test_command_only(tmp_path):
    given = options(tmp_path, run="echo played", test="echo tested", tests="tests/place")
    surrounding = Surrounding("s", tests=("-n", "2"))
    assert output(given, play(surrounding, "test", 1, given)) == "tested -n 2 tests/place\n"
    assert output(given, play(surrounding, "run", 1, given)) == "played\n"


def test_failing_tests_are_listed_and_the_table_counts_the_round(tmp_path):
    report = r"printf 'FAILED tests/a.py::b[1 2] - assert 0\nERROR tests/c.py\nFAILED 3 things\n'; exit 1"
    one = play(SURROUNDINGS[0], "test", 1, options(tmp_path, test=report))
    assert (one.outcome, one.reason, one.failed) == ("failed", "exit status 1", ("tests/a.py::b[1 2]", "tests/c.py"))
    lines = list(table([one, CommandRound("idle", "test", 2, "passed", wall=7.0)]))
    assert lines[2].startswith("| idle | test | 2 | 1 |")
    assert lines[-2:] == ["  tests/a.py::b[1 2]", "  tests/c.py"]


def test_an_installation_that_fails_is_told_apart_and_nothing_is_played(tmp_path):
    given = options(tmp_path, run="false && echo played")
    one = play(SURROUNDINGS[0], "run", 1, given)
    assert (one.outcome, one.reason) == ("failed", "installation: exit status 1")
    assert output(given, one) == ""


def test_a_command_whose_time_is_over_is_stopped(tmp_path):
    done = timed(["sleep", "1000"], tmp_path, clean_environment(), tmp_path / "log", 0.1)
    assert done.status is None


def test_what_a_command_leaves_running_is_ended(tmp_path):
    os.mkfifo(tmp_path / "held")
    reader = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    done = timed(["bash", "-c", "exec 3> held; sleep 1000 &"], tmp_path, clean_environment(), tmp_path / "log", 60.0)
    assert done.status == 0
    assert select.select([reader], [], [], 60.0)[0], "the child that holds the other end is still running"
    os.close(reader)


def test_a_virtual_environment_is_made_again_unless_it_is_reused(tmp_path):
    install = "mkdir -p .venv && echo installed >> .venv/log && cat .venv/log"
    given = options(tmp_path, test=install)
    for number in (1, 2):
        assert output(given, play(SURROUNDINGS[0], "test", number, given)) == "installed\n"


def test_later_rounds_reuse_a_virtual_environment_in_a_fresh_checkout(tmp_path):
    given = options(tmp_path, test="mkdir .venv && echo installed && ls; touch left", reuse=True)
    said = [output(given, play(SURROUNDINGS[0], "test", number, given)) for number in (1, 2)]
    assert said == ["installed\nREADME.md\n", "README.md\n"]


def test_a_copy_leaves_out_what_is_not_of_the_checkout(tmp_path):
    source = checkout(tmp_path / "source")
    for name in (".venv", "runs", "tests"):
        (source / name).mkdir()
    (source / "link").symlink_to("tests")
    for name in ("runs", "site"):
        (source / "tests" / name).mkdir()
    (tmp_path / "target" / "old").mkdir(parents=True)
    renew_checkout(source, tmp_path / "target")
    assert sorted(path.name for path in (tmp_path / "target").iterdir()) == ["README.md", "link", "tests"]
    assert (tmp_path / "target" / "link").is_symlink()
    assert sorted(path.name for path in (tmp_path / "target" / "tests").iterdir()) == ["runs", "site"]


def test_something_else_runs_while_a_command_is_played_but_not_while_it_is_installed(tmp_path):
    @contextmanager
    def beside(folder):
        (folder / "marker").write_text("")
        yield
        (folder / "marker").unlink()

    given = options(tmp_path, test="test ! -e marker && test -e marker")
    assert play(Surrounding("s", beside=beside), "test", 1, given).outcome == "passed"


def test_a_folder_may_have_any_name(tmp_path):
    given = options(tmp_path, test='basename "$PWD"')
    letters = choose(SURROUNDINGS, ["letters"])[0]
    assert output(given, play(letters, "test", 1, given)) == f"{letters.folder}\n"


def test_what_this_machine_cannot_provide_is_skipped_with_the_reason(tmp_path):
    @contextmanager
    def beside(folder):
        raise CannotProvide("there is none")
        yield

    one = play(Surrounding("s", beside=beside), "test", 1, options(tmp_path))
    assert (one.outcome, one.reason) == ("skipped", "there is none")
    assert "| s | test | 0 | - |" in list(table([one]))[2]


def test_an_ordinary_user_owns_the_checkout_and_a_home(open_folder):
    given = options(open_folder, test='test "$(id -u)" != 0 && touch here "$HOME/there"')
    one = play(Surrounding("s", as_user=True), "test", 1, given)
    assert (one.outcome, output(given, one)) == ("passed", "")


def test_an_unknown_user_is_named():
    if IS_ROOT:
        with pytest.raises(CannotProvide, match="no user 'nobody-of-that-name'"):
            switch_user("nobody-of-that-name")
    else:
        assert switch_user("nobody-of-that-name") == []


def test_in_a_read_only_checkout_only_runs_can_be_written(open_folder):
    given = options(open_folder, run="touch before && touch runs/after; ! touch after")
    one = play(Surrounding("s", as_user=True, read_only=True), "run", 1, given)
    assert (one.outcome, one.reason) == ("passed", "")


def test_without_a_network_there_is_the_loopback_interface_alone(tmp_path):
    try:
        network_cut()
    except CannotProvide as reason:
        pytest.skip(str(reason))
    given = options(tmp_path, test=f"{shlex.quote(sys.executable)} -I -c 'import socket; print(len(socket.if_nameindex()))'")
    one = play(Surrounding("s", offline=True), "test", 1, given)
    assert (one.outcome, output(given, one)) == ("passed", "1\n")


def test_a_given_python_is_the_one_that_a_command_finds(tmp_path):
    *_, surrounding = pythons([Path(sys.executable)])
    given = options(tmp_path, test="python3 -c 'import sys; print(*sys.version_info[:3], sep=\".\")'")
    assert f"python-{output(given, play(surrounding, 'test', 1, given)).strip()}" == surrounding.name


def test_what_is_no_python_is_refused(tmp_path):
    with pytest.raises(CannotProvide, match="is not a Python that starts"):
        list(pythons([tmp_path / "python3"]))


def test_a_name_that_no_surrounding_has_is_refused():
    with pytest.raises(ValueError, match="no surrounding is named 'noisy'; choose from idle, "):
        choose(SURROUNDINGS, ["noisy"])


def test_failed_tests_are_listed_once():
    assert failed_tests("FAILED a.py::b - x\nFAILED a.py::b - x\n1 FAILED in 3 s\n") == ["a.py::b"]


def test_the_script_writes_the_rounds_and_ends_with_1_if_one_failed(tmp_path, capsys):
    source = checkout(tmp_path / "source", test="exit 3")
    with pytest.raises(SystemExit) as ended:
        main(rounds=2, only=["idle"], minutes=1.0, checkout=source, out=tmp_path / "out")
    assert ended.value.code == 1
    written = json.loads((tmp_path / "out" / "steady.json").read_text())
    assert [(one["command"], one["number"], one["outcome"]) for one in written] == [
        ("run", 1, "passed"),
        ("test", 1, "failed"),
        ("run", 2, "passed"),
        ("test", 2, "failed"),
    ]
    assert "idle, test, round 2: failed: exit status 3" in capsys.readouterr().out
