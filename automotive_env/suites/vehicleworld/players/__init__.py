"""Who plays scenarios: the two ends of the scale, function calling, state-based function calling, and both together."""

from automotive_env.suites.vehicleworld.players.noop import VehicleWorldNoopPlayer
from automotive_env.suites.vehicleworld.players.oracle import VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.players.player import PlayedTurn, VehicleWorldPlayer, VehicleWorldPrivilegedPlayer
from automotive_env.suites.vehicleworld.players.registry import PLAYERS, PlayerSpec

__all__ = [
    "PLAYERS",
    "PlayedTurn",
    "PlayerSpec",
    "VehicleWorldNoopPlayer",
    "VehicleWorldOraclePlayer",
    "VehicleWorldPlayer",
    "VehicleWorldPrivilegedPlayer",
]
