"""The software of the car and its update. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, OptionalTimeProperty, TextProperty

STATES = ("idle", "searching", "current", "available", "installing", "failed")
PROBLEMS = ("", "battery", "driving", "network")
FOLLOWS = "follows the search and the installation"


class Software(Device, module="software"):
    """What is installed, what there is, and what is planned."""

    version = TextProperty("version that is installed", "6.1", longest=12, read_only=FOLLOWS)
    newest = TextProperty("version that the maker offers", "6.2", longest=12, significant=False, read_only="given by the maker")
    state = ChoiceProperty("how far the update is", STATES, "idle", significant=False, read_only=FOLLOWS)
    problem = ChoiceProperty("why the search or the installation failed", PROBLEMS, "", significant=False, read_only=FOLLOWS)
    since = OptionalTimeProperty(
        "when the state began, local date and time; empty at first", significant=False, read_only=FOLLOWS
    )
    scheduled_for = OptionalTimeProperty(
        "when the update is installed, local date and time; empty where it is not planned",
        read_only="planned once a search has found an update",
    )
    remind_at = OptionalTimeProperty(
        "when the driver is told again of the update that was found, local date and time; empty where they did not put it off",
        significant=False,
        read_only="put off on the page of the update",
    )
