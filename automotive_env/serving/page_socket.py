"""The connection to a page that shows the display: messages out, and of the picture what has changed."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from automotive_env.episode.imaging import changed_box, png
from automotive_env.episode.observation import Image


class PageSocket:
    """One page: remembers the picture that it was sent, so that only what is new follows."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._sending = anyio.Lock()
        self._frame: Image | None = None

    async def say(self, message: Mapping[str, Any]) -> None:
        """Send a JSON message.

        Raises:
            WebSocketDisconnect: the page has gone.
        """
        await self._send({"type": "websocket.send", "text": json.dumps(message, ensure_ascii=False)})

    async def show(self, frame: Image) -> None:
        """Send the part of a picture, (height, width, 3) RGB, that has changed, if any: left and top as two big-endian 16-bit
        numbers, then the part as PNG. The picture is kept until the next call.

        Raises:
            WebSocketDisconnect: the page has gone.
        """
        if self._frame is None or self._frame.shape != frame.shape:
            left, top, right, bottom = 0, 0, frame.shape[1], frame.shape[0]
        else:
            box = changed_box(self._frame, frame)
            if box is None:
                return
            left, top, right, bottom = box
        self._frame = frame
        patch = struct.pack(">HH", left, top) + png(frame[top:bottom, left:right])
        await self._send({"type": "websocket.send", "bytes": patch})

    async def _send(self, event: dict[str, Any]) -> None:
        async with self._sending:
            try:
                await self._socket.send(event)
            except RuntimeError:  # what uvicorn says where the page has gone in the meantime
                raise WebSocketDisconnect from None
