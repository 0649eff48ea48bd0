"""The random agent: draws from the touches and keys that the screen offers. Its success rate is chance level."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import get_args

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.agents.drawn_call import drawn_call
from automotive_env.episode.action import (
    Action,
    Answer,
    Click,
    Direction,
    DoubleTap,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Status,
    Swipe,
    Wait,
)
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Element, Observation

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
WORDS = ("Munich", "music", "22", "home", "hello")
"""What it types and says."""

DrawAction = Callable[[], Action]


class RandomAgent:
    """Draws a kind of action that is possible, then its target; vehicle APIs only where it is told how to look them up."""

    name = "random"

    def __init__(self) -> None:
        self._rng = Random(0)
        self._apps: tuple[str, ...] = ()
        self._face: Face = "screen"

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode; what is drawn follows from its seed."""
        self._rng = Random(context.seed)
        self._apps = context.apps if context.shortcuts and context.face != "calls" else ()
        self._face = context.face

    async def act(self, observation: Observation) -> Decision:
        """Draw an action."""
        return Decision(self._rng.choice(self._possible(observation))(), reasoning="Drawn at random.")

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision

    def _possible(self, observation: Observation) -> list[DrawAction]:
        """How to draw each kind of action that can be carried out now."""
        rng = self._rng
        enabled = [element for element in observation.elements if element.enabled]
        screen: list[DrawAction] = [
            lambda: Scroll(direction=rng.choice(DIRECTIONS)),
            lambda: Swipe(direction=rng.choice(DIRECTIONS)),
        ]
        said: list[DrawAction] = [lambda: Answer(text=rng.choice(WORDS)), lambda: Status(goal_status="complete")]
        keys: list[DrawAction] = [KeyboardEnter, NavigateBack, NavigateHome]
        kinds = [*said, Wait] if self._face == "calls" else [*screen, *said, *keys, Wait]
        if self._face != "screen":
            kinds.append(lambda: drawn_call(rng, WORDS))
        if self._apps:
            kinds.append(lambda: OpenApp(app_name=rng.choice(self._apps)))
        if taps := [element for element in enabled if element.clickable]:
            kinds += [lambda: Click(index=self._one(taps)), lambda: DoubleTap(index=self._one(taps))]
        if holds := [element for element in enabled if element.long_clickable]:
            kinds.append(lambda: LongPress(index=self._one(holds)))
        if fields := [element for element in enabled if element.editable]:
            kinds.append(lambda: InputText(text=rng.choice(WORDS), index=self._one(fields)))
        if sliders := [element for element in enabled if element.range]:
            kinds.append(lambda: Swipe(direction=rng.choice(DIRECTIONS), index=self._one(sliders), amount=rng.uniform(0.05, 1)))
        return kinds

    def _one(self, elements: list[Element]) -> int:
        return self._rng.choice(elements).index


random = AgentSpec(
    "random", "plays random actions; the chance level", lambda kit: RandomAgent(), standing="floor", sees=("elements",)
)
