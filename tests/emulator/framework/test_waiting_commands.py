"""Commands that go on until the one who started them has gone."""

import asyncio
import contextlib

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands


class Pipe:
    def __init__(self) -> None:
        self.text = ""
        self.more = asyncio.Event()

    async def read(self, most: int = -1) -> bytes:
        return b""

    async def write(self, data: bytes) -> None:
        self.text += data.decode()
        self.more.set()

    async def says(self, words: str) -> None:
        while words not in self.text:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 20)


async def start(device: VirtualDevice, line: str) -> tuple[asyncio.Task[int], Pipe]:
    pipe, argv = Pipe(), line.split()
    process = ShellProcess(device, argv, pipe, pipe, pipe)

    async def run() -> int:
        return await commands()[argv[0]](process)

    return asyncio.create_task(run()), pipe


async def stop(task: asyncio.Task[int]) -> None:
    assert not task.done()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert task.cancelled()


def test_logcat_goes_on():
    async def play() -> None:
        device = VirtualDevice()
        task, pipe = await start(device, "logcat -v brief")
        await pipe.says("--------- beginning of main\n")
        for app in ("radio/.RadioActivity", "media/.MediaActivity"):
            started, _ = await start(device, f"am start -n com.android.car.{app}")
            assert await started == 0
            await pipe.says(app)
        assert pipe.text.count("START u10") == 2
        await stop(task)

    asyncio.run(play())
