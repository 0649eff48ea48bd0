"""One conversation, played turn by turn beside a car on which the right calls are made."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from automotive_env.car.core.change import Change
from automotive_env.car.core.world import World, changes
from automotive_env.errors import EnvironmentFault
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog, UsageRecord
from automotive_env.runs.records.records import OutcomeRecord, StepRecord, change_record
from automotive_env.suites.conversations.briefing import briefing_of
from automotive_env.suites.conversations.interface import ConversationInterface
from automotive_env.suites.conversations.judging import ConversationJudge
from automotive_env.suites.conversations.model_person import ModelPerson
from automotive_env.suites.conversations.players import ConversationPrivilegedPlayer
from automotive_env.suites.conversations.scenario import SUITE, ConversationScenario
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import observed, play_turns
from automotive_env.suites.vehicleworld.players import VehicleWorldPlayer
from automotive_env.validators.episode_log import TimedChange


async def play(
    scenario: ConversationScenario,
    player: VehicleWorldPlayer,
    *,
    model: MeteredModel | None = None,
    person: MeteredModel | None = None,
    trial: int = 0,
    privileged: bool = False,
) -> PlayedEpisode:
    """Play a scenario; never raises on what goes wrong in it.

    Args:
        scenario: what is said and what is right.
        player: who plays.
        model: the player's model, or None.
        person: the model that plays the person, or None for the script.
        trial: counts from 0.
        privileged: whether the player is shown what is right.
    """
    own = scenario.start()
    judge = ConversationJudge(scenario, own.snapshot())

    async def turns(asked: ModelCallLog, steps: list[StepRecord]) -> None:
        await _turns(scenario, player, judge, own, asked, steps, privileged=privileged)

    return await play_turns(scenario, player, turns, SUITE, judge, model, trial, lambda: further_of(judge), person)


def further_of(judge: ConversationJudge) -> dict[str, Any]:
    """What a record says of a conversation besides what all episodes have."""
    scenario = judge.scenario
    return {
        "ending": scenario.ending,
        "pair": scenario.pair,
        "verdict": judge.verdict.to_json() if judge.verdicts else {},
        "harm": tuple(judge.harm),
        "side_effects": tuple(judge.harmed),
        "params": scenario.to_row(),
    }


async def _turns(
    scenario: ConversationScenario,
    player: VehicleWorldPlayer,
    judge: ConversationJudge,
    own: World,
    asked: ModelCallLog,
    steps: list[StepRecord],
    *,
    privileged: bool,
) -> None:
    if scenario.beginning.unmapped:
        raise EnvironmentFault(f"scenario {scenario.id} cannot be played: {scenario.beginning.unmapped[0]} is not understood")
    heard: list[Change] = []
    own.listeners.append(lambda cause, before: heard.extend(changes(cause, before, own)))
    if privileged and isinstance(player, ConversationPrivilegedPlayer):
        player.brief_conversation(scenario)
    player.reset(briefing_of(own))
    speaker = ModelPerson(asked.person) if asked.person else None
    for number, turn in enumerate(scenario.turns, 1):
        seen = observed(own, number)
        heard.clear()
        try:
            watched = judge.begin(turn, own.snapshot())
        except ValueError as fault:
            raise EnvironmentFault(f"scenario {scenario.id} cannot be played: {fault}") from fault
        if speaker:
            speaker.hear("Person", turn.says)
        interface = ConversationInterface(scenario, own, watched, heard, speaker)
        played = await player.turn(turn.says, interface)
        if speaker and speaker.fault:
            raise speaker.fault
        done = judge.end(watched, own.snapshot())
        asked.usage += played.usage
        events: list[JsonValue] = [event.model_dump(mode="json", exclude_defaults=True) for event in interface.events]
        steps.append(
            StepRecord(
                step=number,
                observation=seen,
                calls=asked.take(),
                action={"action_type": "conversation", "events": events},
                reasoning=played.reasoning,
                outcome=OutcomeRecord(done=done, message="\n".join((f"person: {turn.says}", *map(str, interface.events)))),
                error=played.error,
                changes=tuple(change_record(TimedChange(change, number, seen.time, "agent")) for change in heard),
                notes={**played.notes, "rounds": played.rounds},
                usage=UsageRecord(
                    prompt_tokens=played.usage.prompt_tokens,
                    completion_tokens=played.usage.completion_tokens,
                    calls=played.usage.calls,
                ),
            )
        )
