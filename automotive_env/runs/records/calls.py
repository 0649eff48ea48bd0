"""What is recorded of the exchanges with a model: everything that was sent, and everything that came back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any, TypeAlias

from pydantic import Field, ValidationError

from automotive_env.episode.action_parser import holds_mended_action
from automotive_env.episode.observation import Image
from automotive_env.episode.picture import LazyPicture, LazyPictures
from automotive_env.models.metered import MeteredModel, ModelExchange, usage_of
from automotive_env.models.model import Choice, ModelMessage, Role, SafetyCheck, Sampling, ToolCall, Usage
from automotive_env.runs.records.fields import (
    Count,
    FrozenRecord,
    Items,
    JsonAsSent,
    JsonObject,
    Logprob,
    MessageText,
    PictureName,
    RecordText,
    SentJson,
    SparseRecord,
)
from automotive_env.text.lenient_json import is_strict

NamePicture: TypeAlias = Callable[[Image | LazyPicture], str | None]
"""What a record calls a picture, as `PictureLog.name`; None where it was not kept."""


def _unnamed(picture: Image | LazyPicture) -> None:
    """Nothing is kept."""


class SafetyCheckRecord(FrozenRecord):
    """A vendor's concern about a call; see `automotive_env.models.model.SafetyCheck`."""

    id: RecordText
    code: RecordText = ""
    message: RecordText = ""


class ToolCallRecord(SparseRecord):
    """A tool that a model wanted called; see `automotive_env.models.model.ToolCall`."""

    sparse = ("checks",)
    id: RecordText
    name: RecordText
    arguments: MessageText
    signature: MessageText = ""
    checks: Items[SafetyCheckRecord] = ()


class ToolRecord(FrozenRecord):
    """A tool that a model could have called."""

    name: RecordText
    description: RecordText
    parameters: JsonAsSent


class MessageRecord(SparseRecord):
    """A message of the conversation; its images are named as in an `ObservationRecord`, or None where they were not kept."""

    sparse = ("opaque", "acknowledged")
    role: Role
    text: MessageText = ""
    images: Items[PictureName | None] = ()
    tool_calls: Items[ToolCallRecord] = ()
    tool_call_id: RecordText = ""
    opaque: MessageText = ""
    acknowledged: Items[SafetyCheckRecord] = ()


class LogprobRecord(FrozenRecord):
    """A token of a reply, the natural logarithm of its probability, and the likeliest tokens in its place."""

    token: RecordText
    logprob: Logprob
    alternatives: Items[tuple[RecordText, Logprob]] = ()


class ChoiceRecord(SparseRecord):
    """One reply; see `automotive_env.models.model.Choice`."""

    sparse = ("opaque",)
    text: MessageText = ""
    reasoning: MessageText = ""
    tool_calls: Items[ToolCallRecord] = ()
    finish: RecordText = "stop"
    logprobs: Items[LogprobRecord] = ()
    dropped: Count = 0
    opaque: MessageText = ""


class UsageRecord(FrozenRecord):
    """What model calls cost; see `automotive_env.models.model.Usage`."""

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    calls: Count = 0
    cached_tokens: Count = 0
    reasoning_tokens: Count = 0


_COUNTS = tuple(UsageRecord.model_fields)


class ModelCallRecord(SparseRecord):
    """One exchange with a model.

    Attributes:
        purpose: what it was for: act, reflect, summarise, context, plan or aggregate; "person" where a model played the person.
        messages: the conversation as it was sent.
        tools: what the model could have called.
        reply_schema: JSON schema that the reply was held to, or None.
        sampling: how replies were drawn, the seed apart; what was left to the server is left out.
        seed: of the request, or None where there was none.
        choices: the replies; agents act on the first, or on that which was chosen.
        usage: what it cost.
        notes: what else was recorded, such as votes.
        computer: the vendor's own computer tool that was asked for, as `automotive_env.models.model.ComputerTool` has it.
    """

    sparse = ("notes", "computer")
    purpose: RecordText
    messages: Items[MessageRecord]
    tools: Items[ToolRecord] = ()
    reply_schema: JsonAsSent | None = None
    sampling: JsonAsSent
    seed: int | None = None
    choices: Items[ChoiceRecord]
    usage: UsageRecord = UsageRecord()
    notes: JsonObject = Field(default_factory=dict)
    computer: JsonObject = Field(default_factory=dict)

    @property
    def acted_on(self) -> int:
        """Number of the reply that was acted on."""
        match self.notes:
            case {"vote": {"chosen": int(number)}} if 0 <= number < len(self.choices):
                return number
        return 0

    @property
    def acted_reply(self) -> ChoiceRecord:
        """The reply that was acted on: one of the choices, or one that the model wrote in view of them."""
        return self.written or self.choices[self.acted_on]

    @property
    def written(self) -> ChoiceRecord | None:
        """The reply that the model wrote in view of the choices, if the notes hold one."""
        match self.notes:
            case {"written": dict(written), "vote": {"by": "written"}}:
                try:
                    return ChoiceRecord.model_validate(written)
                except ValidationError:  # a stranger's
                    return None
        return None

    @property
    def mended(self) -> bool:
        """Whether the reply that was acted on holds JSON whose mistakes were mended to read it."""
        if not self.choices:
            return False
        reply = self.acted_reply
        if not all(is_strict(call.arguments) for call in reply.tool_calls):
            return True
        return self.purpose == "act" and holds_mended_action(reply.text)

    @property
    def is_own(self) -> bool:
        """Whether the agent asked, and not the person with whom it speaks: only such calls are its costs."""
        return self.purpose != "person"


