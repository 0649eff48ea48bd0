"""Suites played with a noisy model: faultless it is the oracle, and otherwise what theory says."""

from functools import cache
from pathlib import Path

import anyio
import pytest
from cases import cases
from registered import HEATWAVE, PAIR, PLAIN, TWO_TURNS

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.gold import right_in
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.scripts.noisy.calls import told_of, wrong_turns
from automotive_env.scripts.noisy.comparing import ComparedArm, arms, row_of
from automotive_env.scripts.noisy.model import MAX_WRONG
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.scripts.noisy.playing import NoisyRun, play_noisily
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import PlanItem, Selection
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scoring import perform, strict_score

SAMPLED = ActivationOptions(knowledge=(), aggregate="self")


@cache
def items(suite: str, *tasks: str) -> list[PlanItem]:
    return list(OURS[suite].plan(Selection(tasks=tasks)))


def scenarios() -> list[PlanItem]:
    return items("vehicleworld", "vehicleworld.test.0[0-7]*")


def screens() -> list[PlanItem]:
    return items("automotive", PLAIN, PAIR, HEATWAVE, TWO_TURNS)


def played(suite: str, agent: str, found: list[PlanItem], noise: NoiseLevels, arm: ActivationOptions | None = None) -> NoisyRun:
    return anyio.run(play_noisily, OURS[suite], agent, found, noise, arm)


@pytest.mark.parametrize("arm", arms(None), ids=lambda arm: arm.name)
@pytest.mark.at_once(1)
def test_a_faultless_model_is_the_oracle_and_samples_change_nothing(arm: ComparedArm) -> None:
    for suite, agent, found in (("vehicleworld", "fc", scenarios()), ("automotive", "m3a", screens())):
        run = played(suite, agent, found, NoiseLevels(1.0, 0.5), arm.activation)
        assert all(record.success for record in run.records)
        row = row_of(arm, NoiseLevels(1.0), [run], run)
        assert row.passed_in_theory == row.right_in_theory == (1, 1)
        assert (row.requests, row.replies) == (1, arm.samples)


@pytest.mark.sweep
def test_a_model_that_is_never_right_passes_nothing() -> None:
    for suite, agent, found in (("vehicleworld", "fc", scenarios()), ("automotive", "t3a", screens())):
        for arm in (None, SAMPLED):
            assert not any(record.success for record in played(suite, agent, found, NoiseLevels(0.0), arm).records)


def test_each_wrong_turn_fails_and_each_turn_has_some() -> None:
    for item in scenarios():
        car = item.content.start()
        for turn, wrong in zip(item.content.turns, wrong_turns(item.content), strict=True):
            before = car.snapshot()
            open_ = perform(car, turn.calls())
            after = car.snapshot()
            assert wrong
            for calls in wrong:
                car.restore(before)
                assert all(isinstance(call, ReleaseCall) and call.perform(car) for call in calls)
                assert not strict_score((before, after, before, car.snapshot()), open_).perfect
            car.restore(after)


@pytest.mark.parametrize("arm", arms(None), ids=lambda arm: arm.name)
@pytest.mark.at_once(1)
def test_steps_and_episodes_are_right_as_often_as_theory_says(arm: ComparedArm) -> None:
    noise = NoiseLevels(0.6, 0.5)
    faultless = played("vehicleworld", "fc", scenarios(), NoiseLevels(1.0), arm.activation)
    runs = [played("vehicleworld", "fc", scenarios(), NoiseLevels(0.6, 0.5, seed=seed), arm.activation) for seed in range(2)]
    row = row_of(arm, noise, runs, faultless)
    assert row.right.low <= row.right_in_theory[0] <= row.right.high
    assert row.passed.low <= row.passed_in_theory[0] <= row.passed.high
    assert all(1 <= drawn.wrong <= MAX_WRONG and len(drawn.samples) == arm.samples for run in runs for drawn in run.drawn)
    assert row.requests <= (2 if arm.asks else 1)


@pytest.mark.sweep
def test_what_is_carried_out_is_what_most_samples_say() -> None:
    for suite, agent, found in (("vehicleworld", "fc", scenarios()), ("automotive", "t3a", screens())):
        for drawn in played(suite, agent, found, NoiseLevels(0.4), SAMPLED).drawn:
            assert drawn.acted_on == max(dict.fromkeys(drawn.samples), key=drawn.samples.count)
        assert all(drawn.samples == (drawn.acted_on,) for drawn in played(suite, agent, found, NoiseLevels(0.4)).drawn)


@pytest.mark.sweep
def test_after_a_wrong_touch_there_is_a_way_back() -> None:
    runs = [played("automotive", "t3a", screens(), NoiseLevels(0.6, seed=seed)) for seed in range(4)]
    recovered = [
        record
        for run in runs
        for record in run.records
        if record.success and any(drawn.acted_on for drawn in run.drawn if drawn.item.startswith(f"{record.task}:"))
    ]
    assert recovered
    assert not any(record.outcome in ("agent_error", "model_error", "env_error") for run in runs for record in run.records)


@cases(("suite", "agent"), (("vehicleworld", "sfc"), ("vehicleworld", "noop"), ("automotive", "oracle"), ("conversations", "fc")))
def test_who_cannot_be_played_is_told(suite: str, agent: str) -> None:
    with pytest.raises(
        UsageError, match=f"nobody knows what is right for {agent} in {suite}; .* of vehicleworld fc and fc_given"
    ):
        played(suite, agent, [], NoiseLevels())


def test_what_a_prompt_tells_of_the_answer_is_seen_and_makes_it_right(tmp_path: Path) -> None:
    item = next(item for item in scenarios() if item.content.turns[0].calls())
    turn = item.content.turns[0]
    (right,) = anyio.run(right_in, OURS["vehicleworld"], item)[:1]
    calls = turn.calls()
    assert told_of(calls, [right.text]) == "answer"
    assert (
        told_of(calls, [f"{right.text}\nradio.radio_next()"])
        == told_of(calls, [f"What was right:\n{calls[0].module}.x()"])
        == "module"
    )
    assert told_of(calls, []) == told_of(calls, ["Request: x\nWhat was right:\nnothing.y()"]) == told_of((), [right.text]) == ""
    KnowledgeStore(tmp_path).add([right])
    told = ActivationOptions(knowledge_base=tmp_path, embedder="lexical", sample=False)
    for module, answer in ((0.0, 1.0), (1.0, 0.0)):
        run = played("vehicleworld", "fc", [item], NoiseLevels(0.0, told_module=module, told_answer=answer), told)
        assert (run.drawn[0].told, run.drawn[0].acted_on) == ("answer", 0)
