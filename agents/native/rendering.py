"""The prompts of a family, rendered for a request: `NAME.system`, `NAME.user`, and what is told with later pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import SUFFIX, Templates
from automotive_env.models.model import PromptFacts, Tool

TURN, STATE = "native.turn", "native.state"
"""What is told when somebody speaks again, and with each later picture, where the history is the replies themselves."""
_EMPTY = re.compile(r"\n{3,}")


class NativePrompts:
    """The prompts of one agent; those of `--prompts` take precedence.

    Attributes:
        system: name of what stays the same in all steps.
        user: name of what is told first, or in each step where the history is lines.
        digest: a short hash of both, for records.

    Raises:
        UsageError: a folder of prompts cannot be used.
    """

    def __init__(self, family: NativeFamily, folders: Sequence[str], *, tool_calls: bool) -> None:
        """Make them.

        Args:
            family: whose.
            folders: of templates that take precedence over ours, the first most of all.
            tool_calls: whether functions are offered by the model's interface, and need not be described.
        """
        self.system, self.user = (f"{family.name}.{part}" for part in ("system", "user"))
        self._templates = Templates(folders)
        self._tool_calls = tool_calls
        self.digest = self._templates.digest(*(f"{name}{SUFFIX}" for name in (self.system, self.user)))

    def render(self, prompt: str, facts: PromptFacts, sent: SentPicture, tools: Sequence[Tool], earlier: int) -> str:
        """The text of a prompt; nothing where a family has none, as it may have no system prompt.

        Args:
            prompt: `system` or `user` of this, `TURN` or `STATE`.
            facts: what it tells, with elements on the display.
            sent: the picture that is sent, in whose numbers elements are told.
            tools: the functions of the family.
            earlier: pictures of earlier screens that are sent before that of this one.

        Raises:
            AgentFault: a template of another folder asks for what there is not.
        """
        name = f"{prompt}{SUFFIX}"
        if not self._templates.has(name):
            return ""
        values = {
            "facts": replace(facts, elements=tuple(map(sent.element, facts.elements))),
            "picture": sent.fit,
            "space": sent.space,
            "top": sent.top,
            "tools": [_described(tool) for tool in tools],
            "tool_calls": self._tool_calls,
            "earlier": earlier,
        }
        return _EMPTY.sub("\n\n", sendable(self._templates.render(name, values).strip()))


def _described(tool: Tool) -> dict[str, object]:
    """A function as JSON, in the form in which models are told of functions."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}
