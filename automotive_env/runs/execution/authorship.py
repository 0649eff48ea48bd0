"""Whether steps can be those of the agent that a record names, or are an oracle's under another name.

What steps cannot show is not found: whoever makes up replies of a model that fit the actions, and takes the oracle's reasoning
out, has records like any other's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.agents.native.agent import MAX_ACTIONS
from automotive_env.agents.oracle import OracleAgent
from automotive_env.agents.standing import REASONING, AgentStanding, standing_of
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import Contradiction, UsageError
from automotive_env.runs.execution.origins import own_agent
from automotive_env.runs.records.manifest import RunManifest
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.records.verification import ScoreDifference
from automotive_env.runs.rescoring import instance_of
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.suites.suite import Suite
from automotive_env.tasks.registry import find_task

ActionRecords: TypeAlias = Sequence[Mapping[str, Any] | None]
UNINFORMED: frozenset[AgentStanding] = frozenset({"contestant", "human"})
"""Standings of agents that are shown no answers."""
BLIND: frozenset[AgentTrack] = frozenset({"tree", "calls", "none"})
"""Tracks of agents that see no pictures."""
ENOUGH = 3
"""Episodes of an agent without a model in which it says something, from which on they are held against the oracle's."""


class ActionAuthors:
    """Looks at the steps of a run while they are scored again.

    Args:
        manifest: of the run.
        suite: that it played.
    """

    def __init__(self, manifest: RunManifest, suite: Suite) -> None:
        self._manifest = manifest
        self._suite = suite
        self._spoken: dict[str, list[tuple[EpisodeRecord, ActionRecords]]] = {}

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be; see `Suite.rescore`.

        Raises:
            Contradiction: the steps are an oracle's, under another agent's name, or of another track.
            NotScored: records alone cannot judge it.
        """
        own = own_agent(self._suite, record.agent)
        origin = self._manifest.origins.get(record.agent)
        if standing_of(own or origin) in UNINFORMED:
            _check(steps, asks=own is not None and own.needs_model)
            if origin and origin.track in BLIND and _sent_pictures(steps):
                raise Contradiction(f"the agent played on the track {origin.track}, but its model was sent pictures")
            if self._suite.name == "automotive" and _speaks(steps) and not any(step.calls for step in steps):
                self._spoken.setdefault(record.agent, []).append((record, _actions(steps)))
        return self._suite.rescore(record, steps)

    def disguised(self) -> Iterator[ScoreDifference]:
        """Episodes of agents without a model that mostly act and speak exactly as the oracle does; each is played again."""
        shortcuts = self._manifest.options.get("shortcuts") is not False
        for agent, episodes in self._spoken.items():
            same = [record for record, actions in episodes if actions == _oracles(record, shortcuts=shortcuts)]
            if len(episodes) >= ENOUGH and 2 * len(same) > len(episodes):
                why = f"{agent[:40]} acts and speaks exactly like the oracle in {len(same)} of {len(episodes)} episodes"
                yield from (ScoreDifference(id=record.id, recorded=record.outcome, found=why) for record in same)


def _check(steps: Sequence[StepRecord], *, asks: bool) -> None:
    """See that nothing in the steps of one episode is an oracle's.

    Raises:
        Contradiction: something is.
    """
    replied: set[int] = set()
    for step in steps:
        if step.reasoning == REASONING:
            raise Contradiction(f"step {step.step} has the reasoning of the oracle")
        if any(call.choices for call in step.calls):
            replied.add(step.step)
        elif asks and step.action is not None and not replied & set(_replies_of(step)):
            raise Contradiction(f"step {step.step} acts without a reply of the model that the agent asks")


def _replies_of(step: StepRecord) -> Sequence[int]:
    """The earlier step whose reply a step goes on with, if it says so: one reply may hold the actions of some steps."""
    match step.notes:
        case {"native": {"reply_of": int(number)}} if 0 < step.step - number < MAX_ACTIONS:
            return (number,)
    return ()


def _sent_pictures(steps: Sequence[StepRecord]) -> bool:
    return any(message.images for step in steps for call in step.calls for message in call.messages)


def _actions(steps: Sequence[StepRecord]) -> ActionRecords:
    return [step.action for step in steps]


def _speaks(steps: Sequence[StepRecord]) -> bool:
    """Whether words are among the actions, which hardly two agents choose alike."""
    return any(step.action and (step.action.get("text") or step.action.get("reason")) for step in steps)


def _oracles(record: EpisodeRecord, *, shortcuts: bool) -> ActionRecords | None:
    """The actions of the oracle in the instance of a record; None where it cannot be played here."""
    try:
        task, drawn = find_task(record.task), instance_of(record)
    except (Contradiction, UsageError):
        return None
    oracle = OracleAgent()
    return _actions(
        played(task, drawn, HeadlessController(), oracle, shortcuts=shortcuts, face=record.face, keep_steps=True).steps
    )
