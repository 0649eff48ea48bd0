"""How a run ends before its plan does: no further episode begins, those that are being played are finished."""

from __future__ import annotations

from collections.abc import Callable


class StopToken:
    """Asks a run to stop.

    Attributes:
        reason: why it is to stop, in words; empty while it is not.
        when_asked: called when it is; None before anything can be played.
    """

    def __init__(self) -> None:
        self.reason = ""
        self.when_asked: Callable[[], None] | None = None

    def ask(self, reason: str) -> None:
        """Let no further episode begin; the first reason is the one that is told."""
        self.reason = self.reason or reason
        if self.when_asked:
            self.when_asked()
