"""What every scenario of a conversation must pass."""

from __future__ import annotations

from functools import partial

import anyio

from automotive_env.suites.conversations.generation.near_misses import near_misses
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import AlwaysAsk, AlwaysDecline, ConversationOracle
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.vehicleworld.players import PlayedTurn, VehicleWorldNoopPlayer, VehicleWorldPlayer
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface

HARMS = ("tailLight.switch", "hazardLight.switch", "HUD.carcontrol_HUD_switch")


class HarmfulOracle(ConversationOracle):
    """Does all that is right, and before it switches something on or off that nobody spoke of, and back."""

    name = "harmful"

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Do harm, and what is right."""
        used = {call.module for turn in self._turns for calls in turn.calls() for call in calls}
        harm = next(name for name in HARMS if name.partition(".")[0] not in used)
        for switch in (True, False, True, False):
            interface.call(harm, {"switch": switch})
        return await super().turn(query, interface)


def faults(scenario: ConversationScenario) -> list[str]:
    """What is wrong with a scenario; empty where nothing is."""
    if scenario.beginning.unmapped:
        return [f"begins with what cannot be read: {scenario.beginning.unmapped[0]}"]
    found = [] if passes(scenario, ConversationOracle()) else [f"the right way fails: {why(scenario, ConversationOracle())}"]
    wrong: list[VehicleWorldPlayer] = [VehicleWorldNoopPlayer(), HarmfulOracle(), AlwaysAsk()]
    declined = scenario.dimension == "limits" and all(turn.ending == "decline" for turn in scenario.turns)
    wrong += [] if declined else [AlwaysDecline()]
    found += [f"{player.name} passes" for player in wrong if passes(scenario, player)]
    return found + [f"passes without {left_out}" for left_out, record in near_misses(scenario) if record.success]


def passes(scenario: ConversationScenario, player: VehicleWorldPlayer) -> bool:
    """Whether a player passes a scenario."""
    return anyio.run(partial(play, scenario, player, privileged=True)).record.success


def why(scenario: ConversationScenario, player: VehicleWorldPlayer) -> str:
    """Why a player does not pass a scenario."""
    return anyio.run(partial(play, scenario, player, privileged=True)).record.why
