"""Several commands in one round trip to a device."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from automotive_env.android.shell import DeviceFault, DeviceShell, ShellReply

SHOWN = 200
"""Characters of a device's answer that a fault quotes."""


def run_all(shell: DeviceShell, commands: Sequence[str], *, timeout: float = 30.0) -> list[ShellReply]:
    """Run commands one after another, whatever becomes of each; one reply for each.

    What stands between the replies is drawn anew each time, so that nothing that a command prints can be taken for it.

    Raises:
        DeviceFault: the device is gone, was too slow, or its answer was cut off.
    """
    if len(commands) < 2:
        return [shell.run(command, timeout=timeout) for command in commands]
    mark = f"--{token_hex(8)}--"
    text = shell.run("; ".join(f"{command} 2>&1; echo {mark} $?" for command in commands), timeout=timeout).text
    said, *ends = text.split(mark)
    if len(ends) != len(commands):
        raise DeviceFault(f"the device answered {len(ends)} of {len(commands)} commands, at last: {text[-SHOWN:]!r}")
    replies = []
    for end in ends:
        status, _, following = end.partition("\n")
        replies.append(ShellReply(said, int(status) if status.strip().isdecimal() and len(status) < 8 else 1))
        said = following
    return replies


def refused(command: str, reply: ShellReply) -> DeviceFault:
    """What to raise when a command was not answered as it should be."""
    return DeviceFault(f"`{command[:SHOWN]}` was answered with {reply.text.strip()[:SHOWN]!r} (status {reply.status})")
