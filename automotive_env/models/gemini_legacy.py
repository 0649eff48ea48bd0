"""Gemini models through Google's former SDK, google-generativeai, for those who have it; new users take `gemini:`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from automotive_env.errors import ModelFault
from automotive_env.model import Completion, ModelRequest
from automotive_env.models.gemini import KEYS, OFFICIAL, SHAPE
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.remote import Option, Pngs, RemoteModel
from automotive_env.models.reply import Answered, retry_after

if TYPE_CHECKING:
    import httpx2


class LegacyGeminiModel(RemoteModel[Any]):
    """A Gemini model over REST; the key is in GEMINI_API_KEY or GOOGLE_API_KEY.

    The SDK has one configuration for the whole process, so all models of this kind in a process share server and key. It takes
    neither a seed nor a JSON schema of any shape.
    """

    kind = "gemini-legacy"
    official = OFFICIAL
    variables = KEYS
    shape = SHAPE
    options = {}

    def connect(self, http: httpx2.AsyncClient, key: str) -> Any:
        """Configure the SDK, which brings an HTTP client of its own.

        Raises:
            ModelFault: the extra is not installed.
        """
        try:
            import google.generativeai as sdk
        except ImportError:
            raise ModelFault(
                f"{self.name} needs an extra: pip install '.[gemini-legacy]'; or use gemini:{self.model} without it"
            ) from None
        sdk.configure(api_key=key, transport="rest", client_options={"api_endpoint": self.url})
        return sdk.GenerativeModel(self.model)

    async def ask(self, client: Any, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> Completion:
        """Send one generateContent request from a worker thread, which is left to itself when the time is up."""
        return await anyio.to_thread.run_sync(self._ask, client, request, pngs, abandon_on_cancel=True)

    def _ask(self, client: Any, request: ModelRequest, pngs: Pngs) -> Completion:
        contents = [request.text, *({"mime_type": "image/png", "data": data} for data in pngs)]
        config = {"temperature": request.temperature, "max_output_tokens": request.max_tokens}
        options = {"timeout": self.patience.request, "retry": None}
        try:
            reply = client.generate_content(contents, generation_config=config, request_options=options)
        except Exception as error:
            raise _answered(error) or error from None
        return read_reply(reply)


def _answered(error: Any) -> Answered | None:
    """What the server said, if the error of the SDK carries it; known by its attributes, since its classes may be missing."""
    if not isinstance(getattr(error, "code", None), int):
        return None
    detail = re.sub(r"^POST \S+ ", "", str(getattr(error, "message", error)))
    headers = getattr(getattr(error, "response", None), "headers", {})
    return Answered(int(error.code), detail, retry_after(headers, None))
