"""Whatever is typed: the shell answers, in bounded time and space, and never with a fault of its own."""

from __future__ import annotations

import asyncio
import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_devices import shared_device
from shell_runs import run, shell

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.shell.builtins import MAX_VARIABLES
from automotive_env.emulator.virtual.shell.interpreter import MAX_STAGES
from automotive_env.emulator.virtual.shell.parser import MAX_TEXT_CHARACTERS, MAX_TOKENS
from automotive_env.scripts.shell_storm import storm


@pytest.fixture(autouse=True)
def arguments(monkeypatch):
    """A command that shows its arguments as they are."""

    async def show(process: ShellProcess) -> int:
        return await process.print(*(f"<{word}>" for word in process.args))

    monkeypatch.setitem(commands(), "arguments", show)


LIMITS = settings(suppress_health_check=list(HealthCheck))
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
SYNTAX = """
echo x $x ${x } ' " ` $( ) (( )) $(( | || && ; ;; < > >> <<E E if then fi do done for in case esac { } ( [ ] [[ ]] ! * ? \\ a=b
f() # 2>&1 cat true false 1 + / % :- sed s/a/b/ grep -e set -- eval read export printf %s %d tr cut -f sort -k expr test head
"""
WORDS = st.sampled_from([*SYNTAX.split(), "\n", "\nE\n"])


@LIMITS
@given(st.lists(TEXT, max_size=4))
def test_quoted_arguments_arrive_unchanged(words):
    assert shell("arguments " + " ".join(map(shlex.quote, words))).out == "".join(f"<{word}>\n" for word in words)


@LIMITS
@given(TEXT)
def test_values_arrive_unchanged(text):
    assert shell(f'x={shlex.quote(text)}; y="$x"; arguments "$y"').out == f"<{text}>\n"


async def _limited(line: str) -> int:
    async with asyncio.timeout(10):
        return (await run(shared_device(), line)).status


@settings(LIMITS, max_examples=2 * settings().max_examples)
@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_any_mixture_of_words_is_answered(line):
    assert 0 <= asyncio.run(_limited(line)) <= 255


@LIMITS
@given(st.binary(max_size=40))
def test_any_bytes_are_answered(data):
    line = data.decode("utf-8", "surrogateescape")
    assert 0 <= asyncio.run(_limited(line)) <= 255


@pytest.mark.parametrize(
    "line",
    [
        "x=" + "a" * (MAX_TEXT_CHARACTERS + 1),
        "true;" * (MAX_TOKENS + 1),
        "echo " + "''$x" * (MAX_TOKENS + 1),
        "true" + " | true" * MAX_STAGES,
        "x=" + "a" * 100_000 + "; y=$x$x",
        "x='" + "a " * 9_000 + "'; echo $x",
        "export " + " ".join(f"v{number}=1" for number in range(MAX_VARIABLES + 1)),
        "echo 'sh ./s' > s; sh ./s",
        "echo '. ./s' > s; . ./s",
        "env " * 100 + "true",
        "echo x | grep -E '" + "(" * 500 + "'",
        "head -c 99999999999999999999 /dev/zero",
        "echo ${!}${}",
        "export 1=2",
        "exit abc",
    ],
)
def test_hostile_lines_end_with_a_message(line):
    done = shell(line)
    assert done.err
    assert done.status


def test_an_endless_file_fills_the_disk(monkeypatch):
    device = shared_device()
    monkeypatch.setattr(device.files, "capacity", device.files.used + (1 << 20))
    done = shell("cat /dev/zero > f", device=device)
    assert (done.status, "No space left" in done.err) == (1, True)


@pytest.mark.parametrize("line", ["cat /dev/zero > /dev/null", "cat /dev/zero | cat | tail", "sh -c 'cat /dev/zero' | md5sum"])
def test_an_endless_command_leaves_the_others_their_turn_and_can_be_cancelled(line):
    async def check():
        device = VirtualDevice()
        task = asyncio.ensure_future(run(device, line))
        await asyncio.sleep(0.005)
        assert (await run(device, "echo other")).out == "other\n"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(check())


def test_words_of_many_braces_stay_as_they_are():
    for word in ("{a" * 2000, "{a" * 2000 + "}" * 2000, "'{a,b}'"):
        assert shell(f"echo {word}").out == word.strip("'") + "\n"


@pytest.mark.parametrize(
    "line",
    [
        "md5sum < big; grep -c line many; grep -n line many | tail -1",
        "cat big big >> f; cat f f >> g; cat g g > f; md5sum f",
        "cat big | cat | cat | cat > f",
        "ls / | grep a; ls -l / /data",
    ],
)
def test_long_files_are_worked_through(line):
    device = VirtualDevice()
    device.files.write("/data/local/tmp/big", b"a" * (1 << 20))
    device.files.write("/data/local/tmp/many", b"line\n" * 20_000)
    assert shell(line, device=device).status == 0


@pytest.mark.parametrize(("lines", "bombs"), [(15, 2), pytest.param(150, 14, marks=pytest.mark.sweep)])
def test_random_lines_and_bombs_are_answered_without_a_freeze(lines, bombs):
    """A sample of what `scripts/shell_storm.py` does by hand or by night."""
    report = asyncio.run(storm(lines=lines, bombs_wanted=bombs, seed=1))
    assert report.lines == lines + bombs
    assert not report.faults
    assert report.freeze_ms < 1000
    assert report.memory_mb < 400
