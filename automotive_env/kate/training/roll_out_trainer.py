"""TRL's trainer with tools told by their own schemas, as rows tell them: what it makes of type hints lacks bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trl import GRPOTrainer

from automotive_env.errors import UsageError
from automotive_env.kate.training.rollouts.tool_class import RollOut
from automotive_env.models.openai_request import openai_tool


class RollOutTrainer(GRPOTrainer):  # type: ignore[misc]  # untyped where the extra is not installed
    """A trainer whose environments are classes of roll-outs."""

    def __init__(self, model: Any, *, environment_factory: Mapping[str, type[RollOut]], **options: Any) -> None:
        super().__init__(model, environment_factory=dict(environment_factory), **options)
        told = {
            name: [openai_tool(tool.name, tool.description, tool.parameters) for tool in kind.tools]
            for name, kind in environment_factory.items()
        }
        if getattr(self, "_env_tools", {}).keys() != told.keys():  # of TRL 1.16; nothing public is asked for schemas
            raise UsageError("this version of TRL is not supported; install the one in constraints.txt")
        self._env_tools = told
