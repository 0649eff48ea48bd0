"""Pictures that were not kept are drawn again, pixel by pixel as they were, or it is said that they cannot be."""

from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from typing import Any

import anyio
import numpy as np
import pytest
from registered import DEGREES, MUSIC, TWO_TURNS

from automotive_env.agents.agent import Agent, AgentOptions, Decision
from automotive_env.agents.registry import find_agent
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.picture import LazyPicture
from automotive_env.errors import Contradiction
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.runs.records.records import StepRecord
from automotive_env.runs.redrawing import names_of, redraw
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.planning import plan, select
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.tasks.registry import find_task

FEW = (DEGREES, MUSIC, TWO_TURNS)


class Watching:
    """Does what another agent does, and keeps what it sees."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.name = agent.name
        self.reset, self.reflect = agent.reset, agent.reflect
        self.pictures: dict[str, Image] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._agent, name)  # an oracle is told the task

    async def act(self, observation: Observation) -> Decision:
        marked, view = LazyPicture(observation, "marked"), LazyPicture(observation, "windscreen")
        self.pictures |= {f"screenshot-{observation.id}": observation.screenshot}
        self.pictures |= {f"marked-{observation.id}": marked.pixels, f"windscreen-{observation.id}": view.pixels}
        decision = await self._agent.act(observation)
        return Decision(decision.action, marked=marked, windscreen=view)


def played(name: str, instance: TaskInstance, car: HeadlessController) -> tuple[PlayedEpisode, dict[str, Image]]:
    """An episode, and all that was seen in it."""
    agent = Watching(find_agent(name).make(None, None, AgentOptions()))
    task = find_task(instance.task)
    limits, privileged = Limits.for_task(task.steps), name == "oracle"
    go = partial(play, task, instance, car, agent, limits=limits, privileged=privileged, keep_image=lambda image: "0" * 64)
    return anyio.run(go), agent.pictures


@cache
def one_episode() -> tuple[PlayedEpisode, dict[str, Image]]:
    (instance,) = plan(select(FEW[:1], None), instances=1, seed=2, place="Paris")
    return played("random", instance, HeadlessController())


def instances(names: tuple[str, ...], seed: int) -> Iterator[TaskInstance]:
    yield from plan(select(names, None), instances=1, seed=seed, place="random")


@pytest.mark.parametrize(
    ("agent", "size", "names"),
    [
        ("random", SIZES[0], FEW),
        pytest.param("random", SIZES[2], FEW, marks=pytest.mark.sweep),
        pytest.param("oracle", SIZES[1], FEW, marks=pytest.mark.sweep),
        *[pytest.param("random", SIZES[0], (f"{name}.*",), marks=pytest.mark.sweep) for name in ("apps", "road", "media")],
    ],
)
def test_what_was_seen_is_drawn_again_pixel_by_pixel(agent: str, size: tuple[int, int], names: tuple[str, ...]) -> None:
    car = HeadlessController(size=size)  # one car for all episodes, as in a run; each is drawn on a fresh one
    for instance in instances(names, seed=3):
        episode, seen = played(agent, instance, car)
        again = dict(redraw(episode.record, episode.steps, size))
        assert again.keys() == seen.keys()
        assert len(again) >= len(episode.steps)
        assert all(np.array_equal(again[name], seen[name]) for name in seen)
        hashes = {name: digest for step in episode.steps for name, digest in step.drawn.items()}
        assert hashes == {name: sha256(image.tobytes()).hexdigest() for name, image in seen.items()}


def changed(step: StepRecord, **fields: Any) -> StepRecord:
    return step.model_copy(update={"observation": step.observation.model_copy(update=fields)})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda step: changed(step, time="2001-01-01 00:00:00"), "step 1 differs in this version: other time"),
        (lambda step: changed(step, elements=step.observation.elements[1:]), "other elements"),
        (lambda step: changed(step, marked="marked-77"), "marked-77: the episode has no such moment"),
        (lambda step: step.model_copy(update={"drawn": {"screenshot-1": "0" * 64}}), "screenshot-1 has other pixels"),
        (lambda step: step.model_copy(update={"action": {"action_type": "fly"}}), "it cannot be played again"),
    ],
)
@pytest.mark.at_once(2)
def test_records_that_do_not_fit_are_named_and_drawn_no_further(change: Any, says: str) -> None:
    episode, _ = one_episode()
    steps = [change(episode.steps[0]), *episode.steps[1:]]
    with pytest.raises(Contradiction, match=says):
        list(redraw(episode.record, steps, SIZES[0]))


def test_an_episode_whose_pictures_were_kept_is_not_played_again() -> None:
    episode, _ = one_episode()
    kept = dict.fromkeys(("screenshot", "marked", "windscreen"), "0" * 64)
    steps = [changed(step, **kept) for step in episode.steps]
    assert names_of(steps) == {}
    assert not list(redraw(episode.record.model_copy(update={"task": "no.such_task"}), steps, SIZES[0]))


def test_an_unknown_task_is_told() -> None:
    episode, _ = one_episode()
    with pytest.raises(Contradiction, match=r"it cannot be played again: .*no\.such_task"):
        list(redraw(episode.record.model_copy(update={"task": "no.such_task"}), episode.steps, SIZES[0]))
