"""Scoring an episode again from its records alone: no model is asked and no touch is played.

The instance is made again from the record and set up on a fresh car; then a session goes through the recorded steps on a
controller that answers each action with the recorded outcome and makes the recorded changes. So logs, harm, answers, alerts and
checks see what they saw in the run. What contradicts itself on the way is told: a change that does not fit the state before it, a
step after the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import ValidationError

from automotive_env.car.core.change import CauseKind, Change, ChangeCause
from automotive_env.car.core.errors import StateError, shown
from automotive_env.car.core.schema import RecordsProperty
from automotive_env.car.core.values import StateValue, record_from_json
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.episode.action import Action, ActionError, action_from_json
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import Face
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import GpsFix, Image, NetworkStatus, Observation
from automotive_env.episode.session import Session
from automotive_env.errors import AutomotiveEnvError, Contradiction, NotScored, UsageError
from automotive_env.plugins.registry import reason
from automotive_env.runs.records.records import ChangeRecord, EpisodeRecord, HarmRecord, OutcomeName, StepRecord
from automotive_env.runs.tables.attention import attention_scores
from automotive_env.runs.tables.touches import touch_counts, touch_scores
from automotive_env.tasks.kit.scene import Ending, Scene
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import find_task
from automotive_env.validators.episode_log import EpisodeLog

REPLAYED = ("headless", "virtual")
"""Backends whose car is the state core."""
NOWHERE, NO_NETWORK = GpsFix(0, 0), NetworkStatus(wifi=False, mobile_data=False, airplane_mode=False, bluetooth=False)


class RecordedController(HeadlessController):
    """A car that is set up like any other and then does what a recording says; see `episode.controller.Controller`.

    Attributes:
        step: the step that is under way; None while the car is set up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.step: StepRecord | None = None
        self.left: list[ChangeRecord] = []
        self._log = EpisodeLog()

    def begin(self, step: StepRecord, log: EpisodeLog) -> None:
        """Go on to a step: what the agent changed in it is told first, what happened then when its time has come."""
        self.step, self.left, self._log = step, list(step.changes), log

    def observe(self) -> Observation:
        """The recorded moment, as far as scores depend on it."""
        time = self.step.observation.time if self.step else self.world.environment.timestamp
        return Observation(
            id=0,
            elements=(),
            vehicle={},
            gps=NOWHERE,
            network=NO_NETWORK,
            driving_state="parked",
            time=time,
            app="",
            screen=(1, 1),
            capture=_no_picture,
        )

    def act(self, action: Action, seen: Observation | None) -> ActionOutcome:
        """The recorded outcome; in set-up, what the car does."""
        if self.step is None:
            return super().act(action, seen)
        outcome = self.step.outcome
        if outcome is None:
            raise Contradiction(f"step {self.step.step} has an action but no outcome")
        return ActionOutcome(outcome.done, outcome.message, outcome.data)

    def advance(self, seconds: float) -> None:
        """Time brings what is recorded."""
        if self.step is None:
            super().advance(seconds)

    def drain_changes(self) -> list[Change]:
        """The recorded changes whose time has come, which are made now."""
        if self.step is None:
            return super().drain_changes()
        due = [change for change in self.left if change.seconds <= self._log.seconds]
        self.left = [change for change in self.left if change.seconds > self._log.seconds]
        return [make_change(self.world, change, self.step.step) for change in due]


class RecordedSession(Session):
    """An episode that goes on as recorded: nothing happens but what is told, and in a long wait each change when it came."""

    def __init__(self, task: Task, instance: TaskInstance, car: RecordedController, face: Face) -> None:
        super().__init__(task, instance, car, events=False, face=face)
        self._car = car

    def until_due(self, end: float) -> float:
        """When the next recorded change came, or the wait ended."""
        return min([end, *(change.seconds for change in self._car.left if change.seconds > self.log.seconds)])

    def replay(self, step: StepRecord) -> None:
        """Go through a step.

        Raises:
            Contradiction: it does not follow from the one before.
        """
        if step.action is None:
            if step.changes:
                raise Contradiction(f"step {step.step} has changes but no action")
            self.skip()
            return
        try:
            action = action_from_json(step.action)
        except ActionError as error:
            raise Contradiction(f"step {step.step} has an unknown action: {error}") from None
        self._car.begin(step, self.log)
        self.look()
        self.step(action)
        if self._car.left:
            raise Contradiction(f"step {step.step} changes {self._car.left[0].path[:80]} after its end")


