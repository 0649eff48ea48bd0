"""Whether steps fit the track that an agent is said to have played on: one that was shown no list of elements has none in its
prompts, and names no element by its number.
"""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.errors import Contradiction
from automotive_env.runs.records.records import StepRecord

_WITHOUT_LIST: frozenset[AgentTrack] = frozenset({"marks", "none", "picture"})
_WITHOUT_NUMBERS: frozenset[AgentTrack] = frozenset({"none", "picture"})


def check_track(track: AgentTrack, steps: Sequence[StepRecord]) -> None:
    """See that no step shows or uses what agents of a track do not see.

    Raises:
        Contradiction: one does.
    """
    for step in steps:
        if track in _WITHOUT_LIST and (line := _shown_line(step)):
            raise Contradiction(f"step {step.step} shows the model the element {line[:60]!r}, which the track {track} hides")
        if track in _WITHOUT_NUMBERS and _names_an_element(step):
            raise Contradiction(f"step {step.step} names an element by its number, which the track {track} hides")


def _shown_line(step: StepRecord) -> str:
    """A line of the list of elements that the agent's model was sent; empty if it was sent none."""
    sent = "\n".join(message.text for call in step.calls if call.is_own for message in call.messages)
    return next((line for line in step.observation.elements if line in sent), "") if sent else ""


def _names_an_element(step: StepRecord) -> bool:
    return bool(step.action and step.action.get("index") is not None and step.outcome and step.outcome.done)
