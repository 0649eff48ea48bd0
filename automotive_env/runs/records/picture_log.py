"""What the record of an episode calls its pictures, and what is kept of them.

A car that is the state core shows the same again when the same is done again, so its pictures are not kept: a name says which
moment is meant, and `runs.redrawing` draws it. What somebody looked at is proven by a hash of its pixels, and so is
every screen of a virtual device, which was taken anyway. An emulator's pictures are files, named by their content, as are those
that an agent made.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self, TypeAlias

from automotive_env.episode.imaging import MAX_PIXELS
from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.picture import KINDS, LazyPicture, PictureKind, PictureSize
from automotive_env.runs.records.fields import MOMENT_PATTERN

REDRAWN = frozenset({"headless", "virtual"})
"""Backends whose pictures can be drawn again: their car is the state core."""
TAKEN = frozenset({"virtual"})
"""Those of them that take a picture of every screen."""

MOMENT_NAME = re.compile(MOMENT_PATTERN)
KeepImage: TypeAlias = Callable[[Image], str]
"""Keeps a picture as a file and returns its name, as `EpisodeImages.add`."""


@dataclass(frozen=True, slots=True)
class RedrawablePicture:
    """A picture that can be drawn again.

    Attributes:
        kind: what it shows.
        moment: number of the moment.
        fit: the size in which the screen is shown, if not its own.
    """

    kind: PictureKind
    moment: int
    fit: PictureSize | None = None

    @classmethod
    def of(cls, picture: LazyPicture) -> Self:
        """A picture of a moment as records name it."""
        return cls(picture.kind, picture.moment.id, picture.fit)

    def __str__(self) -> str:
        """Its name, such as "marked-3", "screenshot-3-1280x720" or, between bars, "screenshot-3-1024x768p"."""
        size = f"-{self.fit.width}x{self.fit.height}{'p' if self.fit.padded else ''}" if self.fit else ""
        return f"{self.kind}-{self.moment}{size}"


def named_picture(name: str) -> RedrawablePicture | None:
    """The picture that a name means; None where it is that of a file."""
    found = MOMENT_NAME.fullmatch(name)
    if found is None or int(found["width"] or 1) * int(found["height"] or 1) > MAX_PIXELS:
        return None
    kind = next(known for known in KINDS if known == found["kind"])
    fit = PictureSize(int(found["width"]), int(found["height"]), bool(found["padded"])) if found["width"] else None
    return RedrawablePicture(kind, int(found["moment"]), fit)


def pixels_digest(image: Image) -> str:
    """SHA-256 of the pixels, row by row."""
    return hashlib.sha256(image.tobytes()).hexdigest()


class PictureLog:
    """Names the pictures of an episode, one step after the other."""

    def __init__(self, keep: KeepImage | None, backend: str) -> None:
        """Begin an episode.

        Args:
            keep: keeps a picture; None where pictures are neither kept nor named.
            backend: of the car.
        """
        self._keep = keep
        self._backend = backend
        self._moments: tuple[Observation, ...] = ()
        self._files: dict[str, str] = {}
        self._digests: dict[str, str] = {}

    def see(self, *moments: Observation) -> None:
        """Note what an agent sees now, so that a picture of it is known again."""
        self._moments = moments

    def name(self, picture: Image | LazyPicture | None) -> str | None:
        """What a record calls a picture; None where there is none, or none is kept.

        Raises:
            RecordsFault: it could not be kept.
        """
        if picture is None or self._keep is None:
            return None
        known = picture if isinstance(picture, LazyPicture) else self._recognised(picture)
        if known is None:
            return self._keep(picture.pixels if isinstance(picture, LazyPicture) else picture)
        name = str(RedrawablePicture.of(known))
        if self._backend not in REDRAWN:
            if name not in self._files:
                self._files[name] = self._keep(known.pixels)
            return self._files[name]
        if name not in self._digests:
            taken = known.kind == "screenshot" and self._backend in TAKEN
            image = known.pixels if taken and known.fit is None else known.drawn
            if image is not None and known.fit is None:  # what is scaled follows from what is not, on most machines to the bit
                self._digests[name] = pixels_digest(image)
        return name

    def take_digests(self) -> dict[str, str]:
        """Name -> SHA-256 of the pixels, of the pictures that were looked at and are not kept, since this was last called."""
        taken = {name: digest for name, digest in self._digests.items() if digest}
        self._digests |= dict.fromkeys(taken, "")
        return taken

    def _recognised(self, image: Image) -> LazyPicture | None:
        """The picture of a moment that an agent took for itself, or None."""
        for moment in self._moments:
            for kind in KINDS:
                picture = LazyPicture(moment, kind)
                if picture.drawn is image:
                    return picture
        return None
