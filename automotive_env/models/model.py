"""The contract of a language model, real or built in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Element, Image, lines_of
from automotive_env.episode.opening import Speaker

Purpose = Literal["act", "reflect", "summarise", "context", "plan", "aggregate", "person", "judge", "probe"]
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
    """What a prompt was rendered from, part by part; its text says the same, so a model that reads either knows no more.

    Attributes:
        goal: what began the turn: what the user said, or what the car noticed.
        speaker: who began it: "driver", "passenger" or "car".
        conversation: what was said and noticed before, and how each turn ended: a line each.
        elements: the elements in front of the agent.
        history: one line for each step so far.
        vehicle: facts about the vehicle, in words.
        gps: "latitude, longitude", or empty where the agent is not told.
        context: what was found out about the place: topic -> statement.
        apis: full API name -> summary, of the vehicle APIs the agent may call.
        before: elements before the action, when reflecting on it.
        action: the action to reflect on, in words.
        reason: why it was chosen.
        outcome: what the car answered to it.
        apps: names of the apps that can be opened.
        shortcuts: whether they can be opened by name; through the launcher otherwise.
        memory: what worked and what did not, kept after history has been shortened.
        topics: topic -> what it is about, when choosing what to ask about the place.
        plan: the steps that the agent means to take.
        max_plan_steps: how many steps a plan may have, where one is asked for; 0 where none is.
        steps_left: decisions the agent still has, this one included; None where it is not told.
        car: what is told of the car where the agent has calls or state.
        face: how the agent reaches the car.
        experience: what was right for requests like this one, the most alike last.
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
        """The elements, a line each."""
        return "\n".join(lines_of(self.elements))


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants called.

    Attributes:
        id: what the result is to name; unique within a conversation.
        name: of the tool.
        arguments: JSON text as the model wrote it, which may be no JSON at all.
        signature: what the vendor wants back with the call, in base64, or empty; some models that think refuse a call without it.
    """

    id: str
    name: str
    arguments: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may have called.

    Attributes:
        name: letters, digits, "_" and "-", 64 at most.
        description: what it does.
        parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message of a conversation.

    Attributes:
        role: who speaks.
        text: what is said; the result of a call, for the role "tool".
        images: pictures that belong to it, in the order in which the text speaks of them; some are drawn when looked at.
        tool_calls: what an "assistant" wants called.
        tool_call_id: which call a "tool" message answers.
    """

    role: Role
    text: str = ""
    images: Sequence[Image] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How replies are drawn; `None` leaves it to the server.

    Attributes:
        n: replies to one request, 1 or more.
        temperature: 0 for the most likely reply.
        top_p: mass of the most likely tokens that are drawn from, above 0 to 1.
        max_tokens: bound of each reply.
        stop: texts before which a reply ends.
        seed: given to models that take one.
        logprobs: how many alternatives of each token are told with their log probability, 0 to 20; None for no log probabilities.
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
    """One question to a model.

    Attributes:
        purpose: what the answer is for.
        messages: the conversation so far, the part that never changes first.
        facts: what the texts were rendered from.
        tools: what the model may have called.
        schema: JSON schema that the reply is to follow, where the model can be held to one.
        sampling: how replies are drawn.
    """

    purpose: Purpose
    messages: tuple[ModelMessage, ...]
    facts: PromptFacts = field(default_factory=lambda: PromptFacts(goal=""))
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None
    sampling: Sampling = Sampling()

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
        prompt_tokens: of all that was sent.
        completion_tokens: of all replies, reasoning included.
        calls: requests.
        cached_tokens: of the prompt, those that the server had already read.
        reasoning_tokens: of the completion, those that were thought and not said.
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
        reasoning: what it thought before, where the server tells.
        tool_calls: what it wants called.
        finish: why it stopped: "stop", "length", "tool_calls", "refused" or what the vendor calls it.
        logprobs: of each token, where asked for.
        dropped: characters that were not kept, since it was too long.
    """

    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    logprobs: tuple[TokenLogprob, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer to a request.

    Attributes:
        choices: as many replies as were asked for, one at least; `choice` is the first.
        usage: what they cost together.
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
    """What a model turned out to be able to do when it was probed.

    Attributes:
        schema: whether its replies can be held to a JSON schema.
        pictures: whether it looks at the pictures that it is sent; for one that does not, none are drawn.
    """

    schema: bool = False
    pictures: bool = True


class Model(Protocol):
    """Something that answers requests."""

    @property
    def name(self) -> str:
        """What records call it, such as "openai:gpt-4o-mini"."""
        ...

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: it could not, after bounded retries; never a vendor's exception.
        """
        ...

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check, before any episode, that the model answers, and what it can be asked for.

        Args:
            sampling: how replies of the run are drawn: what the model does not take of it is better known now.

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
