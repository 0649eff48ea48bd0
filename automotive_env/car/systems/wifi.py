"""Wi-Fi in use: what is in range, searching, joining and leaving. What cannot be done is one short sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil

from automotive_env.car.content.content import content_for
from automotive_env.car.content.networks import WifiNetworkInRange
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.systems.networks import MIN_PASSWORD, SEARCH_SECONDS

OFF = "Wi-Fi is off; switch it on first"
WRONG_PASSWORD = "That password is wrong. Check it and try again."
_SEARCHES = slot_of("networks.search_seconds")
SHORT_PASSWORD = f"A password has at least {MIN_PASSWORD} characters."


def works(world: World) -> bool:
    """Whether Wi-Fi is on, and no airplane mode forbids it."""
    return world.system.wifi and not world.system.airplane_mode


def in_range(world: World) -> tuple[WifiNetworkInRange, ...]:
    """The networks around the car, the strongest first."""
    return content_for(world.system.content_seed, world.road.country, world.road.city).networks


def network(world: World, name: str) -> WifiNetworkInRange | None:
    """A network in range."""
    return next((one for one in in_range(world) if one.name == name), None)


def used(world: World) -> WifiNetworkInRange | None:
    """The network that the car is in now."""
    return network(world, world.networks.current) if works(world) else None


def listed(networks: Sequence[WifiNetworkInRange], saved: Collection[str], found: int) -> tuple[WifiNetworkInRange, ...]:
    """The networks in range that the car tells of: those that it knows, and those that a search has found."""
    return tuple(one for place, one in enumerate(networks) if place < found or one.name in saved)


def search(world: World) -> str:
    """Begin to look for networks; returns why not."""
    if not works(world):
        return OFF
    if world.networks.search_seconds:
        return "the search is still under way"
    world.networks.search_seconds = SEARCH_SECONDS
    return ""


def join(world: World, name: str, password: str = "") -> str:
    """Use a network from now on; returns why not.

    Args:
        world: the car.
        name: of the network.
        password: needed where the network is not open and the car does not know it.
    """
    wanted = network(world, name)
    if not works(world):
        return OFF
    if wanted is None:
        return f"{name} is not in range"
    if world.networks.current == name:
        return f"{name} is connected already"
    if wanted.password and not world.networks.knows(name) and password != wanted.password:
        return WRONG_PASSWORD if len(password) >= MIN_PASSWORD else SHORT_PASSWORD
    world.networks.use(name)
    return ""


def leave(world: World) -> None:
    """Be in no network; it stays saved."""
    world.networks.current = ""


def search_on(world: World, seconds: float) -> None:
    """A search goes on with the clock; it ends where Wi-Fi is off."""
    if not world.values[_SEARCHES]:
        return
    networks = world.networks
    if not works(world):
        networks.search_seconds = 0
        return
    left = max(0, networks.search_seconds - seconds)
    networks.search_seconds = left
    networks.found = max(networks.found, ceil(len(in_range(world)) * (1 - left / SEARCH_SECONDS)))
