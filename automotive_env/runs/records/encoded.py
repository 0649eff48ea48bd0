"""A finished episode as the files of its record: what one process hands to the one that owns the run folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from automotive_env.episode.imaging import webp
from automotive_env.episode.observation import Image
from automotive_env.runs.records.coding import StepEncoder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord, digest_of


@dataclass(frozen=True, slots=True)
class EncodedStepLines:
    """The steps of an episode.

    Attributes:
        lines: the content of its file.
        parts: name -> content, of the parts that they name.
    """

    lines: bytes
    parts: Mapping[str, bytes]

    @classmethod
    def of(cls, steps: Iterable[StepRecord]) -> EncodedStepLines:
        """The steps, encoded."""
        encoder = StepEncoder()
        return cls(b"".join(map(encoder.line, steps)), encoder.parts)


@dataclass(frozen=True, slots=True)
class UnusableReplies:
    """The replies at the end of an episode that held no action.

    Attributes:
        count: how many there are.
        last: the last of them.
        only: whether the episode has no others.
    """

    count: int = 0
    last: str = ""
    only: bool = False

    @classmethod
    def of(cls, steps: Sequence[StepRecord]) -> UnusableReplies:
        """Those of some steps."""
        found = list(takewhile(lambda step: step.action is None and step.reply, reversed(steps)))
        return cls(len(found), found[0].reply if found else "", only=len(found) == len(steps))


@dataclass(frozen=True, slots=True)
class EncodedEpisode:
    """An episode.

    Attributes:
        record: its line, with the digest of its steps.
        steps: all of them.
        images: name -> WebP file, of the pictures that are kept.
        unusable: replies without an action.
    """

    record: EpisodeRecord
    steps: EncodedStepLines
    images: Mapping[str, bytes] = field(default_factory=dict)
    unusable: UnusableReplies = UnusableReplies()

    @classmethod
    def of(cls, record: EpisodeRecord, steps: Sequence[StepRecord], images: Mapping[str, bytes] | None = None) -> EncodedEpisode:
        """An episode, encoded."""
        told = record.model_copy(update={"steps_digest": digest_of(steps)})
        return cls(told, EncodedStepLines.of(steps), images or {}, UnusableReplies.of(steps))


def encoded_image(image: Image) -> tuple[str, bytes]:
    """The name of a picture, which is the SHA-256 of its file, and the file."""
    data = webp(image)
    return hashlib.sha256(data).hexdigest(), data


class EpisodeImages:
    """The pictures of one episode.

    Attributes:
        files: name -> WebP file.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._names: dict[bytes, str] = {}

    def add(self, image: Image) -> str:
        """Keep a picture, once; returns its name."""
        pixels = hashlib.sha256(image.tobytes()).digest()
        if pixels not in self._names:
            name, data = encoded_image(image)
            self._names[pixels] = name
            self.files[name] = data
        return self._names[pixels]
