"""The immutable state of one open screen: its arguments, its own values, scroll offsets and focus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class ScreenEntry:
    """A screen that is shown, or lies below one that is.

    Attributes:
        app: name of its app.
        screen: its name within the app.
        args: what it was opened with.
        locals: its own state: chosen tabs, text typed, by name.
        scrolls: how far its lists are scrolled, in pixels, by id.
        focus: id of the text field that the keyboard writes to.
    """

    app: str
    screen: str
    args: tuple[Any, ...] = ()
    locals: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    scrolls: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    focus: str = ""

    @property
    def page(self) -> str:
        """The screen, and the tab of it that was chosen: "media", "media/library"."""
        tab = self.locals.get("tab", "")
        return f"{self.screen}/{tab}" if tab else self.screen

    def remember(self, name: str, value: Any) -> ScreenEntry:
        """The same with some state of its own changed."""
        return replace(self, locals={**self.locals, name: value})

    def scrolled(self, id: str, offset: int) -> ScreenEntry:
        """The same with a list scrolled to an offset."""
        return replace(self, scrolls={**self.scrolls, id: offset})

    def focused(self, id: str) -> ScreenEntry:
        """The same with the keyboard writing to another field, or to none."""
        return replace(self, focus=id)
