"""One scenario, played turn by turn beside a car on which the right calls are made. Each turn is scored by what it changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from automotive_env.episode import PlayedEpisode
from automotive_env.errors import EnvironmentFault, ModelFault
from automotive_env.models.metered import MeteredModel
from automotive_env.results.calls import CallLog, CallRecord, UsageRecord, usage_by_purpose
from automotive_env.results.records import (
    EpisodeRecord,
    ObservationRecord,
    OutcomeName,
    OutcomeRecord,
    StepRecord,
    change_record,
    episode_id,
)
from automotive_env.suites.vehicleworld.players import Played, Player, PrivilegedPlayer
from automotive_env.suites.vehicleworld.scenario import SUITE, Scenario
from automotive_env.suites.vehicleworld.scoring import Tally, perform
from automotive_env.validators.episode_log import TimedChange
from automotive_env.world.change import Change, to_json
from automotive_env.world.world import World, changes


async def play(
    scenario: Scenario,
    player: Player,
    *,
    model: MeteredModel | None = None,
    trial: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayedEpisode:
    """Play a scenario; never raises on what goes wrong in it. It passes when every turn is perfect.

    Args:
        scenario: what is said and what is right.
        player: who plays.
        model: the player's model, or None.
        trial: counts from 0.
        clock: seconds, for the record.
    """
    started = clock()
    tally, asked = Tally(scenario), CallLog(model)
    steps: list[StepRecord] = []
    name = model.name if model else ""
    if model:
        model.begin(scenario.instance.seed, trial)
    error = ""
    outcome: OutcomeName
    try:
        await _turns(scenario, player, tally, asked, steps)
        outcome = "pass" if tally.perfect else "fail"
    except EnvironmentFault as fault:
        outcome, error = "env_error", str(fault)
    except ModelFault as fault:
        outcome, error = "model_error", str(fault)
    except Exception as fault:  # whatever a player raises is its own failure
        outcome, error = "agent_error", f"{type(fault).__name__}: {fault}"
    asked.take()  # what was asked before the episode was broken off
    record = EpisodeRecord(
        id=episode_id(player.name, name, scenario.name, scenario.instance.id, trial),
        suite=SUITE,
        task=scenario.name,
        instance=scenario.instance.id,
        seed=scenario.instance.seed,
        trial=trial,
        agent=player.name,
        model=name,
        backend="headless",
        category=scenario.category,
        dimension=scenario.dimension,
        goal=scenario.instance.goal,
        place="",
        outcome=outcome,
        success=outcome == "pass",
        steps=len(steps),
        tokens=asked.usage.tokens,
        prompt_tokens=asked.usage.prompt_tokens,
        completion_tokens=asked.usage.completion_tokens,
        model_calls=asked.usage.calls,
        seconds=round(clock() - started, 3),
        model_seconds=round(model.seconds, 3) if model else 0.0,
        error=error,
        side_effects=tuple(tally.harmed),
        scores=tally.scores(),
        usage=usage_by_purpose(asked.calls),
        params={"inits": scenario.inits, "turns": [[turn.query, turn.code] for turn in scenario.turns]},
        scene=_start_of(scenario),
    )
    return PlayedEpisode(record, tuple(steps))


def _start_of(scenario: Scenario) -> dict[str, Any]:
    """What a generated state has that a new car has not, path -> value; what inits say follows from themselves."""
    if scenario.states is None:
        return {}
    try:
        car = scenario.start()
    except (ValueError, OSError):
        return {}
    return {path: to_json(now) for path, (_, now) in car.diff(World().snapshot()).items()}


async def _turns(scenario: Scenario, player: Player, tally: Tally, asked: CallLog, steps: list[StepRecord]) -> None:
    try:
        gold, own = scenario.start(), scenario.start()
        calls = [turn.calls() for turn in scenario.turns]
    except (ValueError, OSError) as fault:
        raise EnvironmentFault(f"scenario {scenario.id} cannot be played: {fault}") from fault
    heard: list[Change] = []
    own.listeners.append(lambda cause, before: heard.extend(changes(cause, before, own)))
    if isinstance(player, PrivilegedPlayer):
        player.brief(scenario)
    player.reset()
    for number, (turn, right) in enumerate(zip(scenario.turns, calls, strict=True), 1):
        seen = _observed(own, number)
        gold_before, own_before = gold.snapshot(), own.snapshot()
        left_open = perform(gold, right)
        played = await player.turn(turn.query, own)
        cars = (gold_before, gold.snapshot(), own_before, own.snapshot())
        notes = tally.add(turn, cars, left_open, None if played.writes is not None else [call for call, _ in played.calls])
        unmapped = scenario.beginning.unmapped if number == 1 and scenario.states is None else ()
        notes |= {"unmapped": list(unmapped)} if unmapped else {}
        asked.usage += played.usage
        steps.append(_step(number, seen, played, heard, notes, asked.take()))
        heard.clear()


def _observed(car: World, number: int) -> ObservationRecord:
    road = car.road
    return ObservationRecord(
        id=number,
        app="",
        driving_state=road.driving_state,
        time=car.environment.timestamp,
        gps=f"{road.gps.latitude:.6f}, {road.gps.longitude:.6f}",
        elements=(),
    )


def _step(
    number: int,
    seen: ObservationRecord,
    played: Played,
    heard: list[Change],
    notes: dict[str, Any],
    asked: tuple[CallRecord, ...],
) -> StepRecord:
    if played.writes is None:
        calls = [{"api": call.name, "arguments": dict(call.arguments)} for call, _ in played.calls]
        action: dict[str, Any] = {"action_type": "calls", "calls": calls}
    else:
        action = {"action_type": "writes", "writes": dict(played.writes)}
    results = [result for _, result in played.calls]
    message = "\n".join(result.message for result in results)
    return StepRecord(
        step=number,
        observation=seen,
        calls=asked,
        action=action,
        reasoning=played.reasoning,
        error=played.error,
        outcome=OutcomeRecord(done=all(result.success for result in results), message=message) if results else None,
        changes=tuple(change_record(TimedChange(change, number, seen.time, "agent")) for change in heard),
        notes={**played.notes, "rounds": played.rounds, **notes}
        | ({"reply": played.reply} if played.reply and not asked else {}),
        usage=UsageRecord(
            prompt_tokens=played.usage.prompt_tokens,
            completion_tokens=played.usage.completion_tokens,
            calls=played.usage.calls,
        ),
    )
