"""A string matcher, for tests: it reads the goal and the screen, and knows nothing of cars."""

import re

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.episode.action import Action, Click, Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation


def words(text: str) -> set[str]:
    """The words of a text, in lower case."""
    return set(re.findall(r"\w+", text.casefold()))


class StringMatcher:
    """Taps the element whose text or description shares most words with the goal, the first of several, and is done."""

    name = "string_matcher"

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._goal, self._tapped = words(goal), False

    async def act(self, observation: Observation) -> Decision:
        return Decision(Status(goal_status="complete") if self._tapped else self._tap(observation))

    def _tap(self, observation: Observation) -> Action:
        touchable = [element for element in observation.elements if element.clickable]
        shared = [len(self._goal & words(f"{element.text} {element.description}")) for element in touchable]
        if not any(shared):
            return Status(goal_status="complete")
        self._tapped = True
        return Click(index=touchable[shared.index(max(shared))].index)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        return decision
