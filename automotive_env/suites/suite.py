"""The contract of a suite: it plans items, says who can play them, plays one, and judges a record again.

A run knows suites by this contract only; see `automotive_env.suites.registry` for those that there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from automotive_env.agents.agent import AgentOptions
from automotive_env.car.core.errors import suggest
from automotive_env.episode.controller import Controller
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import NotScored, UsageError
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.plugins.registry import Plugin
from automotive_env.runs.records.picture_log import KeepImage
from automotive_env.runs.records.records import EpisodeRecord, StepRecord, episode_id
from automotive_env.runs.tables.summary import RunSummary, summarise
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.selection import Selection as Selection
from automotive_env.text.option import check_use

FIBONACCI = 0x9E3779B97F4A7C15
"""2**64 divided by the golden ratio, as Fibonacci hashing takes it."""


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One thing to play; equal plans have equal items, in every process.

    Attributes:
        task: name of the task or scenario.
        instance: a hash of its content: letters and digits.
        trial: counts from 0; trials of one instance differ in the seeds of their requests only.
        content: the suite's own.
        face: how the agent reaches the car.
        pair: names the contrast pair that it is a half of; empty where it is none.
    """

    task: str
    instance: str
    trial: int = 0
    content: Any = field(default=None, compare=False, repr=False)
    face: Face = "screen"
    pair: str = field(default="", compare=False, repr=False)

    def is_played_in(self, record: EpisodeRecord) -> bool:
        """Whether a record is of this item, by any agent."""
        told = (record.task, record.instance, record.trial, record.face)
        own = (self.task, self.instance, self.trial, self.face)
        return told == own and record.id == episode_id(record.agent, record.model, *own)


@dataclass(frozen=True, slots=True)
class InstanceDraft:
    """The inputs that an instance is drawn from; the result is the same in every process.

    Attributes:
        task: name of the task.
        seed: of this instance alone.
        ending: the right ending.
        place: a city, "LATITUDE,LONGITUDE" or "random".
    """

    task: str
    seed: int
    ending: str
    place: str

    @property
    def pair(self) -> str:
        """What the halves of a contrast pair have in common."""
        return f"{self.task}-{self.seed}"


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """Where an agent plays.

    Attributes:
        car: the car, in its state at the start of the run.
        model: the model that the agent was made with, or None.
        keep_image: keeps the pictures of each step, or None.
        shortcuts: whether agents may open apps by name.
        person: the model that plays the person, or None if a script does.
        limits: what an episode may use; its models enforce all limits except the steps.
        privileged: whether the agent is shown the task; see `automotive_env.agents.standing`.
    """

    car: Controller
    model: MeteredModel | None = None
    keep_image: KeepImage | None = None
    shortcuts: bool = True
    person: MeteredModel | None = None
    limits: GivenLimits = GivenLimits()
    privileged: bool = False


def repeated(items: Iterable[PlanItem | None], selection: Selection) -> list[PlanItem]:
    """What was drawn, up to the limit, as often as there are trials and faces; what a place cannot have is left out.

    Raises:
        UsageError: nothing is left.
    """
    drawn = [item for item in items if item]
    if not drawn:
        raise UsageError(f"none of the chosen tasks applies in {selection.place}; choose another place")
    if selection.limit is not None:
        drawn = _spread(drawn, selection.limit)
    if selection.trials == 1 and selection.face == ("screen",):
        return drawn
    return [replace(one, trial=n, face=face) for one in drawn for n in range(selection.trials) for face in selection.face]


def _spread(drawn: Sequence[PlanItem], limit: int) -> list[PlanItem]:
    """So many of what was drawn, spread evenly over it, in its order; a pair counts once and is never cut in half.

    Fibonacci hashing ranks the positions. Those of the lowest ranks lie evenly apart, whatever their number, and in step with no
    pattern of the plan, such as scenarios of which every second one is for training. A lower limit keeps part of what a higher
    one keeps.
    """
    counted = list(dict.fromkeys(one.pair or one.instance for one in drawn))
    ranked = sorted(range(len(counted)), key=lambda position: position * FIBONACCI % 2**64)
    kept = {counted[position] for position in ranked[:limit]}
    return [one for one in drawn if (one.pair or one.instance) in kept]


