"""How an agent stands in comparisons, as our own specifications declare; agents of other packages are always contestants."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

AgentStanding: TypeAlias = Literal["contestant", "floor", "human", "privileged"]
"""Only contestants are ranked.

A floor understands nothing, such as an agent that does nothing. A privileged agent is shown the task, such as the oracle.
"""
CONTESTANT: AgentStanding = "contestant"
REASONING = "What the task declares to be right."
"""The reasoning in every step of an oracle, by which `verify` recognises its records."""


def is_privileged(specification: object) -> bool:
    """Whether an agent is shown the task that it plays."""
    return standing_of(specification) == "privileged"


def standing_of(specification: object) -> AgentStanding:
    """How an agent stands; one whose specification does not say so is a contestant."""
    found = getattr(specification, "standing", CONTESTANT)
    return found if found in get_args(AgentStanding) else CONTESTANT
