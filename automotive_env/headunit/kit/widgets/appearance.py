"""What the drawing of a widget depends on, so that a screen that is built again finds the drawings that did not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec

from automotive_env.headunit.kit.bind import Bind

P = ParamSpec("P")


class Appearance(Generic[P]):
    """All that a widget was declared with, as far as painting can see it; equal appearances paint equal states alike.

    Painting is given neither the car nor a touch. So the value of a binding shows only in the state, and what a touch does, in an
    attribute named `on_...`, does not show at all, but that there is something.

    Attributes:
        paint: paints the widget.
    """

    __slots__ = ("_declared", "_hash", "paint")

    def __init__(self, widget: object, paint: Callable[P, None]) -> None:
        self.paint = paint
        self._declared: Any = (type(widget), *[(name, _seen(name, value)) for name, value in vars(widget).items()])
        try:
            self._hash = hash(self._declared)
        except TypeError:  # it holds something that may change: it is like no other
            self._declared, self._hash = widget, hash(widget)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Appearance) and self._hash == other._hash and bool(self._declared == other._declared)


def _seen(name: str, value: object) -> object:
    if name.startswith("on_"):
        return value is not None
    return Bind if isinstance(value, Bind) else value
