"""One scenario, played turn by turn beside a car on which the right calls are made. Each turn is scored by what it changed."""

from __future__ import annotations

from typing import Any

from automotive_env.car.core.change import Change, to_json
from automotive_env.car.core.world import World, changes
from automotive_env.errors import EnvironmentFault
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog, ModelCallRecord, UsageRecord
from automotive_env.runs.records.records import ObservationRecord, OutcomeRecord, StepRecord, change_record
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import observed, play_turns
from automotive_env.suites.vehicleworld.players import PlayedTurn, VehicleWorldPlayer, VehicleWorldPrivilegedPlayer
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.scenario import SUITE, VehicleWorldScenario
from automotive_env.suites.vehicleworld.scoring import VehicleWorldTally, perform
from automotive_env.validators.episode_log import TimedChange


async def play(
    scenario: VehicleWorldScenario,
    player: VehicleWorldPlayer,
    *,
    model: MeteredModel | None = None,
    trial: int = 0,
    privileged: bool = False,
) -> PlayedEpisode:
    """Play a scenario; never raises on what goes wrong in it. It passes when every turn is perfect.

    Args:
        scenario: what is said and what is right.
        player: who plays.
        model: the player's model, or None.
        trial: counts from 0.
        privileged: whether the player is shown what is right.
    """
    tally = VehicleWorldTally(scenario)

    async def turns(asked: ModelCallLog, steps: list[StepRecord]) -> None:
        await _turns(scenario, player, tally, asked, steps, privileged=privileged)

    def further() -> dict[str, Any]:
        return {
            "verdict": tally.verdict(),
            "side_effects": tuple(tally.harmed),
            "params": {"inits": scenario.inits, "turns": [[turn.query, turn.code] for turn in scenario.turns]},
            "scene": _start_of(scenario),
        }

    return await play_turns(scenario, player, turns, SUITE, tally, model, trial, further)


def _start_of(scenario: VehicleWorldScenario) -> dict[str, Any]:
    """What a generated state has that a new car has not, path -> value; what inits say follows from themselves."""
    if scenario.states is None:
        return {}
    try:
        car = scenario.start()
    except (ValueError, OSError):
        return {}
    return {path: to_json(now) for path, (_, now) in car.diff(World().snapshot()).items()}


async def _turns(
    scenario: VehicleWorldScenario,
    player: VehicleWorldPlayer,
    tally: VehicleWorldTally,
    asked: ModelCallLog,
    steps: list[StepRecord],
    *,
    privileged: bool,
) -> None:
    try:
        gold, own = scenario.start(), scenario.start()
        calls = [turn.calls() for turn in scenario.turns]
    except (ValueError, OSError) as fault:
        raise EnvironmentFault(f"scenario {scenario.id} cannot be played: {fault}") from fault
    heard: list[Change] = []
    own.listeners.append(lambda cause, before: heard.extend(changes(cause, before, own)))
    if privileged and isinstance(player, VehicleWorldPrivilegedPlayer):
        player.brief(scenario)
    player.reset()
    for number, (turn, right) in enumerate(zip(scenario.turns, calls, strict=True), 1):
        seen = observed(own, number)
        gold_before, own_before = gold.snapshot(), own.snapshot()
        left_open = perform(gold, right)
        played = await player.turn(turn.query, VehicleWorldInterface(own))
        cars = (gold_before, gold.snapshot(), own_before, own.snapshot())
        notes = tally.add(
            turn,
            cars,
            left_open,
            None if played.writes is not None else [call for call, _ in played.calls],
            played.notes.get("devices"),
        )
        unmapped = scenario.beginning.unmapped if number == 1 and scenario.states is None else ()
        notes |= {"unmapped": list(unmapped)} if unmapped else {}
        asked.usage += played.usage
        steps.append(_step(number, seen, played, heard, notes, asked.take()))
        heard.clear()


def _step(
    number: int,
    seen: ObservationRecord,
    played: PlayedTurn,
    heard: list[Change],
    notes: dict[str, Any],
    asked: tuple[ModelCallRecord, ...],
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
