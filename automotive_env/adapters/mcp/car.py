"""A car behind tools and documents, before they are put into the words of the protocol."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from automotive_env.adapters.car_episode import CarEpisode, EpisodeSettings
from automotive_env.adapters.telling import cut, seen_text
from automotive_env.episode.action import ACTION_TYPES, Action, ActionError
from automotive_env.episode.imaging import png
from automotive_env.episode.tools import CALL_API, OfferedTool, action_of, few_tools, find_tool, not_offered, tool_hint, tools
from automotive_env.errors import UsageError
from automotive_env.tasks.kit.free_drive import FREE_DRIVE

LOOK = OfferedTool("look", "Tell what there is to see now. It is no step.", {"type": "object", "properties": {}}, True)
SCREENSHOT = OfferedTool(
    "screenshot", "Show the display; its pixels are those of x and y. It is no step.", {"type": "object", "properties": {}}, True
)
UNENDING = 10**12
"""Steps of a drive that is not judged."""
TASK_RULES = "Use the tools to do it. When it is done, or cannot or must not be done, end with the tool status."
FREE_RULES = "Nothing is asked of you here: try what you like."
OVER = "the episode is over; its verdict is in the resource task://verdict"


class ToolAnswer(NamedTuple):
    """What a tool answers.

    Attributes:
        text: what was done and what is seen now, or why nothing was done.
        failed: whether nothing was done.
        picture: PNG, or None.
    """

    text: str
    failed: bool = False
    picture: bytes | None = None


class McpDocument(NamedTuple):
    """Something that can be read.

    Attributes:
        name: short name.
        description: what it is.
        mime_type: of what `read` returns.
        read: makes it.
    """

    name: str
    description: str
    mime_type: str
    read: Callable[[], str | bytes]


class McpCar:
    """One car that plays one episode, or that is driven freely where the task is `FREE_DRIVE`.

    Attributes:
        played: the car and its episode.
        tools: name -> what is listed.
        documents: URI -> what can be read.
        is_judged: whether it plays a task.
    """

    def __init__(self, settings: EpisodeSettings, seed: int, *, lists_apis: bool = False) -> None:
        """Begin the episode of a seed.

        Args:
            settings: what is played.
            seed: what the instance is drawn from.
            lists_apis: whether each API is listed as a tool of its own; where not, they are found with look-ups. An API can be
                called as a tool by its name either way.

        Raises:
            UsageError: the settings do not fit.
            EnvironmentFault: the car cannot be set up.
        """
        self.is_judged = settings.task != FREE_DRIVE
        self.played = CarEpisode(settings if self.is_judged else replace(settings, max_steps=UNENDING))
        self.played.start(seed, None)
        self._face = settings.face
        offered = dict(tools(self._face) if lists_apis else few_tools(self._face))
        if not self.is_judged:
            del offered["status"]
        for extra in (LOOK,) if self._face == "calls" else (LOOK, SCREENSHOT):
            offered[extra.name] = extra
        self.tools: Mapping[str, OfferedTool] = offered
        self.documents = self._documents()

    def rules(self) -> str:
        """What is wanted, in words."""
        return f"{self.played.env.goal}\n\n{TASK_RULES}" if self.is_judged else FREE_RULES

    def call(self, name: str, arguments: Mapping[str, Any]) -> ToolAnswer:
        """Use a tool; never raises on what is asked: what does not fit is a failed answer, and a step like any other."""
        tool = self.find_tool(name)
        if tool is LOOK:
            return ToolAnswer(self._seen())
        if tool is SCREENSHOT:
            return ToolAnswer("", picture=self._screenshot())
        if self.played.over:
            return ToolAnswer(OVER, failed=True)
        _, terminated, truncated, told = self.played.step((tool or name, arguments), self._action)
        said = cut(self.played.outcome) or "done"
        if terminated or truncated:
            return ToolAnswer(f"{said}\n{OVER}", failed=not told["done"])
        shows = told["done"] and self._face != "calls" and tool is not None and tool.name in ACTION_TYPES
        return ToolAnswer(f"{said}\n\n{self._seen()}" if shows else said, failed=not told["done"])

    def _action(self, chosen: tuple[OfferedTool | str, Mapping[str, Any]]) -> Action:
        """The action that a tool and its arguments stand for.

        Raises:
            ActionError: there is no such tool, or its arguments do not fit; the hint has the form of a tool's call.
        """
        tool, arguments = chosen
        if isinstance(tool, str):
            apis = (name for name in tools(self._face) if name not in ACTION_TYPES)
            raise not_offered(tool, [*self.tools, *apis])
        try:
            return action_of(tool.name, arguments)
        except ActionError as error:
            raise ActionError(tool_hint(error, calls_by=CALL_API)) from None

    def find_tool(self, name: str) -> OfferedTool | None:
        """The tool that a name in any spelling means, listed or not; None where there is none here."""
        return find_tool(name, self.tools, self._face)

    def _documents(self) -> Mapping[str, McpDocument]:
        found = {"car://seen": McpDocument("seen", "What an agent sees now.", "text/plain", self._seen)}
        if self._face != "calls":
            found["car://screenshot"] = McpDocument("screenshot", SCREENSHOT.description, "image/png", self._screenshot)
        if self.is_judged:
            found["task://goal"] = McpDocument("goal", "What the user says.", "text/plain", lambda: self.played.env.goal)
            found["task://verdict"] = McpDocument(
                "verdict", "Available once the episode is over.", "application/json", self._verdict
            )
        else:  # a whole state tells more than agents are told
            state = "The whole state, with types and descriptions."
            found["car://state"] = McpDocument("state", state, "application/json", self.played.env.state)
        return found

    def _seen(self) -> str:
        assert self.played.seen is not None
        return seen_text(self.played.seen, self._face)

    def _screenshot(self) -> bytes:
        assert self.played.seen is not None
        return png(self.played.seen.screenshot)

    def _verdict(self) -> str:
        if not self.played.over:
            raise UsageError("the episode is still running; end it with the tool status")
        env = self.played.env
        verdict = env.verdict()
        harm = [one.name for one in verdict.harm]
        told = {"success": verdict.met, "verdict": str(verdict), "ending": verdict.ending, "harm": harm}
        return json.dumps({**told, "state": env.state_hash()}, ensure_ascii=False)
