"""What a run has to play: an item, and who plays it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from automotive_env.episode.controller import Controller
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.records import episode_id
from automotive_env.runs.records.told import ToldRecord
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import PlanItem, Suite

MakeJobAgent = Callable[[Controller, MeteredModel | None], Any]
"""Makes an agent for a car and with its model; what it may find out about the place is found out for that car."""
LearnFromEpisode = Callable[[Suite, PlanItem, PlayedEpisode], Awaitable[ToldRecord | None]]
"""What an agent was told in an episode, held against what is right in it."""


@dataclass(frozen=True, slots=True)
class JobPlayer:
    """Who plays.

    Attributes:
        name: of the agent.
        make: makes the agent.
        asks: name of the model that it asks, or empty.
        model: makes it, where it asks one.
        looks_back: on an episode that it has played; None for agents that are told nothing.
        privileged: whether it is shown the tasks.
    """

    name: str
    make: MakeJobAgent
    asks: str = ""
    model: Callable[[], MeteredModel] | None = None
    looks_back: LearnFromEpisode | None = None
    privileged: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from the other players of a run, in every process."""
        return self.name, self.asks


@dataclass(frozen=True, slots=True)
class EpisodeJob:
    """One episode to be played."""

    item: PlanItem
    player: JobPlayer

    @property
    def agent(self) -> str:
        """Name of the agent."""
        return self.player.name

    @property
    def id(self) -> str:
        """The id of the episode's record."""
        item = self.item
        return episode_id(self.agent, self.player.asks, item.task, item.instance, item.trial, item.face)
