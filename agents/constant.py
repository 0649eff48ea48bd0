"""The agent that gives the same reply to every wish: a floor for tasks that are decided by what is said."""

from __future__ import annotations

from automotive_env.action import Answer, Status
from automotive_env.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.controller import Outcome
from automotive_env.observation import Observation

REPLY = "It is already so, nothing to do."


class ConstantAgent:
    """Says one sentence, then that the task is complete, whenever it is its turn."""

    name = "constant"

    def __init__(self) -> None:
        self._has_replied = False

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._has_replied = False

    async def act(self, observation: Observation) -> Decision:
        """The reply, and after it the end."""
        self._has_replied = not self._has_replied
        action = Answer(text=REPLY) if self._has_replied else Status(goal_status="complete")
        return Decision(action, reasoning="This agent gives the same reply to every wish.")

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


constant = AgentSpec("constant", "says that there is nothing to do; another floor", lambda kit: ConstantAgent())
