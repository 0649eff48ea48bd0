"""Scoring again from records alone: the same verdict for every episode, and no other record passes for the right one."""

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import anyio
import pytest
from cases import cases
from each_task import FIRST
from hypothesis import given, settings
from hypothesis import strategies as st
from registered import DEGREES, PAIR

import automotive_env
from automotive_env.agents.agent import Agent, Decision, EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.action import Action, Answer, Call, Click, OpenApp, Status, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.errors import Contradiction, ModelFault, NotScored
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.rescoring import rescore
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import TASKS

COMPLETE = Status(goal_status="complete")
CLIMATE = OpenApp(app_name="climate")
ALERT = Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice ahead."})


class Scripted:
    """Does one thing after the other; where a fault stands in the script of thoughts, thinking about that step fails."""

    name = "scripted"

    def __init__(self, *script: Action | Exception | None, thoughts: Sequence[Exception | None] = ()) -> None:
        self._script, self._thoughts = list(script), list(thoughts)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        pass

    async def act(self, observation: Observation) -> Decision:
        move = self._script.pop(0) if self._script else Wait(seconds=60)
        if isinstance(move, Exception):
            raise move
        return Decision(move, error="" if move else "no action found")

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        thought = self._thoughts.pop(0) if self._thoughts else None
        if thought:
            raise thought
        return decision


class Dabbler:
    """Touches, asks, waits and says whatever comes to mind."""

    name = "dabbler"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._apps = context.apps

    async def act(self, observation: Observation) -> Decision:
        pick = self._rng.randrange(20)
        if pick == 0:
            return Decision(None, error="no action found")
        if pick == 1:
            return Decision(ALERT)
        if pick == 2:
            return Decision(Wait(seconds=self._rng.randint(1, 60)))
        if pick == 3:
            return Decision(Answer(text=self._rng.choice(["Yes.", "It is 21 °C.", "No, everything is in order."])))
        if pick == 4:
            return Decision(OpenApp(app_name=self._rng.choice([*self._apps, "nothing"])))
        if pick == 5 and self._rng.random() < 0.3:
            return Decision(Status(goal_status="infeasible", reason="It is unsafe."))
        return Decision(Click(index=self._rng.randrange(len(observation.elements))))

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        return decision


def played(task: Task, instance: TaskInstance, agent: Agent, steps: int = 20) -> PlayedEpisode:
    async def go() -> PlayedEpisode:
        return await play(task, instance, HeadlessController(), agent, limits=Limits(steps=steps), privileged=True)

    return anyio.run(go)


def one(*script: Action | Exception | None, thoughts: Sequence[Exception | None] = (), name: str = DEGREES) -> PlayedEpisode:
    env = automotive_env.make(name, seed=1)
    return played(env.task, env.instance, Scripted(*script, thoughts=thoughts), steps=6)


def through_json(episode: PlayedEpisode) -> tuple[EpisodeRecord, list[StepRecord]]:
    record = EpisodeRecord.model_validate_json(episode.record.line())
    return record, [StepRecord.model_validate_json(step.line()) for step in episode.steps]


PLAYED = [pytest.param(name, marks=[] if name in FIRST[:3] else pytest.mark.sweep) for name in TASKS]


@pytest.mark.parametrize("name", PLAYED)
def test_every_way_to_play_a_task_is_scored_as_it_was(name: str) -> None:
    outcomes = set()
    for ending in TASKS[name].endings:
        env = automotive_env.make(name, seed=4, ending=ending)
        ways = [next(iter(env.task.solutions(env.instance))), *env.task.near_misses(env.instance)]
        agents: list[Agent] = [*map(OracleAgent, ways), Dabbler(env.instance.seed)]
        for agent in agents:
            record, steps = through_json(played(env.task, env.instance, agent, max(20, env.task.steps)))
            assert rescore(record, steps) == record
            outcomes.add(record.outcome)
    assert outcomes >= {"pass", "fail"}


@pytest.mark.parametrize("ending", ["pass", "fail"])
def test_scores_that_were_changed_are_found(ending: str) -> None:
    episode = one(Answer(text="It is 21 °C."), COMPLETE) if ending == "fail" else _passed()
    record, steps = through_json(episode)
    assert record.outcome == ending
    forged = record.model_copy(update={"scores": {**record.scores, "touches_while_moving": 99.0}})
    assert rescore(forged, steps) == record != forged


