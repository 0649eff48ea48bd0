"""The web application of `automotive-env play`: a wish and the car on a page for each person, and nothing of how it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from automotive_env.car.systems.system import ALERT_KINDS
from automotive_env.episode.imaging import webp
from automotive_env.serving.app import FULL, HEADERS, REFUSED
from automotive_env.serving.page_socket import PageSocket
from automotive_env.serving.people.gestures import GestureError, parse
from automotive_env.serving.people.tester import HumanTester

MAX_PAGES = 2
"""Pages that one person may have open at a time: the one before may not have been closed yet."""
FILES = {
    "": ("people/page/index.html", "text/html"),
    "car.js": ("page/car.js", "text/javascript"),
    "play.js": ("people/page/play.js", "text/javascript"),
    "play.css": ("people/page/play.css", "text/css"),
    "base.css": ("page/base.css", "text/css"),
}
"""Name in the address -> file below `serving`, and its type."""
FACTS = ("speed", "gear", "local time", "cabin temperature")
"""What a driver reads off the instruments, besides what the display shows."""


class _Page:
    """One page of a person."""

    def __init__(self, socket: WebSocket, tester: HumanTester) -> None:
        self._page = PageSocket(socket)
        self._tester = tester
        self.say = self._page.say

    async def follow(self) -> None:
        """Show what there is to see, and again whenever it has changed."""
        await self.say({"type": "hello", "alerts": list(ALERT_KINDS)})
        while True:
            changed = self._tester.next_change()
            if self._tester.frame is not None:
                await self._page.show(self._tester.frame)
            await self.say({"type": "state", **state_of(self._tester)})
            await changed.wait()


def state_of(tester: HumanTester) -> dict[str, Any]:
    """What the page shows beside the display."""
    seen = tester.seen
    state: dict[str, Any] = {
        "stage": tester.stage,
        "practice": tester.practises,
        "number": tester.number,
        "left": tester.left,
        "goal": tester.goal,
        "place": tester.place,
        "result": tester.result,
        "said": tester.said,
        "steps_left": tester.steps_left,
        "seconds": round(tester.seconds, 3),
    }
    if seen is None:
        return state
    focused = next((one for one in seen.elements if one.editable and one.focused), None)
    return state | {
        "facts": {name: seen.vehicle[name] for name in FACTS if name in seen.vehicle},
        "screen": list(seen.screen),
        "field": {"text": focused.text, "hint": focused.hint or focused.description} if focused else None,
        "sliders": [list(one.box) for one in seen.elements if one.range],
        "windscreen": view_name(tester),
    }


def view_name(tester: HumanTester) -> str:
    """A name that differs where the view through the windscreen does."""
    return "" if tester.view is None else sha256(tester.view.tobytes()).hexdigest()[:16]


class _Web:
    def __init__(self, testers: Sequence[HumanTester]) -> None:
        self._testers = {tester.token: tester for tester in testers}
        self._pages: dict[str, int] = {}

    async def file(self, request: Request) -> Response:
        """The page or one of its files."""
        found = FILES.get(request.path_params["name"])
        if found is None or request.path_params["token"] not in self._testers:
            return PlainTextResponse("not found; open the address that `automotive-env play` printed\n", 404, HEADERS)
        name, kind = found
        body = files("automotive_env.serving").joinpath(name).read_text("utf-8")
        return Response(body, media_type=kind, headers=HEADERS)

    async def windscreen(self, request: Request) -> Response:
        """What the driver sees now."""
        tester = self._testers.get(request.path_params["token"])
        if tester is None or tester.view is None:
            return PlainTextResponse("not found\n", 404, HEADERS)
        return Response(webp(tester.view, quality=86), media_type="image/webp", headers=HEADERS)

    async def socket(self, socket: WebSocket) -> None:
        """One page's connection, from its first message to its last."""
        origin, host = socket.headers.get("origin", ""), socket.headers.get("host", "")
        tester = self._testers.get(socket.path_params["token"])
        if tester is None or origin != f"http://{host}":
            await socket.close(REFUSED)
            return
        await socket.accept()
        if self._pages.get(tester.token, 0) >= MAX_PAGES:
            await socket.close(FULL, f"you already have {MAX_PAGES} pages open; close one")
            return
        self._pages[tester.token] = self._pages.get(tester.token, 0) + 1
        try:
            await self._serve(socket, tester)
        finally:
            self._pages[tester.token] -= 1

    async def _serve(self, socket: WebSocket, tester: HumanTester) -> None:
        page = _Page(socket, tester)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(page.follow)
                await self._listen(socket, page, tester)
                tasks.cancel_scope.cancel()
        except* WebSocketDisconnect:
            pass  # the page was closed while something was under way

    async def _listen(self, socket: WebSocket, page: _Page, tester: HumanTester) -> None:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            try:
                tester.take(parse(received.get("text") or ""))
            except GestureError as error:
                await page.say({"type": "refused", "message": str(error)})


def make_app(testers: Sequence[HumanTester], hosts: Sequence[str]) -> Starlette:
    """The application through which people play.

    Args:
        testers: who may play.
        hosts: names by which this machine may be addressed.
    """
    web = _Web(testers)
    routes = [
        Route("/{token}/windscreen.webp", web.windscreen),
        Route("/{token}/{name:path}", web.file),
        WebSocketRoute("/{token}/socket", web.socket),
    ]
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))])
