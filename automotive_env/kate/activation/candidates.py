"""What each sampled reply would do, in a form in which replies that do the same are equal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from automotive_env.agents.prompting import one_line
from automotive_env.episode.action import Action, ActionError, Answer, Call, Status
from automotive_env.episode.action_parser import parse_action, reasoning_of
from automotive_env.episode.observation import Element
from automotive_env.episode.picture import LazyPictures
from automotive_env.kate.acquisition.episodes import action_text
from automotive_env.kate.activation.canonical import UnreadableReplyPart, canonical_call
from automotive_env.kate.activation.programs import done_by, only_calls
from automotive_env.kate.activation.touches import touched
from automotive_env.models.hermes import read_reply
from automotive_env.models.model import Choice, ModelRequest, PromptFacts, Tool
from automotive_env.suites.vehicleworld.players.conversation import bare_code, code_in, said_in
from automotive_env.text.lenient_json import read_arguments
from automotive_env.text.spelling import find_spelling

CandidateKind: TypeAlias = Literal["calls", "action", "text", "unreadable"]
MAX_THOUGHT_CHARACTERS = 1_500
"""Of what a candidate's thought shows whoever chooses."""
MAX_TEXT_CHARACTERS = 2_000
"""Of a reply in a form that nobody declared; replies of such an agent are alike where they say the same."""
NO_CALL = "calls nothing and says something"
SPOKEN = ("say", "ask", "decline")
"""Functions of a conversation: that something is said counts, not in which words."""
_BEGINS_CALL = re.compile(r"[\[(\s]*([\w.]+)\(")


