"""Our agents as solvers of Inspect: an episode as a run plays it, with whatever model Inspect evaluates."""

from __future__ import annotations

from typing import Any

from inspect_ai.log import transcript
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from automotive_env.adapters.inspect.samples import item_of
from automotive_env.adapters.inspect.scoring import RECORD
from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.standing import is_privileged
from automotive_env.episode.task_environment import make
from automotive_env.models.kinds.inspect import InspectModel
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Sampling
from automotive_env.runs.records.records import INTERRUPTED, StepRecord
from automotive_env.runs.sharing.inspect_log import messages_of, said_by
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import PlayerSeat

ANY_TASK = "hvac.recirculate_air"
"""Whose car is as good as any: a suite sets it up itself."""


class EpisodeError(RuntimeError):
    """An episode that the environment or the model broke off; no sample of Inspect is scored by it."""


@solver
def player(agent: str = "t3a", temperature: float = 0.0, max_tokens: int = 1_000) -> Solver:
    """An agent of ours: of `automotive-env agents` for tasks, of `--suite vehicleworld` or `conversations` for scenarios.

    Args:
        agent: its name, or `module:name`.
        temperature: that replies are drawn with, 0 for the most likely ones.
        max_tokens: bound of each reply.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item = item_of(state.metadata)
        suite = find_suite(state.metadata["suite"])
        asked = get_model()
        model = MeteredModel(InspectModel(str(asked), asked), Sampling(temperature=temperature, max_tokens=max_tokens))
        plays = suite.player(agent)
        made = plays.make(model if plays.needs_model else None, None, AgentOptions())
        car = make(ANY_TASK).controller
        seat = PlayerSeat(car, model if plays.needs_model else None, privileged=is_privileged(plays))
        played = await suite.play(item, made, seat)
        _tell(state, played)
        return state

    return solve


def _tell(state: TaskState, played: PlayedEpisode) -> None:
    """Put an episode into the log.

    Raises:
        EpisodeError: it was broken off.
    """
    record = played.record
    if record.outcome in INTERRUPTED:
        raise EpisodeError(f"{record.outcome}: {record.error}")
    state.store.set(RECORD, record.model_dump(mode="json"))
    state.messages = [ChatMessageUser(content=record.goal)]
    for step in played.steps:
        said = _messages(step)
        state.messages += said
        transcript().info("\n\n".join(one.text for one in said), source=f"step {step.step}")
    actions = [step.action for step in played.steps if step.action]
    state.output.completion = said_by(actions) or next(
        (one.text for one in reversed(state.messages) if one.role == "assistant"), ""
    )


def _messages(step: StepRecord) -> list[ChatMessage]:
    kinds: dict[str, Any] = {"assistant": ChatMessageAssistant, "user": ChatMessageUser}
    return [kinds[told["role"]](content=told["content"]) for told in messages_of(step)]
