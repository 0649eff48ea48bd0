"""`android.emulation.control.SnapshotService`: the snapshots that the console knows, too."""

from __future__ import annotations

from typing import Any, ClassVar

import grpc

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.console_commands import Rejected, answer
from automotive_env.emulator.virtual.grpc_services.wire import Fields, encode

NAME = "android.emulation.control.SnapshotService"


class SnapshotService:
    """The service of one device."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    async def list_snapshots(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """SnapshotList."""
        return encode({1: [encode({1: name}) for name in self._daemon.device.snapshots]})

    async def load(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """Put the device back."""
        return self._do("load", request)

    async def save(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """Keep the device as it is."""
        return self._do("save", request)

    async def delete(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """Forget a snapshot."""
        return self._do("delete", request)

    def _do(self, verb: str, request: Fields) -> bytes:
        """A SnapshotPackage that tells whether it was done, or why not."""
        name = request.text(1)
        try:
            answer(self._daemon, f"avd snapshot {verb} {name}")
        except Rejected as why:
            return encode({1: name, 4: str(why)})
        return encode({1: name, 3: True})

    METHODS = {"ListSnapshots": list_snapshots, "LoadSnapshot": load, "SaveSnapshot": save, "DeleteSnapshot": delete}
    STREAMS: ClassVar[dict[str, Any]] = {}