def _passed() -> PlayedEpisode:
    env = automotive_env.make(DEGREES, seed=1)
    return played(env.task, env.instance, OracleAgent())


@cases(
    ("script", "thoughts", "outcome"),
    [
        ([COMPLETE], [], "fail"),
        ([], [], "step_limit"),
        ([None, CLIMATE, None], [], "step_limit"),
        ([None] * 5, [], "agent_error"),
        ([CLIMATE, ValueError("a bug")], [], "agent_error"),
        ([ALERT], [ValueError("a bug")], "agent_error"),
        ([ALERT, COMPLETE], [], "fail"),
        ([Call(api="door.lock", arguments={}), COMPLETE], [], "fail"),
        ([Answer(text="It is warm."), COMPLETE], [], "fail"),
    ],
)
def test_every_outcome_is_found_again(script: list[Any], thoughts: list[Any], outcome: str) -> None:
    record, steps = through_json(one(*script, thoughts=thoughts))
    assert record.outcome == outcome
    assert rescore(record, steps) == record


def test_harm_done_in_a_step_that_thinking_failed_on_is_found_again() -> None:
    record, steps = through_json(one(ALERT, thoughts=[ValueError("a bug")]))
    assert [harm.name for harm in record.harm] == ["false_alert"]
    assert rescore(record, steps).harm == record.harm


def test_harm_and_its_sentence_name_the_step_of_the_record_that_did_it() -> None:
    record, steps = through_json(one(None, CLIMATE, None, ALERT, COMPLETE))
    (harm,) = record.harm
    assert (harm.step, steps[harm.step - 1].action) == (4, ALERT.to_json())
    assert "in step 4" in json.dumps(record.verdict)
    assert rescore(record, steps) == record


def test_what_was_broken_off_keeps_its_steps() -> None:
    episode = one(CLIMATE, thoughts=[ModelFault("gone")])
    assert (episode.record.outcome, len(episode.steps)) == ("model_error", 1)


def test_a_real_car_is_not_scored() -> None:
    record, steps = through_json(one(COMPLETE))
    with pytest.raises(NotScored, match="keeps its own state"):
        rescore(record.model_copy(update={"backend": "emulator"}), steps)


# Records that were tampered with


@cache
def solved() -> tuple[EpisodeRecord, tuple[StepRecord, ...]]:
    env = automotive_env.make(PAIR, seed=1)
    record, steps = through_json(played(env.task, env.instance, OracleAgent()))
    assert record.success
    return record, tuple(steps)


def changed(record: EpisodeRecord, **fields: Any) -> EpisodeRecord:
    return EpisodeRecord.model_validate({**record.model_dump(), **fields})


@cases(
    "fields",
    [
        {"outcome": "fail", "success": False},
        {"outcome": "step_limit", "success": False},
        {"outcome": "agent_error", "success": False},
        {"verdict": {}},
        {"side_effects": ["environment.volume"]},
        {"harm": [{"name": "false_alert", "step": 1, "wanted": "", "found": ""}]},
        {"steps": 1},
    ],
)
def test_another_verdict_is_found(fields: dict[str, Any]) -> None:
    record, steps = solved()
    assert rescore(changed(record, **fields), steps) == record


@cases(
    "fields",
    [
        {"goal": "It is cold."},
        {"seed": 2},
        {"ending": "decline"},
        {"instance": "0" * 16},
        {"scene": {}},
        {"scene": {"gears": 5}},
        {"scene": {"messages": 5}},
        {"params": {"a": 1}},
        {"place": "Oslo"},
        {"category": "maps"},
        {"dimension": "implicit_intent"},
    ],
)
def test_another_task_is_found(fields: dict[str, Any]) -> None:
    record, steps = solved()
    with pytest.raises(Contradiction):
        rescore(changed(record, **fields), steps)


@cases("task", ["hvac.none", "os:system"])
def test_a_task_that_is_not_loaded_is_not_scored(task: str) -> None:
    record, steps = solved()
    with pytest.raises(NotScored):
        rescore(changed(record, task=task), steps)


