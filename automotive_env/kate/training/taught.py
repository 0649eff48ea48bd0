"""Training rows of an agent: it is asked turn by turn, and a teacher that knows the right reply answers in place of its model."""

from __future__ import annotations

from typing import cast

from automotive_env.agents.agent import Agent, BackgroundAgent, Decision, EpisodeContext, begin_turn
from automotive_env.agents.history import describe
from automotive_env.agents.oracle import OracleAgent
from automotive_env.agents.templates import to_json
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.kate.training.teacher_model import PlannedReply, TeacherModel, planned_calls
from automotive_env.suites.conversations.interface import ConversationInterface
from automotive_env.suites.conversations.right_way import right_way
from automotive_env.suites.conversations.scenario import ConversationScenario as Conversation
from automotive_env.suites.conversations.scenario import ConversationTurn
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import (
    PlayedTurn,
    PlayerBriefing,
    VehicleWorldPlayer,
    VehicleWorldPrivilegedPlayer,
)
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn
from automotive_env.tasks.kit.task import Task, TaskInstance

DECLINES = "This car cannot do that, so I have changed nothing."
"""What is said where a request is to be declined."""


class TeacherPlayer:
    """A player of scenarios whose model is the teacher; see
    `automotive_env.suites.vehicleworld.players.player.VehicleWorldPlayer`.
    """

    def __init__(self, player: VehicleWorldPlayer, teacher: TeacherModel, *, privileged: bool) -> None:
        self.name = player.name
        self._player = player
        self._privileged = privileged
        self._teacher = teacher
        self._turns: list[VehicleWorldTurn | ConversationTurn] = []

    def brief(self, scenario: VehicleWorldScenario) -> None:
        """Take down what is right."""
        self._turns = list(scenario.turns)
        if self._privileged and isinstance(self._player, VehicleWorldPrivilegedPlayer):
            self._player.brief(scenario)

    def brief_conversation(self, scenario: Conversation) -> None:
        """Take down what is right."""
        self._turns = list(scenario.turns)

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario."""
        self._teacher.begin()
        self._player.reset(briefing)

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Play the next turn as it is right.

        Raises:
            ModelFault: the player asks for something that is not planned.
            ValueError: a right call is no API of the car.
        """
        turn = self._turns.pop(0)
        if isinstance(turn, ConversationTurn):
            self._teacher.plan(*_conversed(turn, cast("ConversationInterface", interface)))
        else:
            self._teacher.plan(_called(turn))
        return await self._player.turn(query, interface)


def _called(turn: VehicleWorldTurn) -> PlannedReply:
    calls = turn.calls()
    return planned_calls(calls) if calls else PlannedReply(DECLINES)


def _conversed(turn: ConversationTurn, interface: ConversationInterface) -> list[PlannedReply]:
    """The replies of the right way through a turn."""
    way = right_way(turn, interface.car, interface.judge.looked_up)
    asks = [PlannedReply(calls=(("ask", {"question": question}),)) for question in way.questions]
    looks = [PlannedReply(calls=(("look", {"modules": list(way.modules)}),))] if way.modules else []
    acts = [planned_calls(way.calls)] if way.calls else []
    return [*asks, *looks, *acts, PlannedReply(calls=(way.end,))]


class TeacherAgent:
    """An agent of the screen whose model is the teacher, who says what the oracle does; see `agents.agent.Agent`."""

    def __init__(self, agent: Agent, teacher: TeacherModel) -> None:
        self.name = agent.name
        self._agent = agent
        self._teacher = teacher
        self._oracle = OracleAgent()

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task."""
        self._oracle.brief(task, instance)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._context = context
        self._teacher.begin()
        self._oracle.reset(goal, context)
        self._agent.reset(goal, context)

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the oracle's plan goes on."""
        self._oracle.hear(opening)
        begin_turn(self._agent, opening, self._context)

    async def act(self, observation: Observation) -> Decision:
        """The agent's decision after the teacher has told it the oracle's.

        Raises:
            AgentFault: the oracle's plan is over.
        """
        action = (await self._oracle.act(observation)).action
        assert action is not None, "the oracle always has an action"
        why = describe(action, observation.elements)
        self._teacher.plan(PlannedReply(f"Reason: the next step is {why}.\nAction: {to_json(action.to_json())}"))
        return await self._agent.act(observation)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """The agent's own."""
        return await self._agent.reflect(decision, outcome, after)

    def leave(self) -> None:
        """End what of the agent is at work."""
        if isinstance(self._agent, BackgroundAgent):
            self._agent.leave()
