"""One budget of work and memory for each command line, with all that it starts."""

from __future__ import annotations

import asyncio

import pytest
from shell_runs import run

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.shell.budget import MAX_BYTES, SLICE, CommandBudget


@pytest.fixture
def busy(monkeypatch):
    """A command that never stops working."""

    async def work(process: ShellProcess) -> int:
        while True:
            await process.spend(SLICE // 4)

    monkeypatch.setitem(commands(), "busy", work)


@pytest.mark.parametrize("line", ["busy", "busy | busy", "sh -c 'busy'; echo never", "busy | sh -c busy | cat"])
def test_a_line_that_works_too_long_is_stopped_and_the_next_one_is_not(busy, line):
    device = VirtualDevice()
    done = asyncio.run(run(device, line))
    assert (done.status, done.out) == (137, "")
    assert done.err == "/system/bin/sh: stopped: it takes more work than one command line may do\n"
    assert asyncio.run(run(device, "echo fine")).out == "fine\n"


def test_many_clients_take_turns(busy, monkeypatch):
    """Thirty busy lines hold up the event loop no longer than one."""
    monkeypatch.setattr(CommandBudget.__init__, "__defaults__", (1_000_000, MAX_BYTES))

    async def check() -> None:
        device = VirtualDevice()
        lines = [asyncio.ensure_future(run(device, "busy | busy")) for _ in range(30)]
        await asyncio.sleep(0)
        turns = 0
        while not any(line.done() for line in lines):
            turns += 1
            await asyncio.sleep(0)
        assert turns > 3_000  # 30 x 1,000,000 units in slices of 5,000 would be 6,000, had all the same share
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)

    asyncio.run(check())


def test_other_tasks_get_a_turn_after_each_slice_of_a_line(busy):
    async def check() -> None:
        line = asyncio.ensure_future(run(VirtualDevice(), " | ".join(["busy"] * 20)))
        spent = 0
        while not line.done():
            spent += 1
            await asyncio.sleep(0)
        assert spent > 500  # 5,000,000 units in slices of 5,000

    asyncio.run(check())
