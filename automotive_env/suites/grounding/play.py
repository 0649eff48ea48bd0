"""One item, played: an agent sees the screen and the wish, and answers with one action."""

from __future__ import annotations

from typing import Any

from automotive_env.agents.agent import Agent, BackgroundAgent, EpisodeContext, check_decision
from automotive_env.episode.opening import TurnOpening
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog
from automotive_env.runs.records.picture_log import KeepImage, PictureLog
from automotive_env.runs.records.records import StepRecord, step_record
from automotive_env.suites.automotive.play import picture_names
from automotive_env.suites.grounding.asked_screen import bring_screen, drawn
from automotive_env.suites.grounding.item import GroundingItem
from automotive_env.suites.grounding.players import SUITE, PointingOracle
from automotive_env.suites.grounding.pointing import Pointing, judged
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import play_turns


class PointingTally:
    """What the one step came to, once it was played."""

    def __init__(self) -> None:
        self.pointing: Pointing | None = None

    @property
    def perfect(self) -> bool:
        """Whether the target was hit."""
        return self.pointing is not None and self.pointing.hit

    def scores(self) -> dict[str, float]:
        """Name -> score."""
        return self.pointing.scores() if self.pointing else {}


def further_of(item: GroundingItem, tally: PointingTally) -> dict[str, Any]:
    """What a record says of an item besides."""
    verdict = tally.pointing.criterion().to_json() if tally.pointing else {}
    return {"params": dict(item.instance.params), "scene": item.instance.scene.to_json(), "verdict": verdict}


async def play(
    item: GroundingItem,
    agent: Agent,
    *,
    model: MeteredModel | None = None,
    trial: int = 0,
    privileged: bool = False,
    keep_image: KeepImage | None = None,
) -> PlayedEpisode:
    """Play an item; never raises on what goes wrong in it.

    Args:
        item: what is asked.
        agent: who plays.
        model: the agent's model, or None.
        trial: counts from 0.
        privileged: whether the agent is shown the target.
        keep_image: keeps the pictures that an agent made; pictures have no names where it is None.

    Raises:
        RecordsFault: a picture could not be kept.
    """
    tally = PointingTally()

    async def turns(asked: ModelCallLog, steps: list[StepRecord]) -> None:
        tally.pointing = await _answer(item, agent, asked, steps, PictureLog(keep_image, "headless"), privileged)

    return await play_turns(item, agent, turns, SUITE, tally, model, trial, lambda: further_of(item, tally))


async def _answer(
    item: GroundingItem, agent: Agent, asked: ModelCallLog, steps: list[StepRecord], pictures: PictureLog, privileged: bool
) -> Pointing:
    car = bring_screen(item.screen, item.look)
    if privileged and isinstance(agent, PointingOracle):
        agent.show(item.box)
    opening = TurnOpening(1, item.wish)
    seed = int.from_bytes(drawn("chance", item.instance.id)[:4])
    agent.reset(item.wish, EpisodeContext(seed=seed, apps=(), max_steps=1, shortcuts=False, opening=opening))
    seen = car.observe()
    try:
        decision = check_decision(await agent.act(seen))
    finally:
        if isinstance(agent, BackgroundAgent):
            agent.leave()
    names = picture_names(seen, decision, pictures)
    asked.usage += decision.usage
    calls = asked.take(pictures.name)
    steps.append(step_record(1, seen, decision, None, (), calls, drawn=pictures.take_digests(), **names))
    return judged(car, item.box, decision.action)
