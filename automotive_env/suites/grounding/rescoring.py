"""Judging an item again from its record, and drawing its screen again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automotive_env.episode.action import Action, ActionError, action_from_json
from automotive_env.episode.observation import Observation
from automotive_env.errors import Contradiction
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.grounding.asked_screen import asked_screens, bring_screen, looks
from automotive_env.suites.grounding.item import GroundingItem, items_on
from automotive_env.suites.grounding.play import PointingTally, further_of
from automotive_env.suites.grounding.pointing import judged
from automotive_env.suites.playing import scored_again


def item_of(record: EpisodeRecord) -> GroundingItem:
    """The item that a record says was played, made again.

    Raises:
        Contradiction: this version has no such item.
    """
    told: dict[str, Any] = record.params
    look = f"{told.get('display')}-{str(told.get('language')).lower()}-{told.get('theme')}"
    screen = asked_screens().get(str(told.get("screen")))
    if screen is None or look not in looks():
        raise Contradiction(f"there is no screen {str(told.get('screen'))[:80]!r} in the look {look[:80]!r}")
    for item in items_on(screen, looks()[look]):
        if (item.name, item.instance.id) == (record.task, record.instance):
            if (item.dimension, item.category, item.wish) != (record.dimension, record.category, record.goal):
                raise Contradiction("dimension, category or goal differ from the item")
            return item
    raise Contradiction(f"this version has no item {record.instance[:40]} on the screen {screen.name}")


def rescore(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    """The record of an episode as its step says it should be.

    Args:
        record: of an episode that was not broken off by the environment or the model.
        steps: all of them.

    Raises:
        Contradiction: the records cannot be those of an episode.
    """
    item, tally = item_of(record), PointingTally()
    if steps:
        tally.pointing = judged(bring_screen(item.screen, item.look), item.box, _action(steps[0]))
    return scored_again(record, tally, len(steps), 1, further_of(item, tally))


def moments(record: EpisodeRecord) -> list[Observation]:
    """What there was to see: the one screen.

    Raises:
        Contradiction: this version has no such item.
    """
    item = item_of(record)
    return [bring_screen(item.screen, item.look).observe()]


def _action(step: StepRecord) -> Action | None:
    try:
        return action_from_json(step.action) if step.action else None
    except ActionError as error:
        raise Contradiction(f"step {step.step} has an unknown action: {error}") from None
