"""What the record of an episode calls its pictures, and what is kept of them.

A car that is the state core shows the same again when the same is done again, so its pictures are not kept: a name says which
moment is meant, and `runs.redrawing` draws it. What somebody looked at is proven by a hash of its pixels, and so is
every screen of a virtual device, which was taken anyway. An emulator's pictures are files, named by their content, as are those
that an agent made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeAlias

from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.picture import KINDS, MomentPicture, PictureKind

REDRAWN = frozenset({"headless", "virtual"})
"""Backends whose pictures can be drawn again: their car is the state core."""
TAKEN = frozenset({"virtual"})
"""Those of them that take a picture of every screen."""

KeepImage: TypeAlias = Callable[[Image], str]
"""Keeps a picture as a file and returns its name, as `EpisodeImages.add`."""


def picture_name(kind: PictureKind, moment: int) -> str:
    """The name of a picture that can be drawn again, such as "marked-3"."""
    return f"{kind}-{moment}"


def kind_and_moment(name: str) -> tuple[PictureKind, int] | None:
    """What a name means; None where it is that of a file."""
    kind, hyphen, moment = name.partition("-")
    return next(((known, int(moment)) for known in KINDS if known == kind and hyphen), None)


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

    def name(self, picture: Image | MomentPicture | None) -> str | None:
        """What a record calls a picture; None where there is none, or none is kept.

        Raises:
            RecordsFault: it could not be kept.
        """
        if picture is None or self._keep is None:
            return None
        known = picture if isinstance(picture, MomentPicture) else self._recognised(picture)
        if known is None:
            return self._keep(picture.pixels if isinstance(picture, MomentPicture) else picture)
        name = picture_name(known.kind, known.moment.id)
        if self._backend not in REDRAWN:
            if name not in self._files:
                self._files[name] = self._keep(known.pixels)
            return self._files[name]
        if name not in self._digests:
            taken = known.kind == "screenshot" and self._backend in TAKEN
            image = known.pixels if taken else known.drawn
            if image is not None:
                self._digests[name] = pixels_digest(image)
        return name

    def take_digests(self) -> dict[str, str]:
        """Name -> SHA-256 of the pixels, of the pictures that were looked at and are not kept, since this was last called."""
        taken = {name: digest for name, digest in self._digests.items() if digest}
        self._digests |= dict.fromkeys(taken, "")
        return taken

    def _recognised(self, image: Image) -> MomentPicture | None:
        """The picture of a moment that an agent took for itself, or None."""
        for moment in self._moments:
            for kind in KINDS:
                picture = MomentPicture(moment, kind)
                if picture.drawn is image:
                    return picture
        return None