class Contestant(Protocol):
    """A player in a suite, such as an `automotive_env.agents.agent.AgentSpec`."""

    @property
    def name(self) -> str:
        """Its name on the command line and in records."""
        ...

    @property
    def description(self) -> str:
        """What it is, one line."""
        ...

    @property
    def needs_model(self) -> bool:
        """Whether it asks a model."""
        ...

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> Any:
        """Make the player: an agent, or what the suite uses as one.

        Raises:
            UsageError: it needs a model and got none, or does not use an option.
        """
        ...


@runtime_checkable
class ChoosyContestant(Protocol):
    """A player that can refuse options before a model is asked; others refuse them when they are made."""

    def check(self, options: AgentOptions) -> None:
        """Refuse options that the player does not use.

        Raises:
            UsageError: the message names the options that it takes.
        """
        ...


class Suite(Protocol):
    """A set of things to play.

    Attributes:
        name: what the command line and records call it.
        backends: where it can be played.
        takes: names of the options that it uses, among those that not every suite uses: the options of
            `automotive_env.runs.options` with `users="suites"`.
    """

    name: str
    backends: tuple[str, ...] = ("headless",)
    takes: frozenset[str] = frozenset({"data", "instances", "place"})

    def plan(self, selection: Selection) -> Sequence[PlanItem]:
        """What a run plays, in order.

        Raises:
            UsageError: the selection names something that does not exist, or that this suite does not use.
        """
        ...

    def drafts(self, selection: Selection) -> Sequence[InstanceDraft]:
        """The drafts of the plan, in order, if drawing takes time; empty if `plan` is quick.

        If there are drafts, the plan is the `repeated` results of `draw`.

        Raises:
            UsageError: the selection names something that does not exist, or that this suite does not use.
        """
        return ()

    def draw(self, draft: InstanceDraft) -> PlanItem | None:
        """The item of a draft; None if the place does not allow it."""
        return None

    def players(self) -> Mapping[str, Contestant]:
        """The players of this suite, by name."""
        ...

    def player(self, name: str) -> Contestant:
        """The player with a name.

        Raises:
            UsageError: there is none; the message names the players.
        """
        players = self.players()
        if name in players:
            return players[name]
        known = ", ".join(players)
        raise UsageError(f"the suite {self.name} has no agent {name[:60]!r}{suggest(name, players)}; --agent takes {known}")

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> PlayedEpisode:
        """Play an item; any fault in it becomes its outcome.

        Args:
            item: one of the plan.
            agent: what one of `players` has made.
            seat: the car, model and limits that it gets.

        Raises:
            RecordsFault: a picture could not be kept.
        """
        ...

    def lacking(self, items: Sequence[PlanItem], car: Controller) -> Mapping[str, Sequence[str]]:
        """Tasks that a car cannot play -> names of the signals or events that it lacks."""
        return {}

    def hashes(self, items: Sequence[PlanItem]) -> Mapping[str, str]:
        """Name -> SHA-256 of what the result depends on besides the source of this package, for the manifest."""
        return {}

    def plugins(self, items: Sequence[PlanItem], agents: Iterable[str]) -> Iterable[Plugin[Any] | None]:
        """The parts of other packages that the items and agents depend on."""
        return ()

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be; no model is asked.

        Args:
            record: of an episode that did not end because of the environment or the model.
            steps: all of them.

        Raises:
            Contradiction: the records cannot be those of an episode.
            NotScored: records alone cannot judge it.
        """
        raise NotScored(f"the suite {self.name} cannot score records again")

    def summarise(self, records: Iterable[EpisodeRecord]) -> RunSummary:
        """The summary of episodes."""
        return summarise(records)


def check_options(suite: Suite, options: Selection) -> None:
    """Refuse options that a suite has no use for.

    Raises:
        UsageError: the message names those that it takes.
    """
    check_use(f"the suite {suite.name}", options, suite.takes, "suites")
