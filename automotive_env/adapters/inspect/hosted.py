"""Agents of Inspect in our runs: `--agent automotive_env.adapters.inspect:react`, or one of your own by `inspect_agent`.

An agent of Inspect has a loop of its own, which calls tools. It runs in a task beside that of the run: a call is the decision of
a step, and what came of it is the call's result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, TypeAlias

from inspect_ai import agent as agents
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, GenerateConfig
from inspect_ai.model import Model as InspectsModel
from inspect_ai.tool import Tool

from automotive_env.adapters.inspect.model_api import RunModelAPI
from automotive_env.adapters.inspect.tools import as_tool
from automotive_env.agents.agent import AgentKit, AgentSpec, Decision, EpisodeContext
from automotive_env.agents.replies import check_index
from automotive_env.episode.action import Action, ActionError, Status, action_from_json
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.tools import tool_hint
from automotive_env.errors import AgentFault
from automotive_env.kate.training.rollouts.screen import result_text, screen_class, seen_text, system_prompt

MakeHostedAgent: TypeAlias = Callable[[str, Sequence[Tool], InspectsModel], agents.Agent]
"""Makes an agent of what it is told first, its tools and its model."""


def inspect_agent(name: str, description: str, make: MakeHostedAgent) -> AgentSpec:
    """Declare an agent of Inspect as one of ours.

    Args:
        name: what the command line and records call it.
        description: what it is, one line.
        make: makes it of what it is told first, the actions as tools, and the model of the run.
    """

    def build(kit: AgentKit) -> HostedAgent:
        return HostedAgent(name, make, kit)

    return AgentSpec(name, description, build, needs_model=True)


class HostedAgent:
    """An agent of Inspect at work; see `agents.agent.Agent`. When its loop is over, the task is said to be complete."""

    def __init__(self, name: str, make: MakeHostedAgent, kit: AgentKit) -> None:
        assert kit.model is not None, "AgentSpec.make has checked it"
        self._name = name
        self._make = make
        self._model = kit.model
        self._loop: asyncio.Task[Any] | None = None

    @property
    def name(self) -> str:
        """What records call it."""
        return self._name

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._loop, self._goal, self._context = None, goal, context
        self._api = RunModelAPI(self._model, goal)
        self._decisions: asyncio.Queue[Action | str] = asyncio.Queue()
        self._results: asyncio.Queue[str] = asyncio.Queue()
        self._seen: Observation | None = None
        self._came = ""

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the loop goes on with what is said; one that is over begins again."""
        self._goal = self._api.goal = opening.text
        self._context = replace(self._context, opening=opening)

    async def act(self, observation: Observation) -> Decision:
        """What its loop calls next.

        Raises:
            ModelFault: the model could not be asked.
            AgentFault: its loop failed, or asks the model without end.
        """
        self._seen, self._api.asked = observation, 0
        seen = seen_text(observation, self._context.face)
        if self._loop is None or self._loop.done():
            self._loop = asyncio.ensure_future(self._run(seen))
        else:  # nothing came of a status but the next turn
            self._results.put_nowait(self._came or f"done; {self._context.opening.announcement}\n\n{seen}")
        self._came = ""
        decided = asyncio.ensure_future(self._decisions.get())
        try:
            await asyncio.wait({self._loop, decided}, return_when=asyncio.FIRST_COMPLETED)
            if not decided.done():
                self._loop.result()
                return Decision(Status(goal_status="complete"), "its loop is over")
            action = decided.result()
        finally:
            decided.cancel()  # where its loop is over, or the episode is broken off
        if isinstance(action, str):
            self._came = f"FAILED: {action}"
            return Decision(None, error=action)
        return Decision(action)

    async def reflect(self, decision: Decision, outcome: Any, after: Observation) -> Decision:
        """Keep what came of the action for its loop."""
        self._came = result_text(outcome, after, self._context.face)
        return decision

    def leave(self) -> None:
        """End its loop, which would wait for ever for what comes of its latest call."""
        if self._loop:
            self._loop.cancel()

    async def _run(self, seen: str) -> None:
        face = self._context.face
        tools = [as_tool(one, self._caller(one.name)) for one in screen_class(face).tools]
        model = InspectsModel(self._api, GenerateConfig())
        agent = self._make(system_prompt(face), tools, model)
        conversation = self._context.opening.conversation
        before = "\n".join(("## Conversation so far", *conversation, "", "")) if conversation else ""
        goal = f"{before}## Goal\n{self._goal}\n\n{seen}"
        async with _as_sample(self._name, goal):
            await agents.run(agent, [ChatMessageUser(content=goal)], name=self._name)

    def _caller(self, name: str) -> Callable[..., Any]:
        async def call(**arguments: Any) -> str:
            assert self._seen is not None, "a loop begins with what is seen"
            try:
                self._decisions.put_nowait(check_index(action_from_json({**arguments, "action_type": name}), self._seen))
            except ActionError as error:
                self._decisions.put_nowait(tool_hint(error))
            return await self._results.get()

        return call


def _as_sample(name: str, goal: str) -> AbstractAsyncContextManager[Any]:
    """A sample around an agent; agents such as `react` keep checkpoints and limits there.

    Raises:
        AgentFault: this version of Inspect makes samples in another way.
    """
    limits = ("message_limit", "token_limit", "cost_limit", "time_limit", "working_limit")
    try:
        from inspect_ai.log._samples import active_sample  # of 0.3.285; nothing public makes one
        from inspect_ai.log._transcript import Transcript

        told = {"task": name, "eval_id": name, "sample_uuid": name, "model": name, "log_location": "", "epoch": 1}
        sample: AbstractAsyncContextManager[Any] = active_sample(
            sample=Sample(id=name, input=goal),
            transcript=Transcript(),
            fails_on_error=False,
            **told,
            **dict.fromkeys(limits),
        )
    except (ImportError, TypeError) as error:
        raise AgentFault(
            f"this version of Inspect plays samples in another way; install it by constraints.txt ({error!s:.80})"
        ) from None
    return sample


def _react(prompt: str, tools: Sequence[Tool], model: InspectsModel) -> agents.Agent:
    return agents.react(prompt=prompt, tools=list(tools), model=model, submit=False)


react = inspect_agent("inspect_react", "the react agent of Inspect, with the actions as its tools", _react)
