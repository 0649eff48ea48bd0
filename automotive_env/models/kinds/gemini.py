"""Gemini models through Google's current SDK, google-genai."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any

from automotive_env.models.gemini_computer import ENVIRONMENTS, computer_tool, with_returned_parts
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.gemini_request import check_conversation, contents, generation_config, system_parts
from automotive_env.models.kind import Dialect
from automotive_env.models.model import Completion, ModelRequest
from automotive_env.models.options import ROLES_WORDS, SYSTEM_WORDS, ModelOption
from automotive_env.models.remote import RemoteModel, remote_kind
from automotive_env.models.roles import MessageImages

if TYPE_CHECKING:
    import httpx2
    from google.genai import Client
    from google.genai.types import GenerateContentConfig


class GeminiModel(RemoteModel["Client"]):
    """A Gemini model; the key is in GEMINI_API_KEY or GOOGLE_API_KEY."""

    kind = "gemini"
    official_url = "https://generativelanguage.googleapis.com"
    key_variables = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
    computer_tools = ENVIRONMENTS
    url_hint = "it ends before /v1beta"
    words = {
        "system": SYSTEM_WORDS,
        "roles": ROLES_WORDS,
        "schema": r"response_?json_?schema|response_?schema|json mode|response_?mime",
        "temperature": r"temperature",
        "seed": r"seed",
        "n": r"candidate_?count|multiple candidates",
        "thoughts": r"thinking|include_?thoughts",
        "tools": r"\btools?\b|function.?(call|declaration)",
        "computer": r"computer.?use|environment_(mobile|browser|desktop)",
        "logprobs": r"logprob",
        "stop": r"stop_?sequence",
        "top_p": r"top_?p\b",
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
        options = HttpOptions(
            base_url=self.url, api_version="v1beta", httpx_client=_nowhere(), httpx_async_client=http, timeout=timeout
        )
        return Client(vertexai=False, api_key=key, http_options=options)

    def check(self, request: ModelRequest) -> None:
        """Refuse a conversation that Gemini has no form for.

        Raises:
            UsageError: it has none; the message says why.
        """
        check_conversation(request)

    async def ask(
        self, client: Client, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
    ) -> Completion:
        """Send one generateContent request."""
        config = _config(request, pngs, without)
        said: Any = contents(request, pngs)
        reply = await client.aio.models.generate_content(model=self.model, contents=said, config=config)
        return with_returned_parts(read_reply(reply), reply, request)


def _nowhere() -> httpx2.Client:
    """In place of the client that the SDK would make for requests that nobody sends; that one looks at the environment."""
    import httpx2

    return httpx2.Client(transport=httpx2.MockTransport(lambda request: httpx2.Response(501)))


def _config(request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]) -> GenerateContentConfig:
    from google.genai.types import AutomaticFunctionCallingConfig, Content, GenerateContentConfig, HttpOptions, ThinkingConfig

    config = GenerateContentConfig.model_validate(generation_config(request.sampling, without))
    config.automatic_function_calling = AutomaticFunctionCallingConfig(disable=True)
    if "seed" not in without:
        config.seed = request.sampling.seed
    if "thoughts" not in without:
        config.thinking_config = ThinkingConfig(include_thoughts=True)
    if system := system_parts(request, pngs):
        config.system_instruction = Content.model_validate({"parts": system})
    offered = [computer_tool(request.computer)] if request.computer else []
    if request.tools:
        offered.append(_tools(request))
    config.tools = [*offered] or None
    if body := _further(request, without):
        config.http_options = HttpOptions(extra_body=body)
    return config


def _further(request: ModelRequest, without: frozenset[ModelOption]) -> dict[str, Any]:
    """What the SDK adds to the body. It would parse what follows a schema of its own, and fail at deep JSON."""
    extra = request.sampling.extra
    if "schema" in without or request.schema is None:
        return dict(extra)
    held: dict[str, Any] = {"responseMimeType": "application/json", "responseJsonSchema": dict(request.schema)}
    others = {name: value for name, value in extra.items() if name.replace("_", "").lower() != "generationconfig"}
    own = (value for name, value in extra.items() if name not in others and isinstance(value, dict))
    return others | {"generationConfig": held | next(own, {})}


def _tools(request: ModelRequest) -> Any:
    from google.genai.types import FunctionDeclaration, Tool

    return Tool(
        function_declarations=[
            FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters))
            for tool in request.tools
        ]
    )


def gemini_reply(text: str, prompt: Any, tokens: Any, finish: str) -> dict[str, Any]:
    """The body of a reply to generateContent."""
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": finish, "index": 0}
    return {"candidates": [candidate], "usageMetadata": {"promptTokenCount": prompt, "candidatesTokenCount": tokens}}


DIALECT = Dialect(gemini_reply, stopped="STOP", cut="MAX_TOKENS", withheld="SAFETY")
BEHIND_A_PROXY = "a Gemini model behind a proxy; it needs a key only if the proxy asks for one"
KIND = remote_kind(GeminiModel, "a Gemini model, through google-genai", BEHIND_A_PROXY, DIALECT)
