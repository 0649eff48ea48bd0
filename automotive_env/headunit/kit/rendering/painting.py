"""Widgets as paint operations, kept for all cars of the process, so that a screen that comes back is not painted anew."""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.drawing import OpaquePixels, PaintOperation
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import ColourRole, Theme
from automotive_env.headunit.kit.widgets.appearance import Appearance
from automotive_env.headunit.kit.widgets.widget import WidgetState

OBJECT_BYTES = 2_000
"""About what a drawing takes beside its pixels."""


@dataclass(frozen=True, eq=False, slots=True)
class PaintOperations:
    """Paint operations; `opaque` where they cover the whole box of the widget."""

    ops: tuple[PaintOperation, ...]
    opaque: bool

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        return OBJECT_BYTES + sum(op.pixels.nbytes for op in self.ops if isinstance(op, OpaquePixels))


@cached_pixels(megabytes=12)
def painted(
    appearance: Appearance[[WidgetState, WidgetBrush]],
    state: WidgetState,
    on: ColourRole,
    width: int,
    height: int,
    theme: Theme,
    language: str,
    mirrored: bool,
) -> PaintOperations:
    """A widget of an appearance and a size that shows a state, worded in the language, on a plain colour."""
    brush = WidgetBrush(theme, on, width, height, language, mirrored)
    appearance.paint(state, brush)
    return PaintOperations(brush.finish(), brush.opaque)
