"""How a software update goes: the search, the plan, the installation. All of it by the clock of the car."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import itemgetter

from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.driving.environment import is_over, seconds_between

SEARCH_SECONDS = 4
INSTALL_SECONDS = 20 * 60
REMINDER_SECONDS = 24 * 3_600
"""After how long the driver is told again of an update that they have put off."""
LOWEST_LEVEL = 20
"""Per cent of charge below which nothing is installed."""
_plans_of = itemgetter(*(slot_of(f"software.{name}") for name in ("remind_at", "scheduled_for", "state")))


def search(world: World) -> None:
    """Ask the maker for a newer version."""
    _become(world, "searching")


def next_time(timestamp: str, hour: int) -> str:
    """When it is next an hour of the day."""
    now = datetime.fromisoformat(timestamp)
    then = now.replace(hour=hour, minute=0, second=0)
    return (then if then > now else then + timedelta(days=1)).isoformat(" ", "seconds")


def plan(world: World, hour: int) -> None:
    """Install what was found the next time that it is an hour of the day.

    Raises:
        Refused: nothing was found.
    """
    if world.software.state not in ("available", "failed"):
        raise CallRefused("no update was found")
    world.software.scheduled_for = next_time(world.environment.timestamp, hour)
    _become(world, "available")


def cancel(world: World) -> None:
    """Plan nothing any more."""
    world.software.scheduled_for = ""


def postpone(world: World) -> None:
    """Tell the driver again later of what was found."""
    then = datetime.fromisoformat(world.environment.timestamp) + timedelta(seconds=REMINDER_SECONDS)
    world.software.remind_at = then.isoformat(" ", "seconds")


def install(world: World) -> None:
    """Begin at once.

    Raises:
        Refused: the car is not parked, or nothing was found.
    """
    if world.software.state not in ("available", "failed"):
        raise CallRefused("no update was found")
    if world.road.driving_state != "parked":
        raise CallRefused("park the car first")
    _begin(world)


def update_goes_on(world: World) -> None:
    """Let the search and the installation come as far as the clock says."""
    remind_at, scheduled_for, state = _plans_of(world.values)
    if not (remind_at or scheduled_for or state in ("searching", "installing")):
        return
    software, now = world.software, world.environment.timestamp
    if software.remind_at and now >= software.remind_at:
        software.remind_at = ""
        if software.state == "available" and not software.scheduled_for:
            world.system.notify("software", "Software update", f"Version {software.newest} is available.")
    if software.scheduled_for and now >= software.scheduled_for:
        _begin(world)
    elif software.state == "searching" and is_over(software.since, now, SEARCH_SECONDS):
        if world.system.airplane_mode or not (world.system.wifi or world.system.mobile_data):
            _become(world, "failed", "network")
        else:
            _become(world, "current" if software.version == software.newest else "available")
    elif software.state == "installing" and world.road.driving_state != "parked":
        _fail(world, "driving")
    elif software.state == "installing" and is_over(software.since, now, INSTALL_SECONDS):
        software.version = software.newest
        _become(world, "current")
        world.system.notify("software", "Software updated", f"Version {software.version} is installed.")


def progress(state: str, since: str, now: str) -> float:
    """How much of the installation is done, 0 to 1."""
    if state != "installing" or not since:
        return 0.0
    return min(1.0, max(0.0, seconds_between(since, now) / INSTALL_SECONDS))


def _begin(world: World) -> None:
    world.software.scheduled_for = ""
    if world.road.driving_state != "parked":
        _fail(world, "driving")
    elif world.road.fuel_level < LOWEST_LEVEL:
        _fail(world, "battery")
    else:
        _become(world, "installing")


def _fail(world: World, problem: str) -> None:
    _become(world, "failed", problem)
    world.system.notify("software", "The update was not installed", WHY[problem])


def _become(world: World, state: str, problem: str = "") -> None:
    software = world.software
    software.state, software.problem, software.since = state, problem, world.environment.timestamp


WHY = {
    "battery": f"The battery is low. Charge the car to {LOWEST_LEVEL} % and try again.",
    "driving": "The car was on the road. Park it and try again.",
    "network": "There is no network. Switch on Wi-Fi or mobile data.",
}
"""Problem -> the sentence that says what to do."""
