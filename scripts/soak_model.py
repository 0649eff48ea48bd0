"""Run against a model server that fails in every way, with three outages and devices that drop out: does the run recover?

    python -m automotive_env.scripts.soak_model --outage 60
    python -m automotive_env.scripts.soak_model --cars headless --tasks 'hvac.s*' --episodes 10000 --outage 5

An agent asks a server on loopback for each of the oracle's actions and does what it answers. The server fails `--failing` of all
requests, each in one of the ways of `FAILURES`, and is down three times for `--outage` seconds. After every `--drop` steps a car
drops out. The last lines say what the run came to and what the process held; exit status 1: an episode was lost, doubled, not
passed, or blamed on anybody.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import anyio

from automotive_env.agents.agent import AgentKit, AgentSpec, Decision
from automotive_env.agents.oracle import OracleAgent
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode.action import ActionError
from automotive_env.episode.action_parser import parse_action
from automotive_env.episode.observation import Observation
from automotive_env.models.kinds.openai import OpenAIModel, chat_reply
from automotive_env.models.model import ModelRequest
from automotive_env.models.pace import RateLimiter
from automotive_env.models.retry import RetryPolicy
from automotive_env.runs.execution import controller_pool, team
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun, run
from automotive_env.runs.execution.stop import StopToken
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.tasks.kit.planning import select

QUICK = RetryPolicy(request_timeout=2, total_timeout=15, first_wait=0.05, max_wait=0.5, jitter=0.05)
STALL_SECONDS = 4.0
BACK_SECONDS = 0.5
"""Until a car that dropped out is there again."""
SAMPLE_EVERY = 100
"""Episodes between two looks at what the process holds."""

AnswerRequest = Callable[[BaseHTTPRequestHandler, bytes], None]


def memory() -> float:
    """MiB that this process holds now; only Linux tells."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def say(handler: BaseHTTPRequestHandler, data: bytes, status: int = 200, **headers: str) -> None:
    """Answer a request."""
    handler.send_response(status)
    told = {"Content-Type": "application/json", "Content-Length": str(len(data))}
    for name, value in (told | {name.replace("_", "-"): value for name, value in headers.items()}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(data)


def completion(text: str, finish: str = "stop") -> bytes:
    """A reply in the form of OpenAI's chat completions."""
    return json.dumps(chat_reply(text, 100, 20, finish)).encode()


def refuse(status: int, **headers: str) -> AnswerRequest:
    """A way to fail: with a status."""
    return instead(json.dumps({"error": {"message": "not now"}}).encode(), status, **headers)


def instead(data: bytes, status: int = 200, **headers: str) -> AnswerRequest:
    """A way to fail: with something else than the reply."""
    return lambda handler, good: say(handler, data, status, **headers)


def stall(handler: BaseHTTPRequestHandler, good: bytes) -> None:
    """Answer too late."""
    time.sleep(STALL_SECONDS)
    say(handler, good)


def stream(handler: BaseHTTPRequestHandler, good: bytes) -> None:
    """Send for ever."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 2**16)


FAILURES: Mapping[str, AnswerRequest] = {
    "429": refuse(429),
    "429, seconds": refuse(429, Retry_After="0.2"),
    "429, a date": lambda handler, good: refuse(429, Retry_After=formatdate(time.time() + 1, usegmt=True))(handler, good),
    "429, ten years": refuse(429, Retry_After="315360000"),
    "400": refuse(400),
    "401": refuse(401),
    "500": refuse(500),
    "503": refuse(503),
    "redirect": refuse(302, Location="http://127.0.0.1:9/"),
    "too late": stall,
    "for ever": stream,
    "breaks off": lambda handler, good: say(handler, good[:20], Content_Length="999"),
    "cut short": instead(completion("Let me think", "length")),
    "no JSON": instead(b'{"choices": [{'),
    "HTML": instead(b"<html>hello</html>", Content_Type="text/html"),
    "empty": instead(completion("")),
    "refusal": instead(completion("I would rather not", "content_filter")),
}
"""Way to fail -> how."""
OUTAGES: Sequence[AnswerRequest] = (refuse(503), refuse(401), lambda handler, good: handler.connection.close())
"""What a server that is down answers: it says so, it forgets its keys, it hangs up."""


@dataclass
class SoakRun:
    """One run: what fails when, and what came of it."""

    asked: argparse.Namespace
    host: VirtualHost | None = None
    down: AnswerRequest | None = None
    steps: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    recorded: int = 0
    planned: int = 0
    until: float = inf
    stop: StopToken = field(default_factory=StopToken)
    warnings: Counter[str] = field(default_factory=Counter)
    samples: list[float] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(0))

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request, or fail to."""
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        good = completion(body["messages"][-1]["content"].partition("Answer with: ")[2] or "OK")
        if self.down:
            self.failed["outage"] += 1
            self.down(handler, good)
        elif self.random.random() < self.asked.failing:
            name = self.random.choice(list(FAILURES))
            self.failed[name] += 1
            FAILURES[name](handler, good)
        else:
            say(handler, good)

    def step(self) -> None:
        """Count a step; a car drops out after some of them."""
        self.steps += 1
        if self.host and self.steps % self.asked.drop == 0:
            serial = self.host.serials[self.steps // self.asked.drop % len(self.host.serials)]
            self.host.drop(serial)
            threading.Timer(BACK_SECONDS, self.host.reconnect, [serial]).start()

    def planned_(self, jobs: Sequence[Any], folder: Path, missing: Any) -> None:
        """The run begins."""
        self.planned = len(jobs)

    def warned(self, message: str) -> None:
        """The run waits for the model, or goes on."""
        self.warnings["waits" if "waits" in message else "goes on" if "goes on" in message else message] += 1

    def started(self, job: Any) -> None:
        """An episode begins."""

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is recorded; the server is down after each quarter of them."""
        self.recorded += 1
        if time.monotonic() > self.until:
            self.stop.ask("the time is up")
        if self.recorded % SAMPLE_EVERY == 0:
            self.samples.append(memory())
        outage, rest = divmod(4 * self.recorded, self.planned)
        if self.asked.outage and rest < 4 and 1 <= outage <= len(OUTAGES):
            self.down = OUTAGES[outage - 1]
            threading.Timer(self.asked.outage, setattr, [self, "down", None]).start()


class SoakWatcher:
    """Follows the run; see `automotive_env.runs.execution.run.RunListener`."""

    def __init__(self, soak: SoakRun) -> None:
        self.planned = soak.planned_
        self.warned, self.started, self.finished = soak.warned, soak.started, soak.finished


class PromptedOracle(OracleAgent):
    """The oracle, that does nothing but what a model says when it is told what to say."""

    name = "prompted_oracle"

    def __init__(self, kit: AgentKit) -> None:
        super().__init__()
        self._model = kit.model

    async def act(self, observation: Observation) -> Decision:
        """Ask until an action comes back."""
        assert self._model
        SOAKS[-1].step()
        decision = await super().act(observation)
        assert decision.action
        text = f"Answer with: {json.dumps(decision.action.to_json())}"
        while True:
            reply = (await self._model.complete(ModelRequest.of("act", text))).text
            try:
                return Decision(parse_action(reply))
            except ActionError:
                continue


AGENT = AgentSpec("prompted_oracle", "asks for the oracle's actions", PromptedOracle, needs_model=True, standing="privileged")
SOAKS: list[SoakRun] = []
"""The soak of this process, for the agents."""


@contextmanager
def serving(soak: SoakRun) -> Iterator[str]:
    """The server; yields its URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                soak.answer(self)
            except OSError:
                self.close_connection = True  # the client did not wait

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 100
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """It hung up on purpose."""

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def prepare(soak: SoakRun, url: str) -> None:
    """Have the run ask the server, with short waits, and tell which host its cars are of."""
    open_cars = controller_pool.virtual_pool

    def remembering(host: VirtualHost, **options: float) -> Any:
        soak.host = host
        return open_cars(host, **options)

    def make_model(spec: str, pace: RateLimiter | None = None) -> OpenAIModel:
        return OpenAIModel("soak", url, policy=QUICK, pace=pace)

    vars(controller_pool)["virtual_pool"], vars(team)["make_model"] = remembering, make_model


def report(soak: SoakRun, finished: FinishedRun, seconds: float) -> bool:
    """Print what it came to; returns whether that is as it should be."""
    records = finished.folder.read_episodes().records
    outcomes = Counter(record.outcome for record in records)
    again = sum(record.attempts > 1 for record in records)
    whole = bool(finished.stopped) or len(records) == soak.planned
    sound = whole and set(outcomes) == {"pass"} and len({record.id for record in records}) == len(records)
    requests = sum(record.model_calls for record in records)
    print(f"{len(records)} of {soak.planned} episodes, {dict(outcomes)}, {again} played more than once, {seconds:.0f} s")
    print(f"{requests} answers, {soak.failed.total()} failures: {dict(soak.failed)}")
    print(
        f"{soak.steps} steps, a car dropped out {soak.steps // soak.asked.drop if soak.host else 0} times; {dict(soak.warnings)}"
    )
    thirds = [soak.samples[len(soak.samples) * part // 3 : len(soak.samples) * (part + 1) // 3] for part in range(3)]
    if all(thirds):
        print(
            "memory, MiB, means of thirds:", *[round(sum(third) / len(third), 1) for third in thirds], "most:", max(soak.samples)
        )
    return sound


def main() -> None:
    """Run, and report what failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--failing", type=float, default=0.2, help="share of requests that fail")
    parser.add_argument("--outage", type=float, default=60, help="seconds of each of the three outages")
    parser.add_argument("--drop", type=int, default=50, help="steps after which a virtual device drops out")
    parser.add_argument("--cars", choices=("virtual", "headless"), default="virtual")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--tasks", default="", help="names or patterns with commas")
    parser.add_argument("--episodes", type=int, default=0, help="number of episodes at least (default: each task once)")
    parser.add_argument("--minutes", type=float, default=inf, help="start no further episode after N seconds")
    parser.add_argument("--patience", type=float, default=300)
    soak = SoakRun(parser.parse_args())
    tasks = tuple(filter(None, soak.asked.tasks.split(",")))
    SOAKS.append(soak)
    with tempfile.TemporaryDirectory() as folder, serving(soak) as url:
        prepare(soak, url)
        options = ResolvedOptions(
            agents=(f"{main.__module__}:AGENT",),
            model="openai:soak",
            backend=soak.asked.cars,
            tasks=tasks,
            instances=max(1, -(-soak.asked.episodes // len(select(tasks, None)))),
            concurrency=soak.asked.concurrency,
            patience=soak.asked.patience,
            images=False,
            out=Path(folder) / "run",
        )
        began = time.monotonic()
        soak.until = began + 60 * soak.asked.minutes
        finished = anyio.run(partial(run, options, SoakWatcher(soak), stop=soak.stop))
        sys.exit(not report(soak, finished, time.monotonic() - began))


if __name__ == "__main__":
    from automotive_env.scripts import soak_model  # the module that agents are imported from

    soak_model.main()
