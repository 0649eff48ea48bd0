"""The users of a device: 0, who has no screen, and 10, who sits in front."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.emulator.virtual.services.shell_text import whole

SYSTEM, DRIVER = 0, 10
USERS = {SYSTEM: "System", DRIVER: "Driver"}
PER_USER = 100_000
"""Distance of the user ids (uid) of two users' copies of an app."""


class UsageFault(Exception):
    """A command was used in a wrong way; the text is what Android says."""


def user_of(args: Sequence[str], default: int) -> tuple[list[str], int]:
    """The arguments without the one that names a user, and the user.

    Raises:
        UsageFault: there is no such user.
    """
    option = "--user"
    if option not in args:
        return list(args), default
    place = args.index(option)
    named = args[place + 1] if place + 1 < len(args) else ""
    rest = [*args[:place], *args[place + 2 :]]
    if named in ("current", "cur"):
        return rest, DRIVER
    if named == "all":
        return rest, default
    user = whole(named)
    if user is None:
        raise UsageFault(f"Error: Invalid user: {named}" if named else f'Error: Argument expected after "{option}"')
    return rest, user
