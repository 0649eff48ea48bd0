"""Serving the page on the loopback interface."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn

from automotive_env.errors import UsageError
from automotive_env.serving.app import make_app
from automotive_env.serving.drive import Drive
from automotive_env.serving.messages import MAX_MESSAGE

ADDRESS = "127.0.0.1"


def serve(drive: Drive, port: int, ready: Callable[[str], None]) -> None:
    """Let the car be driven in a browser of this machine, until the process is interrupted.

    Args:
        drive: the car.
        port: 1 to 65535, or 0 for any that is free.
        ready: told the page's address, token included, once it can be opened.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    token = secrets.token_urlsafe(24)
    with _listen(port) as listener:
        config = uvicorn.Config(
            make_app(drive, token),
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=4 * MAX_MESSAGE,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        ready(f"http://{ADDRESS}:{listener.getsockname()[1]}/{token}/")
        uvicorn.Server(config).run([listener])


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise UsageError(f"port {port} cannot be used ({error.strerror}); choose another with --port, or 0 for any") from None
    return listener
