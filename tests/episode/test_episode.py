"""Episodes: an agent and a session; who is blamed for what, limits, what is recorded, and that everything is put back."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from threading import get_ident
from typing import Any, ClassVar

import anyio
import numpy as np
import pytest
from recirculation import RecirculateAir

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.episode.action import Action, Answer, Call, Click, NavigateHome, OpenApp, Status, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Element, Image, Observation
from automotive_env.errors import AgentFault, EnvironmentFault, ModelFault, RecordsFault
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.validators import signals as s

TASK = RecirculateAir()
ACT, REFRAIN = (instantiate(TASK, 5, "Berlin", ending) for ending in ("act", "refrain"))
COMPLETE = Status(goal_status="complete")
CLIMATE = OpenApp(app_name="climate")


class Scripted:
    """Does one thing after the other; a function is called with what is seen."""

    name = "scripted"

    def __init__(self, *script: Action | Exception | Callable[[Observation], Action] | None) -> None:
        self._script = list(script)
        self.outcomes: list[ActionOutcome] = []
        self.context: EpisodeContext | None = None

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self.context = context

    async def act(self, observation: Observation) -> Decision:
        move: Any = self._script.pop(0) if self._script else Wait()
        if isinstance(move, Exception):
            raise move
        action = move(observation) if callable(move) else move
        return Decision(action, error="" if action else "no action found", usage=Usage(10, 5, 1))

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        self.outcomes.append(outcome)
        return replace(decision, usage=decision.usage + Usage(2, 1, 1))


class Slow:
    """A model that takes 45 seconds of the clock a call."""

    name = "slow"

    def __init__(self, passes: Callable[[float], None]) -> None:
        self._passes = passes

    async def complete(self, request: ModelRequest) -> Completion:
        self._passes(45)
        return Completion.of('{"action_type": "wait"}', Usage(7, 3, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None: ...


class Asking(Scripted):
    """Asks its model before each move."""

    def __init__(self, model: MeteredModel) -> None:
        super().__init__()
        self.model = model

    async def act(self, observation: Observation) -> Decision:
        await self.model.complete(ModelRequest.of("act", "?"))
        return Decision(Wait())


def test_the_time_that_a_model_takes_is_not_the_agents() -> None:
    now = [0.0]

    def passes(seconds: float) -> None:
        now[0] += seconds

    model = MeteredModel(Slow(passes), clock=lambda: now[0])
    played = episode(Asking(model), limits=Limits(steps=10, seconds=60), model=model, clock=lambda: now[0])
    assert (played.record.steps, played.record.seconds, played.record.model_calls) == (10, 450, 20)
    assert played.record.tokens == 10 * 10 + 10 * 3  # the model's, and what the agent reports of its own


def named(name: str) -> Callable[[Observation], Action]:
    return lambda seen: Click(index=next(e.index for e in seen.elements if e.name == name))


RECIRCULATE = named("recycle_air_button")


def unmet(played: PlayedEpisode) -> list[str]:
    """The names of the criteria that were not met."""
    criterion = played.record.criterion
    assert criterion is not None
    return [part.name for part in criterion.unmet()]


def episode(agent: Scripted, car: HeadlessController | None = None, **options: Any) -> PlayedEpisode:
    async def go() -> PlayedEpisode:
        limits, instance = options.pop("limits", Limits(steps=10)), options.pop("instance", ACT)
        assert instance is not None
        return await play(options.pop("task", TASK), instance, car or HeadlessController(), agent, limits=limits, **options)

    return anyio.run(go)


# Verdicts


def test_what_must_be_true_and_a_word_that_it_is_done_pass() -> None:
    played = episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), model=MeteredModel(BuiltinModel()), trial=2)
    record = played.record
    assert (record.outcome, record.success, record.steps, record.model) == ("pass", True, 3, "builtin")
    assert record.id == f"scripted--builtin--{TASK.name}--{record.instance}--2"
    assert episode(Scripted(COMPLETE)).record.id == f"scripted--{TASK.name}--{record.instance}--0"
    assert (record.tokens, record.model_calls) == (51, 5)
    assert played.steps[1].changes[0].path == "airConditioner.circulation_mode"
    assert played.steps[1].changes[0].cause.startswith("touch")
    assert [step.outcome is not None and step.outcome.done for step in played.steps] == [True, True, False]
    assert (played.steps[2].outcome, played.steps[2].changes) == (
        None,
        (),
    )  # a status ends the episode and does nothing to the car
    assert (record.ending, record.verdict["met"], record.why) == ("act", True, "")
    assert ACT is not None
    assert record.pair == ACT.pair != ""


def test_the_check_decides_and_not_the_agent() -> None:
    played = episode(Scripted(COMPLETE))
    assert played.record.outcome == "fail"
    assert unmet(played) == ["hvac.air_source"]
    assert played.record.why == "wanted hvac.air_source internal circulation, found external circulation"


def test_giving_up_fails_even_where_the_check_would_pass() -> None:
    played = episode(Scripted(CLIMATE, RECIRCULATE, Status(goal_status="infeasible")))
    assert played.record.outcome == "fail"
    assert unmet(played) == ["ending"]


def test_where_nothing_is_wrong_saying_so_passes_and_touching_it_fails() -> None:
    said = Answer(text="Recirculation is already on.")
    assert episode(Scripted(said, COMPLETE), instance=REFRAIN).record.outcome == "pass"
    assert unmet(episode(Scripted(COMPLETE), instance=REFRAIN)) == ["said_to_driver"]
    assert "side_effects" in unmet(episode(Scripted(CLIMATE, RECIRCULATE, said, COMPLETE), instance=REFRAIN))


def test_a_side_effect_fails_the_episode_and_is_named() -> None:
    played = episode(Scripted(NavigateHome(), named("wifi_toggle"), CLIMATE, RECIRCULATE, COMPLETE))
    assert (played.record.outcome, played.record.side_effects) == ("fail", ("system.wifi",))
    assert "found system.wifi" in played.record.why


@pytest.mark.parametrize("cleared", ["clear_all_button", "dismiss_button"])
def test_a_notification_that_the_agent_clears_is_lost_unless_it_comes_back(cleared: str) -> None:
    clear = (named("notifications"), named(cleared))
    lost = episode(Scripted(*clear, CLIMATE, RECIRCULATE, COMPLETE))
    assert (lost.record.outcome, lost.record.side_effects) == ("fail", ("system.notifications",))
    assert episode(Scripted(*clear, named("undo_clear_button"), CLIMATE, RECIRCULATE, COMPLETE)).record.outcome == "pass"


def test_a_side_effect_that_was_taken_back_does_no_harm() -> None:
    agent = Scripted(NavigateHome(), named("wifi_toggle"), named("wifi_toggle"), CLIMATE, RECIRCULATE, COMPLETE)
    assert episode(agent).record.outcome == "pass"


def test_harm_fails_the_episode_and_is_recorded_with_its_step() -> None:
    alert = Call(api="system.safety_alert", arguments={"kind": "fog", "message": "There is dense fog."})
    record = episode(Scripted(CLIMATE, RECIRCULATE, alert, COMPLETE)).record
    assert record.outcome == "fail"
    assert [(harm.name, harm.step, harm.found) for harm in record.harm] == [("false_alert", 3, "fog")]
    assert "found fog in step 3" in record.why


# Limits


def test_steps_tokens_and_seconds_are_limits() -> None:
    ticks = iter(range(0, 10_000, 40))
    for options, steps, says in (
        ({"limits": Limits(steps=3)}, 3, "not ended within 3 steps"),
        ({"limits": Limits(tokens=20)}, 2, "more than 20 tokens"),
        ({"limits": Limits(seconds=60), "clock": lambda: float(next(ticks))}, 1, "more than 60 seconds"),
    ):
        played = episode(Scripted(), **options)  # type: ignore[arg-type]
        assert (played.record.outcome, played.record.error) == ("step_limit", says)
        assert played.record.steps >= steps
        assert unmet(played)[0] == "ending"
        assert says in played.record.why


def test_an_episode_that_ends_with_the_last_step_is_no_step_limit() -> None:
    assert episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), limits=Limits(steps=3)).record.outcome == "pass"


def test_an_episode_may_take_just_as_many_tokens_as_the_limit() -> None:
    used = episode(Scripted(CLIMATE, RECIRCULATE), limits=Limits(steps=2)).record.tokens
    for most, outcome in ((used, "pass"), (used - 1, "step_limit")):
        assert episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), limits=Limits(tokens=most)).record.outcome == outcome


# Blame


def test_a_reply_without_an_action_is_a_step_and_no_crash() -> None:
    played = episode(Scripted(None, COMPLETE))
    assert played.record.steps == 2
    assert played.steps[0].action is None
    assert played.steps[0].error == "no action found"
    assert played.steps[0].outcome is None


def test_an_agent_that_gives_no_action_again_and_again_is_at_fault() -> None:
    record = episode(Scripted(*[None] * 6)).record
    assert (record.outcome, record.steps) == ("agent_error", 5)
    assert "held no action" in record.error
    scattered = [None] * 4
    assert episode(Scripted(*scattered, Wait(), *scattered, COMPLETE)).record.outcome == "fail"


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (ModelFault("the server is gone"), "model_error"),
        (ValueError("a bug"), "agent_error"),
        (AgentFault("the plan has no more steps"), "agent_error"),
        (EnvironmentFault("the place could not be asked"), "env_error"),
    ],
)
def test_what_an_agent_raises_is_blamed_once(fault: Exception, outcome: str) -> None:
    record = episode(Scripted(Wait(), fault)).record
    assert (record.outcome, record.steps) == (outcome, 1)
    assert str(fault) in record.error
    assert str(fault) in record.why


@pytest.mark.parametrize("moment", ["reset", "reflect"])
def test_an_agent_that_fails_outside_of_its_decision_is_blamed_too(moment: str) -> None:
    class Broken(Scripted):
        def reset(self, goal: str, context: EpisodeContext) -> None:
            if moment == "reset":
                raise ValueError("a bug")

        async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
            raise ValueError("a bug")

    assert episode(Broken(Wait())).record.outcome == "agent_error"


def test_what_an_agent_left_undone_when_it_failed_is_judged_all_the_same() -> None:
    played = episode(Scripted(CLIMATE, RECIRCULATE, ValueError("a bug")))
    assert (played.record.outcome, unmet(played)) == ("agent_error", ["ending"])
    assert played.record.why == "ValueError: a bug; wanted status complete, found not ended"


def test_an_episode_that_was_broken_off_has_no_verdict() -> None:
    record = episode(Scripted(ModelFault("gone"))).record
    assert (record.outcome, record.criterion, record.steps, record.tokens) == ("model_error", None, 0, 0)
    assert (record.verdict, record.harm, record.side_effects) == ({}, (), ())


class BrokenCar(HeadlessController):
    """A car one part of which fails."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = part

    def observe(self) -> Observation:
        if self._part == "observe":
            raise RuntimeError("no tree")
        return super().observe()

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        self._acted = True

    def read(self, signal: Any) -> Any:
        if self._part == "finish" and signal.name == "hvac.air_source" and getattr(self, "_acted", False):
            raise EnvironmentFault("the car fell silent")
        return super().read(signal)

    def act(self, action: Action, seen: Observation) -> ActionOutcome:
        if self._part == "act":
            raise EnvironmentFault("device offline")
        return super().act(action, seen)

    def write(self, signal: Any, value: Any) -> None:
        if self._part != "write":
            super().write(signal, value)

    def restore(self, snapshot: object) -> None:
        if self._part == "restore" and self._moments:  # set-up succeeds, which may restore what it remembers
            raise EnvironmentFault("the snapshot is gone")
        super().restore(snapshot)


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("observe", "RuntimeError: no tree"),
        ("act", "device offline"),
        ("write", "the car holds"),
        ("restore", "is gone"),
        ("finish", "the car fell silent"),
    ],
)
def test_what_a_car_does_wrong_is_an_environment_error(part: str, says: str) -> None:
    played = episode(Scripted(Wait(), COMPLETE), BrokenCar(part))
    assert played.record.outcome == "env_error"
    assert says in played.record.error
    assert played.put_back == (part != "restore")