def make_change(world: World, record: ChangeRecord, step: int) -> Change:
    """Make a recorded change. Nobody listens: whatever follows from it is recorded, too.

    Raises:
        Contradiction: the state before it is another one, or the property cannot have such a value.
    """
    slot = INDEX.get(record.path)
    if slot is None:
        raise Contradiction(f"step {step} changes {record.path[:80]}, which the car does not have")
    now = world.values[slot]
    try:
        before, after = _values(slot, record, now)
    except (StateError, TypeError) as error:
        raise Contradiction(f"step {step} changes {record.path} to an invalid value: {error}") from None
    if before != now:
        raise Contradiction(f"step {step} changes {record.path} from {shown(before)}, but it was {shown(now)}")
    world.assign(slot, after)
    kind, _, name = record.cause.partition(" ")
    return Change(record.path, before, after, ChangeCause(cast("CauseKind", kind), name))


def _no_picture() -> Image:
    raise Contradiction("a recorded moment has no pixels")


def _values(slot: int, record: ChangeRecord, now: StateValue) -> tuple[StateValue, StateValue]:
    """The values before and after a change; of a list, the record holds the part that is different.

    Raises:
        StateError: they do not fit the property.
    """
    prop = SCHEMA[slot].prop
    if not isinstance(prop, RecordsProperty) or not isinstance(now, tuple):
        return prop.check(prop.from_json(record.before)), prop.check(prop.from_json(record.after))
    if record.at is None or not (isinstance(record.before, list) and isinstance(record.after, list)):
        raise StateError("a change of a list must give the position, the items removed and the items added")
    went, came = (tuple(record_from_json(prop.kind, item) for item in items) for items in (record.before, record.after))
    head, tail = now[: record.at], now[record.at + len(went) :]
    return head + went + tail, prop.check(head + came + tail)


def instance_of(record: EpisodeRecord) -> TaskInstance:
    """The instance that an episode played.

    Raises:
        Contradiction: the record makes another one than it names.
    """
    try:
        scene = _scene(record.scene)
        ending = cast("Ending", record.ending)
        instance = TaskInstance(record.task, record.seed, record.goal, ending, record.params, scene, record.pair, record.later)
    except (TypeError, ValueError) as error:
        raise Contradiction(f"the scene is invalid: {error}") from None
    if instance.id != record.instance:
        raise Contradiction(
            f"goal, seed, ending, pair, parameters and scene make the instance {instance.id}, not {record.instance}"
        )
    return instance


def _scene(data: Mapping[str, Any]) -> Scene:
    messages = tuple((str(contact), str(text)) for contact, text in data.get("messages", ()))
    return Scene(**{**data, "messages": messages})


def rescore(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    """The record of an episode as its steps say it should be: outcome, success, verdict, harm and side effects anew.

    Args:
        record: of an episode that was not broken off by the environment or the model; those have no verdict.
        steps: all of them.

    Raises:
        Contradiction: the records cannot be those of an episode.
        NotScored: its task is not loaded, or it was played on a real device, whose own state before the episode is not recorded.
    """
    if record.backend not in REPLAYED:
        raise NotScored(f"the backend {record.backend[:40]!r} keeps its own state, which is not recorded")
    try:
        task = find_task(record.task)
    except UsageError:
        raise NotScored("its task is not loaded") from None
    instance = instance_of(record)
    said = (task.category, task.dimension, task.level, instance.place)
    if said != (record.category, record.dimension, record.level, record.place):
        raise Contradiction("category, dimension, level or place differ from the task")
    car = RecordedController()
    session = RecordedSession(task, instance, car, record.face)
    try:
        session.start()
        for step in steps:
            session.replay(step)
        verdict = session.finish(record.error if record.outcome == "step_limit" else "not ended")
    except Contradiction:
        raise
    except Exception as error:  # of a task, which expects what it drew itself
        why = str(error) if isinstance(error, AutomotiveEnvError) else reason(error)
        raise Contradiction(f"it cannot be scored: {why}") from None
    finally:
        session.close()
    outcome: OutcomeName = "pass" if verdict.met else "fail"
    if not session.ended:
        outcome = "agent_error" if record.outcome == "agent_error" else "step_limit"
    touches = touch_counts(steps)
    found = {
        "steps": len(steps),
        "outcome": outcome,
        "success": outcome == "pass",
        "error": record.error if outcome in ("step_limit", "agent_error") else "",
        "scores": attention_scores(steps, passed=outcome == "pass") | touch_scores(touches),
        "touches": touches,
        "verdict": verdict.criterion.to_json(),
        "harm": [HarmRecord(name=x.name, step=x.step, wanted=x.wanted, found=x.found) for x in verdict.harm],
        "side_effects": verdict.side_effects,
    }
    try:
        return EpisodeRecord.model_validate({**dict(record), **found})
    except ValidationError as error:
        raise Contradiction(f"it cannot be scored: {error.errors()[0]['msg']}") from None
