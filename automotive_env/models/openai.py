"""Models behind an OpenAI-compatible chat API: OpenAI itself, vLLM, llama.cpp, Ollama, gateways."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from automotive_env.model import Completion, ModelRequest, Usage
from automotive_env.models.remote import Option, Pngs, RemoteModel
from automotive_env.models.reply import UnreadableReply, count

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


class OpenAIModel(RemoteModel["AsyncOpenAI"]):
    """A model asked through the OpenAI SDK; the key is in OPENAI_API_KEY, and a server of one's own may need none."""

    kind = "openai"
    official_url = "https://api.openai.com/v1"
    key_variables = ("OPENAI_API_KEY",)
    url_hint = "it usually ends in /v1"
    options = {
        "schema": ("response_format", "json_schema", "guided"),
        "max_tokens": ("max_tokens", "max_completion_tokens"),
        "temperature": ("temperature",),
        "seed": ("seed",),
    }

    def connect(self, http: httpx2.AsyncClient, key: str) -> AsyncOpenAI:
        """Make the SDK's client, without retries of its own."""
        from openai import AsyncOpenAI

        return AsyncOpenAI(api_key=key, base_url=self.url, http_client=http, max_retries=0, timeout=self.policy.request_timeout)

    async def ask(self, client: AsyncOpenAI, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> Completion:
        """Send one chat completion request."""
        # The raw reply, because the SDK makes an object of anything that a server sends.
        reply = await client.chat.completions.with_raw_response.create(**_body(self.model, request, pngs, without))
        return _completion(reply.http_response.text)


def _body(model: str, request: ModelRequest, pngs: Pngs, without: frozenset[Option]) -> dict[str, Any]:
    bound = "max_completion_tokens" if "max_tokens" in without else "max_tokens"
    body: dict[str, Any] = {"model": model, "messages": [_message(request.text, pngs)], bound: request.sampling.max_tokens}
    if "temperature" not in without:
        body["temperature"] = request.sampling.temperature
    if "seed" not in without and request.sampling.seed is not None:
        body["seed"] = request.sampling.seed
    if "schema" not in without and request.schema is not None:
        schema = {"name": "reply", "schema": dict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def _message(text: str, pngs: Pngs) -> dict[str, Any]:
    if not pngs:
        return {"role": "user", "content": text}  # the form that the smallest servers know, too
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for data in pngs:
        url = "data:image/png;base64," + b64encode(data).decode()
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": "user", "content": parts}


def _completion(text: str) -> Completion:
    try:
        reply = json.loads(text)
        choice = reply["choices"][0]
        message = choice["message"]
        content = message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UnreadableReply(text) from None
    if isinstance(content, list):
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    if not isinstance(content, str | None):
        raise UnreadableReply(text)
    finish = choice.get("finish_reason")
    if message.get("refusal") or finish == "content_filter":
        return Completion.of("", _usage(reply), "refused")
    return Completion.of(content or "", _usage(reply), finish if isinstance(finish, str) and finish else "stop")


def _usage(reply: dict[str, Any]) -> Usage:
    """The tokens that the server counted; zeros where it counts none."""
    usage = reply.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Usage(count(usage.get("prompt_tokens")), count(usage.get("completion_tokens")), calls=1)
