"""What a model is told of a scenario, turn by turn, and how it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import SUFFIX, Templates
from automotive_env.models.model import (
    CarFacts,
    Choice,
    Completion,
    Model,
    ModelMessage,
    ModelRequest,
    PromptFacts,
    Purpose,
    Tool,
)

PACKAGE = "automotive_env.suites.vehicleworld"


@dataclass(frozen=True, slots=True)
class PlayerKit:
    """What a player that asks a model is made of.

    Attributes:
        model: whom it asks.
        options: what differs from its design.
        templates: of its prompts.
    """

    model: Model
    options: AgentOptions = AgentOptions()
    templates: Templates = field(default_factory=lambda: Templates(package=PACKAGE))

    def render(self, name: str, **values: Any) -> str:
        """The text of a prompt.

        Raises:
            AgentFault: a template of another folder asks for what there is not.
        """
        given = {"examples": self.options.examples, "tools": self.options.tools, **values}
        return sendable(self.templates.render(f"{name}{SUFFIX}", given).strip()) + "\n"

    async def ask(
        self, purpose: Purpose, messages: Iterable[ModelMessage], query: str, car: CarFacts, tools: tuple[Tool, ...] = ()
    ) -> Completion:
        """Ask the model.

        Raises:
            ModelFault: it could not be asked.
        """
        return await self.model.complete(ModelRequest(purpose, tuple(messages), PromptFacts(query, car=car), tools=tools))


class PlayerChat:
    """The messages of a scenario so far. Of what was shown of the car, only the newest stays: older showings are cut out."""

    def __init__(self, system: str) -> None:
        self._messages = [ModelMessage("system", system)]
        self._shown = ""
        self._shown_at = 0

    def messages(self) -> tuple[ModelMessage, ...]:
        """All of them, the newest showing before what is said with it."""
        told = self._messages.copy()
        if self._shown:
            told[self._shown_at] = ModelMessage("user", f"{self._shown}\n{told[self._shown_at].text}")
        return tuple(told)

    def tell(self, text: str, shown: str = "") -> None:
        """Say something to the model, with what is shown of the car, if anything; roles alternate, as some servers want it."""
        last = self._messages[-1]
        if last.role == "user":
            self._messages[-1] = ModelMessage("user", f"{last.text}\n{text}")
        else:
            self._messages.append(ModelMessage("user", text))
        if shown:
            self._shown, self._shown_at = shown, len(self._messages) - 1

    def keep(self, choice: Choice) -> None:
        """Keep what the model said."""
        self._messages.append(ModelMessage("assistant", sendable(choice.text), tool_calls=choice.tool_calls))

    def answer(self, messages: Iterable[ModelMessage]) -> None:
        """Keep results, which are messages already."""
        self._messages.extend(messages)


def code_in(reply: str) -> str:
    """The program in a reply: all its blocks of Python, one after the other; empty where there is none."""
    reply = after_thought(reply)
    parts, position = [], 0
    while (start := reply.find("```", position)) >= 0:
        line_end = reply.find("\n", start)
        end = reply.find("```", line_end) if line_end >= 0 else -1
        if line_end < 0:
            break
        if reply[start + 3 : line_end].strip().lower() in ("python", "py", ""):
            parts.append(reply[line_end + 1 : end if end >= 0 else len(reply)])
        position = end + 3 if end >= 0 else len(reply)
    return "\n".join(parts).strip()


def bare_code(reply: str) -> str:
    """A reply that is a program as a whole, without the marks around it."""
    return after_thought(reply).strip("` \n\t")


def said_in(reply: str) -> str:
    """What a reply says before its first block."""
    return after_thought(reply).partition("```")[0].strip()


def after_thought(reply: str) -> str:
    """A reply without a thought in it, where programs are only tried out; some models have no field of its own for that."""
    return reply.rpartition("</think>")[2]
