"""What an agent is told before a conversation: how the car moves, the rules, and what it speaks with."""

from __future__ import annotations

from automotive_env.car.core.world import World
from automotive_env.suites.conversations.interface import FUNCTIONS
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.vehicleworld.players.player import PlayerBriefing


def briefing_of(car: World) -> PlayerBriefing:
    """The briefing for a car as it stands; the road does not change in a conversation."""
    road = car.road
    told = [
        f"The car {'is parked' if road.gear == 'park' else f'moves at {road.speed:g} km/h' if road.speed else 'stands'}",
        f"road: {road.road_type}",
        f"light: {road.light}",
    ]
    told += ["oncoming traffic is near"] if road.phenomena.dazzled_oncoming else []
    told += ["the windscreen is steamed up"] if road.phenomena.fogged_windscreen else []
    situation = f"{'; '.join(told)}. Who speaks sits in the seat: {car.environment.speaker}."
    return PlayerBriefing(situation, tuple(rule.text for rule in RULES), tuple(FUNCTIONS.values()))