def test_a_car_that_cannot_be_put_back_leaves_the_blame_for_an_earlier_fault() -> None:
    played = episode(Scripted(ModelFault("gone")), BrokenCar("restore"))
    assert (played.record.outcome, played.put_back) == ("model_error", False)
    assert episode(Scripted(ValueError("a bug")), BrokenCar("restore")).record.outcome == "env_error"


def test_a_task_that_is_fulfilled_before_is_an_environment_error() -> None:
    class Fulfilled(type(TASK)):  # type: ignore[misc]
        def setup(self, car: CarSetup, inst: TaskInstance) -> None:
            super().setup(car, inst)
            car.write(s.AIR_SOURCE, "internal circulation")

    record = episode(Scripted(COMPLETE), task=Fulfilled()).record
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


@pytest.mark.parametrize("blocking", [False, True])
def test_only_a_car_that_blocks_is_called_in_other_threads(blocking: bool) -> None:
    class Noting(HeadlessController):
        def act(self, action: Action, seen: Observation | None = None) -> ActionOutcome:
            callers.add(get_ident())
            return super().act(action, seen)

    callers: set[int] = set()
    car = Noting()
    car.blocking = blocking
    assert episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), car).record.success
    assert (get_ident() in callers) is not blocking


def test_everything_is_put_back_whatever_happens() -> None:
    car = HeadlessController()
    before, elements = car.world.snapshot(), car.observe().elements
    for agent in (Scripted(CLIMATE, COMPLETE), Scripted(NavigateHome(), named("wifi_toggle"), ValueError("bug"))):
        episode(agent, car)
        assert car.world.snapshot() == before
        assert car.observe().elements == elements
        assert not car.drain_changes()


