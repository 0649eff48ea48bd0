"""Commands of the device: what they print, what is refused, and that none of them holds up the other devices."""

from __future__ import annotations

import asyncio
import time

import pytest
from shared_devices import shared_device
from shell_runs import run, shell

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, ShellInput

FREEZE = 1.0
"""Seconds of processor time that the event loop may stand still; 0.2 is meant, and machines differ."""


@pytest.fixture
def device() -> VirtualDevice:
    made = shared_device()
    made.files.write("/data/local/tmp/fruit", b"pear 3\napple 10\nfig 3\n")
    return made


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("head -c 4 fruit", "pear"),
        ("grep -n 3 fruit", "1:pear 3\n3:fig 3\n"),
        ("grep -c -v 3 fruit; grep -q kiwi fruit; echo $?", "1\n1\n"),
        ("grep -F . fruit; grep -e pear -e fig fruit", "pear 3\nfig 3\n"),
        ("grep -m 1 3 fruit; grep -h apple fruit /dev/null", "pear 3\napple 10\n"),
        ("grep -H fig fruit; grep -l fig fruit", "fruit:fig 3\nfruit\n"),
        ("head -n 1 fruit; tail -n 1 fruit", "pear 3\nfig 3\n"),
        ("mkdir -p d/e; cat fruit > d/e/fruit; ls d/e; rm -r d; ls", "fruit\nfruit\n"),
        ("chmod 751 fruit; ls -l fruit", "-rwxr-x--x 1 shell shell      22 1970-01-01 00:00 fruit\n"),
    ],
)
def test_what_commands_print(device, line, out):
    done = shell(line, device=device)
    assert done.err == ""
    assert done.out == out


def test_androidworlds_listing_has_nine_columns(device):
    device.files.write("/sdcard/a b.mp4", b"x" * 5, modified=1_700_000_000)
    rows = [row.split(None, 8) for row in shell("ls /sdcard -ll -au", device=device).out.splitlines()]
    assert rows[0] == ["total", "16"]
    assert [row[8] for row in rows[1:]] == [".", "..", "Download", "a b.mp4"]
    assert rows[-1][4:8] == ["5", "2023-11-14", "22:13:20.000000000", "+0000"]


def test_files_made_up_by_the_kernel_are_there_for_all():
    size = len(shell("cat /proc/meminfo").out)
    assert shell("ls -l /proc/meminfo").out.startswith(f"-r--r--r-- 1 root root {size:>7} ")
    assert shell("ls /proc/meminfo; ls /proc").out == "/proc/meminfo\nloadavg\nmeminfo\n"
    assert shell("ls /dev").out == "null\nzero\n"


def test_a_line_of_the_log_comes_back(device):
    assert shell("log -p w -t mine hello world", device=device).status == 0
    assert "W mine    : hello world\n" in shell("logcat -d", device=device).out
    assert shell("log -p x hello").status == 1


@pytest.mark.parametrize("text", ["99999999999", "010100002200", "2200-01-01", "20250230", "13"])
def test_no_clock_is_set_beyond_what_protocols_can_say(device, text):
    device.root = True
    done = shell(f"date '{text}'", device=device)
    assert done.status == 1
    assert "bad date" in done.err


@pytest.mark.parametrize(
    "line",
    [
        "grep '\\(a\\)\\1' fruit",
        "grep -E '" + "a" * 2_000 + "' fruit",
        "head -n -1 fruit",
        "head -c 99999999999999999999 fruit",
        "chmod u+s fruit",
    ],
)
def test_what_is_too_much_or_unknown_is_refused(device, line):
    device.files.write("/data/local/tmp/many", b"line\n" * 60_000)
    done = shell(line, device=device)
    assert done.status
    assert done.err


async def _longest_freeze(device: VirtualDevice, line: str) -> float:
    """Seconds of this thread that other tasks had to wait while a line ran."""
    longest, running = 0.0, asyncio.ensure_future(run(device, line))
    while not running.done():
        start = time.thread_time()
        await asyncio.sleep(0)
        longest = max(longest, time.thread_time() - start)
    await running
    return longest


HEAVY = [
    "grep -E '(a?){200}b{200}' twenty",
    "md5sum huge huge huge huge huge",
    "rm -r folder",
]
"""Commands that work for long; further ones are for the sweep."""
HEAVY_TOO = [
    "grep -c '[^x]' many",
    "grep -v nothing words",
    "tail -n 99999 many",
    "tail -n 5 huge",
    "cat " + "huge " * 300 + "> /dev/null",
    "ls -l / " + "/ " * 20,
    "head -c 9000000 huge",
]


@pytest.mark.parametrize("line", [*HEAVY, *(pytest.param(line, marks=pytest.mark.sweep) for line in HEAVY_TOO)])
def test_no_command_holds_up_the_other_devices(line):
    device = VirtualDevice()
    folder = "/data/local/tmp"
    device.files.write(f"{folder}/words", b"the quick brown fox jumps over 17 lazy dogs\n" * 60_000)
    device.files.write(f"{folder}/many", b"ab" * 5 + b"\n" + b"line\n" * 90_000)
    device.files.write(f"{folder}/twenty", b"ab" * 10_000)
    device.files.write(f"{folder}/wide", b"ab" * 500_000)
    device.files.write(f"{folder}/huge", b"ab c\n" * 2_000_000)
    device.files.make_directory(f"{folder}/folder")
    for number in range(3_000 if "folder" in line or "ls" in line else 0):
        device.files.write(f"{folder}/folder/{number}a", b"")
    assert asyncio.run(asyncio.wait_for(_longest_freeze(device, line), 60)) < FREEZE


def test_app_process_takes_its_class_path_from_an_option(device):
    async def check() -> None:
        device.files.write("/data/local/tmp/u2.jar", b"jar")
        argv = ["app_process", "-Djava.class.path=/data/local/tmp/u2.jar", "-Xmx64m", "/data/local/tmp", "com.wetest.uia2.Main"]
        task = asyncio.ensure_future(
            commands()["app_process"](ShellProcess(device, argv, ShellInput(), MemoryOutput(), MemoryOutput()))
        )
        await asyncio.sleep(0)
        assert "tcp:9008" in device.sockets
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(check())
    done = shell("app_process -Djava.class.path=/none.jar /data/local/tmp com.Foo", device=device)
    assert done.status == 134
    assert 'Didn\'t find class "com.Foo" on path: DexPathList[[zip file "/none.jar"]]' in done.err
