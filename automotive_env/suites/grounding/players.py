"""Who plays: every agent that answers with an action on the screen, and an oracle that is shown the target."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.agents.registry import all_agents, find_agent
from automotive_env.agents.standing import REASONING
from automotive_env.episode.action import Click
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Box, Observation

SUITE = "grounding"


class PointingOracle:
    """Points at the middle of the target that it was shown."""

    name = "oracle"

    def __init__(self) -> None:
        self._box: Box | None = None

    def show(self, box: Box) -> None:
        """See the target."""
        self._box = box

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an item."""

    async def act(self, observation: Observation) -> Decision:
        """Point at the target; without one, at nothing."""
        if self._box is None:
            return Decision(None, error="no target was shown")
        x, y = self._box.center
        return Decision(Click(x=x, y=y), reasoning=REASONING)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


ORACLE = AgentSpec(
    "oracle",
    "points at the target; it is shown the target, so it does not compete",
    lambda kit: PointingOracle(),
    standing="privileged",
)


def players() -> Mapping[str, AgentSpec]:
    """Name -> who plays."""
    return {**all_agents(), ORACLE.name: ORACLE}


def player(name: str) -> AgentSpec:
    """The player of that name, or that `module:name` names.

    Raises:
        UsageError: there is none.
    """
    return ORACLE if name == ORACLE.name else find_agent(name, SUITE)