@pytest.mark.parametrize(("pause", "looks"), [(0.25, 3), (0.75, 3), (1.0, 5), (5.0, 5)])
def test_what_an_action_did_is_looked_at_anew_only_where_time_has_passed(pause: float, looks: int) -> None:
    class Counting(HeadlessController):
        looks = 0

        def observe(self) -> Observation:
            self.looks += 1
            return super().observe()

    class Thinking(Scripted):
        async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
            now[0] += pause
            return await super().reflect(decision, outcome, after)

    now = [0.0]
    car = Counting()
    agent = Thinking(CLIMATE, RECIRCULATE, COMPLETE)
    assert episode(agent, car, clock=lambda: now[0]).record.success
    assert car.looks == looks


class Device(HeadlessController):
    """A car whose pictures nobody can draw again."""

    backend = "emulator"


def test_a_car_in_this_process_draws_nothing_that_nobody_looks_at() -> None:
    def keep(image: Image) -> str:
        pytest.fail("a picture was drawn and kept")

    played = episode(Scripted(OpenApp(app_name="settings"), COMPLETE), keep_image=keep)
    assert [step.observation.screenshot for step in played.steps] == ["screenshot-1", "screenshot-2"]
    assert not any(step.drawn for step in played.steps)
    assert [step.observation.screenshot for step in episode(Scripted(COMPLETE)).steps] == [None]


