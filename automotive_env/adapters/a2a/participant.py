"""An agent that takes part, asked over HTTP: nothing but its own address is, redirects are refused, and replies are bounded."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin, urlsplit

import anyio
import httpx2

from automotive_env.adapters.a2a.messages import CARD_PATH, PROTOCOL, AgentCard, AgentReply
from automotive_env.errors import ModelFault
from automotive_env.models.reply import HttpStatusError, UnreadableReply

SECONDS = 120.0
"""How long a reply may take, from asking to its last byte."""


class A2aParticipant:
    """An agent at an address."""

    def __init__(self, address: str, http: httpx2.AsyncClient) -> None:
        """Take an address and a client as of `automotive_env.models.http.open_client`; nothing is asked yet."""
        self._address = address
        self._http = http
        self._endpoint = ""
        self._asked = 0

    async def ask(self, text: str, context: str) -> str:
        """What the agent replies to a message of a conversation.

        Raises:
            ModelFault: it cannot be reached, or replies what is no reply.
        """
        try:
            with anyio.fail_after(SECONDS):
                self._endpoint = self._endpoint or await self._find_endpoint()
                return await self._send(text, context)
        except TimeoutError:
            raise ModelFault(f"the participant did not reply within {SECONDS:g} s") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, HttpStatusError, UnreadableReply, ValueError, RecursionError) as error:
            raise ModelFault(
                f"the participant cannot be reached: {type(error).__name__}: {' '.join(str(error).split()):.200}"
            ) from None

    async def _send(self, text: str, context: str) -> str:
        self._asked += 1
        message = {"messageId": f"{context}-{self._asked}", "contextId": context, "role": "ROLE_USER", "parts": [{"text": text}]}
        call = {"jsonrpc": "2.0", "id": self._asked, "method": "SendMessage", "params": {"message": message}}
        said = await self._json("POST", self._endpoint, json=call)
        if not isinstance(said, dict) or "result" not in said:
            raise ValueError(f"it failed: {said!r:.150}")
        return AgentReply.model_validate(said["result"]).reply()

    async def _find_endpoint(self) -> str:
        card = AgentCard.model_validate(await self._json("GET", urljoin(self._address, CARD_PATH)))
        for one in card.supportedInterfaces:
            if (one.protocolBinding, one.protocolVersion) == ("JSONRPC", PROTOCOL):
                if urlsplit(one.url)[:2] != urlsplit(self._address)[:2]:
                    raise ValueError("its agent card names an endpoint at another address")
                return one.url
        raise ValueError(f"its agent card names no JSON-RPC endpoint for A2A {PROTOCOL}")

    async def _json(self, method: str, address: str, **sent: Any) -> Any:
        return (await self._http.request(method, address, headers={"A2A-Version": PROTOCOL}, **sent)).json()
