"""Pipes of the shell: stages run at the same time, nothing piles up, and a reader that has gone ends its writer."""

from __future__ import annotations

import asyncio
import hashlib

import pytest
from cases import cases
from shell_runs import shell

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import CHUNK, MemoryOutput, Pipe, ShellInput


def test_a_writer_waits_until_the_reader_has_room():
    async def check():
        pipe = Pipe()
        writing = asyncio.ensure_future(pipe.write(bytes(CHUNK + 1)))
        await asyncio.sleep(0)
        assert not writing.done()
        assert len(await pipe.read(10)) == 10
        await writing
        pipe.end()
        assert len(await pipe.read(CHUNK)) == CHUNK - 10

    asyncio.run(check())


def test_a_closed_reader_ends_its_writer():
    async def check():
        pipe = Pipe()
        pipe.close()
        with pytest.raises(BrokenPipeError):
            await pipe.write(b"x")

    asyncio.run(check())


@cases(
    ("line", "out"),
    [
        ("cat /dev/zero | head -c 4 | md5sum -b", "f1d3ff8443297732862df21dc4e57262\n"),
        ("cat /dev/zero | true; echo $?", "0\n"),
        ("cat /dev/zero | head -c 100000 | md5sum -b", hashlib.md5(bytes(100_000)).hexdigest() + "\n"),
        ("sh -c 'echo first; sleep 0.01; echo second' | cat", "first\nsecond\n"),
        ("exit 3 | cat; echo $?; echo a | exit 3; echo $?", "0\n3\n"),
        ("ls /system/bin | grep -m 2 ^ls$", "ls\n"),
    ],
)
def test_pipes(line, out):
    done = shell(line)
    assert (done.out, done.err) == (out, "")


def test_lines_go_through_a_pipe_as_soon_as_they_are_there():
    async def check():
        source, sink = Pipe(), Pipe()
        task = asyncio.ensure_future(ShellInterpreter(VirtualDevice(), source, sink, MemoryOutput()).run("grep a | grep -v b"))
        await source.write(b"b1\na1\n")
        async with asyncio.timeout(10):
            assert await sink.read(3) == b"a1\n"
        source.end()
        assert await task == 0

    asyncio.run(check())


def test_files_that_are_written_to_can_be_read_by_others():
    async def check():
        device, source = VirtualDevice(), Pipe()
        task = asyncio.ensure_future(
            ShellInterpreter(device, source, MemoryOutput(), MemoryOutput()).run("cat > /data/local/tmp/f")
        )
        for part in (b"one\n", b"two\n"):
            await source.write(part)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert device.files.read("/data/local/tmp/f").startswith(b"one\n")
        source.end()
        await task
        assert device.files.read("/data/local/tmp/f") == b"one\ntwo\n"

    asyncio.run(check())


def test_a_full_file_system_is_said():
    device = VirtualDevice()
    device.files.capacity = 10_000
    done = shell("cat /dev/zero > f; echo $?; wc -c < f", device=device)
    assert done.out.startswith("1\n")
    assert "No space left on device" in done.err
    assert device.files.used <= 10_000


def test_reading_by_the_line_takes_nothing_more():
    async def check():
        source = ShellInput(b"a\nbc\nrest")
        assert [await source.read_line(), await source.read(1), await source.read_line()] == [b"a\n", b"b", b"c\n"]
        assert [await source.read(100), await source.read_line(), await source.read(5)] == [b"rest", b"", b""]

    asyncio.run(check())
