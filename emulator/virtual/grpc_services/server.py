"""The gRPC server of one device and its snapshots. It runs on the devices' thread, like its ADB."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, ClassVar

import grpc

from automotive_env.emulator.ports import GRPC_PORT_OFFSET
from automotive_env.emulator.virtual.adb.daemon import AdbDaemon
from automotive_env.emulator.virtual.console import ConsoleRejection, answer
from automotive_env.emulator.virtual.grpc_services import controller
from automotive_env.emulator.virtual.grpc_services.wire import ProtoFields, WireFault, encode
from automotive_env.errors import UsageError

SNAPSHOTS = "android.emulation.control.SnapshotService"


class SnapshotService:
    """The service of one device."""

    def __init__(self, daemon: AdbDaemon) -> None:
        self._daemon = daemon

    async def list_snapshots(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """SnapshotList."""
        return encode({1: [encode({1: name}) for name in self._daemon.device.snapshots]})

    async def load(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """Put the device back."""
        return self._do("load", request)

    async def save(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """Keep the device as it is."""
        return self._do("save", request)

    async def delete(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """Forget a snapshot."""
        return self._do("delete", request)

    def _do(self, verb: str, request: ProtoFields) -> bytes:
        """A SnapshotPackage that tells whether it was done, or why not."""
        name = request.text(1)
        try:
            answer(self._daemon, f"avd snapshot {verb} {name}")
        except ConsoleRejection as why:
            return encode({1: name, 4: str(why)})
        return encode({1: name, 3: True})

    METHODS = {"ListSnapshots": list_snapshots, "LoadSnapshot": load, "SaveSnapshot": save, "DeleteSnapshot": delete}
    STREAMS: ClassVar[dict[str, Any]] = {}


MAX_REQUEST_BYTES = 1 << 16
MAX_CALLS = 32
"""Calls at once, streams among them."""
_OPTIONS = (("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", MAX_REQUEST_BYTES))


async def listen(daemon: AdbDaemon) -> grpc.aio.Server:
    """Serve a device at its console's port and 3000 more, to this machine alone."""
    port = daemon.device.port + GRPC_PORT_OFFSET
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=MAX_CALLS)
    for name, service in (
        (controller.NAME, controller.EmulatorController(daemon)),
        (SNAPSHOTS, SnapshotService(daemon)),
    ):
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, _handlers(service)),))
    try:
        if not server.add_secure_port(f"127.0.0.1:{port}", grpc.local_server_credentials()):
            raise RuntimeError("no port")
    except RuntimeError:
        raise UsageError(
            f"port {port} is taken: choose another console port, gRPC has the one {GRPC_PORT_OFFSET} higher"
        ) from None
    await server.start()
    return server


def _handlers(service: Any) -> dict[str, Any]:
    single, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
    found = {name: single(_parsed(method.__get__(service))) for name, method in service.METHODS.items()}
    return found | {name: stream(_parsed_stream(method.__get__(service))) for name, method in service.STREAMS.items()}


def _parsed(method: Callable[[ProtoFields, Any], Awaitable[bytes]]) -> Callable[[bytes, Any], Awaitable[bytes]]:
    """The method, for a request that is still bytes; what is no message is refused."""

    async def call(data: bytes, context: Any) -> bytes:
        try:
            return await method(ProtoFields(data), context)
        except WireFault as fault:
            return bytes(await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(fault)))

    return call


def _parsed_stream(method: Callable[[ProtoFields, Any], AsyncIterator[bytes]]) -> Callable[[bytes, Any], AsyncIterator[bytes]]:
    async def call(data: bytes, context: Any) -> AsyncIterator[bytes]:
        try:
            async for message in method(ProtoFields(data), context):
                yield message
        except WireFault as fault:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(fault))

    return call
