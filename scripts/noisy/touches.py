"""The screen beside a noisy model: the oracle's next action, the way back to it after a wrong one, and wrong actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from automotive_env.agents.agent import Agent, Decision, EpisodeContext, begin_turn
from automotive_env.agents.oracle import OracleAgent
from automotive_env.agents.templates import to_json
from automotive_env.episode.action import Action, Answer, Call, Click, InputText, LongPress, NavigateBack, OpenApp, Scroll, Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Element, Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import AgentFault
from automotive_env.kate.acquisition.episodes import action_text
from automotive_env.kate.activation.touches import element_at
from automotive_env.models.model import ModelRequest
from automotive_env.scripts.noisy.model import NoisyModel, Replies
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.tasks.kit.task import Task, TaskInstance

MAX_BACKS = 3
"""Steps back after a wrong action, until nothing more is tried."""
GIVES_UP = Status(goal_status="infeasible", reason="I cannot get there any more.")


class OracleGuide:
    """What is right in each step: the oracle's next action, until it is carried out.

    After a wrong action the same one is right where it can still be done: on the element of the same role, resource name and
    label. Where that is not in sight, going back is right, three times at most, and then to give up. A plan that cannot be gone
    on with gives up as well.
    """

    def __init__(self) -> None:
        self._oracle = OracleAgent()
        self._due: Action | None = None
        self._target: Element | None = None
        self._backs = 0

    def begin(self, task: Task, instance: TaskInstance, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._oracle.brief(task, instance)
        self._oracle.reset(goal, context)
        self._due = None

    async def right(self, seen: Observation) -> Action:
        """The right action in front of what is seen."""
        if self._due is None:
            self._due, self._backs = await self._next(seen), 0
            self._target = _target(self._due, seen.elements)
            return self._due
        if (again := _again(self._due, self._target, seen.elements)) is not None:
            self._due = again
            return again
        self._backs += 1
        return NavigateBack() if self._backs <= MAX_BACKS else GIVES_UP

    async def _next(self, seen: Observation) -> Action:
        try:
            action = (await self._oracle.act(seen)).action
        except AgentFault:
            return GIVES_UP
        return action or GIVES_UP

    def carried_out(self, action: Action | None) -> None:
        """Take down what was done."""
        if action == self._due:
            self._due = None


def _target(action: Action, elements: Sequence[Element]) -> Element | None:
    """The element that an action is about; None where it is about none."""
    number, x, y = (getattr(action, name, None) for name in ("index", "x", "y"))
    if number is not None:
        return next((element for element in elements if element.index == number), None)
    return element_at(x, y, elements) if x is not None and y is not None else None


def _again(action: Action, target: Element | None, elements: Sequence[Element]) -> Action | None:
    """The same action on another screen; None where its element is not there."""
    if target is None:
        return action
    same = next((element for element in elements if _looks(element) == _looks(target)), None)
    if same is None:
        return None
    if isinstance(action, Click | LongPress | Scroll | InputText) and action.index is not None:
        return replace(action, index=same.index)
    return action if same.box == target.box else None


def _looks(element: Element) -> tuple[str, str, str, str]:
    return element.role, element.name, element.text, element.description


class NoisyAgent:
    """An agent of the screen that asks a noisy model; see `automotive_env.agents.agent.Agent`."""

    def __init__(self, agent: Agent, model: NoisyModel) -> None:
        self.name = agent.name
        self._agent = agent
        self._model = model
        self._guide = OracleGuide()
        self._told: tuple[Task, TaskInstance] | None = None
        self._right: Action = GIVES_UP
        self._wrong: list[Action] = []

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task."""
        self._told = task, instance

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        if self._told is not None:
            self._guide.begin(*self._told, goal, context)
            self._model.begin(f"{self._told[1].task}:{self._told[1].id}", self._replies)
        self._apps, self._context = context.apps, context
        self._steps = 0
        self._agent.reset(goal, context)

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the guide goes on."""
        begin_turn(self._agent, opening, self._context)

    async def act(self, observation: Observation) -> Decision:
        """The agent's decision.

        Raises:
            ModelFault: the model could not be asked.
        """
        self._right = await self._guide.right(observation)
        self._steps += 1
        assert self._told is not None, "whoever plays briefs it"
        self._wrong = wrong_actions(self._right, observation.elements, self._apps, f"{self._told[1].id}:{self._steps}")
        decision = await self._agent.act(observation)
        self._model.acted(decision.reply)
        self._guide.carried_out(decision.action)
        return decision

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """The agent's own."""
        return await self._agent.reflect(decision, outcome, after)

    def _replies(self, request: ModelRequest) -> Replies:
        does = action_text(self._right.to_json(), [element.line() for element in request.facts.elements])
        is_told = any(does in text.splitlines() for text in request.facts.experience)
        return Replies(_reply_text(self._right), tuple(map(_reply_text, self._wrong)), "answer" if is_told else "")


def wrong_actions(right: Action, elements: Sequence[Element], apps: Sequence[str], key: str) -> list[Action]:
    """Plausible actions that are not right: an end too early, the same with another value, and touches of other elements.

    Args:
        right: the right action.
        elements: in front of the agent.
        apps: that can be opened.
        key: of the draw of elements.
    """
    ends = right == Status(goal_status="complete")
    found: list[Action] = [GIVES_UP if ends else Status(goal_status="complete")]
    target = _target(right, elements)
    found += _valued(right, target, apps)
    others = [element for element in elements if (element.clickable or element.editable) and element != target]
    NoiseLevels().random(key).shuffle(others)
    return found + [Click(index=element.index) for element in others]


def _valued(right: Action, target: Element | None, apps: Sequence[str]) -> Iterator[Action]:
    """The same kind of action with another value, or on another place of a slider."""
    match right:
        case OpenApp():
            yield from (OpenApp(app_name=app) for app in apps[:2] if app != right.app_name)
        case InputText():
            yield replace(right, text=f"{right.text} 2")
        case Answer():
            yield replace(right, text="I do not know.")
        case Call():
            yield replace(right, arguments={**right.arguments, "message": "All is well."})
        case Click() if target is not None and target.track is not None and right.x is not None:
            track = target.track
            yield replace(right, x=track.left if right.x > track.center[0] else track.right - 1)
        case Click() if right.index is not None:
            yield LongPress(index=right.index)


def _reply_text(action: Action) -> str:
    return f"Reason: this is the next step.\nAction: {to_json(action.to_json())}"
