"""What `automotive-env serve` offers to programs that ask for a protocol of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.text.extras import install

if TYPE_CHECKING:
    from automotive_env.adapters.car_episode import EpisodeSettings

MCP = "mcp>=2.3,<3"
"""What the extra `mcp` installs."""


def serve_mcp(settings: EpisodeSettings, seed: int, port: int | None, *, lists_apis: bool) -> None:
    """Serve one car to clients of the Model Context Protocol.

    Args:
        settings: what it plays.
        seed: what its instance is drawn from.
        port: of 127.0.0.1; 0 for any that is free, None for the standard streams.
        lists_apis: whether each API is a tool of its own.

    Raises:
        UsageError: it cannot be played like this, or the extra is not installed.
    """
    import re
    import signal
    import sys
    from importlib.metadata import version

    from automotive_env.adapters.mcp.car import McpCar
    from automotive_env.cli import out

    try:
        found = version("mcp")
        if not (2, 3) <= tuple(map(int, re.findall(r"\d+", found)[:2])) < (3,):
            raise UsageError(f"tools need {MCP}, not {found}: {install('mcp')}, in a separate environment if verifiers pins mcp")
        from automotive_env.adapters.mcp.server import PATH, http_app, make_server, run_stdio
    except ModuleNotFoundError as missing:
        raise UsageError(f"tools need {missing.name}: {install('mcp')}") from None
    server = make_server(McpCar(settings, seed, lists_apis=lists_apis))
    if port is None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the thread that waits for input would keep the process
        run_stdio(server, sys.stdin.buffer)
        return
    from automotive_env.serving.page_server import serve_programs

    serve_programs(
        lambda there: http_app(server, there), port, lambda address: out(f"Tools at {address}{PATH}\nPress Ctrl+C to stop.")
    )


def serve_openenv(settings: EpisodeSettings, port: int) -> None:
    """Serve a task to clients of OpenEnv, each with a car of its own.

    Raises:
        UsageError: it cannot be played like this, or the extra is not installed.
    """
    from automotive_env.cli import out

    try:
        from automotive_env.adapters.openenv.server import make_app
        from automotive_env.serving.page_server import serve_programs
    except ModuleNotFoundError as missing:
        raise UsageError(f"OpenEnv needs {missing.name}: {install('openenv')}") from None
    serve_programs(
        lambda there: make_app(settings, there), port, lambda address: out(f"OpenEnv at {address}\nPress Ctrl+C to stop.")
    )


def serve_a2a(port: int) -> None:
    """Serve an agent that assesses others over A2A.

    Raises:
        UsageError: the extra is not installed.
    """
    from automotive_env.cli import out

    try:
        from automotive_env.adapters.a2a.server import make_app
        from automotive_env.serving.page_server import serve_programs
    except ModuleNotFoundError as missing:
        raise UsageError(f"A2A needs {missing.name}: {install('web')}") from None
    serve_programs(make_app, port, lambda address: out(f"Assessments at {address}\nPress Ctrl+C to stop."))
