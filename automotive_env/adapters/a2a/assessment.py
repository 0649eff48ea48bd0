"""An episode of an assessment: a participant is told what is seen and replies with actions, until it is judged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from automotive_env.adapters.car_episode import CarEpisode, EpisodeSettings
from automotive_env.adapters.telling import cut, seen_text
from automotive_env.episode.action import describe_actions
from automotive_env.episode.action_parser import parse_action

AskParticipant: TypeAlias = Callable[[str, str], Awaitable[str]]
"""Message and name of the conversation -> reply."""


async def play_episode(settings: EpisodeSettings, seed: int, conversation: str, ask: AskParticipant) -> dict[str, Any]:
    """Play a task; returns what came of it as JSON.

    Raises:
        ModelFault: the participant cannot be asked.
        EnvironmentFault: the car cannot be set up.
    """
    played = CarEpisode(settings)
    try:
        about = played.start(seed, None)
        told = f"{played.env.goal}\n\nReply with one action as JSON. Actions:\n{describe_actions(face=settings.face)}"
        steps, reward, info = 0, 0.0, dict[str, Any]()
        while not played.over:
            assert played.seen is not None
            reply = await ask(f"{told}\n\n{seen_text(played.seen, settings.face)}", conversation)
            reward, _, _, info = played.step(reply, parse_action)
            told, steps = cut(played.outcome) or "done", steps + 1
        judged = {name: info[name] for name in ("success", "verdict", "ending")} | {"state": played.env.state_hash()}
        return {"task": settings.task, "face": settings.face, **about, "steps": steps, "reward": reward, **judged}
    finally:
        played.close()
