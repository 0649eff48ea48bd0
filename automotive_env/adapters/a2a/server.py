"""The agent that assesses: JSON-RPC of A2A on 127.0.0.1. Verdicts are an artifact of the task that an assessment is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from pydantic_core import from_json
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from automotive_env.adapters.a2a.assessment import play_episode
from automotive_env.adapters.a2a.messages import CARD_PATH, PROTOCOL, AssessmentRequest, read_request
from automotive_env.adapters.a2a.participant import SECONDS, A2aParticipant
from automotive_env.adapters.car_episode import CarEpisode, EpisodeSettings
from automotive_env.adapters.own_pages import SameOriginGuard
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.models.http import open_client
from automotive_env.models.proxies import proxy_for
from automotive_env.version import TASK_SET_VERSION, __version__

MAX_RUNNING, MAX_KEPT = 4, 100
"""Assessments that are under way at a time, and that are remembered."""
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
TASK_NOT_FOUND, TASK_NOT_CANCELABLE = -32001, -32002
SKILL = {
    "id": "assess",
    "name": "Assess an agent in a car",
    "description": 'Takes {"participants": {"agent": URL}, "config": {"tasks": [NAME], "seed": 0, "place": "random"}}.',
    "tags": ["benchmark", "vehicle"],
}


class _Refused(Exception):
    """A request that is answered with an error of JSON-RPC: code and message."""


@dataclass
class _Assessment:
    """What was asked, and what has come of it so far."""

    asked: AssessmentRequest
    id: str = field(default_factory=lambda: str(uuid4()))
    context: str = field(default_factory=lambda: str(uuid4()))
    state: str = "WORKING"
    said: str = "the participant plays"
    results: list[dict[str, Any]] = field(default_factory=list)
    work: asyncio.Task[None] | None = None

    async def settings(self) -> list[EpisodeSettings]:
        """What each episode is played with; raises `UsageError` where something of it does not exist."""
        plan = self.asked.config
        listed = [EpisodeSettings(task, plan.place, plan.ending, plan.face) for task in plan.tasks]
        for one in dict.fromkeys(listed):
            CarEpisode(one).close()
            await asyncio.sleep(0)  # others are answered in between
        return listed

    async def run(self, listed: list[EpisodeSettings]) -> None:
        """Play everything, one episode after the other."""
        try:
            address = self.asked.participants["agent"]
            async with open_client(SECONDS, proxy_for(address)) as http:
                ask = A2aParticipant(address, http).ask
                for one in listed:  # conversations do not tell the participant whose verdicts to ask for
                    self.results.append(await play_episode(one, self.asked.config.seed, str(uuid4()), ask))
            self.state, self.said = "COMPLETED", f"{len(self.results)} episodes"
        except asyncio.CancelledError:
            self.state, self.said = "CANCELED", "the assessment was cancelled"
        except Exception as fault:  # whatever it is, the assessment has ended
            self.state, self.said = "FAILED", str(fault) if isinstance(fault, AutomotiveEnvError) else repr(fault)[:300]

    def to_json(self) -> dict[str, Any]:
        """The task, as the protocol shows it."""
        met = sum(one["success"] for one in self.results)
        data = {"task_set": TASK_SET_VERSION, "met": met, "episodes": len(self.results), "results": self.results}
        message = {"messageId": f"{self.id}-status", "role": "ROLE_AGENT", "parts": [{"text": self.said}]}
        artifact = {"artifactId": f"{self.id}-verdicts", "name": "verdicts", "parts": [{"data": data}]}
        status = {"state": f"TASK_STATE_{self.state}", "message": message}
        return {"id": self.id, "contextId": self.context, "status": status, "artifacts": [artifact]}


class _Agent:
    def __init__(self, address: str) -> None:
        self._kept: dict[str, _Assessment] = {}
        self._card = {
            "name": "Automotive-ENV",
            "description": "Lets an agent operate a car and judges the result by the car's own state.",
            "version": __version__,
            "supportedInterfaces": [{"url": address, "protocolBinding": "JSONRPC", "protocolVersion": PROTOCOL}],
            "capabilities": {"streaming": False, "pushNotifications": False},
            "defaultInputModes": ["application/json", "text/plain"],
            "defaultOutputModes": ["application/json"],
            "skills": [SKILL],
        }

    async def card(self, _: Request) -> Response:
        return JSONResponse(self._card)

    async def call(self, request: Request) -> Response:
        number: Any = None
        try:
            asked = _read(request.headers.get("content-type", ""), await request.body())
            number = asked.get("id")
            answer = {"result": await self._result(asked.get("method"), asked["params"], request)}
        except _Refused as refused:
            answer = {"error": {"code": refused.args[0], "message": refused.args[1]}}
        return JSONResponse({"jsonrpc": "2.0", "id": number if type(number) in (str, int) else None, **answer})

    async def _result(self, method: object, params: dict[str, Any], request: Request) -> dict[str, Any]:
        if method == "SendMessage":
            return {"task": await self._send(params, request)}
        if method not in ("GetTask", "CancelTask"):
            raise _Refused(METHOD_NOT_FOUND, "unknown method; use SendMessage, GetTask or CancelTask")
        found = self._kept.get(str(params.get("id")))
        if found is None:
            raise _Refused(TASK_NOT_FOUND, "there is no such assessment; it may have expired")
        if method == "CancelTask":
            if found.state != "WORKING" or found.work is None:
                raise _Refused(TASK_NOT_CANCELABLE, "the assessment has ended")
            await _cancelled(found.work)
        return found.to_json()

    async def _send(self, params: dict[str, Any], request: Request) -> dict[str, Any]:
        if sum(one.state == "WORKING" for one in self._kept.values()) >= MAX_RUNNING:
            raise _Refused(INVALID_REQUEST, f"{MAX_RUNNING} assessments are running; try again later")
        try:
            begun = _Assessment(read_request(params.get("message")))
            self._kept[begun.id] = begun
            try:
                begun.work = asyncio.create_task(begun.run(await begun.settings()))
            except BaseException:
                del self._kept[begun.id]
                raise
        except UsageError as error:
            raise _Refused(INVALID_PARAMS, str(error)) from None
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(name for name, one in self._kept.items() if one.state != "WORKING")]
        configuration = params.get("configuration")
        if not (isinstance(configuration, dict) and configuration.get("returnImmediately")):
            await _awaited(begun.work, request)
        return begun.to_json()


async def _awaited(work: asyncio.Task[None], request: Request) -> None:
    """Wait for an assessment, which is cancelled where its client hangs up: nobody else knows what it is called."""
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
        await _cancelled(work)
    finally:
        gone.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _cancelled(work: asyncio.Task[None]) -> None:
    """End an assessment, if it has not ended."""
    work.cancel()
    await asyncio.wait([work])


def _read(kind: str, body: bytes) -> dict[str, Any]:
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise _Refused(INVALID_REQUEST, "send the request as application/json")
    try:
        asked = from_json(body, allow_inf_nan=False)  # unlike the standard library's, no text that cannot be written again
    except ValueError:
        raise _Refused(PARSE_ERROR, "the request is not valid JSON") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("params"), dict):
        raise _Refused(INVALID_REQUEST, "a request must be an object with a method and params")
    return asked


def make_app(port: int) -> ASGIApp:
    """The agent, for a port of 127.0.0.1."""
    agent = _Agent(f"http://127.0.0.1:{port}/")
    routes = [Route(CARD_PATH, agent.card), Route("/", agent.call, methods=["POST"])]
    return SameOriginGuard(Starlette(routes=routes), port)