@dataclass(frozen=True, slots=True)
class ReplyCandidate:
    """What a reply would do.

    Attributes:
        kind: what it holds; "unreadable" is no decision to call nothing, but a reply that nobody can carry out.
        does: each call or action, as text; candidates of one kind with equal ones are the same.
        thought: why, as far as the reply says.
    """

    kind: CandidateKind
    does: tuple[str, ...]
    thought: str = ""

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Equal for candidates that do the same."""
        return self.kind, () if self.kind == "unreadable" else self.does

    def __str__(self) -> str:
        """What it does, in lines."""
        return "\n".join(self.does) or "does nothing"


def candidate_of(choice: Choice, request: ModelRequest) -> ReplyCandidate:
    """What a reply to a request would do; whatever the reply is, this does not raise."""
    try:
        return _read(choice, request)
    except UnreadableReplyPart as fault:
        return ReplyCandidate("unreadable", (one_line(str(fault), 300),), _thought(choice, choice.text))
    except RecursionError:
        return ReplyCandidate("unreadable", ("it is nested too deeply",), _thought(choice, choice.text))


def _read(choice: Choice, request: ModelRequest) -> ReplyCandidate:
    car, tools = request.facts.car, tools_of(request)
    if choice.finish == "refused":
        raise UnreadableReplyPart("the model refused to answer")
    if request.reads:
        return _meant(request.reads, choice, request, tools)
    if choice.tool_calls:
        made = tuple(_called(call.name, call.arguments, tools, request) for call in choice.tool_calls)
        return ReplyCandidate("calls", made, _thought(choice, choice.text))
    if car is not None and car.wants in ("calls", "state", "tree"):
        return _program(choice, request, tools)
    if request.tools or (car is not None and car.wants == "tools"):
        return _calls_nothing(choice)
    return _action(choice, request, tools)


def _meant(
    reads: Callable[[Choice], Sequence[Action | str]], choice: Choice, request: ModelRequest, tools: Mapping[str, Tool]
) -> ReplyCandidate:
    """What a reply would do that only its agent can read."""
    try:
        found = reads(choice)
    except ActionError as error:
        raise UnreadableReplyPart(str(error)) from None
    elements = elements_of(request)
    does = tuple(one if isinstance(one, str) else _done(one, elements, tools) for one in found)
    return ReplyCandidate("action", does, _thought(choice, choice.text))


def _program(choice: Choice, request: ModelRequest, tools: Mapping[str, Tool]) -> ReplyCandidate:
    """The calls or writes that are written in a reply."""
    car, code = request.facts.car, code_in(choice.text)
    if not code and car is not None and not car.fenced:
        bare = bare_code(choice.text)
        code = only_calls(bare)
        if not code and (begun := _BEGINS_CALL.match(bare)) and begun[1] in tools:
            raise UnreadableReplyPart(f"the call of {begun[1]} cannot be read")
    if not code:
        return _calls_nothing(choice)
    if choice.finish == "length":
        raise UnreadableReplyPart("the program was cut off")
    return ReplyCandidate("calls", _without_words(done_by(code, tools), request), _thought(choice, said_in(choice.text)))


def _calls_nothing(choice: Choice) -> ReplyCandidate:
    """A reply without a call; servers and models leave one that they cannot read in the text."""
    said = read_reply(choice.text)
    if said.calls or said.unreadable:
        raise UnreadableReplyPart("its thought does not end, or a call stands in its text and was not read")
    return _text_candidate(choice, (NO_CALL,))


def _text_candidate(choice: Choice, does: tuple[str, ...]) -> ReplyCandidate:
    """A reply without a call; one that was cut off, or is empty, has decided nothing."""
    if choice.finish == "length":
        raise UnreadableReplyPart("the reply was cut off")
    if not choice.text.strip():
        raise UnreadableReplyPart("the reply is empty")
    return ReplyCandidate("text", does, _thought(choice, choice.text))


def _called(name: str, arguments: str, tools: Mapping[str, Tool], request: ModelRequest) -> str:
    try:
        given = read_arguments(arguments)
    except ValueError:
        raise UnreadableReplyPart(f"the arguments of {name[:80]} are not a JSON object") from None
    if _is_speech(name, request):
        return f"{name}()"
    tool = tools.get(find_spelling(name, tools) or name)
    return canonical_call(tool.name if tool else name, given, tool.parameters if tool else None)


def _without_words(made: Sequence[str], request: ModelRequest) -> tuple[str, ...]:
    named = [(call.partition("(")[0], call) for call in made]
    return tuple(f"{name}()" if _is_speech(name, request) else call for name, call in named)


def _is_speech(name: str, request: ModelRequest) -> bool:
    return name in SPOKEN and request.facts.car is not None and request.facts.car.converses


def _action(choice: Choice, request: ModelRequest, tools: Mapping[str, Tool]) -> ReplyCandidate:
    """The action of a reply, by the element that it touches."""
    elements = elements_of(request)
    try:
        action = parse_action(choice.text)
    except ActionError as error:
        if replace(request.facts, experience=()) == PromptFacts(request.facts.goal):  # nothing says that it should hold one
            return _text_candidate(choice, (" ".join(choice.text.split())[:MAX_TEXT_CHARACTERS],))
        raise UnreadableReplyPart(str(error)) from None
    number = getattr(action, "index", None)
    if elements and number is not None and number >= len(elements):
        raise UnreadableReplyPart(f"no element has index {number}")
    return ReplyCandidate("action", (_done(action, elements, tools),), _thought(choice, reasoning_of(choice.text)))


def _done(action: Action, elements: Sequence[Element], tools: Mapping[str, Tool]) -> str:
    if isinstance(action, Call):
        tool = tools.get(find_spelling(action.api, tools) or action.api)
        return canonical_call(tool.name if tool else action.api, action.arguments, tool.parameters if tool else None)
    fields = touched(action.to_json(), elements)
    if isinstance(action, Answer | Status):
        fields = {name: value for name, value in fields.items() if name not in ("text", "reason")}
    number = fields.get("index")
    place = f" [{number}]" if number is not None else ""
    return action_text(fields, [element.line() for element in elements]) + place


def elements_of(request: ModelRequest) -> tuple[Element, ...]:
    """The elements in front of the agent: those that it is told of, or that are on the picture which it is shown."""
    if request.facts.elements:
        return request.facts.elements
    shown = [message.images.items for message in request.messages if isinstance(message.images, LazyPictures)]
    moments = [getattr(item, "moment", None) for items in shown for item in items]
    return next((moment.elements for moment in reversed(moments) if moment is not None), ())


def tools_of(request: ModelRequest) -> dict[str, Tool]:
    """Name -> tool, of what a request offers and its prompt describes: the full name, and those that stand for it."""
    described = request.facts.car.apis if request.facts.car else ()
    bare = Counter(tool.name.rpartition(".")[2] for tool in described)
    found = {tool.name.rpartition(".")[2]: tool for tool in described if bare[tool.name.rpartition(".")[2]] == 1}
    found |= {tool.name.replace(".", "__"): tool for tool in described} | {tool.name: tool for tool in described}
    return {tool.name: tool for tool in request.tools} | found


def _thought(choice: Choice, said: str) -> str:
    return one_line(choice.reasoning or said, MAX_THOUGHT_CHARACTERS)


def readings(choices: Sequence[Choice], request: ModelRequest) -> tuple[ReplyCandidate, ...]:
    """What each of several replies to a request would do, in their order."""
    return tuple(candidate_of(choice, request) for choice in choices)
