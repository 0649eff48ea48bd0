"""Gemini models through Google's former SDK, google-generativeai, for those who have it; new users take `gemini:`."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any

from automotive_env.models.endings import check_reply
from automotive_env.models.gemini_legacy_request import check_legacy, declaration, turns
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.gemini_request import generation_config, system_parts
from automotive_env.models.kinds.gemini import BEHIND_A_PROXY, DIALECT, GeminiModel
from automotive_env.models.model import Completion, ModelRequest
from automotive_env.models.options import ModelOption
from automotive_env.models.proxies import proxy_for
from automotive_env.models.remote import RemoteModel, remote_kind
from automotive_env.models.roles import MessageImages
from automotive_env.text.extras import requirement

if TYPE_CHECKING:
    import httpx2


_NEWER = ("schema", "seed", "thoughts", "computer")
"""Options that only google-genai knows."""


class LegacyGeminiModel(RemoteModel[Any]):
    """A Gemini model over REST; the key is in GEMINI_API_KEY or GOOGLE_API_KEY.

    The SDK takes no seed, and holds replies to no JSON schema of any shape; both are left out.
    """

    kind = "gemini-legacy"
    official_url = GeminiModel.official_url
    key_variables = GeminiModel.key_variables
    url_hint = GeminiModel.url_hint
    module = "google.generativeai"
    requires = requirement("gemini-legacy")
    words = {option: words for option, words in GeminiModel.words.items() if option not in _NEWER}

    def connect(self, http: httpx2.AsyncClient, key: str) -> Any:
        """Make the SDK's service. It cannot use our HTTP client, so its own session gets an adapter with the same rules."""
        from google.ai.generativelanguage import GenerativeServiceClient

        from automotive_env.models.requests_adapter import StrictAdapter

        service = GenerativeServiceClient(transport="rest", client_options={"api_key": key, "api_endpoint": self.url})
        for scheme in ("https://", "http://"):
            adapter = StrictAdapter(self.policy.request_timeout, proxy_for(self.url), check_reply)
            service.transport._session.mount(scheme, adapter)
        return service

    def check(self, request: ModelRequest) -> None:
        """Refuse what the SDK has no form for.

        Raises:
            UsageError: the request holds such a thing; the message names it.
        """
        check_legacy(request)

    async def ask(self, client: Any, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]) -> Completion:
        """Send one generateContent request from a thread of its own, which is left to itself when the time is up.

        The process does not wait for that thread at its end, as it would for one of a pool: a server may send for ever.
        """
        reply: Future[Completion] = Future()
        context = copy_context()  # with the bound of what is received

        def answer() -> None:
            try:
                settle = partial(reply.set_result, context.run(self._ask, client, request, pngs, without))
            except Exception as error:
                settle = partial(reply.set_exception, error)
            if reply.set_running_or_notify_cancel():  # else nobody waits any more
                settle()

        threading.Thread(target=answer, name=self.name, daemon=True).start()
        return await asyncio.wrap_future(reply)

    def _ask(self, service: Any, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]) -> Completion:
        from google.generativeai import GenerativeModel

        system = [*system_parts(request, pngs)] or None
        tools = [declaration(tool) for tool in request.tools] or None
        model = GenerativeModel(self.model, system_instruction={"parts": system} if system else None, tools=tools)
        model._client = service  # else it takes one that all models of the process share
        config = generation_config(request.sampling, without)
        options = {"timeout": self.policy.request_timeout, "retry": None}
        return read_reply(model.generate_content(turns(request, pngs), generation_config=config, request_options=options))


KIND = remote_kind(
    LegacyGeminiModel,
    "a Gemini model, through google-generativeai",
    BEHIND_A_PROXY,
    DIALECT,
    priced_as="gemini",
)
