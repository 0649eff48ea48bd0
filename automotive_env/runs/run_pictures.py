"""The pictures of a run as files: those that were not kept are drawn again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from automotive_env.episode.observation import Image
from automotive_env.errors import Contradiction, UsageError
from automotive_env.headunit.kit.display_size import DECLARED, DisplaySize, display_size
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.redrawing import names_of, redraw

ENCODERS = 2
"""Threads that encode while the next picture is drawn: encoding takes about four times as long."""
MAX_WAITING = 8
"""Pictures that wait to be encoded, 3 MB each."""


@dataclass(frozen=True, slots=True)
class PicturesNotDrawn:
    """An episode whose pictures cannot be drawn again, and why."""

    id: str
    why: str


def render(
    folder: RunFolder, drawn: Callable[[EpisodeRecord, int], None] = lambda record, number: None
) -> list[PicturesNotDrawn]:
    """Write every picture that was not kept and is not there yet.

    Args:
        folder: the run, finished or not.
        drawn: told of each episode how many pictures were drawn.

    Returns:
        The episodes whose pictures cannot be drawn; of those, nothing that is wrong is written.

    Raises:
        UsageError: the records are damaged.
        RecordsFault: a picture cannot be written.
    """
    failed = []
    with ThreadPoolExecutor(ENCODERS) as encoders:
        for record in folder.episodes():
            steps = folder.steps(record.id)
            try:
                drawn(record, _render_episode(folder, record, steps, encoders))
            except Contradiction as fault:
                failed.append(PicturesNotDrawn(record.id, str(fault)))
    return failed


def pictures_of(
    folder: RunFolder, record: EpisodeRecord, steps: Sequence[StepRecord], wanted: Collection[str] | None = None
) -> Iterator[tuple[str, Image]]:
    """Name and pixels of the pictures of an episode that were not kept; see `redraw`.

    Raises:
        Contradiction: they cannot be drawn.
    """
    options = folder.manifest.options
    size, shortcuts = _display(options.get("display", DECLARED)), options.get("shortcuts") is not False
    return redraw(record, steps, size, shortcuts=shortcuts, wanted=wanted)


def _render_episode(folder: RunFolder, record: EpisodeRecord, steps: Sequence[StepRecord], encoders: ThreadPoolExecutor) -> int:
    if all(folder.image_file(name, record.id).is_file() for name in names_of(steps)):
        return 0
    number = 0
    waiting = deque[Future[None]]()
    for name, image in pictures_of(folder, record, steps):
        waiting.append(encoders.submit(folder.add_drawn, record.id, name, image))
        number += 1
        if len(waiting) >= MAX_WAITING:
            waiting.popleft().result()
    for one in waiting:
        one.result()
    return number


def _display(text: object) -> DisplaySize:
    try:
        return display_size(str(text))
    except UsageError as error:
        raise Contradiction(f"the manifest names {error}") from None
