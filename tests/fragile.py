"""An agent that ends the process in which it plays: `--agent fragile:AGENT`, told by a file in the current folder how often."""

import os
import signal
from pathlib import Path
from typing import Any

from registered import THREE_TURNS

from automotive_env.agent import AgentSpec, EpisodeContext
from automotive_env.agents.oracle import OracleAgent

DEADLY = THREE_TURNS
"""The task in which it does."""
TIMES = Path("deadly")
"""Holds how many times it still does; where there is none, it is the oracle."""


class Fragile(OracleAgent):
    name = "fragile"
    task = ""

    def brief(self, task: Any, instance: Any) -> None:
        super().brief(task, instance)
        self.task = task.name

    def reset(self, goal: str, context: EpisodeContext) -> None:
        super().reset(goal, context)
        left = int(TIMES.read_text()) if TIMES.exists() else 0
        if self.task == DEADLY and left:
            TIMES.write_text(str(left - 1))
            os.kill(os.getpid(), signal.SIGKILL)


AGENT = AgentSpec("fragile", "ends its process", lambda kit: Fragile())
