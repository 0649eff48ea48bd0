"""Who plays scenarios: the two ends of the scale, function calling, state-based function calling, and both together."""

from automotive_env.suites.vehicleworld.players.noop import NoopPlayer
from automotive_env.suites.vehicleworld.players.oracle import OraclePlayer
from automotive_env.suites.vehicleworld.players.player import Played, Player, PrivilegedPlayer
from automotive_env.suites.vehicleworld.players.registry import PLAYERS, PlayerSpec

__all__ = ["PLAYERS", "NoopPlayer", "OraclePlayer", "Played", "Player", "PlayerSpec", "PrivilegedPlayer"]
