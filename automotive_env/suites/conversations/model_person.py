"""The person in the car, played by a model: it understands questions and words answers; what it can tell is the scenario's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from anyio import from_thread

from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.templates import Templates
from automotive_env.errors import AutomotiveEnvError, ModelFault
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import ModelMessage, ModelRequest, PromptFacts
from automotive_env.suites.conversations.scenario import ConversationTurn, ScriptedReply
from automotive_env.suites.vehicleworld.players.conversation import PACKAGE
from automotive_env.text.lenient_json import find_objects

MAX_ANSWER_CHARACTERS = 500
MAX_TRIES = 2
"""Replies to a question, of which one must be readable."""
MAX_HEARD = 30
"""Lines of the conversation that are shown, the newest; each with as many characters as an answer may have."""
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"told": {"type": "array", "items": {"type": "integer"}}, "says": {"type": "string"}},
    "required": ["told", "says"],
    "additionalProperties": False,
}
_QUOTED = re.compile(r'"([^"]+)"')
_WORD = re.compile(r"[\w']+")
_DECIDING = {"yes", "no", "not", "don't", "mind", "all", "both", "either", "first", "second", "third", "row"}
_DECIDING |= {"left", "right", "front", "rear", "middle", "driver", "passenger"}
_NO_NAMES = {"i", "the", "that", "it", "oh", "hm", "make", "send", "better", "just", "whichever"}
"""Words with which a sentence begins."""


@dataclass(frozen=True, slots=True)
class PersonAnswer:
    """What the person says to a question.

    Attributes:
        told: which replies of the turn it tells, counted from 0.
        says: the words.
    """

    told: tuple[int, ...]
    says: str


class ModelPerson:
    """Answers the questions of a conversation. It is shown what was said, and what the person can tell in this turn; no more.

    Attributes:
        fault: why the model can play no further, or None; the model is to blame for it, not the agent.
    """

    def __init__(self, model: MeteredModel) -> None:
        self.fault: AutomotiveEnvError | None = None
        self._model = model
        self._templates = Templates(package=PACKAGE)
        self._heard: list[str] = []

    def hear(self, who: str, text: str) -> None:
        """Take down what somebody said."""
        self._heard = [*self._heard, f"{who}: {one_line(text, MAX_ANSWER_CHARACTERS)}"][-MAX_HEARD:]

    def answer(self, question: str, turn: ConversationTurn) -> PersonAnswer | None:
        """Answer a question, from a worker thread of the event loop; None where the model fails or has failed, see `fault`."""
        if self.fault:
            return None
        try:
            return from_thread.run(self._ask, question, turn)
        except AutomotiveEnvError as fault:
            self.fault = fault
            return None

    async def _ask(self, question: str, turn: ConversationTurn) -> PersonAnswer:
        given = {"heard": self._heard, "replies": [reply.says for reply in turn.replies], "question": question}
        messages = tuple(
            ModelMessage(role, sendable(self._templates.render(f"person.{role}.jinja", given).strip()) + "\n")
            for role in ("system", "user")
        )
        request = ModelRequest("person", messages, PromptFacts(question), schema=SCHEMA)
        for _ in range(MAX_TRIES):
            reply = (await self._model.complete(request)).text
            if answer := read_answer(reply, turn.replies):
                return answer
            said = ModelMessage("assistant", sendable(reply[: 4 * MAX_ANSWER_CHARACTERS]) or "-")
            again = ModelMessage("user", 'Reply with one JSON object: {"told": [numbers], "says": "your words"}\n')
            request = replace(request, messages=(*messages, said, again))
        raise ModelFault(f"{self._model.name}, which plays the person, gave no readable answer in {MAX_TRIES} replies")


def read_answer(reply: str, replies: Sequence[ScriptedReply]) -> PersonAnswer | None:
    """The answer in a reply of the model; None where there is none.

    Where its words have other places, another yes or no, or lack a name, a figure or a quotation of what it tells, those of the
    scenario are said: the agent hears what it needs, whoever plays.
    """
    for found in find_objects(reply):
        told, says = found.data.get("told"), found.data.get("says")
        if not isinstance(says, str) or not isinstance(told, list) or not (words := one_line(says, MAX_ANSWER_CHARACTERS)):
            continue
        if not all(type(number) is int and 0 < number <= len(replies) for number in told):
            continue
        chosen = sorted({number - 1 for number in told})
        meant = " ".join(replies[number].says for number in chosen)
        return PersonAnswer(tuple(chosen), words if _says(words, meant) else meant)
    return None


def _says(words: str, meant: str) -> bool:
    """Whether words say what decides in a text."""
    said, known = _words(words), _words(meant)
    named = {word.lower() for word in _WORD.findall(meant) if word[0].isdigit() or word.istitle()} - _NO_NAMES
    return not meant or (said & _DECIDING == known & _DECIDING and named | set(_QUOTED.findall(meant.lower())) <= said)


def _words(text: str) -> set[str]:
    return {*_WORD.findall(text.lower()), *_QUOTED.findall(text.lower())}
