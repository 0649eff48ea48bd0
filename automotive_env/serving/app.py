"""The web application: one page, its files, and the socket through which the car is seen and driven.

Whoever knows the token may drive. Other pages in the same browser do not know it, and their origin gives them away besides.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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

from automotive_env.car.owner.real_time import ClockMode, follow_real_time
from automotive_env.episode.imaging import webp
from automotive_env.episode.observation import Element
from automotive_env.errors import UsageError
from automotive_env.serving.drive import DrivenCar, element_to_json
from automotive_env.serving.element_picker import picked
from automotive_env.serving.messages import MessageError, Pick, parse
from automotive_env.serving.page_socket import PageSocket
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.picture import windscreen_picture

HOSTS = ("127.0.0.1", "localhost")
MAX_PAGES = 4
"""Pages that may look at the car at a time."""
VIEW = (1120, 280)
"""Width and height of the view through the windscreen, in pixels."""
REFUSED, FULL = 4403, 4429
"""Codes with which a socket is closed: wrong token or origin; too many pages."""
FILES = {
    "": ("index.html", "text/html"),
    "car.js": ("car.js", "text/javascript"),
    "drive.js": ("drive.js", "text/javascript"),
    "base.css": ("base.css", "text/css"),
    "drive.css": ("drive.css", "text/css"),
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def view_name(outside: OutsideScene) -> str:
    """A name that differs where the view through the windscreen does."""
    return sha256(repr(outside).encode()).hexdigest()[:16]


class ChangeNotifier:
    """Wakes all pages when the car has changed."""

    def __init__(self) -> None:
        self._event = anyio.Event()

    def ring(self) -> None:
        """Wake whoever waits."""
        self._event.set()
        self._event = anyio.Event()

    def next(self) -> anyio.Event:
        """What the next ring sets; to be taken before one looks at the car, so that no change is missed."""
        return self._event


class CarPage:
    """One page: remembers what it was shown, so that only what is new is sent."""

    def __init__(self, socket: WebSocket, drive: DrivenCar) -> None:
        self._page = PageSocket(socket)
        self._drive = drive
        self.say = self._page.say
        self._elements: tuple[Element, ...] | None = None
        self._outside: OutsideScene | None = None
        self._number = self._begun = 0

    async def show(self) -> None:
        """Send what is new: the changed part of the picture, and the state if anything happened."""
        picture, state = self._drive.car.head_unit.picture(), self._state()  # of one moment: sending takes a while
        await self._page.show(picture)
        if state:
            await self.say(state)

    def _state(self) -> dict[str, Any] | None:
        drive, elements, outside = self._drive, self._drive.elements(), self._drive.outside()
        same = self._elements is not None and elements == self._elements
        begun = drive.begun != self._begun
        if same and not begun and drive.number == self._number and outside == self._outside:
            return None
        state = {"type": "state", **drive.state(), "begun": begun, "changes": drive.since(self._number)}
        state["windscreen"] = view_name(outside)
        if not same:
            state["elements"] = [element_to_json(element) for element in elements]
            state["windows"] = drive.windows()
        self._outside = outside
        self._elements, self._number, self._begun = elements, drive.number, drive.begun
        return state

    async def follow(self, bell: ChangeNotifier) -> None:
        """Show the car, and again whenever it has changed."""
        while True:
            changed = bell.next()
            await self.show()
            await changed.wait()


class CarWebApp:
    """The car behind the routes."""

    def __init__(self, drive: DrivenCar, token: str) -> None:
        self._drive = drive
        self._token = token
        self._bell = ChangeNotifier()
        self._pages = 0
        self._view: tuple[OutsideScene | None, bytes] = None, b""

    def _knows(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self._token.encode())

    async def follow_real_time(self) -> None:
        """Let the car's clock follow real time, until cancelled."""
        await follow_real_time(self._pass_time)

    def _pass_time(self, seconds: int) -> None:
        self._drive.pass_time(seconds)
        self._bell.ring()

    async def file(self, request: Request) -> Response:
        """The page or one of its files."""
        found = FILES.get(request.path_params["name"])
        if found is None or not self._knows(request.path_params["token"]):
            return PlainTextResponse("not found; open the address that `automotive-env serve --web` printed\n", 404, HEADERS)
        name, kind = found
        body = files("automotive_env.serving").joinpath("page", name).read_text("utf-8")
        return Response(body, media_type=kind, headers=HEADERS)

    async def windscreen(self, request: Request) -> Response:
        """What the driver sees now."""
        if not self._knows(request.path_params["token"]):
            return PlainTextResponse("not found\n", 404, HEADERS)
        outside = self._drive.outside()
        if self._view[0] != outside:
            self._view = outside, webp(windscreen_picture(outside, *VIEW), quality=86)
        return Response(self._view[1], media_type="image/webp", headers=HEADERS)

    async def socket(self, socket: WebSocket) -> None:
        """One page's connection, from its first message to its last."""
        origin, host = socket.headers.get("origin", ""), socket.headers.get("host", "")
        if not self._knows(socket.path_params["token"]) or origin != f"http://{host}":
            await socket.close(REFUSED)
            return
        await socket.accept()
        if self._pages >= MAX_PAGES:
            await socket.close(FULL, f"{MAX_PAGES} pages already show the car")
            return
        self._pages += 1
        try:
            await self._serve(socket)
        finally:
            self._pages -= 1

    async def _serve(self, socket: WebSocket) -> None:
        viewer = CarPage(socket, self._drive)
        try:
            await viewer.say(self._drive.hello())
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(viewer.follow, self._bell)
                await self._listen(socket, viewer)
                tasks.cancel_scope.cancel()
        except* WebSocketDisconnect:
            pass  # the page was closed while something was under way

    async def _listen(self, socket: WebSocket, viewer: CarPage) -> None:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            await viewer.say(self._answer(received.get("text")))
            self._bell.ring()

    def _answer(self, text: str | None) -> dict[str, Any]:
        if text is None:
            return {"type": "error", "message": "messages are JSON text"}
        try:
            message = parse(text)
        except MessageError as error:
            return {"type": "error", "message": str(error)}
        if isinstance(message, Pick):
            return self._pick(message)
        said = self._drive.act(message)
        return {"type": "refused" if said else "done", "do": message.do, "message": said}

    def _pick(self, message: Pick) -> dict[str, Any]:
        try:
            return picked(self._drive, message.index)
        except UsageError as error:
            return {"type": "refused", "do": message.do, "message": str(error)}


def make_app(drive: DrivenCar, token: str, clock: ClockMode = "still") -> Starlette:
    """The application that lets whoever knows the token drive the car."""
    web = CarWebApp(drive, token)
    routes = [
        Route("/{token}/windscreen.webp", web.windscreen),
        Route("/{token}/{name:path}", web.file),
        WebSocketRoute("/{token}/socket", web.socket),
    ]

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            if clock == "real":
                tasks.start_soon(web.follow_real_time)
            yield
            tasks.cancel_scope.cancel()

    trusted = Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))
    return Starlette(routes=routes, middleware=[trusted], lifespan=running)
