"""What the page does, without a browser."""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.testclient import WebSocketTestSession

from automotive_env.car.owner.real_time import ClockMode
from automotive_env.episode.imaging import decode
from automotive_env.episode.observation import Image
from automotive_env.serving.app import make_app
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.page_server import configuration, listen

SOCKET = "ws://127.0.0.1:8000/secret/socket"


@contextmanager
def served(drive: DrivenCar, clock: ClockMode = "still") -> Iterator[str]:
    """The address of the page of a car, which is served in a thread of this process."""
    with listen(0) as listener:
        server = uvicorn.Server(configuration(make_app(drive, "secret", clock)))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/secret/"
        finally:
            server.should_exit = True
            thread.join(60)


class Client:
    """Speaks the protocol and keeps what it was shown."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.hello = json.loads(socket.receive_text())
        self.screen = self.patch()
        self.elements: list[dict[str, Any]] = []
        self.state = self.receive()

    def patch(self) -> Image:
        left, top, part = self._part(self.socket.receive_bytes())
        assert (left, top) == (0, 0)
        return part

    @staticmethod
    def _part(data: bytes) -> tuple[int, int, Image]:
        left, top = struct.unpack(">HH", data[:4])
        return left, top, decode(data[4:])

    def receive(self) -> dict[str, Any]:
        """The next JSON message; pictures before it are drawn."""
        while True:
            message = self.socket.receive()
            if message.get("bytes"):
                left, top, part = self._part(message["bytes"])
                self.screen[top : top + part.shape[0], left : left + part.shape[1]] = part
                continue
            heard: dict[str, Any] = json.loads(message["text"])
            if heard["type"] == "state":
                self.state = heard
                self.elements = heard.get("elements", self.elements)
            return heard

    def answer(self, text: str) -> dict[str, Any]:
        """Send a text; the answer to it, which is no state."""
        self.socket.send_text(text)
        while (heard := self.receive())["type"] == "state":
            pass
        return heard

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        return self.answer(json.dumps({"do": do, **fields}))

    def after(self, do: str, **fields: Any) -> dict[str, Any]:
        """The state that follows a deed."""
        assert self.say(do, **fields)["type"] == "done"
        while (heard := self.receive())["type"] != "state":
            pass
        return heard

    def tap(self, id: str) -> dict[str, Any]:
        left, top, right, bottom = next(e["box"] for e in self.elements if e["id"] == id)
        return self.after("tap", x=(left + right) // 2, y=(top + bottom) // 2)
