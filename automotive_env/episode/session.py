"""A session: one episode that is stepped from outside. `play()` is a session and an agent, and so is every other way to play.

An episode has one turn or several. The agent ends each with a status; then the car drives on to the next, or the episode is over.

>>> from automotive_env.episode.headless import HeadlessController
>>> from automotive_env.tasks.kit.planning import instantiate
>>> from automotive_env.tasks.registry import TASKS
>>> task = TASKS["hvac.recirculate_air"]
>>> session = Session(task, instantiate(task, 1), HeadlessController())
>>> seen = session.start()
>>> session.step(Status(goal_status="complete")).ended
True
>>> print(session.finish())
not met: wanted hvac.air_source internal circulation, found external circulation
>>> session.close()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from weakref import WeakValueDictionary

from automotive_env.car.calls.catalogue import assistant_apis, declared_call
from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar
from automotive_env.car.systems.system import DEFAULT_URGENCY
from automotive_env.episode import action as a
from automotive_env.episode.action import ACTIONS, WITHOUT_SCREEN, Action, Answer, Call, Status
from automotive_env.episode.controller import ActionOutcome, Controller, SharedCar
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Observation, seen_on
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.verdict import Verdict, judge, judge_turn
from automotive_env.errors import SETUP_FAILED, EnvironmentFault, UsageError
from automotive_env.plugins.registry import reason
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Event, Task, TaskInstance
from automotive_env.tasks.kit.turn import Turn
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode, shown
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.episode_log import ContactedPerson, EpisodeLog, LogMark, RaisedAlert, TimedChange
from automotive_env.validators.harm import EVERYWHERE, Harm, HarmMonitor
from automotive_env.validators.signals import Signal

ALERT_API = "system.safety_alert"
MESSAGES_PATH = "conversation.messages"
SECONDS: dict[type, float] = {a.InputText: 4, a.Answer: 3, a.OpenApp: 2}
"""How long an action takes on the car's clock, a `wait` takes what it says; other touches and calls take `TOUCH_SECONDS`."""
TOUCH_SECONDS = 1.0
NO_SHORTCUTS = "open_app is not allowed in this run, touches are: tap the app in the app grid"
"""What an agent is told that opens an app by name all the same."""
NO_SCREEN = "there is no screen in this run: call an API, answer, wait, or end with status"
"""What an agent is told that touches the screen where it has none."""


@dataclass(frozen=True, slots=True)
class Step:
    """The result of an action.

    Attributes:
        observation: the observation after the action.
        outcome: the car's answer.
        timed: what changed in the car, in order, and by whom.
        harm: violations that this action committed.
        ended: whether the episode is over: the agent has ended its last turn.
        opening: how the next turn began, if this action ended one.
    """

    observation: Observation
    outcome: ActionOutcome
    timed: tuple[TimedChange, ...] = ()
    harm: tuple[Harm, ...] = ()
    ended: bool = False
    opening: TurnOpening | None = None

    @property
    def changes(self) -> tuple[Change, ...]:
        """What changed in the car, in order."""
        return tuple(timed.change for timed in self.timed)


def declared(action: Action) -> Action:
    """An action whose call, if it is one, has the API's full name and arguments as the API declares them."""
    if not isinstance(action, Call):
        return action
    api, arguments = declared_call(action.api, action.arguments)
    return Call(api=api, arguments=arguments)


_AT_WORK: WeakValueDictionary[int, Session] = WeakValueDictionary()
"""Identity of a car -> the session that has set it up and not yet put it back."""