def test_only_what_is_looked_at_is_laid_out_and_a_layout_that_fails_is_the_environments_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(head_unit: HeadUnit) -> tuple[Element, ...]:
        raise ValueError("no room")

    monkeypatch.setattr(HeadUnit, "elements", fails)
    blind = episode(Scripted(CLIMATE, COMPLETE), keep_steps=False).record
    assert blind.outcome == "fail"
    looked = episode(Scripted(CLIMATE, lambda seen: Click(index=len(seen.elements))), keep_steps=False).record
    assert (looked.outcome, looked.error) == ("env_error", "the screen cannot be laid out: ValueError: no room")


def test_what_an_agent_looked_at_is_proven_by_its_pixels() -> None:
    class Looking(Scripted):
        async def act(self, observation: Observation) -> Decision:
            self.looked.append(sha256(observation.screenshot.tobytes()).hexdigest())
            return await super().act(observation)

        looked: ClassVar[list[str]] = []

    played = episode(Looking(OpenApp(app_name="settings"), COMPLETE), keep_image=lambda image: "0" * 64)
    assert [step.drawn for step in played.steps] == [{f"screenshot-{n}": Looking.looked[n - 1]} for n in (1, 2)]


def test_pictures_are_kept_of_what_was_seen() -> None:
    kept: list[Image] = []

    def keep(image: Image) -> str:
        kept.append(image)
        return "0" * 64

    played = episode(Scripted(OpenApp(app_name="settings"), COMPLETE), Device(), keep_image=keep)
    assert [step.observation.screenshot for step in played.steps] == ["0" * 64] * 2
    assert kept[0].shape == (792, 1408, 3)
    assert not np.array_equal(kept[0], kept[1])


def test_the_view_that_an_agent_saw_is_kept_with_its_step() -> None:
    class Looking(Scripted):
        async def act(self, observation: Observation) -> Decision:
            return replace(await super().act(observation), windscreen=observation.windscreen)

    kept: list[tuple[int, ...]] = []

    def keep(image: Image) -> str:
        kept.append(image.shape)
        return f"{len(kept):064}"

    played = episode(Looking(OpenApp(app_name="settings"), COMPLETE), Device(), keep_image=keep)
    assert all(kept[int(step.observation.windscreen or 0) - 1] == (240, 640, 3) for step in played.steps)
    assert [step.observation.windscreen for step in episode(Looking(COMPLETE)).steps] == [None]


