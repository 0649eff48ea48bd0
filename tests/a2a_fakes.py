"""An agent of A2A whose replies are given, and servers of applications in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx2

CARD = "/.well-known/agent-card.json"


@contextmanager
def served(make: Callable[[int], Any]) -> Iterator[str]:
    """The address of an application, which is made for its port."""
    import uvicorn

    from automotive_env.serving.page_server import listen

    with listen(0) as listener:
        port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(make(port), log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(20)


class Scripted:
    """A participant that replies in order, and with the last reply for ever; it keeps what it was told."""

    def __init__(self, replies: Sequence[Any], card: Callable[[str], Any] | None = None) -> None:
        self.replies = list(replies)
        self.told: list[dict[str, Any]] = []
        self._card = card or (
            lambda at: {"supportedInterfaces": [{"url": at, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]}
        )

    def app(self, port: int) -> Any:
        from starlette.applications import Starlette
        from starlette.responses import JSONResponse, Response
        from starlette.routing import Route

        async def card(_: Any) -> Response:
            said = self._card(f"http://127.0.0.1:{port}/")
            return said if isinstance(said, Response) else JSONResponse(said)

        async def call(request: Any) -> Response:
            asked = await request.json()
            self.told.append({**asked["params"]["message"], "version": request.headers["a2a-version"]})
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
            if isinstance(reply, Response):
                return reply
            said = {"message": {"parts": [{"text": reply}]}} if isinstance(reply, str) else reply
            return JSONResponse({"jsonrpc": "2.0", "id": asked["id"], "result": said})

        return Starlette(routes=[Route(CARD, card), Route("/", call, methods=["POST"])])


def rpc(address: str, method: str, **params: Any) -> dict[str, Any]:
    """What an agent answers to a request."""
    return httpx2.post(
        address, json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, timeout=60, verify=False
    ).json()


def assessed(participant: str, agent: str, **plan: Any) -> dict[str, Any]:
    """The answer of an assessing agent to a request."""
    asked = {"participants": {"agent": participant}, "config": plan}
    return rpc(agent, "SendMessage", message={"messageId": "1", "role": "ROLE_USER", "parts": [{"data": asked}]})


def verdicts(answer: dict[str, Any]) -> dict[str, Any]:
    """What is in its artifact."""
    task = answer["result"].get("task", answer["result"])
    return {
        "state": task["status"]["state"],
        "said": task["status"]["message"]["parts"][0]["text"],
        **task["artifacts"][0]["parts"][0]["data"],
    }
