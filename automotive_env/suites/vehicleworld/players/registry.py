"""Who can play scenarios, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.agents.standing import CONTESTANT, AgentStanding
from automotive_env.agents.templates import Templates
from automotive_env.errors import UsageError
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.suites.vehicleworld.players.conversation import PACKAGE, PlayerKit
from automotive_env.suites.vehicleworld.players.noop import VehicleWorldNoopPlayer
from automotive_env.suites.vehicleworld.players.oracle import VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.players.player import VehicleWorldPlayer
from automotive_env.text.option import check_use

if TYPE_CHECKING:
    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever

PlayerType = TypeVar("PlayerType", covariant=True)
_COMMON = frozenset({"prompts", "reflections", "examples", "plan"})


@dataclass(frozen=True, slots=True)
class PlayerSpec(Generic[PlayerType]):
    """Who can be named on the command line; see `automotive_env.suites.suite.Contestant`.

    Attributes:
        name: what the command line and records call it.
        description: what it is, one line.
        build: makes one that asks no model.
        build_asking: makes one that asks a model; its module is imported then.
        takes: names of the `AgentOptions` that it has a use for.
        package: whose prompts it has.
        standing: how it stands in comparisons.
        build_recalling: makes one that asks no model and acts by knowledge; its module is imported then.
    """

    name: str
    description: str
    build: Callable[[], PlayerType] | None = None
    build_asking: Callable[[PlayerKit], PlayerType] | None = None
    takes: frozenset[str] = frozenset()
    package: str = PACKAGE
    standing: AgentStanding = CONTESTANT
    build_recalling: Callable[[KnowledgeRetriever], PlayerType] | None = None
    track: ClassVar[AgentTrack] = "calls"

    @property
    def needs_model(self) -> bool:
        """Whether it asks a model."""
        return self.build_asking is not None

    def check(self, options: AgentOptions) -> None:
        """Refuse options that the player does not use.

        Raises:
            UsageError: the message names the options that it takes.
        """
        check_use(self.name, options, self.takes)

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> PlayerType:
        """A new player.

        Raises:
            UsageError: it has no use for an option, or needs a model and got none.
        """
        self.check(options)
        if self.build is not None:
            return self.build()
        if self.build_recalling is not None:
            raise UsageError(f"{self.name} needs knowledge; name a folder with --knowledge-base (see docs/knowledge.md)")
        if model is None or self.build_asking is None:
            raise UsageError(f"{self.name} needs a model; name one, such as --model builtin")
        return self.build_asking(PlayerKit(model, options, Templates(options.prompts, self.package)))


def _nearest(retriever: KnowledgeRetriever) -> VehicleWorldPlayer:
    from automotive_env.suites.vehicleworld.players.nearest import NearestTurnPlayer

    return NearestTurnPlayer(retriever)


def _fc(kit: PlayerKit) -> VehicleWorldPlayer:
    from automotive_env.suites.vehicleworld.players.function_calling import FunctionCallingPlayer

    return FunctionCallingPlayer(kit)


def _sfc(kit: PlayerKit) -> VehicleWorldPlayer:
    from automotive_env.suites.vehicleworld.players.state_calling import StateCallingPlayer

    return StateCallingPlayer(kit)


def _fc_sfc(kit: PlayerKit) -> VehicleWorldPlayer:
    from automotive_env.suites.vehicleworld.players.device_selection import DeviceSelection
    from automotive_env.suites.vehicleworld.players.function_calling import FunctionCallingPlayer

    return FunctionCallingPlayer(kit, "fc_sfc", DeviceSelection(kit))


def _fc_given(kit: PlayerKit) -> VehicleWorldPlayer:
    from automotive_env.suites.vehicleworld.players.given_devices import GivenDevicesPlayer

    return GivenDevicesPlayer(kit)


_ALL: tuple[PlayerSpec[VehicleWorldPlayer], ...] = (
    PlayerSpec(
        "oracle", "makes the right calls; shown the scenario, never a contestant", VehicleWorldOraclePlayer, standing="privileged"
    ),
    PlayerSpec("noop", "does nothing; passes only where nothing was to be changed", VehicleWorldNoopPlayer, standing="floor"),
    PlayerSpec(
        "nearest",
        "makes the calls that were right for the most similar request in --knowledge-base",
        build_recalling=_nearest,
        standing="floor",
    ),
    PlayerSpec("fc", "function calling: looks up devices and APIs, then calls", None, _fc, _COMMON | {"tools", "long_state"}),
    PlayerSpec(
        "fc_given",
        "function calling, is told which devices the scenario has; never a contestant",
        None,
        _fc_given,
        _COMMON | {"tools"},
        standing="privileged",
    ),
    PlayerSpec(
        "sfc", "chooses devices by the state, then writes their state", None, _sfc, _COMMON | {"distractors", "long_state"}
    ),
    PlayerSpec(
        "fc_sfc",
        "chooses devices by the state, then calls",
        None,
        _fc_sfc,
        _COMMON | {"tools", "distractors", "long_state"},
    ),
)
PLAYERS: Mapping[str, PlayerSpec[VehicleWorldPlayer]] = {player.name: player for player in _ALL}
"""Name -> who plays scenarios."""
