"""A model that says what is right, so that rows are recorded while the agent that is to be trained is asked as in any run."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.car.calls.catalogue import tool_name
from automotive_env.car.core.world import MODULES
from automotive_env.errors import ModelFault
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, Sampling, ToolCall
from automotive_env.suites.vehicleworld.players.protocols import LOOK_UP_TOOLS
from automotive_env.suites.vehicleworld.release import ReleaseCall

LIST_DEVICES, DESCRIBE_DEVICES, *_ = (tool.name for tool in LOOK_UP_TOOLS)


@dataclass(frozen=True, slots=True)
class PlannedReply:
    """One right reply: a text, or calls of tools.

    Attributes:
        text: the reply; empty where it calls.
        calls: tool -> arguments, in order.
        modules: devices whose APIs must be known before.
    """

    text: str = ""
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    modules: tuple[str, ...] = ()


class TeacherModel:
    """Gives the replies that were planned, and looks up the tools that they need before; see `models.model.Model`."""

    name = "teacher"

    def __init__(self) -> None:
        self._replies: deque[PlannedReply] = deque()
        self._listed = False
        self._count = 0

    def begin(self) -> None:
        """Begin an episode: nothing is planned and nothing was looked up."""
        self._replies.clear()
        self._listed, self._count = False, 0

    def plan(self, *replies: PlannedReply) -> None:
        """Say these next; what was planned before is dropped."""
        self._replies = deque(replies)

    async def complete(self, request: ModelRequest) -> Completion:
        """The next reply, or the look-up that it needs.

        Raises:
            ModelFault: nothing is planned, or a tool that is needed is not offered.
        """
        if not self._replies:
            raise ModelFault("the teacher was asked more often than planned")
        offered = {tool.name for tool in request.tools}
        if self._replies[0].calls and (lacking := [name for name, _ in self._replies[0].calls if name not in offered]):
            return self._looks_up(self._replies[0].modules, offered, lacking)
        said = self._replies.popleft()
        return Completion((Choice(said.text, tool_calls=self._calls(said.calls)),))

    def _looks_up(self, modules: Sequence[str], offered: set[str], lacking: Sequence[str]) -> Completion:
        if DESCRIBE_DEVICES not in offered or (self._listed and not modules):
            raise ModelFault(f"the teacher needs the tool {lacking[0]}, which is not offered")
        call: tuple[str, Mapping[str, Any]] = (
            (DESCRIBE_DEVICES, {"modules": list(modules)}) if self._listed else (LIST_DEVICES, {})
        )
        if self._listed:
            self._replies[0] = PlannedReply(calls=self._replies[0].calls)  # looked up once, they are known or cannot be
        self._listed = True
        return Completion((Choice(tool_calls=self._calls([call])),))

    def _calls(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[ToolCall, ...]:
        found = []
        for name, arguments in calls:
            self._count += 1
            found.append(ToolCall(f"call_{self._count}", name, json.dumps(dict(arguments), ensure_ascii=False)))
        return tuple(found)

    async def probe(self, sampling: Sampling) -> Abilities:
        """It answers, in text, and looks at no pictures."""
        return Abilities(pictures=False)

    async def close(self) -> None:
        """It holds nothing."""


def planned_calls(calls: Sequence[ReleaseCall]) -> PlannedReply:
    """The reply that makes the calls of a scenario.

    Raises:
        ValueError: one is no API, which no tool can call.
    """
    try:
        named = tuple((tool_name(MODULES[call.module].apis[call.name.partition(".")[2]]), call.arguments) for call in calls)
    except KeyError:
        raise ValueError("a call is not an API of the car") from None
    return PlannedReply(calls=named, modules=tuple(dict.fromkeys(call.module for call in calls)))