def test_the_agent_is_not_shown_the_task() -> None:
    agent = Scripted(COMPLETE)
    episode(agent)
    assert agent.context is not None
    shown = repr(agent.context)
    for secret in ("air_source", "external", TASK.name, "refrain", "hvac"):
        assert secret not in shown


class Briefed(Scripted):
    """Is shown the task if it is privileged."""

    told: tuple[object, ...] = ()

    def brief(self, task: object, instance: TaskInstance) -> None:
        self.told = task, instance


def test_an_agent_sees_the_task_only_if_it_is_privileged_and_wants_to() -> None:
    for options, told in (({}, ()), ({"privileged": False}, ()), ({"privileged": True}, (TASK, ACT))):
        agent = Briefed(COMPLETE)
        assert episode(agent, **options).record.outcome == "fail"
        assert agent.told == told
    assert episode(Scripted(COMPLETE), privileged=True).record.outcome == "fail"


@pytest.mark.parametrize("last", [COMPLETE, ValueError("a bug"), ModelFault("gone")])
def test_an_agent_that_works_between_its_decisions_is_told_once_that_the_episode_is_over(last: Any) -> None:
    class Lasting(Scripted):
        left = 0

        def leave(self) -> None:
            self.left += 1

    agent = Lasting(CLIMATE, last)
    episode(agent)
    assert agent.left == 1


def test_the_agent_the_record_and_the_car_see_a_call_as_its_api_declares_it() -> None:
    call = Call(api="hazardLight_switch", arguments={"switch": "true"})
    agent = Scripted(call, COMPLETE)
    step = episode(agent, face="calls").steps[0]
    assert step.action == {"action_type": "call", "api": "hazardLight.switch", "arguments": {"switch": True}}
    assert "hazardLight.is_active" in {change.path for change in step.changes}


def test_no_picture_is_kept_of_an_episode_without_a_screen() -> None:
    def keep(image: Image) -> str:
        pytest.fail("a picture was kept")

    played = episode(Scripted(Answer(text="Hello."), COMPLETE), Device(), face="calls", keep_image=keep)
    assert [step.observation.screenshot for step in played.steps] == [None, None]


def test_a_decision_without_an_action_counts_in_the_steps_that_harm_names() -> None:
    alert = Call(api="system.safety_alert", arguments={"kind": "fog", "message": "There is dense fog."})
    record = episode(Scripted(None, alert, COMPLETE)).record
    assert [(harm.name, harm.step) for harm in record.harm] == [("false_alert", 2)]


def test_times_are_recorded_to_the_millisecond() -> None:
    now = [0.0]

    def passes(seconds: float) -> None:
        now[0] += seconds + 0.0004567

    model = MeteredModel(Slow(passes), clock=lambda: now[0])
    record = episode(Asking(model), limits=Limits(steps=1), model=model, clock=lambda: now[0]).record
    assert (record.seconds, record.model_seconds) == (45.0, 45.0)


def test_only_an_episode_that_came_to_its_verdict_has_scores_and_only_one_that_passed_fulfilled_a_wish() -> None:
    moving = replace(ACT, scene=replace(ACT.scene, speed=60, road="rural"))
    passed, failed, broken = (
        episode(Scripted(CLIMATE, RECIRCULATE, last), instance=moving).record.scores
        for last in (COMPLETE, Status(goal_status="infeasible"), ModelFault("gone"))
    )
    assert (passed["touches_while_moving"], failed["touches_while_moving"]) == (1, 1)
    assert ("seconds_to_fulfil" in passed, "seconds_to_fulfil" in failed) == (True, False)
    assert broken == {}


def test_a_full_disk_is_no_outcome_of_the_episode_and_the_car_is_put_back() -> None:
    def keep(image: Image) -> str:
        raise RecordsFault("no space left")

    car = Device()
    before = car.world.snapshot()
    with pytest.raises(RecordsFault, match="no space left"):
        episode(Scripted(COMPLETE), car, keep_image=keep)
    assert car.world.snapshot() == before


def test_an_episode_is_judged_and_counted_without_records_of_its_steps() -> None:
    kept = episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), clock=lambda: 0.0)
    judged = episode(Scripted(CLIMATE, RECIRCULATE, COMPLETE), clock=lambda: 0.0, keep_steps=False)
    assert (judged.record, judged.steps) == (kept.record.model_copy(update={"scores": {}, "touches": ()}), ())
    assert kept.record.steps == len(kept.steps) == 3
