"""Who plays BFCL: models that call functions as tools or as text, and the ends of the scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from automotive_env.agents.standing import REASONING
from automotive_env.suites.bfcl.calls import BfclCall
from automotive_env.suites.bfcl.session import BfclInterface
from automotive_env.suites.vehicleworld.players import PlayedTurn, PlayerSpec
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit

PACKAGE = "automotive_env.suites.bfcl"


class BfclPlayer(Protocol):
    """Something that plays scenarios of BFCL."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def reset(self) -> None:
        """Begin a scenario; everything remembered from the last one is gone."""
        ...

    async def turn(self, query: str, interface: BfclInterface) -> PlayedTurn:
        """Do what the user says; the calls are made by the interface, which keeps them.

        Args:
            query: what the user says; empty where functions are announced.
            interface: what can be called.

        Raises:
            ModelFault: the model could not be asked.
            AgentFault: calls took too long.
        """
        ...


@runtime_checkable
class BfclPrivilegedPlayer(Protocol):
    """A player that is shown the right calls; never one that is measured."""

    def brief_calls(self, right: Sequence[Sequence[BfclCall]]) -> None:
        """See the right calls of each turn before the scenario begins."""
        ...


class BfclOraclePlayer:
    """Makes the right calls."""

    name = "oracle"

    def __init__(self) -> None:
        self._turns: list[Sequence[BfclCall]] = []

    def brief_calls(self, right: Sequence[Sequence[BfclCall]]) -> None:
        """Take down the right calls."""
        self._turns = list(right)

    def reset(self) -> None:
        """Nothing is remembered but the calls."""

    async def turn(self, query: str, interface: BfclInterface) -> PlayedTurn:
        """Make the next turn's calls."""
        if calls := self._turns.pop(0):
            interface.call(calls)
        return PlayedTurn(reasoning=REASONING)


class BfclNoopPlayer:
    """Calls nothing; passes nowhere, because every scenario wants calls in some turn."""

    name = "noop"

    def reset(self) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: BfclInterface) -> PlayedTurn:
        """Call nothing."""
        return PlayedTurn(reasoning="Doing nothing is this player's whole plan.")


def _fc(kit: PlayerKit) -> Any:
    from automotive_env.suites.bfcl.calling import BfclToolCalls, CallingPlayer

    return CallingPlayer("fc", kit, BfclToolCalls())


def _prompt(kit: PlayerKit) -> Any:
    from automotive_env.suites.bfcl.calling import CallingPlayer, PythonTextCalls

    return CallingPlayer("prompt", kit, PythonTextCalls(kit))


_TAKES = frozenset({"prompts"})
_ALL: tuple[PlayerSpec[Any], ...] = (
    PlayerSpec(
        "oracle", "makes the right calls; shown the scenario, never a contestant", BfclOraclePlayer, standing="privileged"
    ),
    PlayerSpec("noop", "calls nothing", BfclNoopPlayer, standing="floor"),
    PlayerSpec("fc", "calls functions as tools of the model's interface", None, _fc, _TAKES, PACKAGE),
    PlayerSpec("prompt", "calls functions as a list of Python calls in its reply", None, _prompt, _TAKES, PACKAGE),
)
PLAYERS: Mapping[str, PlayerSpec[Any]] = {player.name: player for player in _ALL}
"""Name -> who plays BFCL."""
