"""A model that is reached through Inspect (inspect_ai), of whatever provider it has; the extra `inspect`."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

from automotive_env.episode.imaging import png
from automotive_env.errors import LimitReached, ModelFault, ReplyBroken
from automotive_env.models.call_ids import with_unique_ids
from automotive_env.models.checked import CheckedModel
from automotive_env.models.endings import ReplyCutOff, ended
from automotive_env.models.kind import Form, ModelKind
from automotive_env.models.model import (
    Abilities,
    Choice,
    Completion,
    ModelMessage,
    ModelRequest,
    Sampling,
    TokenLogprob,
    ToolCall,
    Usage,
)
from automotive_env.models.options import refuse_computer
from automotive_env.models.probe import follows_schema, probe_of
from automotive_env.models.sanitise import one_line, sanitise
from automotive_env.text.extras import install, requirement
from automotive_env.text.lenient_json import read_arguments

MISSING = f"models of Inspect need an extra: {install('inspect')}"
MAX_CAUSE_CHARACTERS = 200


class InspectModel:
    """A model of Inspect; see `automotive_env.models.model.Model`. Inspect sees to its key, its retries and its connections."""

    def __init__(self, name: str, model: Any = None) -> None:
        """Name a model.

        Args:
            name: as Inspect has it, such as "openai/gpt-4o-mini".
            model: an `inspect_ai.model.Model`; made of the name when it is first asked, by default.
        """
        self._name = name
        self._model = model

    @property
    def name(self) -> str:
        return f"inspect:{self._name}"

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: the extra is missing, there is no such model, or it could not be asked.
            LimitReached: of Inspect's own, for the sample that is played.
        """
        refuse_computer(self.name, request)
        keys = _keys()
        try:
            from inspect_ai.model import GenerateConfig
            from inspect_ai.tool import ToolInfo, ToolParams
            from inspect_ai.util import LimitExceededError
        except ImportError as error:
            raise ModelFault(f"{MISSING} ({one_line(str(error), keys, MAX_CAUSE_CHARACTERS)})") from None
        tools = [
            ToolInfo(name=one.name, description=one.description, parameters=ToolParams.model_validate(dict(one.parameters)))
            for one in request.tools
        ]
        try:
            asked = [*_messages(request.messages)]
            output = await self._made().generate(asked, tools=tools, config=GenerateConfig(**_options(request)))
            if output.error:
                raise ReplyCutOff(output.error)
            completion = Completion(tuple(_choice(one) for one in output.choices) or (Choice(),), _usage(output.usage))
        except LimitExceededError as limit:
            raise LimitReached(one_line(str(limit), keys, MAX_CAUSE_CHARACTERS)) from limit
        except ReplyCutOff as error:
            raise ReplyBroken(f"{self.name} broke off its reply ({one_line(str(error), keys, MAX_CAUSE_CHARACTERS)})") from None
        except Exception as error:  # of any provider's SDK
            why = one_line(f"{type(error).__name__}: {error}", keys, MAX_CAUSE_CHARACTERS)
            raise ModelFault(f"{self.name} did not answer: {why}") from None
        return with_unique_ids(sanitise(completion, keys, request.sampling), request)

    async def probe(self, sampling: Sampling) -> Abilities:
        """Ask for one word.

        Raises:
            ModelFault: it does not answer.
        """
        return Abilities(schema=follows_schema(await self.complete(probe_of(sampling))))

    async def close(self) -> None:
        """Inspect keeps connections for all who use the model, and closes them."""

    def _made(self) -> Any:
        if self._model is None:
            from inspect_ai.model import get_model

            self._model = get_model(self._name)
        return self._model


def _keys() -> tuple[str, ...]:
    """Keys of whatever provider, which no message may show."""
    return tuple(value for name, value in os.environ.items() if name.endswith(("_API_KEY", "_TOKEN", "_SECRET")) and value)


def _options(request: ModelRequest) -> dict[str, Any]:
    """The members of Inspect's `GenerateConfig`."""
    from inspect_ai.model import ResponseSchema
    from inspect_ai.util import JSONSchema

    sampling = request.sampling
    found: dict[str, Any] = {
        "max_tokens": sampling.max_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "stop_seqs": list(sampling.stop) or None,
        "num_choices": sampling.n if sampling.n > 1 else None,
        "extra_body": dict(sampling.extra) or None,
    }
    if sampling.logprobs is not None:
        found |= {"logprobs": True, "top_logprobs": sampling.logprobs or None}
    if request.schema is not None:
        schema = JSONSchema.model_validate(dict(request.schema))
        found["response_schema"] = ResponseSchema(name="reply", json_schema=schema)
    return found


def _messages(messages: Sequence[ModelMessage]) -> Iterator[Any]:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageTool, ChatMessageUser
    from inspect_ai.tool import ToolCall as Called

    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser}
    for message in messages:
        content = _content(message)
        if message.role == "assistant":
            calls = [Called(id=call.id, function=call.name, arguments=_arguments(call)) for call in message.tool_calls]
            yield ChatMessageAssistant(content=content, tool_calls=calls or None)
        elif message.role == "tool":
            yield ChatMessageTool(content=content, tool_call_id=message.tool_call_id)
        else:
            yield kinds[message.role](content=content)


def _content(message: ModelMessage) -> Any:
    from inspect_ai.model import ContentImage, ContentText

    if not message.images:
        return message.text
    texts = [ContentText(text=message.text)] if message.text else []
    return [*texts, *(ContentImage(image="data:image/png;base64," + b64encode(png(one)).decode()) for one in message.images)]


def _arguments(call: ToolCall) -> dict[str, Any]:
    try:
        return read_arguments(call.arguments)
    except ValueError:
        return {}


def _choice(choice: Any) -> Choice:
    message = choice.message
    parts = message.content if isinstance(message.content, list) else ()
    calls = [ToolCall(call.id, call.function, json.dumps(call.arguments)) for call in message.tool_calls or ()]
    said = Choice(
        text=message.text,
        reasoning="\n".join(part.reasoning for part in parts if part.type == "reasoning"),
        tool_calls=tuple(calls),
        logprobs=tuple(_logprob(one) for one in (choice.logprobs.content if choice.logprobs else ())),
    )
    return ended(said, choice.stop_reason)


def _logprob(told: Any) -> TokenLogprob:
    return TokenLogprob(told.token, told.logprob, tuple((one.token, one.logprob) for one in told.top_logprobs or ()))


def _usage(told: Any) -> Usage:
    if told is None:
        return Usage(calls=1)
    cached, thought = told.input_tokens_cache_read or 0, told.reasoning_tokens or 0
    read = told.input_tokens + cached + (told.input_tokens_cache_write or 0)
    return Usage(read, told.output_tokens, 1, cached, thought)


KIND = ModelKind(
    "inspect",
    (Form(":PROVIDER/NAME", "any model that Inspect supports, with its keys", (), "inspect_ai", requirement("inspect")),),
    lambda rest, pace: CheckedModel(InspectModel(rest), pace),
)
