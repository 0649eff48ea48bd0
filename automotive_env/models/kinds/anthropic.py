"""Models of Anthropic, through its SDK; the extra `anthropic`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from automotive_env.models.anthropic_reply import read_message
from automotive_env.models.anthropic_request import VERSIONS, beta_of, check_messages, further_members, messages_body
from automotive_env.models.kind import Dialect
from automotive_env.models.model import Completion, ModelRequest
from automotive_env.models.options import ROLES_WORDS, SYSTEM_WORDS, ModelOption
from automotive_env.models.remote import RemoteModel, remote_kind
from automotive_env.models.roles import MessageImages
from automotive_env.text.extras import requirement

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic


class AnthropicModel(RemoteModel["AsyncAnthropic"]):
    """A model asked through the Anthropic SDK; the key is in ANTHROPIC_API_KEY."""

    kind = "anthropic"
    official_url = "https://api.anthropic.com"
    key_variables = ("ANTHROPIC_API_KEY",)
    url_hint = "it ends before /v1/messages"
    module = "anthropic"
    requires = requirement("anthropic")
    computer_tools = VERSIONS
    words = {
        "system": SYSTEM_WORDS,
        "roles": ROLES_WORDS,
        "schema": r"output_config|output_format|json_schema",
        "temperature": r"temperature",
        "tools": r"\btools?\b",
        "computer": r"computer",
        "stop": r"stop_sequence",
        "top_p": r"top_p",
    }

    def connect(self, http: httpx2.AsyncClient, key: str) -> AsyncAnthropic:
        """Make the SDK's client. Ours beneath it bounds replies and refuses redirects; retries are ours, too."""
        from anthropic import AsyncAnthropic

        client = AsyncAnthropic(
            api_key=key,
            base_url=self.url,
            http_client=http,
            max_retries=0,
            timeout=self.policy.request_timeout,
            open_telemetry=False,  # what is asked goes to the model, and nowhere else
        )
        _ = client.messages, client.beta.messages  # imported now, and not in the time of the first request
        return client

    def check(self, request: ModelRequest) -> None:
        """Refuse a request that the Messages API has no form for.

        Raises:
            UsageError: it has none; the message says why.
        """
        check_messages(request)

    async def ask(
        self, client: AsyncAnthropic, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
    ) -> Completion:
        """Send one request."""
        body = messages_body(self.model, request, pngs, without)
        further = further_members(request, without)
        reply: Any
        if beta := beta_of(request):
            reply = await client.beta.messages.with_raw_response.create(**body, betas=[beta], extra_body=further)
        else:
            reply = await client.messages.with_raw_response.create(**body, extra_body=further)
        return read_message(await reply.text(), returned=bool(request.tools or request.computer))


def message_reply(text: str, prompt: Any, tokens: Any, finish: str) -> dict[str, Any]:
    """The body of a message."""
    content = [{"type": "text", "text": text}]
    usage = {"input_tokens": prompt, "output_tokens": tokens}
    return {"type": "message", "role": "assistant", "content": content, "stop_reason": finish, "usage": usage}


KIND = remote_kind(
    AnthropicModel,
    "an Anthropic model",
    "any server that offers the Messages API, such as a gateway or a proxy; it needs a key only if the server asks for one",
    Dialect(message_reply, stopped="end_turn", cut="max_tokens", withheld="refusal"),
)