def test_steps_that_are_missing_doubled_or_swapped_are_found() -> None:
    record, steps = solved()
    for other in (steps[1:], steps[:-1], [*steps, steps[-1]], [steps[-1], *steps[:-1]], [*steps[:-1], steps[-2], steps[-1]], []):
        try:
            found = rescore(record, other)
        except Contradiction:
            continue
        assert found != record


def test_changes_that_did_not_happen_are_found() -> None:
    env = automotive_env.make(PAIR, seed=1)
    failed, plain = through_json(played(env.task, env.instance, Scripted(CLIMATE, COMPLETE)))
    record, steps = solved()
    happened = {change.path for change in plain[0].changes}
    more = [change for step in steps for change in step.changes if change.path not in happened and change.by == "agent"]
    claimed = [plain[0].model_copy(update={"changes": (*plain[0].changes, *more)}), plain[1]]
    assert failed.outcome == "fail"
    assert rescore(failed, claimed) != failed
    silent = [step.model_copy(update={"changes": ()}) for step in steps]
    assert rescore(record, silent).outcome == "fail"


@cases(
    ("path", "before", "after", "at", "says"),
    [
        ("airConditioner.gears", False, True, None, "which the car does not have"),
        ("airConditioner.auto_mode", "x", True, None, "to an invalid value"),
        ("airConditioner.auto_mode", False, {"a": 1}, None, "to an invalid value"),
        ("environment.volume", 99, 98, None, "but it was"),
        ("environment.volume", 50, 10**12, None, "to an invalid value"),
        ("system.notifications", [], [{"id": 1}], 0, "to an invalid value"),
        ("system.notifications", [], [5], 0, "to an invalid value"),
        ("system.notifications", [], [], None, "must give the position"),
        ("system.notifications", [{"id": 7, "kind": "", "title": "", "text": ""}], [], 0, "but it was"),
    ],
)
def test_changes_that_cannot_be_are_told(path: str, before: Any, after: Any, at: int | None, says: str) -> None:
    record, steps = through_json(one(CLIMATE, COMPLETE))
    change = {"path": path, "before": before, "after": after, "at": at, "cause": "touch x"}
    forged = StepRecord.model_validate({**steps[0].model_dump(), "changes": [change]})
    with pytest.raises(Contradiction, match=says):
        rescore(record, [forged, steps[1]])


def test_a_change_does_not_come_after_its_step() -> None:
    record, steps = through_json(one(CLIMATE, COMPLETE))
    change = {"path": "environment.volume", "before": 50, "after": 60, "cause": "event x", "by": "event", "seconds": 1e9}
    forged = StepRecord.model_validate({**steps[0].model_dump(), "changes": [change]})
    with pytest.raises(Contradiction, match="after its end"):
        rescore(record, [forged, steps[1]])


def test_what_came_within_a_long_wait_is_found_when_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    env = automotive_env.make("long_wait:NightFalls", seed=4)
    record, steps = through_json(played(env.task, env.instance, Scripted(Wait(seconds=60), COMPLETE)))
    moments = {change.seconds for change in steps[0].changes if change.by == "event"}
    assert len(moments) > 1
    assert max(moments) <= 60
    assert rescore(record, steps) == record


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [path, *(found for key, item in items for found in leaves(item, (*path, key)))]
    return [path]


@settings(max_examples=2 * settings().max_examples)
@given(
    st.integers(0, 10**6),
    st.sampled_from([None, True, -1, 10**15, 1e15, "", "x", "Berlin", "2025-13-45 99:00:00", "1,2", [], {}, [[]], {"a": 1}]),
)
def test_whatever_a_record_holds_is_at_worst_a_contradiction(place: int, value: Any) -> None:
    record, steps = solved()
    data = json.loads(json.dumps({"record": record.model_dump(mode="json"), "steps": [s.model_dump(mode="json") for s in steps]}))
    found = leaves(data)[1:]
    path = found[place % len(found)]
    there = data
    for key in path[:-1]:
        there = there[key]
    there[path[-1]] = value
    try:
        forged = EpisodeRecord.model_validate(data["record"])
        forged_steps = [StepRecord.model_validate(step) for step in data["steps"]]
    except (ValueError, TypeError):
        return
    with suppress(Contradiction, NotScored):
        assert isinstance(rescore(forged, forged_steps), EpisodeRecord)
