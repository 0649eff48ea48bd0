"""The built-in model: an offline baseline of rules and words. No weights, no network; it knows only what a prompt tells."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from automotive_env.episode.observation import Element
from automotive_env.models.builtin.calls import scenario_reply
from automotive_env.models.builtin.policy import next_action, plan
from automotive_env.models.builtin.questions import topics_to_ask
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, PromptFacts, Sampling, Usage


class BuiltinModel:
    """Answers from the facts of a prompt, not from pictures. Usage is an estimate, four characters a token."""

    name = "builtin"

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a prompt, in the free form or as the object that its schema asks for."""
        car = request.facts.car
        choice = scenario_reply(request) if car is not None and car.wants != "action" else Choice(_reply(request))
        said = len(choice.text) + sum(len(call.arguments) for call in choice.tool_calls)
        return Completion((choice,), Usage(len(request.text) // 4, said // 4, calls=1))

    async def probe(self, sampling: Sampling) -> Abilities:
        """Nothing is needed, so nothing can be missing."""
        return Abilities(schema=True, pictures=False)

    async def close(self) -> None:
        """There is nothing to release."""


def _reply(request: ModelRequest) -> str:
    facts, said = request.facts, dict[str, Any]()
    match request.purpose:
        case "act":
            move = next_action(facts)
            said = {"reason": move.reason, "action": move.action}
            free = f"Reason: {move.reason}\nAction: {_json(move.action)}"
        case "reflect" | "summarise":
            thought, lesson = _reflect(facts)
            said = {"thought": thought, "lesson": lesson}
            free = f"{thought}\nLesson: {lesson}" if lesson else thought
        case "context" | "plan":
            said = {"topics": topics_to_ask(facts)} if facts.topics else {}
            said |= {"plan": plan(facts)[: facts.max_plan_steps]} if facts.max_plan_steps else {}
            free = _json(said)
        case _:
            return "ok"
    return free if request.schema is None else _json({name: said[name] for name in request.schema["properties"]})


_json = partial(json.dumps, ensure_ascii=False)


def _reflect(facts: PromptFacts) -> tuple[str, str]:
    """One sentence about what an action brought about, and a lesson where it brought about nothing."""
    if facts.outcome.startswith("FAILED"):
        return f"The car refused: {facts.outcome.partition(':')[2].strip() or 'no reason given'}. Another way is needed.", ""
    if not facts.before and not facts.elements:
        return f"No elements are known to compare; the car said {facts.outcome or 'nothing'}.", ""
    then = {(one.name, one.window, one.description): _state(one) for one in facts.before if one.name}
    now = {(one.name, one.window, one.description): (one, _state(one)) for one in facts.elements}
    changes = [(one, then[key], state) for key, (one, state) in now.items() if then.get(key, state) != state]
    if changes or then.keys() != now.keys():
        told = [f'"{one.description or one.text or one.name}" went from {was} to {state}' for one, was, state in changes]
        return f"{'; '.join(told[:3]) or f'Now there are {len(now.keys() - then)} new elements'}.", ""
    return "Nothing changed on the screen.", f"{facts.action.partition(' ')[0]} there shows no effect, try something else."


def _state(one: Element) -> str:
    if one.range is not None:
        return f"{one.range.value:g}"
    if one.checkable:
        return "on" if one.checked else "off"
    if one.selected or not one.enabled:
        return "selected" if one.selected else "disabled"
    return one.text if one.text and (not one.clickable or any(letter.isdigit() for letter in one.text)) else "as it was"
