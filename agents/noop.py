"""The agent that does nothing and says that it is done; every task must fail it."""

from __future__ import annotations

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.episode.action import Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation


class NoopAgent:
    """Ends each episode at once."""

    name = "noop"

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""

    async def act(self, observation: Observation) -> Decision:
        """Say that the task is complete."""
        return Decision(Status(goal_status="complete"), reasoning="Doing nothing is this agent's whole plan.")

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


noop = AgentSpec("noop", "ends at once; a floor for every task", lambda kit: NoopAgent(), standing="floor", sees=())
