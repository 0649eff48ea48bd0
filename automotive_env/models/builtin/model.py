"""The built-in model: an offline baseline of rules and words. No weights, no network; it knows only what a prompt tells."""

from __future__ import annotations

import json

from automotive_env.model import Abilities, Completion, Facts, ModelRequest, Usage
from automotive_env.models.builtin.context_query import topics_to_ask
from automotive_env.models.builtin.policy import next_action
from automotive_env.models.builtin.reflection import reflect


class BuiltinModel:
    """Answers from the facts a prompt was rendered from; the same facts get the same reply. See `automotive_env.model.Model`.

    It does not look at pictures. Its usage is an estimate, four characters a token.
    """

    name = "builtin"

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a prompt."""
        text = _reply(request.purpose, request.facts)
        return Completion.of(text, Usage(len(request.text) // 4, len(text) // 4, calls=1))

    async def probe(self) -> Abilities:
        """Nothing is needed, so nothing can be missing."""
        return Abilities()

    async def close(self) -> None:
        """There is nothing to release."""


def _reply(purpose: str, facts: Facts) -> str:
    if purpose == "act":
        move = next_action(facts)
        return f"Reason: {move.reason}\nAction: {json.dumps(move.action, ensure_ascii=False)}"
    if purpose == "context":
        return topics_to_ask(facts)
    return reflect(facts) if purpose in ("reflect", "summarise") else "ok"