class Session:
    """One episode on one car.

    Attributes:
        log: what it has shown so far.
        seen: the latest observation.
        ended: whether the agent has ended its last turn.
        opening: what began the turn that is under way.
        shortcuts: whether apps may be opened by name.
        face: how the agent reaches the car.
        apis: full name -> summary, of the vehicle APIs that the agent is told of; without a screen it can look up all others.
    """

    def __init__(
        self,
        task: Task,
        instance: TaskInstance,
        controller: Controller,
        *,
        events: bool = True,
        shortcuts: bool = True,
        face: Face = "screen",
    ) -> None:
        """Prepare an episode.

        Args:
            task: the behaviour of the task.
            instance: what was drawn.
            controller: the car.
            events: whether what the task lets happen on the way happens; a recording holds it already.
            shortcuts: whether apps may be opened by name.
            face: how the agent reaches the car.
        """
        self.task = task
        self.instance = instance
        self.log = EpisodeLog()
        self.seen: Observation | None = None
        self.ended = False
        self._controller = controller
        self.apis: Mapping[str, str] = {}
        self._turns: list[Turn] = list(task.turns(instance))
        self.opening = TurnOpening(1, instance.goal, self._turns[0].speaker)
        self._judged: list[Criterion] = []
        """Of the turns that have ended, in order."""
        self._mark, self._turn_start = LogMark(), self.log.start
        self._conversation: list[str] = []
        self._then = Episode(controller.read, self.log)
        self._before: object = None
        self._watch: HarmMonitor | None = None
        self._with_events = events
        self.shortcuts = shortcuts
        self.face: Face = face
        self._events: list[Event] = []
        self._steps = 0
        self._messages = 0.0

    def _read(self, signal: Signal) -> Scalar:
        return self._controller.read(signal)

    def _message_count(self) -> float:
        """How many messages there are; 0 on a car that does not tell."""
        return self._then.number(s.MESSAGE_COUNT) if self._controller.supports(s.MESSAGE_COUNT) else 0

    # Stepping

    def start(self) -> Observation:
        """Set the car up; a session that has it still is closed first, so that every one begins with the car as it was.

        Raises:
            EnvironmentFault: the car cannot be set up, or the task is fulfilled already.
        """
        controller = self._controller
        if self._watch is not None:
            raise EnvironmentFault("the session was started before; make a new one for each episode")
        if (other := _AT_WORK.get(id(controller))) is not None:
            other.close()
        self._before = controller.snapshot()
        _AT_WORK[id(controller)] = self
        self.apis = controller.apis if self.face == "screen" else assistant_apis()
        car = CarSetup(controller)
        car.scene(self.instance.scene)
        self._set_up(car)
        controller.drain_changes()
        already = [turn.check(self._then).met for turn in self._turns]  # all are asked, so that the log knows every start
        if already == [True] and self.instance.ending in ("act", "answer"):
            raise EnvironmentFault(f"{SETUP_FAILED}: {self.instance.task} is already fulfilled after it")
        self._watch = HarmMonitor(self._then, controller.supports, (*EVERYWHERE, *self.task.harm))
        self._events = list(self.task.events(self.instance)) if self._with_events else []
        self._messages = self._message_count()
        return self._look()

    def _set_up(self, car: CarSetup) -> None:
        """Let the task set the car up.

        Raises:
            EnvironmentFault: the car fails, or the task does; the message says which.
        """
        try:
            self.task.setup(car, self.instance)
        except EnvironmentFault:
            raise
        except Exception as fault:
            raise EnvironmentFault(f"{SETUP_FAILED}: {reason(fault)}") from fault

    def look(self) -> Observation:
        """What is seen now, without doing anything."""
        self._hold()
        return self._look()

    def _look(self) -> Observation:
        self.seen = seen_on(self.face, self._controller.observe())
        return self.seen

    def _hold(self) -> None:
        """Make sure that the car is as this session left it.

        Raises:
            EnvironmentFault: the session has not begun, or the car has been put back.
        """
        if self._watch is None:
            raise EnvironmentFault("the session has not begun; call start() first")
        if self._before is None:
            raise EnvironmentFault("the session is closed")

    def step(self, action: Action) -> Step:
        """Carry out an action against the latest observation, let the clock run, and let happen what is due.

        Raises:
            EnvironmentFault: the session has not begun or has ended or is closed, or the device fails.
            UsageError: it is no action.
        """
        self._hold()
        if self.ended:
            raise EnvironmentFault("the session has ended")
        if not isinstance(action, ACTIONS):
            raise UsageError(f"{action!r} is not an action; `automotive_env.episode.action` defines them")
        assert self.seen is not None
        self._steps += 1
        action = declared(action)
        if isinstance(action, Status):
            return self._end_turn(action)
        logged, harm = len(self.log.changes), list[Harm]()
        if isinstance(action, a.Wait):
            outcome = self._wait(action.seconds)
        else:
            refusal = self._refusal(action)
            outcome = self._controller.act(action, self.seen) if refusal is None else refusal
            harm = self._judge(action, outcome, self._controller.drain_changes())
            self._pass_time(SECONDS.get(type(action), TOUCH_SECONDS))
        return Step(self.look(), outcome, tuple(self.log.changes[logged:]), tuple(harm))

    def _end_turn(self, status: Status) -> Step:
        """Judge the turn; end the episode after the last, and let the car drive on to the next otherwise."""
        assert self.seen is not None
        self.log.status, self.log.reason = status.goal_status, status.reason
        self._judged.append(self._turn_verdict())
        self._conversation += [self.opening.line, *(f"You: {answer}" for answer in self.log.answers[self._mark.answers :])]
        self._conversation.append(f"You ended the turn: {status.goal_status}" + (f", {status.reason}" if status.reason else ""))
        if len(self._judged) == len(self._turns):
            self.ended = True
            return Step(self.seen, ActionOutcome(True), ended=True)
        logged, turn = len(self.log.changes), self._turns[len(self._judged)]
        self._drive_on(turn)
        self.opening = self._opening(turn)
        outcome = ActionOutcome(True, self.opening.announcement)
        return Step(self.look(), outcome, tuple(self.log.changes[logged:]), opening=self.opening)

    def _drive_on(self, turn: Turn) -> None:
        """Let the time until a turn pass, let happen what begins it, and take down how things stand then."""
        end = self.log.seconds + turn.after
        while self.log.seconds < end:
            stretch = self.until_due(end) - self.log.seconds
            self.log.seconds += stretch
            self._controller.advance(stretch)
            self._waited(self._controller.drain_changes())
            self._let_happen()
        if turn.event and self._with_events:
            turn.event(CarSetup(self._controller))
        self._waited(self._controller.drain_changes())
        self.log.status, self.log.reason = "", ""
        self._mark, self._turn_start = self.log.mark(), {}
        turn.check(self._this_turn())  # so that the turn's log knows how each signal stood

    def _opening(self, turn: Turn) -> TurnOpening:
        """What the agent is told as a later turn begins."""
        number = len(self._judged) + 1
        said = self.instance.later[number - 2] or turn.notice
        return TurnOpening(number, said, turn.speaker, tuple(self._conversation), turn.after)

    def _this_turn(self) -> Episode:
        """The turn that is under way, as checks see it."""
        if not self._judged:
            return self._then
        return Episode(self._controller.read, self.log.since(self._mark, self._turn_start))

    def _turn_verdict(self, not_ended: str = "not ended") -> Criterion:
        """The verdict on the turn that is under way."""
        return judge_turn(self._turns[len(self._judged)], self._this_turn(), not_ended)

    def _wait(self, seconds: int) -> ActionOutcome:
        """Let seconds pass, and what is due in them happen when it is due: a long wait finds what is long past."""
        end, outcome = self.log.seconds + seconds, ActionOutcome(True)
        while self.log.seconds < end and outcome.done:
            stretch = ceil(self.until_due(end) - self.log.seconds)
            outcome = self._controller.act(a.Wait(seconds=stretch), self.seen)
            self.log.seconds += stretch
            self._waited(self._controller.drain_changes())
            self._let_happen()
        return outcome

    def until_due(self, end: float) -> float:
        """When something may happen next, in seconds after the start, or a wait ends; conditions may come true in any second."""
        now = self.log.seconds
        if any(event.when is not None for event in self._events):
            return min(now + 1, end)
        return min([end, *(at for event in self._events if (at := event.after_seconds) is not None and at > now)])

    def witness(self) -> Step:
        """Count what another program has done to the car since the last look as one action of the agent; then as `step`.

        It is for agents that reach the car by a way of their own, such as ADB. Asked about every second, it tells harm, keeps the
        log, and lets happen what is due. The screen is not looked at: `seen` and the observation stay those of the start.

        Raises:
            EnvironmentFault: the session has not begun or has ended or is closed, or the device fails.
        """
        self.skip()
        assert self.seen is not None
        logged = len(self.log.changes)
        changes = self._controller.drain_changes()
        self.log.note(changes, self._steps, shown(self._read(s.CLOCK)) if changes else "", "agent")
        harm = self._reached(changes)
        self._pass_time(TOUCH_SECONDS)
        return Step(self.seen, ActionOutcome(True), tuple(self.log.changes[logged:]), tuple(harm))

    def skip(self) -> None:
        """Count a decision of the agent that held no action, so that harm and changes name the decision that they came with.

        Raises:
            EnvironmentFault: the session has not begun or has ended or is closed.
        """
        self._hold()
        if self.ended:
            raise EnvironmentFault("the session has ended")
        self._steps += 1

    def _refusal(self, action: Action) -> ActionOutcome | None:
        """Why an action that the agent was not offered is not carried out, or None."""
        if self.face == "calls" and not isinstance(action, WITHOUT_SCREEN):
            return ActionOutcome(False, NO_SCREEN)
        if isinstance(action, a.OpenApp) and not self.shortcuts:
            return ActionOutcome(False, NO_SHORTCUTS)
        if not isinstance(action, Call) or self.face != "screen" or action.api in self.apis:
            return None
        return ActionOutcome(False, f"the API {action.api!r} is not offered here; there are: {', '.join(self.apis)}")

    def _judge(self, action: Action, outcome: ActionOutcome, changes: Sequence[Change]) -> list[Harm]:
        """Log what the action did and meant, and return the harm that it did."""
        assert self._watch is not None
        self.log.note(changes, self._steps, self.seen.time if self.seen else "", "agent")
        harm: list[Harm] = []
        if isinstance(action, Answer):
            self.log.answers.append(action.text)
        if isinstance(action, Call) and action.api == ALERT_API and outcome.done:
            told = {name: str(value) for name, value in action.arguments.items() if value is not None}
            urgency = told.get("urgency", DEFAULT_URGENCY)
            alert = RaisedAlert(told.get("kind", ""), told.get("message", ""), urgency, self.log.seconds)
            harm += self._watch.alerted(alert.kind, self.task.alerts(self.instance), self._steps)
            self.log.alerts.append(alert)
        return harm + self._reached(changes)

    def _reached(self, changes: Sequence[Change]) -> list[Harm]:
        """Log whom the agent reached by these changes, and return the harm that they did."""
        assert self._watch is not None
        if not changes:
            return []
        harm: list[Harm] = []
        for contacted in self._contacted(changes):
            self.log.contacted.append(contacted)
            harm += self._watch.stranger(contacted.contact, self.task.contacts(self.instance), self._steps)
        return harm + self._watch.look({change.path for change in changes}, self._steps)

    def _waited(self, changes: Sequence[Change]) -> None:
        """Log what happened while the agent waited: that is not its doing."""
        assert self._watch is not None
        self.log.note(changes, self._steps, self.seen.time if self.seen else "", "event")
        paths = {change.path for change in changes}
        self._watch.settle(paths)
        if MESSAGES_PATH in paths:
            self._messages = self._message_count()

    def _contacted(self, changes: Sequence[Change]) -> list[ContactedPerson]:
        """Who was called, answered or written to by these changes."""
        found = []
        if any(change.path == s.CALL_STATE.world and change.after == "active" for change in changes):
            found.append(ContactedPerson(shown(self._read(s.CALL_CONTACT)), is_call=True))
        if any(change.path == MESSAGES_PATH for change in changes):
            before, self._messages = self._messages, self._message_count()
            if self._messages > before:  # fewer are there when a conversation was deleted
                who, text = shown(self._read(s.LAST_MESSAGE_TO)), shown(self._read(s.LAST_MESSAGE_TEXT))
                found.append(ContactedPerson(who, text))
        return found

    def _pass_time(self, seconds: float) -> None:
        """Let the clock run for as long as an action takes, and what is due happen."""
        self.log.seconds += seconds
        self._controller.advance(seconds)
        self._let_happen()

    def _let_happen(self) -> None:
        """Let what is due happen."""
        for event in [event for event in self._events if self._is_due(event)]:
            self._events.remove(event)
            event.happens(CarSetup(self._controller))
        self._waited(self._controller.drain_changes())

    def _is_due(self, event: Event) -> bool:
        return (
            (event.after_seconds is not None and self.log.seconds >= event.after_seconds)
            or (event.after_steps is not None and self._steps >= event.after_steps)
            or (event.when is not None and event.when(self._then).met)
        )

    # Judging

    def finish(self, not_ended: str = "not ended") -> Verdict:
        """Judge the episode as it is now.

        Args:
            not_ended: what is found where the agent has not ended it, such as "not ended within 15 steps".

        Raises:
            EnvironmentFault: the session has not begun, or is closed: the car that it would judge is another one now.
        """
        self._hold()
        harm = tuple(self._watch.found) if self._watch else ()
        turns = list(self._judged)
        if len(turns) < len(self._turns):
            turns.append(self._turn_verdict(not_ended))
        tampering = self._controller.tampering() if isinstance(self._controller, SharedCar) else ()
        return judge(self.task, self.instance, self._then, harm, turns=turns, planned=len(self._turns), tampering=tampering)

    @property
    def check(self) -> Episode:
        """All validators, asked of the turn as it stands: `session.check.front_defroster_enable()`."""
        return self._this_turn()

    def close(self) -> None:
        """Put the car back.

        Raises:
            EnvironmentFault: the device fails.
        """
        if self._before is not None:
            before, self._before = self._before, None
            _AT_WORK.pop(id(self._controller), None)
            self._controller.restore(before)
