"""Driver attention: what an episode asked of the driver while the car was moving, and how long wishes took.

A pure function of the recorded steps. docs/attention.md defines each score and works through an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.driving.environment import seconds_between
from automotive_env.episode.action import WITHOUT_SCREEN, Answer, Call, OpenApp, Status, action_type
from automotive_env.episode.session import ALERT_API
from automotive_env.runs.records.records import StepRecord

TOUCHES, SCREENS, WORDS = "touches_while_moving", "screens_while_moving", "words_while_moving"
INTERRUPTIONS, SECONDS_TO_FULFIL = "interruptions_while_moving", "seconds_to_fulfil"
ATTENTION = (TOUCHES, SCREENS, WORDS, INTERRUPTIONS, SECONDS_TO_FULFIL)
"""Names of the scores."""
NO_TOUCH = frozenset(map(action_type, (*WITHOUT_SCREEN, OpenApp)))
"""Actions that are carried out without touching the display; every other action is a touch."""
DISPLAYED = frozenset({"system.foreground_app", "system.foreground_screen", "system.notification_center_open"})
"""Properties that change when another screen comes to the front."""


def score_decimals(name: str) -> int:
    """With how many decimals a score is shown."""
    return 2 if name in ATTENTION else 4


def attention_scores(steps: Sequence[StepRecord], *, passed: bool) -> dict[str, float]:
    """The scores of an episode; those about moving only if the car moved, the seconds only if the episode passed.

    Args:
        steps: all steps of the episode.
        passed: whether it passed.
    """
    moving = [step.observation.driving_state == "moving" for step in steps]
    scores = _moving_scores(steps, moving) if any(moving) else {}
    seconds = [_seconds_to_fulfil(turn) for turn in _turns(steps)] if passed else []
    if seconds:
        scores[SECONDS_TO_FULFIL] = round(fsum(seconds) / len(seconds), 4)
    return scores


def _moving_scores(steps: Sequence[StepRecord], moving: Sequence[bool]) -> dict[str, float]:
    texts = [_spoken(step) for step in steps]
    counted = [number for number, moves in enumerate(moving) if moves]
    begins = [number for number in counted if texts[number] is not None and not (number and texts[number - 1] is not None)]
    return {
        TOUCHES: float(sum(_touches(steps[number]) for number in counted)),
        SCREENS: float(sum(_changes_screen(steps[number]) for number in counted)),
        WORDS: float(sum(count_words(texts[number] or "") for number in counted)),
        INTERRUPTIONS: float(len(begins)),
    }


def _touches(step: StepRecord) -> bool:
    return step.action is not None and step.action["action_type"] not in NO_TOUCH


def _changes_screen(step: StepRecord) -> bool:
    return any(change.by == "agent" and change.path in DISPLAYED for change in step.changes)


def _spoken(step: StepRecord) -> str | None:
    """What the agent said to the driver in a step, possibly nothing but a chime; None if it was silent."""
    match step.action:
        case {"action_type": "answer", "text": str(text)}:
            return text
        case {"action_type": "status", "reason": str(reason)} if reason:
            return reason
    return _alert(step)


def _alert(step: StepRecord) -> str | None:
    """The message of a safety alert that was raised in a step."""
    match step.action:
        case {"action_type": "call", "api": api, "arguments": dict(given)} if api == ALERT_API and step.outcome:
            return str(given.get("message") or "") if step.outcome.done else None
    return None


def count_words(text: str) -> int:
    """The parts of a text between white space that hold a letter or a digit."""
    return sum(any(letter.isalnum() for letter in part) for part in text.split())


def _turns(steps: Sequence[StepRecord]) -> Iterator[Sequence[StepRecord]]:
    """The steps of each turn that the agent ended, the status last."""
    first = 0
    for number, step in enumerate(steps, 1):
        if _is(step, Status):
            yield steps[first:number]
            first = number


def _seconds_to_fulfil(turn: Sequence[StepRecord]) -> float:
    """Seconds on the car's clock from the beginning of a turn until its wish was fulfilled."""
    return max(0.0, seconds_between(turn[0].observation.time, turn[_fulfilled(turn)].observation.time))


def _fulfilled(turn: Sequence[StepRecord]) -> int:
    """The step at which the wish was fulfilled: the one after the last change or alert, or after the last answer, or the last."""
    for fulfils in (_has_effect, _answers):
        found = [number for number, step in enumerate(turn[:-1]) if fulfils(step)]
        if found:
            return found[-1] + 1
    return len(turn) - 1


def _has_effect(step: StepRecord) -> bool:
    """Whether the agent changed the car in a step, apart from what is displayed, or raised an alert."""
    own = (change.path for change in step.changes if change.by == "agent")
    return _alert(step) is not None or any(SCHEMA[INDEX[path]].prop.significant for path in own if path in INDEX)


def _answers(step: StepRecord) -> bool:
    return _is(step, Answer)


def _is(step: StepRecord, kind: type[Answer | Status | Call]) -> bool:
    return step.action is not None and step.action["action_type"] == action_type(kind)
