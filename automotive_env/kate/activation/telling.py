"""What a step's request says besides: experience before the wish, hints at the end, candidates to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, get_args

from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import Templates, to_json
from automotive_env.kate.activation.candidates import ReplyCandidate, tools_of
from automotive_env.kate.activation.options import KnowledgeHint
from automotive_env.kate.activation.written_step import writes_call
from automotive_env.models.model import ModelMessage, ModelRequest

PACKAGE = "automotive_env.kate.activation"
ToldTurn: TypeAlias = tuple[str, Sequence[str]]
"""What the user said in a turn, and the experience that was told then."""
MAX_STEP_CHARACTERS = 4_000
"""Of what a candidate does, as it is shown."""


class KnowledgeTeller:
    """Writes into requests."""

    def __init__(self, hints: Sequence[KnowledgeHint] = ()) -> None:
        self._templates = Templates(package=PACKAGE)
        self._hint = "\n\n".join(self._render(hint) for hint in get_args(KnowledgeHint) if hint in hints)

    def tell(self, request: ModelRequest, texts: Sequence[str], earlier: Sequence[ToldTurn] = ()) -> ModelRequest:
        """The request with experience and hints; the request itself where there are none.

        Args:
            request: of a step.
            texts: experience, the most alike last, so that it stands next to the wish.
            earlier: wish and experience of earlier turns; it stands before these wishes as far as the request still holds them.
        """
        messages = list(request.messages)
        place = _place_of_wish(messages, request.facts.goal)
        if texts and place is None:
            messages.append(ModelMessage("user", self._render("experience", texts=texts)))
        elif texts and place is not None:
            self._put_before(messages, place, texts)
        told = list(texts)
        before = len(messages) if place is None else place
        for wish, known in reversed(earlier):
            if known and (said := _places_of(messages[:before], wish)):
                before = said[-1]
                self._put_before(messages, before, known)
                told = [*known, *told]
        if self._hint:
            _append(messages, self._hint)
        return replace(request, messages=tuple(messages), facts=replace(request.facts, experience=tuple(told)))

    def ask_for_intent(self, request: ModelRequest) -> tuple[ModelMessage, ...]:
        """The messages of a step with the question what the person intends."""
        messages = list(request.messages)
        _append(messages, self._render("infer"))
        return tuple(messages)

    def _put_before(self, messages: list[ModelMessage], place: int, texts: Sequence[str]) -> None:
        shown = self._render("experience", texts=texts)
        messages[place] = replace(messages[place], text=f"{shown}\n\n{messages[place].text}")

    def ask_to_choose(self, request: ModelRequest, candidates: Sequence[ReplyCandidate], fault: str) -> tuple[ModelMessage, ...]:
        """The messages of a step with the candidates, the tools that these call, and what was wrong with the last reply.

        The request itself offers no tools: it is to be answered, not carried on with.
        """
        known, called = tools_of(request), {does.partition("(")[0] for one in candidates for does in one.does}
        tools = [tool for tool in request.tools if known[tool.name].name in called]
        return self._with_candidates("choose", request, candidates, tools=tools, fault=fault)

    def ask_to_write(self, request: ModelRequest, candidates: Sequence[ReplyCandidate], fault: str) -> tuple[ModelMessage, ...]:
        """The messages of a step with the candidates, its tools if it calls any, and what was wrong with the last reply."""
        return self._with_candidates("write", request, candidates, calls=writes_call(request), tools=request.tools, fault=fault)

    def _with_candidates(
        self, name: str, request: ModelRequest, candidates: Sequence[ReplyCandidate], **told: object
    ) -> tuple[ModelMessage, ...]:
        shown = [{"thought": one.thought, "does": str(one)[:MAX_STEP_CHARACTERS]} for one in candidates]
        messages = list(request.messages)
        _append(messages, self._render(name, candidates=shown, **told))
        return tuple(messages)

    def _render(self, name: str, **told: object) -> str:
        return sendable(self._templates.render(f"{name}.user.jinja", told).strip())


def _place_of_wish(messages: Sequence[ModelMessage], goal: str) -> int | None:
    """The number of the message that says the wish, or else of the last one of the user's."""
    own = [number for number, message in enumerate(messages) if message.role == "user"]
    return next(reversed(_places_of(messages, goal) or own), None)


def _places_of(messages: Sequence[ModelMessage], goal: str) -> list[int]:
    """The numbers of the user's messages that say a wish."""
    own = [number for number, message in enumerate(messages) if message.role == "user"]
    for is_told in (_by_itself, str.__contains__):
        for wish in (goal, to_json(goal)):
            if wished := [number for number in own if goal and is_told(messages[number].text, wish)]:
                return wished
    return []


def _by_itself(text: str, wish: str) -> bool:
    """Whether a text has the wish at the end of a line, as prompts tell it: results of calls that name the same do not."""
    return any(line.endswith(wish) for line in text.splitlines())


def _append(messages: list[ModelMessage], text: str) -> None:
    """Say something at the end, as the user; roles alternate, as some servers want it."""
    if messages and messages[-1].role == "user":
        messages[-1] = replace(messages[-1], text=f"{messages[-1].text}\n{text}")
    else:
        messages.append(ModelMessage("user", text))
