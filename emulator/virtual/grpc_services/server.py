"""The gRPC server of one device. It runs on the devices' thread, like its ADB."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from automotive_env.emulator.ports import GRPC_PORT_OFFSET
from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.grpc_services import controller, snapshots
from automotive_env.emulator.virtual.grpc_services.wire import Fields, WireFault
from automotive_env.errors import UsageError

MAX_REQUEST_BYTES = 1 << 16
MAX_CALLS = 32
"""Calls at once, streams among them."""
_OPTIONS = (("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", MAX_REQUEST_BYTES))


async def listen(daemon: Daemon) -> grpc.aio.Server:
    """Serve a device at its console's port and 3000 more, to this machine alone.

    Raises:
        UsageError: the port is taken.
    """
    port = daemon.device.port + GRPC_PORT_OFFSET
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=MAX_CALLS)
    for name, service in (
        (controller.NAME, controller.EmulatorController(daemon)),
        (snapshots.NAME, snapshots.SnapshotService(daemon)),
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


def _parsed(method: Callable[[Fields, Any], Awaitable[bytes]]) -> Callable[[bytes, Any], Awaitable[bytes]]:
    """The method, for a request that is still bytes; what is no message is refused."""

    async def call(data: bytes, context: Any) -> bytes:
        try:
            return await method(Fields(data), context)
        except WireFault as fault:
            return bytes(await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(fault)))

    return call


def _parsed_stream(method: Callable[[Fields, Any], AsyncIterator[bytes]]) -> Callable[[bytes, Any], AsyncIterator[bytes]]:
    async def call(data: bytes, context: Any) -> AsyncIterator[bytes]:
        try:
            async for message in method(Fields(data), context):
                yield message
        except WireFault as fault:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(fault))

    return call
