"""A run that people play, in a thread of this process, and where on the display one touches."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

import anyio
from websockets.sync.client import ClientConnection, connect

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode import action as a
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Observation
from automotive_env.episode.targeting import stroke
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.errors import AutomotiveEnvError
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun
from automotive_env.runs.execution.worker import MissingSignals
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.serving.people.executor import PeopleExecutor
from automotive_env.serving.people.gestures import action_of, parse
from automotive_env.serving.people.sitting import sit
from automotive_env.serving.people.tester import HumanTester
from automotive_env.tasks.kit.planning import plan, select
from automotive_env.tasks.registry import find_task


class _Quiet:
    def __init__(self, people: PeopleExecutor) -> None:
        self._people = people

    def planned(self, jobs: Sequence[EpisodeJob], folder: Path, missing: MissingSignals) -> None:
        self._people.left = len(jobs)

    def warned(self, message: str) -> None: ...

    def started(self, job: EpisodeJob) -> None: ...

    def finished(self, record: EpisodeRecord) -> None: ...


class Sitting:
    """What became of the run, once the block is over."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses
        self.finished: FinishedRun | None = None
        self.fault: AutomotiveEnvError | None = None


@contextmanager
def sitting(options: ResolvedOptions, people: int = 1, *, tells: bool = False) -> Iterator[Sitting]:
    """Let people play until the block ends; the run must have come to its end by then."""
    executor = PeopleExecutor([HumanTester() for _ in range(people)], tells=tells)
    ready: Queue[Sequence[str]] = Queue()
    sat = Sitting(())

    def play() -> None:
        try:
            sat.finished = anyio.run(lambda: sit(options, executor, _Quiet(executor), port=0, lan=False, ready=ready.put))
        except AutomotiveEnvError as fault:
            sat.fault = fault
            ready.put(())

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    sat.addresses = ready.get(timeout=30)
    yield sat
    thread.join(30)
    assert not thread.is_alive(), "the run did not end"


class Somebody:
    """A person at a page, without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.pictures = 0
        self.state: dict[str, Any] = {}
        while self.hear().get("stage") == "waiting":
            pass

    def hear(self) -> dict[str, Any]:
        """The next state or refusal; pictures before it are counted."""
        while True:
            heard = self._socket.recv(timeout=60)
            if isinstance(heard, bytes):
                self.pictures += 1
                continue
            message: dict[str, Any] = json.loads(heard)
            if message["type"] == "state":
                self.state = message
            if message["type"] != "hello":
                return message

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """What is answered; that one has to wait a moment is not told."""
        self._socket.send(json.dumps({"do": do, **fields}))
        heard = self.hear()
        while heard.get("stage") == "waiting":
            heard = self.hear()
        return heard


@contextmanager
def somebody(address: str) -> Iterator[Somebody]:
    url = urlsplit(address)
    with connect(f"ws://{url.netloc}{url.path}socket", origin=f"http://{url.netloc}", proxy=None) as socket:  # type: ignore[arg-type]
        yield Somebody(socket)


def same_car(task: str) -> TaskEnvironment:
    """The first instance of a task that a run with the seed 0 plays."""
    drawn = plan(select((task,)), instances=1, seed=0, place="random")[0]
    return TaskEnvironment(find_task(drawn.task), drawn, HeadlessController())


def touches(car: TaskEnvironment) -> Iterator[dict[str, Any]]:
    """What a person does in all turns who knows the first solution of a task; a car beside the page's does the same."""
    seen, oracle = car.reset(), OracleAgent()
    oracle.brief(car.task, car.instance)
    oracle.reset(car.goal, EpisodeContext(0, car.controller.apps, shortcuts=False))
    while True:
        action = anyio.run(oracle.act, seen).action
        assert action is not None
        if isinstance(action, a.Status):
            yield {"do": action.goal_status, "reason": action.reason}
            seen, _ = car.step(action)
            if car.ended:
                return
            continue
        for gesture in _gestures(action, seen):
            yield gesture
            seen, _ = car.step(action_of(parse(json.dumps(gesture)), seen))


def _gestures(action: a.Action, seen: Observation) -> Iterator[dict[str, Any]]:
    index = getattr(action, "index", None)
    x, y = seen.elements[index].box.center if index is not None else (getattr(action, "x", 0) or 0, getattr(action, "y", 0) or 0)
    match action:
        case a.Click() | a.LongPress() | a.DoubleTap():
            yield {"do": action.action_type, "x": x, "y": y}
        case a.Scroll(direction=direction):
            yield {"do": "scroll", "x": x, "y": y, "direction": direction}
        case a.Swipe(direction=direction, amount=amount):
            left, top, right, bottom = stroke(direction, amount, seen.elements[index or 0], seen.screen)
            yield {"do": "stroke", "x": left, "y": top, "to_x": max(0, right), "to_y": max(0, bottom)}
        case a.InputText(text=text, submit=submit):
            if not seen.elements[index or 0].focused:
                yield {"do": "click", "x": x, "y": y}
            yield {"do": "text", "text": text, "submit": submit}
        case a.Wait(seconds=seconds):
            yield {"do": "wait", "seconds": seconds}
        case a.Answer(text=text):
            yield {"do": "answer", "text": text}
        case a.Call(arguments=arguments):
            yield {"do": "warn", "kind": arguments["kind"], "text": arguments["message"]}
        case _:
            yield {"do": action.action_type}
