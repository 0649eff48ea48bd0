"""Whatever is typed: the shell answers, in bounded time and space, and never with a fault of its own."""

from __future__ import annotations

import asyncio
import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shell_runs import run, shell

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.parser import LONGEST

LIMITS = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
SYNTAX = """
echo x $x ${x } ' " ` $( ) (( )) $(( | || && ; ;; < > >> <<E E if then fi do done for in case esac { } ( [ ] [[ ]] ! * ? \\ a=b
f() # 2>&1 cat true false 1 + / % :- sed s/a/b/ grep -e set -- eval read export printf %s %d tr cut -f sort -k expr test head
"""
WORDS = st.sampled_from([*SYNTAX.split(), "\n", "\nE\n"])


@LIMITS
@given(st.lists(TEXT, max_size=4))
def test_quoted_arguments_arrive_unchanged(words):
    line = "printf '<%s>\\n' " + " ".join(map(shlex.quote, words))
    assert shell(line).out == "".join(f"<{word}>\n" for word in words or [""])


@LIMITS
@given(TEXT)
def test_values_arrive_unchanged(text):
    assert shell(f'x={shlex.quote(text)}; y="$x"; printf %s "$y"').out == text
    assert shell(f"cat <<'THE END'\n{text}\nTHE END").out == text + "\n"


async def _limited(line: str) -> int:
    async with asyncio.timeout(10):
        return (await run(VirtualDevice(), line)).status


@settings(LIMITS, max_examples=300)
@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_any_mixture_of_words_is_answered(line):
    assert 0 <= asyncio.run(_limited(line)) <= 255


@settings(LIMITS, max_examples=200)
@given(st.binary(max_size=40))
def test_any_bytes_are_answered(data):
    line = data.decode("utf-8", "surrogateescape")
    assert 0 <= asyncio.run(_limited(line)) <= 255


@pytest.mark.parametrize(
    "line",
    [
        "(" * 5000,
        "{ " * 5000 + "a" + "; }" * 5000,
        "echo " + "$(" * 5000 + ")" * 5000,
        "echo $((" + "(" * 5000 + "1" + ")" * 5000 + "))",
        'echo "' + "${x:-" * 3000 + "}" * 3000 + '"',
        "if true; then " * 2000 + "fi; " * 2000,
        "x=" + "a" * (LONGEST + 1),
        "echo " + "{a,b}" * 20,
        "f() { f; }; f",
        "f() { (f); }; f",
        "f() { f | f; }; f 2>/dev/null",
        "eval 'x=\"eval \\$x\"; $x'",
        "echo '. ./s' > s; . ./s",
        "echo 'sh ./s' > s; sh ./s",
        "x=x; x='x+x'; echo $((x))",
        "x=a; while true; do x=$x$x; done",
        "i=0; while true; do i=$((i+1)); export v$i=1 || exit 9; done",
        "expr " + "\\( " * 150,
        "[ " + "\\( " * 3000 + "x ]",
        "echo x | grep -E '" + "(" * 500 + "'",
        "echo x | grep -E '(((((x{100}){100}){100})))'",
        "echo x | grep '" + "a" * 2000 + "'",
        "echo x | sed 's/x'",
        "echo x | sed '" + "p;" * 1000 + "'",
        "printf '%999999999d' 1",
        "seq 1 100000000",
        "yes | sort | head -1",
        "cat /dev/zero > f",
        "head -c 99999999999999999999 /dev/zero",
        "x=$(cat /dev/zero)",
        "echo ${x?unset}",
        "echo ${!}${}",
        "read 1x",
        "export 1=2",
        "shift 5",
        "exit abc",
        "x=; x=$((08)); echo $((1 +))",
    ],
)
def test_hostile_lines_end_with_a_message(line):
    done = shell(line)
    assert done.err if "2>" not in line else done.status
    assert done.status or "| head" in line


def test_an_endless_loop_leaves_the_others_their_turn_and_can_be_cancelled():
    async def check():
        device = VirtualDevice()
        for line in (
            "while :; do :; done",
            "while true; do x=$x; done | cat",
            "yes > /dev/null",
            "until false; do echo; done | tail",
        ):
            task = asyncio.ensure_future(run(device, line))
            await asyncio.sleep(0.005)
            assert (await run(device, "echo other")).out == "other\n"
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(check())


def test_words_of_many_braces_stay_as_they_are():
    for word in ("{a," * 5000, "{a," * 5000 + "}" * 5000):
        assert shell(f"echo {word}").out == f"{word}\n"


def test_jobs_are_bounded():
    done = shell("i=0; while [ $i -lt 70 ]; do sleep 1000 & i=$((i+1)); done; echo $i")
    assert "can't fork" in done.err


@pytest.mark.parametrize(
    "line",
    [
        "echo ${x%%b*}",
        "echo ${x#*b}",
        "echo ${x//a*b/c}",
        "case $x in *$y$y*b) ;; esac",
        "[[ $x == *a*a*a$y*b ]]",
        "echo $x | grep '.*a.\\{100\\}b.\\{100\\}c'",
        "set -- " + "$x " * 2000 + "; for i in 1 2 3; do set -- $@ $@ $@; done",
        'y="' + "$x$x" * 100 + '"',
        "for i in 1 2 3 4 5 6 7 8; do echo $x$x$x$x >> f; cat f f f f > g; cat g g g g > f; done; sort f",
        "tr a '\\n' < big | grep -c x; while read l; do :; done < many",
        "exec >> big; for i in 1 2 3 4 5 6 7 8 9; do echo $x; done",
    ],
)
def test_long_texts_are_worked_through_or_refused_in_bounded_time(line):
    device = VirtualDevice()
    device.files.write("/data/local/tmp/big", b"a" * (1 << 20))
    device.files.write("/data/local/tmp/many", b"line\n" * 20_000)
    start = "x=$(head -c 20000 big); y=$(head -c 5000 big); "
    assert 0 <= shell(start + line, device=device).status <= 255


def test_many_matches_in_one_line_leave_the_others_their_turn():
    async def check():
        device = VirtualDevice()
        device.files.write("/data/local/tmp/big", b"a" * (1 << 20))
        for line in ("sed 's/a/b/g' big", "grep -o a big | tail -1"):
            task = asyncio.ensure_future(run(device, line))
            for _ in range(50):
                await asyncio.sleep(0)
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(check())
