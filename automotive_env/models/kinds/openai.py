"""Models behind an OpenAI-compatible chat API: OpenAI itself, vLLM, llama.cpp, Ollama, gateways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from automotive_env.models.kind import Dialect
from automotive_env.models.model import Completion, ModelRequest
from automotive_env.models.openai_reply import read_completion
from automotive_env.models.openai_request import chat_body
from automotive_env.models.options import ROLES_WORDS, SYSTEM_WORDS, ModelOption
from automotive_env.models.remote import RemoteModel, remote_kind
from automotive_env.models.responses_reply import read_response
from automotive_env.models.responses_request import VERSIONS, check_responses, responses_body
from automotive_env.models.roles import MessageImages

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


class OpenAIModel(RemoteModel["AsyncOpenAI"]):
    """A model asked through the OpenAI SDK; the key is in OPENAI_API_KEY, and a server of one's own may need none.

    Requests for the computer tool go to the Responses API, which alone has it, and all others to chat completions.
    """

    kind = "openai"
    official_url = "https://api.openai.com/v1"
    key_variables = ("OPENAI_API_KEY",)
    url_hint = "it usually ends in /v1"
    computer_tools = VERSIONS
    words = {
        "system": SYSTEM_WORDS,
        "roles": ROLES_WORDS,
        "schema": r"response_format|json_schema|guided",
        "max_tokens": r"max_tokens|max_completion_tokens",
        "temperature": r"temperature",
        "seed": r"seed",
        "n": r"['\"`]n['\"`]|\bn\b(?= *[:=><]| must| should| is )|completion choice|multiple (choices|completions)",
        "thoughts": r"encrypted.content|reasoning.summar|['\"`]include['\"`]",
        "tools": r"\btools?\b|tool_c|function.call",
        "computer": r"\bcomputer(_use_preview)?\b",
        "logprobs": r"logprob",
        "stop": r"\bstop\b",
        "top_p": r"top_p",
    }

    def connect(self, http: httpx2.AsyncClient, key: str) -> AsyncOpenAI:
        """Make the SDK's client. Ours beneath it bounds replies and refuses redirects; retries are ours, too."""
        from openai import AsyncOpenAI

        timeout = self.policy.request_timeout
        client = AsyncOpenAI(api_key=key, base_url=self.url, http_client=http, max_retries=0, timeout=timeout)
        _ = client.chat.completions, client.responses  # imported now, and not in the time of the first request
        return client

    def check(self, request: ModelRequest) -> None:
        """Refuse a request for the computer tool that the Responses API has no form for.

        Raises:
            UsageError: it has none; the message says why.
        """
        if request.computer is not None:
            check_responses(request)

    async def ask(
        self, client: AsyncOpenAI, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
    ) -> Completion:
        """Send one request."""
        if request.computer is not None:
            return await ask_responses(client, self.model, request, pngs, without)
        create = (
            client.chat.completions.with_raw_response.create
        )  # raw: servers of all kinds reply more freely than the types say
        reply = await create(**chat_body(self.model, request, pngs, without), extra_body=dict(request.sampling.extra))
        return read_completion(reply.text)


async def ask_responses(
    client: AsyncOpenAI, model: str, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
) -> Completion:
    """Send one request to the Responses API."""
    create = client.responses.with_raw_response.create
    reply = await create(**responses_body(model, request, pngs, without), extra_body=dict(request.sampling.extra))
    return read_response(reply.text, returned=bool(request.tools or request.computer))


def chat_reply(text: str, prompt: Any, tokens: Any, finish: str) -> dict[str, Any]:
    """The body of a chat completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return {"object": "chat.completion", "choices": [choice], "usage": {"prompt_tokens": prompt, "completion_tokens": tokens}}


KIND = remote_kind(
    OpenAIModel,
    "an OpenAI model",
    "any OpenAI-compatible server: vLLM, llama.cpp, Ollama, a gateway; it needs a key only if the server asks for one",
    Dialect(chat_reply, stopped="stop", cut="length", withheld="content_filter"),
)
