"""Something to be minded for the rest of a drive: how its end comes, and how people wait for it, with a look now and then.

What ends it comes some seconds after what only looks like it, and after that could be seen: who waits for long at a stretch and
then takes it to be over finds the latter.
"""

from __future__ import annotations

from math import inf
from typing import TypeVar

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.task import Event
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import NOT_DENIED, Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal

Plan = TypeVar("Plan", UiScript, CallPlan)
NOTICED = 30
"""Seconds within which who looks every quarter of a minute has done what is due, where no hurry was asked for."""
LAST_HALT = 12
"""Seconds for which the car stands, in gear, before it is parked."""
MESSAGES = Signal("comms.messages", "conversation.messages")
_RIGHT = r"(?:right|fine|correct|in order|so|as it should(?: be)?|set right|the right one)"
_THROUGHOUT = (
    r"(?:all (?:along|the (?:time|way))|throughout|(?:the|that) (?:whole|entire) (?:time|way|drive)|from the (?:start|beginning))"
)
HAD_TO_BE_DONE = (
    NOT_DENIED,
    Says(
        "that do not say that it was right all along",
        "^",
        rf"\b(?:was|were|is|are|been|stayed|remained) (?:\w+ )?{_RIGHT} {_THROUGHOUT}\b|"
        rf"\b(?:was|were) always {_RIGHT}\b|\bfitted (?:\w+ )?{_THROUGHOUT}\b",
    ),
)
"""Whatever is said where something had to be changed on the way: not that there was nothing to do."""
BEFORE = r"\b(?:from|was|were|had|before|until|till|while|instead)\b"
"""Regular expression of what is found in clauses that tell how it was."""
NO_SPEED = r"^(?!.*\b(?:km/?h|kmph|kph|mph|kilomet\w+|miles?)\b)"
"""Regular expression of clauses that tell no speed with its unit: bare numbers may count anything."""
OF_ALL = Says("of all there was", "", r"\b(?:else|other\w*|besides|apart|except|since|further|more)\b")
"""Beside words that nothing came: who says so has noticed nothing at all."""


def happened(then: Episode, signal: Signal) -> float:
    """When a signal last changed without the agent, in seconds after the start; infinite where it has not."""
    moments = [one.seconds for one in then.log.changes if one.change.path == signal.world and one.by == "event"]
    return moments[-1] if moments else inf


def is_past(then: Episode, signal: Signal, seconds: float) -> Criterion:
    """The last change of a signal without the agent could be seen so many seconds ago, or longer."""
    came = happened(then, signal)
    ago = then.log.seconds - next((look for look in then.log.looks if look >= came), inf)
    return Criterion("is_past", f"{signal.name} changed {seconds:g} s ago", f"{ago:g} s ago", ago >= seconds)


def parking(seconds: int) -> tuple[Event, Event]:
    """The car is parked about so many seconds after the start; before that it stands for a moment, as at a light or a barrier."""
    return (
        Event(lambda car: car.turns(speed=0), after_seconds=seconds - LAST_HALT),
        Event(
            lambda car: car.parks(),
            when=lambda then: then.waited(seconds) & then.is_(s.SPEED, 0) & is_past(then, s.SPEED, LAST_HALT),
        ),
    )


def parked_at(then: Episode) -> float:
    """When the car was parked, in seconds after the start; infinite where it has not been."""
    return then.when(s.GEAR, "park")


def not_left(words: str) -> Fact:
    """Whatever is said, what was so for a while is so no longer: `not_left("muted")` of a call that is heard again."""
    left = rf"\bstill (?!not )(?:\w+,? ){{0,3}}(?:{words})\b|\bleft (?:it|them|us|all|everything) (?:\w+ )?(?:there|{words})\b"
    return Says("that do not leave it so", "^", left)


def until_parked(plan: Plan, seconds: float) -> Plan:
    """Let the seconds pass after which the car is about to be parked, and one look more."""
    return plan.watch(seconds).wait(LOOK_SECONDS)
