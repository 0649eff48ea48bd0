"""Episodes: the loop, who is blamed for what, limits, side effects, and that everything is put back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import anyio
import numpy as np
import pytest

from automotive_env.action import Action, Call, Click, OpenApp, Status, Wait
from automotive_env.agent import Decision, EpisodeContext
from automotive_env.controller import Outcome
from automotive_env.episode import Episode, play
from automotive_env.errors import EnvironmentFault, ModelFault, RecordsFault
from automotive_env.headless import HeadlessController
from automotive_env.limits import Limits
from automotive_env.model import Usage
from automotive_env.observation import Image, Observation
from automotive_env.suite import instantiate
from automotive_env.tasks.registry import TASKS

TASK = TASKS["phenomenon.fogged_windscreen"]
INSTANCE = instantiate(TASK, 5)
COMPLETE = Status(goal_status="complete")


class Scripted:
    """Does one thing after the other; a function is called with what is seen."""

    name = "scripted"

    def __init__(self, *script: Action | Exception | Callable[[Observation], Action] | None) -> None:
        self._script = list(script)
        self.outcomes: list[Outcome] = []
        self.context: EpisodeContext | None = None

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self.context = context

    async def act(self, observation: Observation) -> Decision:
        move: Any = self._script.pop(0) if self._script else Wait()
        if isinstance(move, Exception):
            raise move
        action = move(observation) if callable(move) else move
        return Decision(action, error="" if action else "no action found", usage=Usage(10, 5, 1))

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        self.outcomes.append(outcome)
        return replace(decision, usage=decision.usage + Usage(2, 1, 1))


def named(name: str) -> Callable[[Observation], Action]:
    return lambda seen: Click(index=next(e.index for e in seen.elements if e.name == name))


def episode(agent: Scripted, car: HeadlessController | None = None, **options: Any) -> Episode:
    async def go() -> Episode:
        limits = options.pop("limits", Limits(steps=10))
        return await play(TASK, INSTANCE, car or HeadlessController(), agent, limits=limits, **options)

    return anyio.run(go)


def test_what_must_be_true_and_a_word_that_it_is_done_pass() -> None:
    played = episode(Scripted(OpenApp(app_name="climate"), named("defroster_button"), COMPLETE), model="m")
    record = played.record
    assert (record.outcome, record.success, record.steps, record.model) == ("pass", True, 3, "m")
    assert (record.tokens, record.model_calls) == (51, 5)
    assert [change.path for change in played.steps[1].changes] == ["airConditioner.defroster.front"]
    assert played.steps[1].changes[0].cause.startswith("touch")


def test_the_check_decides_and_not_the_agent() -> None:
    assert episode(Scripted(COMPLETE)).record.outcome == "fail"


def test_giving_up_fails_even_where_the_check_would_pass() -> None:
    agent = Scripted(OpenApp(app_name="climate"), named("defroster_button"), Status(goal_status="infeasible"))
    record = episode(agent).record
    assert record.outcome == "fail"
    assert "cannot be done" in record.error


def test_a_side_effect_fails_the_episode_and_is_named() -> None:
    agent = Scripted(named("wifi_toggle"), OpenApp(app_name="climate"), named("defroster_button"), COMPLETE)
    record = episode(agent).record
    assert (record.outcome, record.side_effects) == ("fail", ("system.wifi",))


def test_a_side_effect_that_was_taken_back_does_no_harm() -> None:
    agent = Scripted(named("wifi_toggle"), named("wifi_toggle"), OpenApp(app_name="climate"), named("defroster_button"), COMPLETE)
    assert episode(agent).record.outcome == "pass"


def test_steps_tokens_and_seconds_are_limits() -> None:
    assert episode(Scripted(), limits=Limits(steps=3)).record.model_dump(include={"outcome", "steps"}) == {
        "outcome": "step_limit",
        "steps": 3,
    }
    assert "tokens" in episode(Scripted(), limits=Limits(tokens=20)).record.error
    ticks = iter(range(0, 10_000, 40))
    assert "seconds" in episode(Scripted(), limits=Limits(seconds=60), clock=lambda: float(next(ticks))).record.error


def test_the_record_says_how_long_it_took_in_milliseconds() -> None:
    ticks = iter([100.0, *[102.34567] * 20])
    assert episode(Scripted(COMPLETE), clock=lambda: next(ticks)).record.seconds == 2.346


def test_a_reply_without_an_action_is_a_step_and_no_crash() -> None:
    played = episode(Scripted(None, COMPLETE))
    assert played.record.steps == 2
    assert played.steps[0].action is None
    assert played.steps[0].error == "no action found"
    assert played.steps[0].outcome is None


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (ModelFault("the server is gone"), "model_error"),
        (ValueError("a bug"), "agent_error"),
        (EnvironmentFault("the place could not be asked"), "env_error"),
    ],
)
def test_what_an_agent_raises_is_blamed_once(fault: Exception, outcome: str) -> None:
    record = episode(Scripted(Wait(), fault)).record
    assert (record.outcome, record.steps) == (outcome, 1)
    assert str(fault) in record.error


class BrokenCar(HeadlessController):
    """A car one part of which fails."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = part

    def observe(self) -> Observation:
        if self._part == "observe":
            raise RuntimeError("no tree")
        return super().observe()

    def act(self, action: Action, seen: Observation) -> Outcome:
        if self._part == "act":
            raise EnvironmentFault("device offline")
        return super().act(action, seen)

    def write(self, signal: Any, value: Any) -> None:
        if self._part != "write":
            super().write(signal, value)

    def restore(self, snapshot: object) -> None:
        if self._part == "restore":
            raise EnvironmentFault("the snapshot is gone")
        super().restore(snapshot)


