"""Pictures of an observation, drawn when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args, overload

from automotive_env.episode.imaging import fitted, inner_box, png
from automotive_env.episode.observation import Box, Image, Observation

PictureKind: TypeAlias = Literal["screenshot", "marked", "windscreen"]
KINDS: tuple[PictureKind, ...] = get_args(PictureKind)


@dataclass(frozen=True, slots=True)
class PictureSize:
    """The size in which a screen is shown.

    Attributes:
        width: of the picture in pixels.
        height: likewise.
        padded: whether the screen keeps its shape between black bars; it is stretched otherwise.
    """

    width: int
    height: int
    padded: bool = False

    def inner(self, screen: tuple[int, int]) -> Box:
        """Where a screen of a width and a height lies on the picture."""
        return inner_box(screen, self.width, self.height, padded=self.padded)


@dataclass(frozen=True, eq=False)
class LazyPicture:
    """A picture of a moment.

    Attributes:
        moment: what is on it.
        kind: the screen, the screen with marks, or the view through the windscreen.
        fit: the size in which the screen is shown, if not its own.
    """

    moment: Observation
    kind: PictureKind
    fit: PictureSize | None = None

    @cached_property
    def pixels(self) -> Image:
        """The pixels, drawn when first asked for, which must be while the moment lasts.

        Raises:
            EnvironmentFault: the moment is over, or the device fails.
        """
        if self.fit:
            return fitted(self._unfitted, self.fit.width, self.fit.height, padded=self.fit.padded)
        return self._unfitted

    @property
    def _unfitted(self) -> Image:
        if self.kind != "marked":
            return self.moment.screenshot if self.kind == "screenshot" else self.moment.windscreen
        from automotive_env.episode.set_of_mark import draw_marks

        return draw_marks(self.moment.screenshot, self.moment.elements)

    @cached_property
    def png(self) -> bytes:
        """The pixels as a PNG file, encoded once however often it is sent."""
        return png(self.pixels)

    @property
    def drawn(self) -> Image | None:
        """The pixels, if somebody has asked for them."""
        return self.__dict__.get("pixels", None if self.fit else self.moment.__dict__.get(self.kind))


class LazyPictures(Sequence[Image]):
    """Images of which those that are pictures of moments are drawn when they are first looked at.

    Attributes:
        items: the images and pictures, in order.
    """

    def __init__(self, items: Iterable[Image | LazyPicture]) -> None:
        self.items = tuple(items)

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Image: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Image, ...]: ...

    def __getitem__(self, index: int | slice) -> Image | tuple[Image, ...]:
        if isinstance(index, slice):
            return tuple(map(_pixels, self.items[index]))
        return _pixels(self.items[index])


def pngs(images: Sequence[Image]) -> list[bytes]:
    """Images as PNG files."""
    items = images.items if isinstance(images, LazyPictures) else images
    return [item.png if isinstance(item, LazyPicture) else png(item) for item in items]


def _pixels(item: Image | LazyPicture) -> Image:
    return item.pixels if isinstance(item, LazyPicture) else item


def draw(items: Iterable[Image | LazyPicture]) -> None:
    """Draw pictures now, so that they can be looked at when their moment is over."""
    for item in items:
        _pixels(item)
