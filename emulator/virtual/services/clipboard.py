"""The clipboard."""

from __future__ import annotations

from automotive_env.emulator.virtual.service import Service

MAX_CLIP_CHARACTERS = 100_000


class Clipboard(Service):
    """What was copied last.

    Attributes:
        text: empty where nothing was.
    """

    name = "clipboard"
    text: str = ""

    def save(self) -> object:
        return self.text

    def load(self, saved: object) -> None:
        self.text = str(saved or "")
