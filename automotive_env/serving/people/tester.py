"""One person who plays: what the page shows, and the agent through which the episode asks for the next action."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from anyio import Event

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.agents.human import human
from automotive_env.agents.replies import check_index
from automotive_env.episode.action import Action, ActionError, Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.serving.people.gestures import Gesture, GestureError, NextGesture, Practise, action_of

PRACTICE = "Practice: try the display as you like. Press Done when you are ready."
TesterStage: TypeAlias = Literal["consent", "wish", "playing", "waiting", "over"]
"""What a person is shown: the consent, a wish, the car, that the next car is prepared, that all is done."""


@dataclass
class HumanTester:
    """One person, known by a random token only; nothing about a person is asked or kept.

    Attributes:
        token: part of the address that lets a person play.
        stage: what the page shows.
        agreed: whether the person has agreed to play.
        practises: whether the person tries the car, and no wish is played.
        number: counts the person's wishes from 1.
        left: wishes that nobody has begun.
        goal: the wish.
        place: where the car is, where the wish has been begun.
        result: what came of the last wish, where people are told.
        said: what the car answered last.
        steps_left: actions that are left of the episode.
        began: when the wish or the practice was begun, by the clock.
        seen: the moment that the page shows.
        frame: its pixels.
        view: what is seen through the windscreen.
        clock: seconds, as an episode counts them.
        version: counts what the page has to show.
    """

    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    stage: TesterStage = "waiting"
    agreed: bool = False
    practises: bool = False
    number: int = 0
    left: int = 0
    goal: str = ""
    place: str = ""
    result: str = ""
    said: str = ""
    steps_left: int = 0
    began: float = 0.0
    clock: Callable[[], float] = field(default=time.perf_counter, repr=False)
    seen: Observation | None = None
    frame: Image | None = field(default=None, repr=False)
    view: Image | None = field(default=None, repr=False)
    version: int = 0
    _bell: Event = field(default_factory=Event, repr=False)
    _asked: Event = field(default_factory=Event, repr=False)
    _action: Action | None = field(default=None, repr=False)
    _waits: bool = field(default=False, repr=False)

    @property
    def seconds(self) -> float:
        """Since the wish was begun, whether a page is open or not: what the record of its episode counts."""
        return self.clock() - self.began

    def show(self, stage: TesterStage, *, seen: Observation | None = None) -> None:
        """Show something else on the page."""
        self.stage, self.seen = stage, seen
        self.frame, self.view = (seen.screenshot, seen.windscreen) if seen else (None, None)
        self._ring()

    def _ring(self) -> None:
        self.version += 1
        self._bell.set()
        self._bell = Event()

    def next_change(self) -> Event:
        """What the next change of the page sets; take it before looking, so that no change is missed."""
        return self._bell

    def take(self, gesture: Gesture) -> None:
        """Take what a person did.

        Raises:
            GestureError: it is not the moment for it, or nothing on the screen can be done that way.
        """
        if not self._waits:
            raise GestureError("one moment, the car is busy")
        if self.stage == "playing":
            if self.seen is None:
                raise GestureError("one moment, the car is busy")
            action = action_of(gesture, self.seen)
            try:
                self._action = check_index(action, self.seen)
            except ActionError as error:
                raise GestureError(str(error)) from None
        elif not isinstance(gesture, NextGesture | Practise):
            raise GestureError("the wish has not been begun; press the button")
        else:
            self.practises = isinstance(gesture, Practise) and self.stage == "consent"
        self._waits = False
        self._asked.set()

    async def _wait(self) -> None:
        self._asked, self._waits = Event(), True
        try:
            await self._asked.wait()
        finally:
            self._waits = False

    async def agree(self) -> None:
        """Wait until the person has agreed to play, and perhaps wants to try the car before."""
        self.show("consent")
        await self._wait()
        self.agreed = True
        self.show("waiting")

    async def practise(self, car: TaskEnvironment) -> None:
        """Let the person try a car until they press Done; nothing of it is recorded."""
        self.goal, self.said, self.began, seen = PRACTICE, "", self.clock(), car.reset()
        while not isinstance(action := await self.next_action(seen), Status):
            seen, outcome = car.step(action)
            self.said = "" if outcome.done else outcome.message
        self.practises = False
        self.show("waiting")

    async def read_wish(self, goal: str, place: str, left: int) -> None:
        """Show a wish and wait until the person begins."""
        self.number, self.goal, self.place, self.left = self.number + 1, goal, place, left
        self.show("wish")
        await self._wait()
        self.show("waiting")

    def ended(self, result: str, *, last: bool) -> None:
        """Show that an episode is over, and what came of it where people are told; `last` where no other has to be played."""
        self.result = result
        self.show("over" if last else "waiting")

    async def next_action(self, seen: Observation) -> Action:
        """Show the car and wait for what the person does."""
        self.show("playing", seen=seen)
        await self._wait()
        assert self._action is not None
        return self._action


class HumanPlayer:
    """The agent through which a person plays; see `automotive_env.agents.agent.Agent`."""

    name = human.name

    def __init__(self, tester: HumanTester) -> None:
        self._tester = tester
        self._max_steps = 0

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._tester.goal, self._tester.said, self._tester.began = goal, "", self._tester.clock()
        self._tester.steps_left = self._max_steps = context.max_steps

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the page shows what is said or has happened."""
        self._tester.goal, self._tester.said = opening.announcement, ""
        self._tester.steps_left = self._max_steps

    async def act(self, observation: Observation) -> Decision:
        """Wait for the next action."""
        action = await self._tester.next_action(observation)
        self._tester.steps_left -= 1
        return Decision(action)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Tell what the car answered."""
        self._tester.said = "" if outcome.done else outcome.message
        return decision
