"""One scenario of BFCL, played turn by turn."""

from __future__ import annotations

from typing import Any

from automotive_env.errors import EnvironmentFault, LimitReached
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog, ModelCallRecord
from automotive_env.runs.records.records import ObservationRecord, OutcomeRecord, StepRecord
from automotive_env.suites.bfcl.judging import TOO_LONG, BfclTally
from automotive_env.suites.bfcl.players import BfclPlayer, BfclPrivilegedPlayer
from automotive_env.suites.bfcl.scenario import SUITE, BfclScenario, BfclTurn
from automotive_env.suites.bfcl.session import BfclInterface, BfclSession
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import play_turns
from automotive_env.suites.vehicleworld.players import PlayedTurn


async def play(
    scenario: BfclScenario,
    player: BfclPlayer,
    *,
    model: MeteredModel | None = None,
    trial: int = 0,
    privileged: bool = False,
) -> PlayedEpisode:
    """Play a scenario; never raises on what goes wrong in it. It passes when every turn is right.

    Args:
        scenario: what is said and what is right.
        player: who plays.
        model: the player's model, or None.
        trial: counts from 0.
        privileged: whether the player is shown what is right.
    """
    tally = BfclTally(scenario)

    async def turns(asked: ModelCallLog, steps: list[StepRecord]) -> None:
        with BfclSession(scenario) as session:
            await _turns(session, player, tally, asked, steps, privileged=privileged)

    return await play_turns(scenario, player, turns, SUITE, tally, model, trial, tally.further)


async def _turns(
    session: BfclSession, player: BfclPlayer, tally: BfclTally, asked: ModelCallLog, steps: list[StepRecord], *, privileged: bool
) -> None:
    scenario = session.scenario
    try:
        right = scenario.right
    except ValueError as fault:
        raise EnvironmentFault(f"{scenario.id} cannot be played: {fault}") from fault
    if privileged and isinstance(player, BfclPrivilegedPlayer):
        player.brief_calls(right)
    player.reset()
    held_out = {name for turn in scenario.turns for name in turn.added}
    for number, turn in enumerate(scenario.turns, 1):
        held_out -= set(turn.added)
        interface = BfclInterface(session, turn, held_out)
        played = await player.turn(turn.says, interface)
        tally.add(turn, len(interface.made), interface.steps, session.compare(right[number - 1]))
        steps.append(_step(number, turn, interface, played, asked.take(), perfect=tally.last))
        if tally.too_long:
            raise LimitReached(TOO_LONG)


def _step(
    number: int,
    turn: BfclTurn,
    interface: BfclInterface,
    played: PlayedTurn,
    asked: tuple[ModelCallRecord, ...],
    *,
    perfect: bool,
) -> StepRecord:
    seen = ObservationRecord(id=number, app="", driving_state="", time="", gps="", elements=())
    calls: list[Any] = [{"api": call.name, "arguments": dict(call.arguments)} for call, _ in interface.made]
    return StepRecord(
        step=number,
        observation=seen,
        calls=asked,
        action={"action_type": "calls", "calls": calls, "rounds": interface.steps},
        reasoning=played.reasoning,
        error=played.error,
        outcome=answers_record([answer for _, answer in interface.made]),
        notes={**told_of(turn), **played.notes, "rounds": played.rounds, "perfect": perfect}
        | ({"reply": played.reply} if played.reply and not asked else {}),
    )


def told_of(turn: BfclTurn) -> dict[str, Any]:
    """What a record says of a turn, so that a step can be understood by itself."""
    added = {"added": list(turn.added)} if turn.added else {}
    return {"query": turn.says, **added, "right": list(turn.right)}


def answers_record(answers: list[str]) -> OutcomeRecord | None:
    """What calls answered; None where there were none."""
    failed = any(answer.startswith("Error during execution") for answer in answers)
    return OutcomeRecord(done=not failed, message="\n".join(answers)) if answers else None
