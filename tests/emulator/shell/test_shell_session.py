"""A session: lines run as they come, and the shell remembers."""

from __future__ import annotations

import asyncio

import pytest
from cases import cases

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, Pipe, ShellInput


class Session:
    """A session that is typed into, line by line."""

    def __init__(self, interactive: bool = False) -> None:
        self.keys, self.screen, self.err = Pipe(), Pipe(), MemoryOutput()
        self.shell = ShellInterpreter(VirtualDevice(), self.keys, self.screen, self.err)
        self.task = asyncio.ensure_future(self.shell.session(interactive))

    async def ask(self, text: str, *, until: str) -> str:
        await self.keys.write(text.encode())
        async with asyncio.timeout(10):
            seen = b""
            while not seen.endswith(until.encode()):
                part = await self.screen.read(1)
                assert part, f"the session ended after {seen!r}"
                seen += part
        return seen.decode()

    async def end(self) -> int:
        self.keys.end()
        async with asyncio.timeout(10):
            return await self.task


def test_each_line_runs_before_the_next_one_comes():
    async def check():
        session = Session()
        assert await session.ask("echo one; echo MARK $?\n", until="MARK 0\n") == "one\nMARK 0\n"
        assert await session.ask("nosuch; echo MARK $?\n", until="MARK 127\n") == "MARK 127\n"
        assert await session.ask("x=kept; cd /data\n echo $x $PWD $?\n", until="0\n") == "kept /data 0\n"
        assert await session.end() == 0
        assert session.err.data == b"/system/bin/sh: nosuch: inaccessible or not found\n"

    asyncio.run(check())


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["echo 'a\n", "b'\n"], "a\nb\n"),
        (["echo a \\\n", "b\n"], "a b\n"),
        (["true &&\n", "echo and\n"], "and\n"),
        (["echo pipe |\n", "\n", "cat\n"], "pipe\n"),
        (['echo "a\n', '$HOME" b\n'], "a\n/ b\n"),
    ],
)
def test_unfinished_lines_wait_for_the_rest(lines, shown):
    async def check():
        session = Session()
        for line in lines[:-1]:
            await session.keys.write(line.encode())
            for _ in range(5):
                await asyncio.sleep(0)
            assert not session.task.done()
        assert await session.ask(lines[-1], until=shown) == shown
        assert await session.end() == 0

    asyncio.run(check())


def test_commands_that_read_stdin_take_what_follows_and_others_do_not():
    async def check():
        session = Session()
        await session.keys.write(b"head -n 1\ntyped\necho got\ncat\nraw line\n")
        session.keys.end()
        assert await session.task == 0
        session.screen.end()
        assert await session.screen.read(1_000) == b"typed\ngot\nraw line\n"

    asyncio.run(check())


def test_a_prompt_is_shown_and_faults_do_not_end_what_someone_types_into():
    async def check():
        session = Session(interactive=True)
        assert await session.ask("", until="$ ") == "emulator_car64_x86_64:/ $ "
        assert await session.ask("cd /data\n", until="$ ") == "emulator_car64_x86_64:/data $ "
        assert await session.ask("echo 'a\n", until="> ") == "> "
        assert await session.ask("b'\n", until="$ ") == "a\nb\nemulator_car64_x86_64:/data $ "
        assert await session.ask("fi\n", until="$ ") == "emulator_car64_x86_64:/data $ "
        session.shell.device.root = True
        assert await session.ask("for i in 1 2\n", until="# ") == "emulator_car64_x86_64:/data # "
        await session.keys.write(b"exit 4\n")
        assert await session.end() == 4

    asyncio.run(check())


@cases(
    ("text", "status", "shown"),
    [
        ("echo a\nexit 3\necho b\n", 3, "a\n"),
        ("echo a\nif true\nthen echo b\nfi\n", 2, "a\n"),
        ("echo a\necho )\necho b\n", 1, "a\n"),
        ("echo a\ntrue &&\n", 1, "a\n"),
        ("false", 1, ""),
        ("", 0, ""),
    ],
)
def test_how_a_session_ends(text, status, shown):
    async def check():
        out = MemoryOutput()
        shell = ShellInterpreter(VirtualDevice(), ShellInput(text.encode()), out, MemoryOutput())
        assert (await shell.session(), out.data.decode()) == (status, shown)

    asyncio.run(check())


def test_cancelling_a_session_cancels_what_it_runs():
    async def check():
        session = Session()
        await session.ask("echo started\n", until="started\n")
        await session.keys.write(b"sleep 1000 | sleep 1000\n")
        for _ in range(20):
            await asyncio.sleep(0)
        session.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await session.task
        async with asyncio.timeout(10):
            while len(asyncio.all_tasks()) > 1:
                await asyncio.sleep(0)

    asyncio.run(check())
