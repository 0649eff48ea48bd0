"""Gemini models through Google's former SDK, google-generativeai, for those who have it; new users take `gemini:`."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

from automotive_env.errors import ModelFault
from automotive_env.model import Completion, ModelRequest
from automotive_env.models.gemini import KEY_VARIABLES, OFFICIAL_URL, URL_HINT
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.remote import Option, Pngs, RemoteModel

if TYPE_CHECKING:
    import httpx2


class LegacyGeminiModel(RemoteModel[Any]):
    """A Gemini model over REST; the key is in GEMINI_API_KEY or GOOGLE_API_KEY.

    The SDK takes neither a seed nor a JSON schema of any shape.
    """

    kind = "gemini-legacy"
    official_url = OFFICIAL_URL
    key_variables = KEY_VARIABLES
    url_hint = URL_HINT
    options = {}

    def connect(self, http: httpx2.AsyncClient, key: str) -> Any:
        """Make the SDK's model. It cannot use our HTTP client, so its own session gets an adapter with the same rules.

        Raises:
            ModelFault: the extra is not installed.
        """
        try:
            from google.ai.generativelanguage import GenerativeServiceClient
            from google.generativeai import GenerativeModel
        except ImportError:
            raise ModelFault(
                f"{self.name} needs an extra: pip install '.[gemini-legacy]'; or use gemini:{self.model} without it"
            ) from None
        from automotive_env.models.requests_adapter import StrictAdapter

        service = GenerativeServiceClient(transport="rest", client_options={"api_key": key, "api_endpoint": self.url})
        for scheme in ("https://", "http://"):
            service.transport._session.mount(scheme, StrictAdapter(self.policy.request_timeout))
        model = GenerativeModel(self.model)
        model._client = service  # else it takes one that all models of the process share
        return model

    async def ask(self, client: Any, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> Completion:
        """Send one generateContent request from a thread of its own, which is left to itself when the time is up.

        The process does not wait for that thread at its end, as it would for one of a pool: a server may send for ever.
        """
        reply: Future[Completion] = Future()

        def answer() -> None:
            try:
                settle = partial(reply.set_result, self._ask(client, request, pngs))
            except Exception as error:
                settle = partial(reply.set_exception, error)
            if reply.set_running_or_notify_cancel():  # else nobody waits any more
                settle()

        threading.Thread(target=answer, name=self.name, daemon=True).start()
        return await asyncio.wrap_future(reply)

    def _ask(self, client: Any, request: ModelRequest, pngs: Pngs) -> Completion:
        contents = [request.text, *({"mime_type": "image/png", "data": data} for data in pngs)]
        config = {"temperature": request.sampling.temperature, "max_output_tokens": request.sampling.max_tokens}
        options = {"timeout": self.policy.request_timeout, "retry": None}
        return read_reply(client.generate_content(contents, generation_config=config, request_options=options))
