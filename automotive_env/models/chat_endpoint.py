"""Where an OpenAI-compatible server takes chat completions: the address and headers of the SDK, made once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


class ChatEndpoint:
    """Sends requests over the HTTP client itself: the SDK takes 0.5 to 0.8 ms to make of each what it made of the last."""

    def __init__(self, http: httpx2.AsyncClient, sdk: AsyncOpenAI) -> None:
        told = {**sdk.auth_headers, **sdk.default_headers}
        headers = {name: value for name, value in told.items() if isinstance(value, str)}  # others are left out on purpose
        url = sdk.base_url.copy_with(raw_path=sdk.base_url.raw_path + b"chat/completions")
        self._http = http
        self._request = http.build_request("POST", url, headers=headers)
        del self._request.headers["Content-Length"]  # of this one, which holds nothing

    async def post(self, body: Mapping[str, Any]) -> str:
        """The body of the response to a request; raises what `open_client` says, and errors of the HTTP client."""
        import httpx2

        content = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        request = httpx2.Request("POST", self._request.url, headers=self._request.headers, content=content)
        return (await self._http.send(request)).text
