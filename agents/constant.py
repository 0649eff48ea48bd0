"""The agent that always says the same and ends; a floor beside doing nothing."""

from __future__ import annotations

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.episode.action import Answer, Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation

REPLY = "It is already so, nothing to do."


class ConstantAgent:
    """Says one sentence in each turn, and ends it with one status.

    Attributes:
        name: what records call it.
    """

    name = "constant"

    def __init__(self, reply: str = REPLY, status: str = "complete") -> None:
        self._reply, self._status = reply, status
        self._said = False

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin a turn."""
        self._said = False

    async def act(self, observation: Observation) -> Decision:
        """Say the sentence, then end the turn."""
        if self._said:
            return Decision(Status(goal_status="infeasible" if self._status == "infeasible" else "complete"))
        self._said = True
        return Decision(Answer(text=self._reply), reasoning="This agent says the same whatever is asked.")

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


constant = AgentSpec(
    "constant", "says one sentence and ends; a floor for every task", lambda kit: ConstantAgent(), standing="floor", sees=()
)
