"""A shell on a device: commands in, text and exit status out."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from automotive_env.errors import EnvironmentFault


class ShellReply(NamedTuple):
    """What a command printed, stdout and stderr together, and its exit status."""

    text: str
    status: int = 0


class DeviceFault(EnvironmentFault):
    """The device did not do what it was asked; the message names what it was asked and what it said."""


class ValueUnavailable(DeviceFault):
    """The device does not tell a value now, as while the unit that it belongs to is off."""


class ConnectionLost(DeviceFault):
    """The device, or the ADB server, is gone, or was while it was asked; connecting again may help."""


class DeviceShell(Protocol):
    """One shell that stays open."""

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        """Run a command line; a status other than 0 is no fault.

        Raises:
            DeviceFault: the device is gone, or did not answer within `timeout` seconds.
        """
        ...
