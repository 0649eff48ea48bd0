"""A model that taps what shares words with the goal: no weights, no network, the same reply to the same prompt."""

from __future__ import annotations

import json
import re
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.models.model import Abilities, Completion, ModelRequest, PromptFacts, Sampling, Usage

STEPS = 6
"""Steps after which it says that it is done, where none are named."""


class WordMatch:
    """See `automotive_env.models.model.Model`; what follows the name is how many steps it takes: `--model word-match:4`."""

    def __init__(self, steps: str) -> None:
        if steps and not re.fullmatch(r"[1-9]", steps):
            raise UsageError(f"word-match takes a number of steps from 1 to 9, not {steps!r}")
        self.name = f"word-match:{steps}" if steps else "word-match"
        self._steps = int(steps or STEPS)

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer with an action, or with a word where no action is asked for."""
        text = self._reply(request.facts) if request.purpose == "act" else "ok"
        return Completion.of(text, Usage(len(request.text) // 4, len(text) // 4, calls=1))

    def _reply(self, facts: PromptFacts) -> str:
        step, wanted = len(facts.history), words(facts.goal)
        alike = [element for element in facts.elements if element.clickable and wanted & words(element.label)]
        action: dict[str, Any] = {"action_type": "status", "goal_status": "complete"}
        if step < self._steps and alike:
            action = {"action_type": "click", "index": max(alike, key=lambda one: len(wanted & words(one.label))).index}
        elif step < self._steps and facts.apps:
            action = {"action_type": "open_app", "app_name": facts.apps[step % len(facts.apps)]}
        return f"Reason: words are all I know.\nAction: {json.dumps(action)}"

    async def probe(self, sampling: Sampling) -> Abilities:
        """Nothing is needed, so nothing can be missing."""
        return Abilities()

    async def close(self) -> None:
        """There is nothing to release."""


def words(text: str) -> set[str]:
    """The words of a text that say something, without their plural."""
    return {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower()) if len(word) > 3}
