"""What the vehicle HAL answers where it does not do what it is asked."""

from __future__ import annotations

from enum import IntEnum


class StatusCode(IntEnum):
    """StatusCode of the Vehicle HAL's AIDL interface."""

    INVALID_ARG = 2
    NOT_AVAILABLE = 3
    ACCESS_DENIED = 4
    NOT_AVAILABLE_DISABLED = 6


class VhalError(Exception):
    """A property was not read or written, and nothing was changed.

    Attributes:
        code: why, in a word.
        message: why, in a sentence.
    """

    def __init__(self, code: StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
