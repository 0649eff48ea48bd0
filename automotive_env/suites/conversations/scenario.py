"""Scenarios of conversations: how the car begins, what of it is taken away, what the person says, and what is right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from automotive_env.car.core.world import World
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.suites.conversations.facts import ScenarioFact
from automotive_env.suites.vehicleworld.inits import ScenarioStart, beginning
from automotive_env.suites.vehicleworld.release import ReleaseCall, read_calls
from automotive_env.suites.vehicleworld.scenario import domain_of
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import TaskInstance

SUITE = "conversations"
DIMENSIONS = ("limits", "ambiguity", "consent", "duties")
SpokenSentence: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]


class ScriptedReply(FrozenRecord):
    """What the person says to a question.

    Attributes:
        about: beginnings of words; a question that has one of them is about this.
        says: the answer.
        grants: names of rules to which the person agrees by it.
        needed: whether the question must be asked, before anything is changed.
    """

    about: tuple[str, ...]
    says: SpokenSentence
    grants: tuple[str, ...] = ()
    needed: bool = True


class ConversationTurn(FrozenRecord):
    """What the person says, and what is right then.

    Attributes:
        says: the words.
        ending: what is right: act, answer (change nothing and say something), refrain (nothing is to be done, which may be
            said or declined), or decline.
        ends: accepted ends: of each the calls that lead there from the end before, as Python text.
        replies: answers to questions; without any, every question is needless.
        facts: what the words with which the turn ends must contain.
        grants: names of rules to which the person agrees by saying this.
        withdraws: names of rules to which the person agreed before and does not any more.
    """

    says: SpokenSentence
    ending: Ending = "act"
    ends: tuple[tuple[str, ...], ...] = ((),)
    replies: tuple[ScriptedReply, ...] = ()
    facts: tuple[ScenarioFact, ...] = ()
    grants: tuple[str, ...] = ()
    withdraws: tuple[str, ...] = ()

    @property
    def asking(self) -> Literal["needed", "allowed", "needless"]:
        """Whether asking is right."""
        if any(reply.needed for reply in self.replies):
            return "needed"
        return "allowed" if self.replies else "needless"

    def calls(self) -> tuple[tuple[ReleaseCall, ...], ...]:
        """The calls to each accepted end.

        Raises:
            ValueError: they cannot be read.
        """
        return tuple(tuple(call for line in end for call in read_calls(line)) for end in self.ends)


class RemovedEquipment(FrozenRecord):
    """What is taken away of the car.

    Attributes:
        apis: full names of APIs that there are not.
        parameters: full name of an API -> parameters that it does not have.
        answers: full names of APIs that answer without saying anything.
        hidden: paths of properties that are neither shown nor written.
    """

    apis: tuple[str, ...] = ()
    parameters: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    answers: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class ConversationScenario(FrozenRecord):
    """A scenario.

    Attributes:
        id: its set, its split and a hash, such as "limits.dev.3f2a1b4c5d6e".
        inits: how the car begins; see `automotive_env.suites.vehicleworld.inits`.
        turns: what is said, one after the other.
        removed: what the car lacks.
        preferences: stored ones of the driver, one sentence each.
        pair: names the contrast pair that it is a half of, or is empty.
        templates: what its sentences are made from.
    """

    id: str
    inits: tuple[str, ...]
    turns: Annotated[tuple[ConversationTurn, ...], Field(min_length=1, max_length=8)]
    removed: RemovedEquipment = RemovedEquipment()
    preferences: tuple[SpokenSentence, ...] = ()
    pair: str = ""
    templates: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What records call it."""
        return self.id

    @property
    def dimension(self) -> str:
        """The set, one of `DIMENSIONS`."""
        return self.id.partition(".")[0]

    @property
    def category(self) -> str:
        """The parts of the car that begin otherwise than by default, such as "car + light"."""
        return " + ".join(sorted({domain_of(module) for module in self.beginning.modules})) or "none"

    @property
    def ending(self) -> Ending:
        """The ending that is right in the last turn."""
        return self.turns[-1].ending

    @cached_property
    def beginning(self) -> ScenarioStart:
        """What its inits say."""
        return beginning("\n".join(self.inits))

    @cached_property
    def instance(self) -> TaskInstance:
        """The data half of the task: its id follows from everything but its name."""
        goal = " / ".join(turn.says for turn in self.turns)
        return TaskInstance(self.name, 0, goal, params={"scenario": content_hash(self.to_row())})

    def start(self) -> World:
        """A new car as the scenario begins."""
        car = World()
        self.beginning.apply(car)
        return car

    def to_row(self) -> dict[str, Any]:
        """The scenario as JSON."""
        return self.model_dump(mode="json", exclude_defaults=True)


def content_hash(row: Mapping[str, Any]) -> str:
    """What is in a row but its id, as 12 hexadecimal digits."""
    text = json.dumps({name: value for name, value in row.items() if name != "id"}, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
