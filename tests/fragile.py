"""An agent that ends the process in which it plays: `--agent fragile:AGENT`, told by a file in the current folder how often."""

import os
import signal
from pathlib import Path

from registered import THREE_TURNS

from automotive_env.agents.agent import AgentSpec, EpisodeContext
from automotive_env.agents.random_agent import RandomAgent
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.registry import find_task

DEADLY = THREE_TURNS
"""The task in which it does."""
TIMES = Path("deadly")
"""Holds how many times it still does; where there is none, it draws actions at random."""


class Fragile(RandomAgent):
    name = "fragile"

    def reset(self, goal: str, context: EpisodeContext) -> None:
        super().reset(goal, context)
        left = int(TIMES.read_text()) if TIMES.exists() else 0
        drawn = instantiate(find_task(DEADLY), context.seed)
        if drawn and drawn.goal == goal and left:
            TIMES.write_text(str(left - 1))
            os.kill(os.getpid(), signal.SIGKILL)


AGENT = AgentSpec("fragile", "ends its process", lambda kit: Fragile())
