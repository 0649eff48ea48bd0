"""Gemini models through Google's current SDK, google-genai."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any

from automotive_env.model import Completion, ModelRequest
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.remote import Option, Pngs, RemoteModel

if TYPE_CHECKING:
    import httpx2
    from google.genai import Client
    from google.genai.types import GenerateContentConfig

KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
OFFICIAL_URL = "https://generativelanguage.googleapis.com"
URL_HINT = "it ends before /v1beta"


class GeminiModel(RemoteModel["Client"]):
    """A Gemini model; the key is in GEMINI_API_KEY or GOOGLE_API_KEY."""

    kind = "gemini"
    official_url = OFFICIAL_URL
    key_variables = KEY_VARIABLES
    url_hint = URL_HINT
    options = {
        "schema": (
            "response_json_schema",
            "responsejsonschema",
            "response_schema",
            "responseschema",
            "json mode",
            "response_mime",
        ),
        "seed": ("seed",),
    }

    def connect(self, http: httpx2.AsyncClient, key: str) -> Client:
        """Make the SDK's client; it has no retries of its own unless told so."""
        from google.genai import Client
        from google.genai.types import HttpOptions

        # The SDK warns of values that it does not know: text of the server, as it came.
        warnings.filterwarnings("ignore", module=r"google\.genai\b")
        logging.getLogger("google_genai").addHandler(logging.NullHandler())
        timeout = round(self.policy.request_timeout * 1_000)
        # v1 lacks the preview models and the names that end in -latest.
        options = HttpOptions(base_url=self.url, api_version="v1beta", httpx_async_client=http, timeout=timeout)
        return Client(vertexai=False, api_key=key, http_options=options)

    async def ask(self, client: Client, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> Completion:
        """Send one generateContent request."""
        from google.genai.types import Part

        contents: list[Any] = [Part.from_text(text=request.text)]
        contents += [Part.from_bytes(data=data, mime_type="image/png") for data in pngs]
        config = _config(request, without)
        return read_reply(await client.aio.models.generate_content(model=self.model, contents=contents, config=config))


def _config(request: ModelRequest, without: frozenset[Option]) -> GenerateContentConfig:
    from google.genai.types import GenerateContentConfig

    config = GenerateContentConfig(temperature=request.sampling.temperature, max_output_tokens=request.sampling.max_tokens)
    if "seed" not in without:
        config.seed = request.sampling.seed
    if "schema" not in without and request.schema is not None:
        config.response_mime_type = "application/json"
        config.response_json_schema = dict(request.schema)
    return config
