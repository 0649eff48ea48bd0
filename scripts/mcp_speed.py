"""Measure how long a tool of the Model Context Protocol takes: round trips from the official client to a local server.

`python -m automotive_env.scripts.mcp_speed [--calls N]` starts servers on the standard streams and over HTTP, and prints the
least and the median time, and processor time, of both processes.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio

from automotive_env.text.output import prepare_output

SERVE = [sys.executable, "-m", "automotive_env", "serve", "--mcp"]
WIFI = 14
"""A switch on the home screen, which stands there however often it is touched."""
TOOLS: dict[str, dict[str, Any]] = {"hazardLight__switch": {"switch": True}, "click": {"index": WIFI}, "look": {}}


def main() -> None:
    """Measure, and print the times."""
    import mcp.client.stdio  # noqa: F401  # before anything is measured

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=500)
    calls = parser.parse_args().calls
    for transport in ("stdio", "http"):
        idle, _ = measure(transport, "look", 0)
        for tool in TOOLS:
            used, times = measure(transport, tool, calls)
            took = f"least {min(times) * 1e3:.2f} ms, median {statistics.median(times) * 1e3:.2f} ms"
            print(f"{transport:6} {tool:20} {took}, processor {(used - idle) / calls * 1e3:.2f} ms a call")


def measure(transport: str, tool: str, calls: int) -> tuple[float, list[float]]:
    """Processor seconds of client and server, start included, and the seconds of each call."""
    before = processor()
    if transport == "stdio":
        from mcp.client.stdio import StdioServerParameters, stdio_client

        times = anyio.run(called, stdio_client(StdioServerParameters(command=SERVE[0], args=SERVE[1:])), tool, calls)
    else:
        with served() as address:
            times = anyio.run(called, address, tool, calls)
    return processor() - before, times


@contextmanager
def served() -> Iterator[str]:
    """A server over HTTP; its address."""
    with subprocess.Popen([*SERVE, "--mcp-port", "0"], stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


async def called(server: Any, tool: str, calls: int) -> list[float]:
    """Seconds of each call."""
    import mcp

    times = []
    async with mcp.Client(server) as client:
        await client.list_tools()
        for _ in range(calls):
            begun = time.perf_counter()
            answer = await client.call_tool(tool, TOOLS[tool])
            times.append(time.perf_counter() - begun)
            assert not answer.is_error, answer.content
    return times


def processor() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    prepare_output()
    main()
