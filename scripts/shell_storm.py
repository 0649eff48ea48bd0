"""Type random lines and bombs into the shell of a virtual device; report the longest freeze of its event loop and the memory.

    python -m automotive_env.scripts.shell_storm --lines 10000 --bombs 200 --json

Every line must end with a status in 0..255 within its budget. A freeze is the time in which another task that wants to run
at every turn of the event loop cannot.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, ShellInput
from automotive_env.text.output import prepare_output

MAX_LINE_SECONDS = 120.0
"""A line that has not ended by then is a fault. The budget of a line is about five seconds of work."""
LINES_PER_DEVICE = 250
WORDS = r"""
echo x $x ${x} ' " \ | || && ; & < > >> 2>&1 &> 2>/dev/null # ! * ? [ [a-z] ~ a=b x=$x$x /*/.. /system/bin/* $? $$ $!
cat true false sh -c eval for while do done if fi case ( ) { } $( ` << <<< [[ $(( ${x:- {a,b} f() test -d / = != -a -o cd
pwd export unset exec exit wait command -v printf %s sort head tail wc sleep 0.001 xargs env timeout seq 1 9 tee f rm -f ls
"""
"""What random lines are made of, with line ends."""


def bombs() -> list[str]:
    """About 200 lines that would take far more than a device may give, each kind in several sizes."""
    return [line for kind in (_named(), _deep(), _long(), _globs(), _many()) for line in kind]


def _named() -> Iterator[str]:
    """Lines that froze a device once."""
    sums = "; ".join(f"{name}={'+'.join([after] * 300)}" for name, after in zip("bcd", "cde", strict=True))
    yield f"{sums}; e=1; echo $((b))"
    yield "echo /*/../*/../*/../*/../*/../*/../*/../*"
    brackets = "[" * 60_000
    yield f"case a in {brackets}) ;; esac"
    yield f"x=a; echo ${{x#{brackets}}}"
    yield f"[[ a == {brackets} ]]"
    yield "f(){ f | f; }; f"
    yield "f() { f & f; }; f"
    yield f"echo {brackets}"
    yield "while true; do x=$x$x; done"
    yield "echo '. ./s' > s; . ./s"
    yield "echo 'sh ./s' > s; sh ./s"
    yield "echo 'sh ./s | sh ./s' > s; sh ./s"
    yield "echo 'sh ./s & sh ./s' > s; sh ./s; sleep 1"
    yield "echo 'sh < s' > s; sh < s"


def _deep() -> Iterator[str]:
    for count in (10, 100, 1_000, 10_000, 60_000):
        for opening, closing in (
            ("(", ")"),
            ("{ ", "; }"),
            ("$(", ")"),
            ("`", "`"),
            ("${x:-", "}"),
            ("{a,", "}"),
            ("[", "]"),
            ("! ", ""),
        ):
            yield f"echo {opening * count}x{closing * count}"
        yield "echo " + '"' * (2 * count + 1)
        yield "echo " + "\\" * count
        yield "echo " + "{" * count + "," * count
    line = "true"
    for _ in range(12):
        line = f"sh -c {_quoted(line)}"
        yield line
    yield "true " + "; true" * 20_000
    for name in ("env", "xargs", "command", "exec", "timeout 9", "toybox", "sh -c"):
        yield f"{(name + ' ') * 1_000} true < /dev/null"


def _quoted(line: str) -> str:
    return "'" + line.replace("'", "'\\''") + "'" if len(line) < 5_000 else "'true'"


def _long() -> Iterator[str]:
    for count in (1_000, 10_000, 50_000):
        long = "a" * count
        yield f"x={long}; " + "x=$x$x; " * 40
        yield f"x={long}; echo {'$x' * 5_000}"
        yield f"x={long}; echo {'$x ' * 5_000} | md5sum"
        yield f"x={long}; echo '" + "$x " * 8_000 + "' \"" + "$x " * 8_000 + '"'
        yield "x='" + "a " * (count // 2) + "'; echo " + "$x " * 1_000
        yield f"cat < {long}"
        yield f"{long}={long} {long}"
        yield f"ls {long}*"
        yield "echo " + "a?" * (count // 2)
        yield "echo " + "*" * count
        yield f"x='{'*' * count}'; echo $x"
        yield "echo " + "'a'b" * (count // 8)
        yield 'echo "' + "\\a" * (count // 2) + '"'
        yield "export " + " ".join(f"v{number}={long[:100]}" for number in range(count // 100))
    yield "x=1; " * 50_000
    yield "echo >> big; " * 15_000
    yield "echo $x" * 40_000


def _globs() -> Iterator[str]:
    for count in range(1, 30):
        yield "echo " + "/*/.." * count + "/*"
    for count in (10, 100, 1_000):
        yield "echo " + "/*/* " * count
        yield "echo " + "/system/bin/*[a-z]*" * count
        yield "echo " + "/*/../system/bin/* " * count + "| md5sum"
        yield "echo " + "/[a-z]*/../" * count
        yield "echo > /*/" + "*/" * count
        yield f"x='{'/*/..' * count}'; echo $x $x $x"
        yield "cd /system/bin; echo " + "* " * count
        yield "cd /system/bin; echo " + "*a" * count


def _many() -> Iterator[str]:
    for count in (60, 100, 300, 1_000, 5_000):
        yield "true" + " | cat" * count
        yield "yes" + " | cat" * count + " > /dev/null"
        yield "sleep 0.01 & " * count
        yield "yes > /dev/null & " * count
        yield "sh -c 'yes | cat | cat > f' & " * count + "wait"
        yield "true" + " && true" * count
        yield "sh -c 'sh -c \"sh -c true\"'; " * count
        yield "echo x > f; " * count
        yield "cat /dev/zero > f; " * min(count, 60)
    stage = "sh -c 'yes | cat | cat | cat'"
    yield " | ".join([stage] * 60) + " > /dev/null"
    yield "sh -c '" + " | ".join(['sh -c "yes | cat"'] * 60) + "' | " + " | ".join(["cat"] * 60)
    yield "cat /dev/zero"
    yield "yes"


def random_lines(count: int, seed: int) -> Iterator[str]:
    """Lines made of words of the shell, and some of any characters."""
    chance, words = random.Random(seed), [*WORDS.split(), "\n", "\\\n", "/dev/null"]
    for _ in range(count):
        if chance.random() < 0.1:
            yield "".join(chr(chance.choice((chance.randrange(1, 128), chance.randrange(0x20, 0xD7FF)))) for _ in range(60))
        else:
            yield chance.choice(("", " ")).join(chance.choices(words, k=chance.randrange(1, 25)))


@dataclass
class StormReport:
    """What a storm did.

    Attributes:
        lines: how many were run.
        freeze_ms: longest freeze of the event loop, in milliseconds of processor time.
        freeze_line: the line in which it was.
        seconds: longest line, in seconds.
        slow_line: that line.
        memory_mb: how much the process has grown at its peak, in megabytes.
        statuses: how many lines ended with which status.
        faults: lines that did not end as they must, and how.
    """

    lines: int = 0
    freeze_ms: float = 0.0
    freeze_line: str = ""
    seconds: float = 0.0
    slow_line: str = ""
    memory_mb: float = 0.0
    statuses: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Heartbeat:
    """Runs at every turn of the event loop and keeps the longest time between two turns, in seconds.

    It is processor time of this thread: what else runs on the machine does not count.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.longest, last = max(self.longest, now - last), now

    def stop(self) -> None:
        """Beat no more."""
        self._task.cancel()


async def type_line(device: VirtualDevice, line: str, report: StormReport) -> None:
    """Run one line and add what happened to a report."""
    out = MemoryOutput(1 << 20)
    shell = ShellInterpreter(device, ShellInput(), out, out)
    shell.state.cwd = "/data/local/tmp"
    heart, start = Heartbeat(), time.perf_counter()
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(MAX_LINE_SECONDS):
            status = await shell.run(line)
        report.statuses[status] = report.statuses.get(status, 0) + 1
        if not 0 <= status <= 255:
            report.faults.append(f"{line[:80]!r}: status {status}")
    except Exception as error:  # whatever a line does, the report names the line
        report.faults.append(f"{line[:80]!r}: {type(error).__name__}: {error}"[:200])
    heart.stop()
    report.lines += 1
    if heart.longest * 1000 > report.freeze_ms:
        report.freeze_ms, report.freeze_line = round(heart.longest * 1000, 1), line[:80]
    if time.perf_counter() - start > report.seconds:
        report.seconds, report.slow_line = round(time.perf_counter() - start, 2), line[:80]


async def storm(lines: int, bombs_wanted: int, seed: int) -> StormReport:
    """Run bombs, each on a device of its own, and random lines, many to a device."""
    report, before = StormReport(), _peak_mb()
    for line in bombs()[:bombs_wanted]:
        await type_line(VirtualDevice(), line, report)
        gc.collect()  # the files of the device before: the peak is that of one device
    device = VirtualDevice()
    for number, line in enumerate(random_lines(lines, seed)):
        if number % LINES_PER_DEVICE == 0:
            device = VirtualDevice()
        await type_line(device, line, report)
    report.memory_mb = round(_peak_mb() - before, 1)
    return report


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Run a storm; exit status 1 if a line did not end as it must."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10_000, help="number of random lines")
    parser.add_argument("--bombs", type=int, default=1_000, help="number of bombs at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    VirtualDevice()  # imports are no part of the measurement
    gc.collect()
    gc.freeze()
    report = asyncio.run(storm(given.lines, given.bombs, given.seed))
    if given.json:
        print(json.dumps(asdict(report)))
    else:
        print("\n".join(f"{name}: {value}" for name, value in asdict(report).items()))
    return int(bool(report.faults))


if __name__ == "__main__":
    prepare_output()
    sys.exit(main())
