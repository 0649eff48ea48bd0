"""How long a run takes to open in the viewer, and how it scrolls, as measured in a browser:

    PYTHONPATH=.:tests python tests/runs/viewer/measure_viewer.py RUN

Frames are those of 8 seconds in which the list is scrolled from its top to its end, a step each frame.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from processes import started

from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until

SCROLL = """new Promise((done) => {
    const box = document.querySelector('.scroller'), end = box.scrollHeight - box.clientHeight, times = [];
    const begin = performance.now();
    let empty = 0;
    (function frame(now) {
        times.push(now);
        const top = box.getBoundingClientRect().top;
        const rows = [...box.querySelectorAll('.rows > :not([hidden])')].map((row) => row.getBoundingClientRect());
        if (!rows.some((row) => row.bottom > top && row.top <= top + 1)) empty += 1;
        box.scrollTop = Math.min(1, (now - begin) / 8000) * end;
        if (now - begin < 8000) return requestAnimationFrame(frame);
        const gaps = times.slice(2).map((time, i) => time - times[i + 1]).sort((a, b) => a - b);
        const at = (share) => gaps[Math.floor((gaps.length - 1) * share)], late = gaps.filter((gap) => gap > 34).length;
        done({ frames: gaps.length,
            median_ms: at(.5), p99_ms: at(.99), longest_ms: at(1), over_34_ms: late, without_rows: empty });
    })(begin);
})"""
ACT = """(() => { const begin = performance.now(); %s; document.body.offsetHeight; return performance.now() - begin; })()"""


def opened(page: Page, address: str) -> float:
    """Seconds until the first rows are there."""
    page.open("about:blank")
    begin = time.perf_counter()
    page.open(address)
    until(lambda: page.run("document.querySelectorAll('.rows > :not([hidden])').length > 5"), 120)
    return time.perf_counter() - begin


def processor(page: Page) -> float:
    """Seconds of processor time that the page's own thread has taken."""
    return next(one["value"] for one in page.ask("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")


def resident(process: int) -> float:
    """Megabytes of memory that a process has."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0]) / 1024


def measured(run: str, profile: Path) -> dict[str, Any]:
    begin = time.perf_counter()
    command = [sys.executable, "-m", "automotive_env", "view", run]
    with started(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http\S+", server.stdout.readline())[0]
        ready = time.perf_counter() - begin
        assert CHROMIUM
        with chromium(CHROMIUM, profile) as page:
            page.size(1600, 900)
            page.ask("Performance.enable", timeDomain="threadTicks")
            times = [opened(page, address) for _ in range(5)]
            opening = processor(page)
            scrolling = page.run(SCROLL)
            scrolling["processor_ms_a_frame"] = 1000 * (processor(page) - opening) / scrolling["frames"]
            filtering = page.run(ACT % "address.go(['episodes'], new URLSearchParams('outcome=fail'))")
            sorting = page.run(ACT % "address.go(['episodes'], new URLSearchParams('sort=-tokens'))")
            searching = page.run(ACT % "address.go(['episodes'], new URLSearchParams('q=window'))")
            comparing = page.run(ACT % "address.go(['compare'])")
            page.ask("HeapProfiler.enable")
            page.ask("HeapProfiler.collectGarbage")
            heap = page.ask("Runtime.getHeapUsage")["usedSize"] / 2**20
            return {
                "server_ready_s": ready,
                "open_s": times,
                "open_processor_s": opening,
                "scrolling": scrolling,
                "filter_ms": filtering,
                "sort_ms": sorting,
                "search_ms": searching,
                "compare_ms": comparing,
                "heap_mb": heap,
                "server_mb": resident(server.pid),
            }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(measured(sys.argv[1], Path(folder)), indent=2) + "\n")
