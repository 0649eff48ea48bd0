"""Who plays AppWorld: a model that writes code step by step, and one that does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automotive_env.agents.prompting import sendable
from automotive_env.models.model import CarFacts, ModelMessage
from automotive_env.suites.vehicleworld.players import PlayerSpec
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit, code_in


class NoopCodePlayer:
    """Does nothing; what players do is defined by `reset` and `code`."""

    name = "noop"

    def reset(self, instruction: str, supervisor: Mapping[str, str]) -> None:
        """Begin a task: what is wanted, and first_name, last_name, email and phone_number of who wants it."""

    async def code(self, output: str) -> str:
        """The next code, after what the last one printed; empty where there is nothing more to do."""
        return ""


class CodePlayer(NoopCodePlayer):
    """Writes a block of Python, sees what it printed, and writes the next, until a reply has none."""

    name = "code"

    def __init__(self, kit: PlayerKit) -> None:
        self._kit = kit

    def reset(self, instruction: str, supervisor: Mapping[str, str]) -> None:
        """Begin a task."""
        system = self._kit.render("code.system", supervisor=supervisor)
        self._wanted = instruction
        self._messages = [ModelMessage("system", system), ModelMessage("user", sendable(instruction))]

    async def code(self, output: str) -> str:
        """What the model wants to run next."""
        if output:
            self._messages.append(ModelMessage("user", f"Output:\n{sendable(output)}"))
        reply = await self._kit.ask("act", self._messages, self._wanted, CarFacts("calls", acted=bool(output)))
        self._messages.append(ModelMessage("assistant", sendable(reply.text)))
        return code_in(reply.text)


PLAYERS: Mapping[str, PlayerSpec[Any]] = {
    "noop": PlayerSpec("noop", "does nothing", NoopCodePlayer, standing="floor"),
    "code": PlayerSpec(
        "code", "writes code step by step", None, CodePlayer, frozenset({"prompts"}), "automotive_env.suites.appworld"
    ),
}
"""Name -> who plays AppWorld."""
