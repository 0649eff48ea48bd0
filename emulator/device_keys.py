"""The keys of virtual devices: who shows one is trusted, as the program is that sets a car up and judges what others do to it.

A key is a file of the user's own. A client that has a shell on the device, or whatever adb offers, cannot read it.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import lock_folder

MAX_CHARACTERS = 64


def keep_key(serial: str) -> str:
    """Make the key of a device that starts; only its owner can read the file.

    Raises:
        EnvironmentFault: it cannot be written.
    """
    forget_key(serial)
    key = secrets.token_hex(16)
    try:
        descriptor = os.open(_file(serial), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise EnvironmentFault(f"the key of {serial} cannot be stored: {error.strerror}: {error.filename}") from None
    with open(descriptor, "w", encoding="ascii", newline="\n") as file:
        file.write(key)
    return key


def forget_key(serial: str) -> None:
    """Remove the key of a device that has ended."""
    with suppress(OSError):  # there is none, or the folder holds something else
        file = _file(serial)
        file.unlink()
        file.parent.rmdir()


def key_of(serial: str) -> str:
    """The key of a device that runs.

    Raises:
        EnvironmentFault: there is none.
    """
    try:
        with open(_file(serial), encoding="ascii", newline="\n") as file:
            return file.read(MAX_CHARACTERS)
    except (OSError, UnicodeDecodeError):
        raise EnvironmentFault(f"{serial} is not one of your cars served by `automotive-env serve --adb`") from None


def _file(serial: str) -> Path:
    return lock_folder() / f"{serial}.key"
