"""Models behind OpenAI's Responses API, for conversations in which reasoning goes back to the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from automotive_env.models.kind import Dialect
from automotive_env.models.kinds.openai import OpenAIModel, ask_responses
from automotive_env.models.model import Completion, ModelRequest
from automotive_env.models.options import ModelOption
from automotive_env.models.remote import remote_kind
from automotive_env.models.responses_request import check_responses
from automotive_env.models.roles import MessageImages

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CHAT_ONLY = ("max_tokens", "seed", "n", "logprobs", "stop")


class ResponsesModel(OpenAIModel):
    """A model asked through the OpenAI SDK over the Responses API, which takes no seed, no stop texts and one reply a request."""

    kind = "openai-responses"
    words = {option: words for option, words in OpenAIModel.words.items() if option not in _CHAT_ONLY} | {
        "schema": r"text\.format|json_schema|response_format"
    }

    def check(self, request: ModelRequest) -> None:
        """Refuse a request that the Responses API has no form for.

        Raises:
            UsageError: it has none; the message says why.
        """
        check_responses(request)

    async def ask(
        self, client: AsyncOpenAI, request: ModelRequest, pngs: MessageImages, without: frozenset[ModelOption]
    ) -> Completion:
        """Send one request."""
        return await ask_responses(client, self.model, request, pngs, without)


def responses_reply(text: str, prompt: Any, tokens: Any, finish: str) -> dict[str, Any]:
    """The body of a response."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
    ending = (
        {"status": "completed"} if finish == "completed" else {"status": "incomplete", "incomplete_details": {"reason": finish}}
    )
    return {"object": "response", "output": [message], "usage": {"input_tokens": prompt, "output_tokens": tokens}, **ending}


KIND = remote_kind(
    ResponsesModel,
    "an OpenAI model, through the Responses API",
    "any server that offers the Responses API; it needs a key only if the server asks for one",
    Dialect(responses_reply, stopped="completed", cut="max_output_tokens", withheld="content_filter"),
    priced_as="openai",
)
