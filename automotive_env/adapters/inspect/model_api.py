"""A model of a run as one that agents of Inspect ask, so that limits, prices and records see what they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    StopReason,
    modelapi,
)
from inspect_ai.tool import ToolCall as Called
from inspect_ai.tool import ToolChoice, ToolInfo

from automotive_env.errors import AgentFault
from automotive_env.models.model import Choice, Completion, Model, ModelMessage, ModelRequest, PromptFacts, Tool, ToolCall
from automotive_env.text.lenient_json import read_arguments
from automotive_env.text.spelling import find_spelling

_STOPS: dict[str, StopReason] = {"stop": "stop", "length": "max_tokens", "tool_calls": "tool_calls", "refused": "content_filter"}


MAX_REQUESTS = 50
"""Between two decisions: a loop goes on by itself where Inspect refuses a call, and would go on for ever with the same reply."""


@modelapi("automotive_env_run")
class RunModelAPI(ModelAPI):
    """Asks a model of ours; pictures are left out, as its tools show none.

    Attributes:
        asked: how often since the latest decision.
        goal: what began the turn.
    """

    def __init__(self, model: Model, goal: str) -> None:
        super().__init__(model.name)
        self._model = model
        self.goal = goal
        self.asked = 0

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """Ask with the sampling options of the run; those of Inspect's own are not used.

        Raises:
            ModelFault: the model could not be asked.
            AgentFault: it is asked again and again, and nothing is decided.
        """
        self.asked += 1
        if self.asked > MAX_REQUESTS:
            raise AgentFault(f"its loop asked the model {MAX_REQUESTS} times without a call that could be carried out")
        offered = tuple(Tool(one.name, one.description, one.parameters.model_dump(exclude_none=True)) for one in tools)
        asked = ModelRequest(
            "act", tuple(_messages(input)), PromptFacts(goal=self.goal), offered if tool_choice != "none" else ()
        )
        completion = await self._model.complete(asked)
        names = [one.name for one in tools]
        choices = [_choice(one, self._model.name, names) for one in completion.choices]
        return ModelOutput(model=self._model.name, choices=choices, usage=_usage(completion))

    def should_retry(self, ex: Exception) -> bool:
        """Never: the run's models see to that."""
        return False


def _messages(told: Sequence[ChatMessage]) -> Iterator[ModelMessage]:
    for message in told:
        if isinstance(message, ChatMessageAssistant):
            calls = [ToolCall(one.id, one.function, json.dumps(one.arguments)) for one in message.tool_calls or ()]
            yield ModelMessage("assistant", message.text, tool_calls=tuple(calls))
        elif isinstance(message, ChatMessageTool):
            said = message.error.message if message.error else message.text
            yield ModelMessage("tool", said, tool_call_id=message.tool_call_id or "")
        else:
            yield ModelMessage(message.role, message.text)


def _choice(choice: Choice, model: str, tools: Sequence[str]) -> ChatCompletionChoice:
    calls = [_called(one, find_spelling(one.name, tools) or one.name) for one in choice.tool_calls]
    message = ChatMessageAssistant(content=choice.text, tool_calls=calls or None, model=model)
    return ChatCompletionChoice(message=message, stop_reason=_STOPS.get(choice.finish, "unknown"))


def _called(call: ToolCall, name: str) -> Called:
    try:
        return Called(call.id, name, read_arguments(call.arguments))
    except ValueError as error:
        return Called(call.id, name, {}, parse_error=str(error))


def _usage(completion: Completion) -> ModelUsage:
    used = completion.usage
    return ModelUsage(
        input_tokens=used.prompt_tokens - used.cached_tokens,
        output_tokens=used.completion_tokens,
        total_tokens=used.tokens,
        input_tokens_cache_read=used.cached_tokens,
        reasoning_tokens=used.reasoning_tokens,
    )
