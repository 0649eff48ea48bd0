"""The built-in model: an offline baseline of rules and words. No weights, no network; it knows only what a prompt tells."""

from __future__ import annotations

import json

from automotive_env.model import Abilities, Completion, ModelRequest, Sampling, Usage
from automotive_env.models.builtin.calls import scenario_reply
from automotive_env.models.builtin.policy import next_action, plan
from automotive_env.models.builtin.questions import topics_to_ask
from automotive_env.models.builtin.reflection import reflect


class BuiltinModel:
    """Answers from the facts a prompt was rendered from; the same facts get the same reply. See `automotive_env.model.Model`.

    It does not look at pictures. Its usage is an estimate, four characters a token.
    """

    name = "builtin"

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a prompt, in the free form or as the object that its schema asks for."""
        if request.facts.car is not None and request.facts.car.wants != "action":
            choice = scenario_reply(request)
            said = len(choice.text) + sum(len(call.arguments) for call in choice.tool_calls)
            return Completion((choice,), Usage(len(request.text) // 4, said // 4, calls=1))
        text = _reply(request)
        return Completion.of(text, Usage(len(request.text) // 4, len(text) // 4, calls=1))

    async def probe(self, sampling: Sampling) -> Abilities:
        """Nothing is needed, so nothing can be missing."""
        return Abilities(schema=True, pictures=False)

    async def close(self) -> None:
        """There is nothing to release."""


def _reply(request: ModelRequest) -> str:
    facts = request.facts
    match request.purpose:
        case "act":
            move = next_action(facts)
            said = {"reason": move.reason, "action": move.action}
            free = f"Reason: {move.reason}\nAction: {_json(move.action)}"
        case "reflect" | "summarise":
            thought, lesson = reflect(facts)
            said = {"thought": thought, "lesson": lesson}
            free = f"{thought}\nLesson: {lesson}" if lesson else thought
        case "context" | "plan":
            said = {"topics": topics_to_ask(facts)} if facts.topics else {}
            said |= {"plan": plan(facts)[: facts.max_plan_steps]} if facts.max_plan_steps else {}
            free = _json(said)
        case _:
            return "ok"
    if request.schema is None:
        return free
    return _json({name: said[name] for name in request.schema["properties"]})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