def call_record(exchange: ModelExchange, name: NamePicture = _unnamed) -> ModelCallRecord:
    """The record of an exchange.

    Args:
        exchange: what was sent, and what came back.
        name: what the record calls a picture, as `PictureLog.name`; without it pictures are only counted.
    """
    request, completion = exchange.request, exchange.completion
    schema = None if request.schema is None else _sent(request.schema)
    return ModelCallRecord(
        purpose=request.purpose,
        messages=tuple(_message(message, name) for message in request.messages),
        tools=tuple(ToolRecord(name=x.name, description=x.description, parameters=_sent(x.parameters)) for x in request.tools),
        reply_schema=schema,
        sampling=_options(request.sampling),
        seed=request.sampling.seed,
        choices=tuple(choice_record(choice) for choice in completion.choices),
        usage=usage_record(completion.usage),
        notes=exchange.notes,
        computer=asdict(request.computer) if request.computer else {},
    )


class _Same:
    """An object that is equal to itself alone, whatever it holds."""

    def __init__(self, held: Mapping[str, Any]) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.held is other.held

    def __hash__(self) -> int:
        return id(self.held)


def _sent(schema: Mapping[str, Any]) -> SentJson:
    """A schema as records hold it, made once as long as nobody changes it: most calls send one that was sent before."""
    made = _made(_Same(schema))
    return made if made == schema else SentJson.of(schema)


@lru_cache(128)
def _made(schema: _Same) -> SentJson:
    return SentJson.of(schema.held)


def _message(message: ModelMessage, name: NamePicture) -> MessageRecord:
    images = message.images.items if isinstance(message.images, LazyPictures) else message.images
    return MessageRecord(
        role=message.role,
        text=message.text,
        images=tuple(map(name, images)),
        tool_calls=_tool_calls(message.tool_calls),
        tool_call_id=message.tool_call_id,
        opaque=message.opaque,
        acknowledged=_checks(message.acknowledged),
    )


def _tool_calls(calls: Iterable[ToolCall]) -> tuple[ToolCallRecord, ...]:
    return tuple(
        ToolCallRecord(
            id=call.id, name=call.name, arguments=call.arguments, signature=call.signature, checks=_checks(call.checks)
        )
        for call in calls
    )


def _checks(checks: Iterable[SafetyCheck]) -> tuple[SafetyCheckRecord, ...]:
    return tuple(SafetyCheckRecord(id=check.id, code=check.code, message=check.message) for check in checks)


def choice_record(choice: Choice) -> ChoiceRecord:
    """The record of a reply."""
    return ChoiceRecord(
        text=choice.text,
        reasoning=choice.reasoning,
        tool_calls=_tool_calls(choice.tool_calls),
        finish=choice.finish,
        logprobs=tuple(LogprobRecord(token=x.token, logprob=x.logprob, alternatives=x.alternatives) for x in choice.logprobs),
        dropped=choice.dropped,
        opaque=choice.opaque,
    )


def _options(sampling: Sampling) -> dict[str, Any]:
    """The options that were given; a text or a mapping that is empty is as good as none."""
    given = {field.name: getattr(sampling, field.name) for field in fields(Sampling) if field.name != "seed"}
    return {name: dict(value) if name == "extra" else value for name, value in given.items() if value not in (None, (), {})}


@dataclass
class ModelCallLog:
    """What an episode asks its model, as records and counted.

    Attributes:
        model: who is asked, or None.
        person: the model that plays the person with whom the agent speaks, or None.
        calls: everything so far.
        usage: what the agent's calls cost, and what it reports of a model of its own; the person's calls do not count.
    """

    model: MeteredModel | None = None
    person: MeteredModel | None = None
    calls: list[ModelCallRecord] = field(default_factory=list)
    usage: Usage = Usage()

    def take(self, name: NamePicture = _unnamed) -> tuple[ModelCallRecord, ...]:
        """Count and return what was asked since this was last called; see `call_record`."""
        exchanges = self.model.take() if self.model else ()
        self.usage += usage_of(exchanges)
        heard = self.person.take() if self.person else ()
        calls = tuple(call_record(exchange, name) for exchange in (*exchanges, *heard))
        self.calls += calls
        return calls

    @property
    def mended(self) -> int:
        """The agent's replies whose JSON had to be mended."""
        return sum(call.mended for call in self.calls if call.is_own)

    @property
    def model_name(self) -> str:
        """What records call the model; empty where there is none."""
        return self.model.name if self.model else ""

    @property
    def seconds(self) -> float:
        """Seconds that the model took."""
        return self.model.seconds if self.model else 0.0


def usage_record(usage: Usage) -> UsageRecord:
    """The record of what calls cost."""
    return UsageRecord(**{name: getattr(usage, name) for name in _COUNTS})


def total_usage(records: Iterable[UsageRecord]) -> Usage:
    """What calls cost together."""
    return sum((Usage(**record.model_dump()) for record in records), Usage())


def usage_by_purpose(calls: Iterable[ModelCallRecord]) -> dict[str, UsageRecord]:
    """What calls cost together, by purpose."""
    found: dict[str, list[UsageRecord]] = {}
    for call in calls:
        found.setdefault(call.purpose, []).append(call.usage)
    return {purpose: usage_record(total_usage(found[purpose])) for purpose in sorted(found)}
