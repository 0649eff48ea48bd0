"""An agent that plays actions that were written down before, in a run: `--agent scripted:AGENT`."""

from automotive_env.agents.agent import AgentSpec, Decision
from automotive_env.agents.noop import NoopAgent
from automotive_env.episode.action import Action
from automotive_env.episode.observation import Observation

ACTIONS: list[Action] = []
"""What is played next, from the front."""


class Scripted(NoopAgent):
    name = "scripted"

    async def act(self, observation: Observation) -> Decision:
        return Decision(ACTIONS.pop(0))


AGENT = AgentSpec("scripted", "plays actions that were written down", lambda kit: Scripted())
