"""The contract of a language model, real or built in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Element, Image, lines_of
from automotive_env.episode.opening import Speaker

if TYPE_CHECKING:
    from automotive_env.episode.action import Action

Purpose = Literal["act", "reflect", "summarise", "context", "plan", "intent", "aggregate", "person", "judge", "probe"]
Role = Literal["system", "user", "assistant", "tool"]
MAX_TOKENS = 10**15
"""Tokens of a whole run are less; the sum of such numbers still is a number that every reader of JSON can hold."""
TokenCount: TypeAlias = Annotated[int, Field(ge=0, le=MAX_TOKENS)]
"""Tokens or calls, as records and recordings hold them."""


@dataclass(frozen=True, slots=True)
class StateFact:
    """One property of the car that a prompt shows.

    Attributes:
        path: its full path, such as "fogLight.front_light.is_on".
        value: as plain JSON.
        description: what it says.
        schema: JSON schema of what may be written; empty where nothing may.
    """

    path: str
    value: Any
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CarFacts:
    """What a prompt of a scenario tells of the car, for a player that makes calls or writes state.

    Attributes:
        wants: what the reply is to be: the names of devices, a program of calls, calls as tools, a program that writes state,
            which is plain or the tree of the public release, or one action of those that agents have.
        modules: name of a module -> what it is, as far as the player has been told.
        apis: the APIs that it has been told of; their names are full names.
        state: the properties that it is shown.
        max_modules: devices that may be chosen.
        acted: whether calls or writes have been made for this request.
        answers: call -> what it told, word for word, for an agent that keeps no conversation.
        converses: whether the player speaks by functions, such as decline(reason), in the form in which it makes calls.
        looks_up: whether it can look up APIs that it has not been told of.
        fenced: whether calls count in a block of Python only; otherwise a reply may be nothing but calls.
    """

    wants: Literal["modules", "calls", "tools", "state", "tree", "action"]
    modules: Mapping[str, str] = field(default_factory=dict)
    apis: tuple[Tool, ...] = ()
    state: Sequence[StateFact] = ()
    max_modules: int = 0
    acted: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    converses: bool = False
    looks_up: bool = False
    fenced: bool = True


@dataclass(frozen=True, slots=True)
class PromptFacts:
    """The parts that a prompt was rendered from. The prompt's text says the same, so reading either gives the same knowledge.

    Attributes:
        goal: how the turn began: what the user said, or what the car noticed.
        speaker: who began it: "driver", "passenger" or "car".
        conversation: lines of what was said and noticed before, and how each turn ended.
        elements: the elements in front of the agent.
        history: one line for each step so far.
        vehicle: facts about the vehicle, in words.
        gps: "latitude, longitude", or empty if the agent is not told.
        context: what was found out about the place: topic -> statement.
        apis: full API name -> summary, of the vehicle APIs the agent may call.
        before: elements before the action, when reflecting on it.
        action: the action to reflect on, in words.
        reason: why it was chosen.
        outcome: the car's answer to it.
        apps: names of the apps that can be opened.
        shortcuts: whether they can be opened by name; through the launcher otherwise.
        memory: what worked and what did not; kept when the history is shortened.
        topics: topic -> description, when choosing what to ask about the place.
        plan: the steps that the agent means to take.
        max_plan_steps: most steps of a plan, if one is requested; otherwise 0.
        steps_left: decisions left, including this one; None if the agent is not told.
        car: what is told about the car if the agent has calls or state.
        face: how the agent reaches the car.
        experience: what was right for similar requests, the most similar last.
    """

    goal: str
    elements: tuple[Element, ...] = ()
    history: tuple[str, ...] = ()
    vehicle: Mapping[str, str] = field(default_factory=dict)
    gps: str = ""
    context: Mapping[str, str] = field(default_factory=dict)
    apis: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Element, ...] = ()
    action: str = ""
    reason: str = ""
    outcome: str = ""
    apps: tuple[str, ...] = ()
    shortcuts: bool = True
    memory: tuple[str, ...] = ()
    topics: Mapping[str, str] = field(default_factory=dict)
    plan: tuple[str, ...] = ()
    max_plan_steps: int = 0
    steps_left: int | None = None
    car: CarFacts | None = None
    face: Face = "screen"
    experience: tuple[str, ...] = ()
    speaker: Speaker = "driver"
    conversation: tuple[str, ...] = ()

    @property
    def listed(self) -> str:
        """The elements, one line each."""
        return "\n".join(lines_of(self.elements))


@dataclass(frozen=True, slots=True)
class SafetyCheck:
    """A concern that a vendor raises about a call before it is carried out.

    Attributes:
        id: names it in the acknowledgement; empty if the vendor gives none.
        code: kind of concern, such as "malicious_instructions".
        message: explanation, in words.
    """

    id: str
    code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that a model requests.

    Attributes:
        id: the result names it; unique within a conversation.
        name: of the tool; of a vendor's computer tool, the name that the vendor uses.
        arguments: JSON text as the model wrote it; it may be invalid.
        signature: returned to the vendor with the call, in base64, or empty; some reasoning models refuse a call without it.
        checks: concerns to acknowledge with the result, or to refuse the call for.
    """

    id: str
    name: str
    arguments: str
    signature: str = ""
    checks: tuple[SafetyCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call.

    Attributes:
        name: letters, digits, "_" and "-", 64 at most.
        description: what it does.
        parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ComputerTool:
    """The vendor's own tool for models that are trained to operate a computer by its pictures.

    Attributes:
        width: pixels of the pictures that the model gets.
        height: pixels of the pictures that the model gets.
        version: the vendor's name for a version of the tool, such as "computer_20251124"; empty for the newest.
        excluded: actions of the tool that the model is not offered, by the vendor's names.
    """

    width: int
    height: int
    version: str = ""
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message of a conversation.

    Attributes:
        role: who speaks.
        text: what is said; the result of a call, for the role "tool".
        images: its pictures, in the order of the text; some are drawn on first access.
        tool_calls: the calls that an "assistant" requests.
        tool_call_id: which call a "tool" message answers.
        opaque: `Choice.opaque` of the reply that an "assistant" message repeats. The vendor gets this instead of text and calls.
        acknowledged: safety checks of the call that a "tool" message acknowledges.
    """

    role: Role
    text: str = ""
    images: Sequence[Image] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    opaque: str = ""
    acknowledged: tuple[SafetyCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """How replies are drawn; `None` leaves it to the server.

    Attributes:
        n: number of replies to one request, at least 1.
        temperature: 0 for the most likely reply.
        top_p: total probability of the most likely tokens to sample from, above 0 to 1.
        max_tokens: most tokens of each reply.
        stop: texts that end a reply.
        seed: given to models that take one.
        logprobs: alternatives of each token to return with log probabilities, 0 to 20; None for no log probabilities.
        extra: further members of the request's body, such as {"chat_template_kwargs": {"enable_thinking": False}}.
    """

    n: int = 1
    temperature: float | None = 0.0
    top_p: float | None = None
    max_tokens: int = 1_000
    stop: tuple[str, ...] = ()
    seed: int | None = None
    logprobs: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request to a model.

    Attributes:
        purpose: what the answer is for.
        messages: the conversation so far; the part that never changes comes first.
        facts: what the texts were rendered from.
        tools: tools that the model may call.
        schema: JSON schema of the reply, if the model supports one.
        sampling: how replies are drawn.
        computer: the vendor's own computer tool, if the model is to use it.
        reads: what a reply would do, for whoever chooses among several replies: actions, or texts for what is none. It raises
            `ActionError` where a reply holds no action. None where the messages say it.
    """

    purpose: Purpose
    messages: tuple[ModelMessage, ...]
    facts: PromptFacts = field(default_factory=lambda: PromptFacts(goal=""))
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None
    sampling: Sampling = Sampling()
    computer: ComputerTool | None = None
    reads: Callable[[Choice], Sequence[Action | str]] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        purpose: Purpose,
        text: str,
        images: Sequence[Image] = (),
        facts: PromptFacts | None = None,
        schema: Mapping[str, Any] | None = None,
        sampling: Sampling = Sampling(),
    ) -> ModelRequest:
        """A request of one message from the user."""
        return cls(
            purpose, (ModelMessage("user", text, tuple(images)),), facts or PromptFacts(goal=""), schema=schema, sampling=sampling
        )

    @property
    def text(self) -> str:
        """The texts of all messages, a blank line between them."""
        return "\n\n".join(message.text for message in self.messages)

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures of all messages, in order."""
        return tuple(image for message in self.messages for image in message.images)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several model calls.

    Attributes:
        prompt_tokens: tokens that were sent.
        completion_tokens: tokens of all replies, including reasoning.
        calls: number of requests.
        cached_tokens: prompt tokens from the server's cache.
        reasoning_tokens: completion tokens used for reasoning.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.calls + other.calls,
            self.cached_tokens + other.cached_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """How likely a token of a reply was.

    Attributes:
        token: its text.
        logprob: natural logarithm of its probability, 0 or less.
        alternatives: (token, logprob) of the most likely tokens in its place, itself perhaps among them.
    """

    token: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One reply of a model.

    Attributes:
        text: what it said.
        reasoning: its reasoning, if the server returns it.
        tool_calls: the calls that it requests.
        finish: why it stopped: "stop", "length", "tool_calls", "refused" or what the vendor calls it.
        logprobs: log probabilities of each token, if requested.
        dropped: characters that were dropped because it was too long.
        opaque: the reply in the vendor's own form, which the vendor needs back word for word, such as signed reasoning; see
            `automotive_env.models.opaque`. Empty where the texts and calls are enough.
    """

    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    logprobs: tuple[TokenLogprob, ...] = ()
    dropped: int = 0
    opaque: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer to a request.

    Attributes:
        choices: as many replies as requested, at least one; `choice` is the first.
        usage: what they cost in total.
    """

    choices: tuple[Choice, ...]
    usage: Usage = Usage()

    @classmethod
    def of(cls, text: str, usage: Usage = Usage(), finish: str = "stop") -> Completion:
        """An answer of one plain reply."""
        return cls((Choice(text, finish=finish),), usage)

    @property
    def choice(self) -> Choice:
        """The first reply, which agents act on."""
        return self.choices[0]

    @property
    def text(self) -> str:
        """What the first reply says."""
        return self.choice.text


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model can do, as found by probing it.

    Attributes:
        schema: whether its replies can follow a JSON schema.
        pictures: whether it uses the pictures that it gets; if not, none are drawn.
    """

    schema: bool = False
    pictures: bool = True


class Model(Protocol):
    """Something that answers requests."""

    @property
    def name(self) -> str:
        """Its name in records, such as "openai:gpt-4o-mini"."""
        ...

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: it could not, after bounded retries; never a vendor's exception.
        """
        ...

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check, before any episode, that the model answers and what it supports.

        Args:
            sampling: how the run draws replies; options that the model lacks are found now.

        Raises:
            ModelFault: it does not answer; the message says what to do.
        """
        ...

    async def close(self) -> None:
        """Release connections."""
        ...


def abilities_of(model: Model) -> Abilities:
    """What requests to a model may count on; of one that does not tell, what any model can do."""
    abilities = getattr(model, "abilities", None)
    return abilities if isinstance(abilities, Abilities) else Abilities()
