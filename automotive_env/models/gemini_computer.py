"""Gemini's computer tool: how a request asks for it, and what a reply holds besides its calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from automotive_env.models.endings import REFUSED
from automotive_env.models.gemini_request import FORM
from automotive_env.models.model import Choice, Completion, ComputerTool, ModelRequest, SafetyCheck, ToolCall
from automotive_env.models.opaque import to_opaque
from automotive_env.text.lenient_json import read_arguments

if TYPE_CHECKING:
    from google.genai.types import Tool

ENVIRONMENTS = ("ENVIRONMENT_MOBILE", "ENVIRONMENT_BROWSER", "ENVIRONMENT_DESKTOP")
"""Versions of the tool; each has actions of its own, and the first is for touch screens."""
DECISION = "safety_decision"
_ALLOWED = ("", "allowed", "regular")


def computer_tool(computer: ComputerTool) -> Tool:
    """The tool of a request."""
    from google.genai.types import ComputerUse, Environment, Tool

    environment = Environment(computer.version or ENVIRONMENTS[0])
    return Tool(computer_use=ComputerUse(environment=environment, excluded_predefined_functions=[*computer.excluded] or None))


def with_returned_parts(completion: Completion, reply: Any, request: ModelRequest) -> Completion:
    """The completion with what Gemini wants back, and with the safety checks that it puts among the arguments of its calls."""
    if not request.tools and not request.computer:
        return completion
    contents = [candidate.content for candidate in reply.candidates or ()]
    choices = tuple(_returned(choice, content) for choice, content in zip(completion.choices, contents, strict=False))
    completion = replace(completion, choices=choices + completion.choices[len(choices) :])
    return replace(completion, choices=tuple(map(_checked, completion.choices))) if request.computer else completion


def _returned(choice: Choice, content: Any) -> Choice:
    if choice.finish == REFUSED or content is None:
        return choice
    parts = content.model_dump(mode="json", exclude_none=True).get("parts")
    return replace(choice, opaque=to_opaque(FORM, parts)) if parts else choice


def _checked(choice: Choice) -> Choice:
    return replace(choice, tool_calls=tuple(replace(call, checks=_checks(call)) for call in choice.tool_calls))


def _checks(call: ToolCall) -> tuple[SafetyCheck, ...]:
    decided = read_arguments(call.arguments).get(DECISION)
    if not isinstance(decided, Mapping):
        return ()
    decision, explanation = (str(decided.get(name) or "") for name in ("decision", "explanation"))
    return () if decision.lower() in _ALLOWED else (SafetyCheck("", decision, explanation),)