@pytest.mark.parametrize(
    ("part", "says"),
    [("observe", "RuntimeError: no tree"), ("act", "device offline"), ("write", "the car holds"), ("restore", "is gone")],
)
def test_what_a_car_does_wrong_is_an_environment_error(part: str, says: str) -> None:
    played = episode(Scripted(Wait()), BrokenCar(part))
    assert played.record.outcome == "env_error"
    assert says in played.record.error
    assert played.put_back == (part != "restore")


def test_a_task_that_is_fulfilled_before_is_an_environment_error() -> None:
    class Fulfilled(HeadlessController):
        def read(self, signal: Any) -> Any:
            return True if signal.name == "hvac.defroster.front" else super().read(signal)

    record = episode(Scripted(COMPLETE), Fulfilled()).record
    assert record.outcome == "env_error"
    assert "already fulfilled" in record.error


def test_only_offered_apis_are_carried_out() -> None:
    car = HeadlessController()
    agent = Scripted(
        Call(api="airConditioner.defrost_mode_switch", arguments={"switch": True}),
        Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice ahead."}),
        Call(api="system.safety_alert", arguments={"kind": "dragons", "message": "Dragons ahead."}),
        COMPLETE,
    )
    episode(agent, car)
    assert [outcome.done for outcome in agent.outcomes] == [False, True, False]
    assert "not offered" in agent.outcomes[0].message
    assert "'ice'" in agent.outcomes[2].message


def test_everything_is_put_back_whatever_happens() -> None:
    car = HeadlessController()
    before, elements = car.world.snapshot(), car.observe().elements
    for agent in (Scripted(OpenApp(app_name="climate"), COMPLETE), Scripted(named("wifi_toggle"), ValueError("bug"))):
        episode(agent, car)
        assert car.world.snapshot() == before
        assert car.observe().elements == elements
        assert not car.drain_changes()


@pytest.mark.parametrize(("pause", "looks"), [(0.25, 3), (5.0, 5)], ids=["at once", "after a while"])
def test_what_an_action_did_is_looked_at_anew_only_where_time_has_passed(pause: float, looks: int) -> None:
    class Counting(HeadlessController):
        looks = 0

        def observe(self) -> Observation:
            self.looks += 1
            return super().observe()

    class Thinking(Scripted):
        async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
            now[0] += pause
            return await super().reflect(decision, outcome, after)

    now = [0.0]
    car = Counting()
    agent = Thinking(OpenApp(app_name="climate"), named("defroster_button"), COMPLETE)
    assert episode(agent, car, clock=lambda: now[0]).record.success
    assert car.looks == looks


def test_pictures_are_kept_of_what_was_seen() -> None:
    kept: list[Image] = []

    def keep(image: Image) -> str:
        kept.append(image)
        return "0" * 64

    played = episode(Scripted(OpenApp(app_name="climate"), COMPLETE), keep_image=keep)
    assert [step.observation.screenshot for step in played.steps] == ["0" * 64] * 2
    assert kept[0].shape == (792, 1408, 3)
    assert not np.array_equal(kept[0], kept[1])


def test_the_agent_is_not_shown_the_task() -> None:
    agent = Scripted(COMPLETE)
    episode(agent)
    assert agent.context is not None
    shown = repr(agent.context)
    for secret in ("defroster", TASK.name, "fogged"):
        assert secret not in shown


def test_a_full_disk_is_no_outcome_of_the_episode_and_the_car_is_put_back() -> None:
    def keep(image: Image) -> str:
        raise RecordsFault("no space left")

    car = HeadlessController()
    before = car.world.snapshot()
    with pytest.raises(RecordsFault, match="no space left"):
        episode(Scripted(COMPLETE), car, keep_image=keep)
    assert car.world.snapshot() == before
