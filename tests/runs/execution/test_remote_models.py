"""Agents with a model behind HTTP: whatever it says, a run ends in order. The servers are on loopback."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio
import pytest
from registered import MUSIC

from automotive_env.errors import ModelFault
from automotive_env.models.kinds.openai import chat_reply
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun, run
from automotive_env.tasks.kit.planning import plan, select

Answer = Callable[[dict[str, Any], int], tuple[int, str]]


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


class Server:
    """An OpenAI-compatible server whose answers a test decides."""

    def __init__(self, answer: Answer) -> None:
        self.requests: list[dict[str, Any]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                status, text = answer(body, len(outer.requests))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *arguments: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def completion(text: str) -> str:
    return json.dumps(chat_reply(text, 100, 10, "stop"))


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], Server]]:
    servers: list[Server] = []

    def start(answer: Answer) -> Server:
        servers.append(Server(answer))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def played(
    server: Server, folder: Path, *agents: str, tasks: str = "one_touch_task:ShowNotifications", **further: Any
) -> FinishedRun:
    options = ResolvedOptions(agents=agents, model=f"openai:m@{server.url}", tasks=(tasks,), out=folder / "run", **further)
    return anyio.run(run, options, Watching())


def text_of(request: dict[str, Any]) -> str:
    content = request["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def sensible(request: dict[str, Any], number: int) -> tuple[int, str]:
    lines = [line for line in text_of(request).splitlines() if "#notifications " in line]
    if not lines:
        return 200, completion('{"topics": []}')
    if "selected" in lines[-1] and "(nothing done yet)" in text_of(request):
        return 200, completion('{"action_type": "answer", "text": "It is already open."}')
    if "selected" in lines[-1]:
        return 200, completion('It is open.\n{"action_type": "status", "goal_status": "complete"}')
    index = next(int(word) for word in lines[-1].split() if word.isdigit())
    return 200, completion(f'I open it.\n{{"action_type": "click", "index": {index}}}')


@pytest.mark.parametrize(("agent", "images"), [("t3a", 0), ("m3a", 2), ("asurada", 2)])
@pytest.mark.at_once(1)
def test_agents_play_with_a_model_that_answers_well(agent: str, images: int, serve: Any, tmp_path: Path) -> None:
    server = serve(sensible)
    finished = played(server, tmp_path, agent)
    summary = finished.summary.agents[agent]
    assert [record.outcome for record in finished.folder.episodes()] == ["pass", "pass"], text_of(server.requests[-1])[-3000:]
    assert (summary.n, summary.passed) == (1, 1)  # a pair is one item
    assert summary.tokens >= 110
    shown = [
        sum(part["type"] == "image_url" for part in request["messages"][-1]["content"])
        for request in server.requests
        if not isinstance(request["messages"][-1]["content"], str)
    ]
    assert max([0, *shown]) == images


NONSENSE = ("", "I would rather not.", '{"action_type": "fly"}', '{"action_type": "click", "index": 999}')


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_the_agents_error_with_its_text_kept(nonsense: str, serve: Any, tmp_path: Path) -> None:
    server = serve(lambda request, number: (200, completion(nonsense)))
    finished = played(server, tmp_path, "t3a", tasks=MUSIC)
    assert finished.summary.agents["t3a"].outcomes["agent_error"] == 1
    (record,) = finished.folder.episodes()
    steps = finished.folder.steps(record.id)
    assert {step.reply for step in steps} == {nonsense}
    assert all(step.error and step.action is None and not step.changes for step in steps)


TOO_LONG = (
    "This model's maximum context length is 4096 tokens.",
    "request (9241 tokens) exceeds the available context size (8192 tokens), try increasing it",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The input token count (1300000) exceeds the maximum number of tokens allowed (1048576).",
)


@pytest.mark.parametrize("said", TOO_LONG)
def test_an_episode_that_outgrows_the_model_is_not_solved_and_not_played_again(said: str, serve: Any, tmp_path: Path) -> None:
    def small(request: dict[str, Any], number: int) -> tuple[int, str]:
        fits = number == 1 or "(nothing done yet)" in text_of(request)
        return (200, completion('{"action_type": "navigate_home"}')) if fits else (400, json.dumps({"error": {"message": said}}))

    server = serve(small)
    (record,) = played(server, tmp_path, "t3a", tasks=MUSIC, reflection=False).folder.episodes()
    assert (record.outcome, record.steps, record.attempts, len(server.requests)) == ("step_limit", 1, 1, 3)
    assert "longer than the model's context" in record.error


@pytest.mark.parametrize("status", [401, 404])
def test_a_model_that_refuses_ends_the_run_before_any_episode(status: int, serve: Any, tmp_path: Path) -> None:
    server = serve(lambda request, number: (status, '{"error": {"message": "no"}}'))
    with pytest.raises(ModelFault):
        played(server, tmp_path, "t3a")
    assert not (tmp_path / "run").exists()
    assert len(server.requests) == 1


def test_a_model_that_dies_in_mid_run_breaks_it_off_and_it_can_be_resumed(serve: Any, tmp_path: Path) -> None:
    dead, revived = threading.Event(), threading.Event()

    def mortal(request: dict[str, Any], number: int) -> tuple[int, str]:
        if dead.is_set():
            return 403, '{"error": {"message": "credit used up"}}'
        if number == 4 and not revived.is_set():
            dead.set()
        return 200, completion('{"action_type": "status", "goal_status": "complete"}')

    server = serve(mortal)
    with pytest.raises(ModelFault, match=r"credit used up.*waited up to 0.2 s for it; continue later with --resume"):
        played(server, tmp_path, "t3a", tasks="hvac.s*", patience=0.2)
    dead.clear()
    revived.set()
    options = ResolvedOptions(agents=("t3a",), model=f"openai:m@{server.url}", tasks=("hvac.s*",), resume=tmp_path / "run")
    summary = anyio.run(run, options, Watching()).summary.agents["t3a"]
    assert (summary.n, summary.outcomes["model_error"]) == (len(plan(select(["hvac.s*"]))), 0)


@pytest.mark.sweep  # tests/runs/execution/test_executors.py tells the same of two workers without starting them
def test_a_run_does_not_say_that_a_model_answers_again_when_its_workers_give_up_waiting(serve: Any, tmp_path: Path) -> None:
    told: list[str] = []

    class Noting(Watching):
        def warned(self, message: str) -> None:
            told.append(message)

    def mortal(request: dict[str, Any], number: int) -> tuple[int, str]:
        return (403, "{}") if number > 1 else (200, completion("ok"))

    chosen = {"model": f"openai:m@{serve(mortal).url}", "workers": 2, "patience": 0.2, "out": tmp_path / "run"}
    with pytest.raises(ModelFault, match="waited up to"):
        anyio.run(run, ResolvedOptions(agents=("t3a",), tasks=("hvac.s*",), **chosen), Noting())
    assert [message[:25] for message in told] == ["the run waits for the mod"]
