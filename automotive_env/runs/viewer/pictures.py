"""Pictures on demand: what was not kept is drawn again, and the last episodes that were looked at are remembered."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock

from automotive_env.episode.imaging import png
from automotive_env.episode.observation import Image
from automotive_env.errors import Contradiction
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.picture_log import named_picture
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.redrawing import names_of
from automotive_env.runs.run_pictures import pictures_of
from automotive_env.runs.viewer.map_pictures import is_map, map_of
from automotive_env.runs.viewer.viewed_run import ViewedRun

MAX_EPISODES = 6
"""That are remembered, each with a car that can go on."""
MAX_BYTES = 48 * 2**20
"""Of the pictures of an episode that are remembered; one has about 0.2 MB."""
WEBP, PNG = "image/webp", "image/png"
FILE = re.compile("[0-9a-f]{64}")
"""Names of pictures by their content."""


def kept_picture(folder: RunFolder, name: str, identity: str) -> bytes | None:
    """A picture that lies in a run folder, which may be a stranger's; None where there is none, or the file is no WebP."""
    data = folder.image(name, identity)
    return data if data and data.startswith(b"RIFF") and data[8:12] == b"WEBP" else None


class EpisodePictures:
    """The pictures of one episode, each drawn when it is asked for, together with those before it."""

    def __init__(self, run: ViewedRun, record: EpisodeRecord) -> None:
        self._run, self._record = run, record
        self._lock = Lock()
        self._steps: Sequence[StepRecord] = run.steps(record)
        self._names = frozenset(names_of(self._steps))
        self._drawn: OrderedDict[str, bytes] = OrderedDict()
        self._passed: set[str] = set()
        self._left: Iterator[tuple[str, Image]] | None = None

    def get(self, name: str) -> bytes | None:
        """A picture as PNG; None where the episode names none like it, or this version would draw another one."""
        with self._lock:
            if is_map(name) and name not in self._drawn:
                self._keep(name, map_of(name, self._record, self._steps))
            elif name in self._names:
                self._draw_up_to(name)
            return self._drawn.get(name)

    def _draw_up_to(self, name: str) -> None:
        if name in self._passed and name not in self._drawn:  # it was forgotten: begin again
            self._left, self._passed = None, set()
        if self._left is None:
            self._left = pictures_of(self._run.folder, self._record, self._steps)
        try:
            while name not in self._passed:
                drawn, image = next(self._left)
                self._passed.add(drawn)
                self._keep(drawn, image)
        except (StopIteration, Contradiction):
            self._passed |= self._names

    def _keep(self, name: str, image: Image | None) -> None:
        if image is not None:
            self._drawn[name] = png(image)
        while len(self._drawn) > 1 and sum(map(len, self._drawn.values())) > MAX_BYTES:
            self._drawn.popitem(last=False)


class RunPictures:
    """The pictures of runs."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._episodes: OrderedDict[tuple[ViewedRun, str], EpisodePictures] = OrderedDict()

    def get(self, run: ViewedRun, identity: str, name: str) -> tuple[bytes, str] | None:
        """A picture and its media type; None where there is none.

        Args:
            run: of the episode.
            identity: of the episode; unknown for a picture that is named by its content.
            name: of the picture, as in a record, or of a map.

        Raises:
            UsageError: the records are damaged.
        """
        record = run.episodes().get(identity)
        if FILE.fullmatch(name) or (record and named_picture(name)):
            kept = kept_picture(run.folder, name, identity)
            if kept is not None:
                return kept, WEBP
        drawn = self._episode(run, record).get(name) if record else None
        return None if drawn is None else (drawn, PNG)

    def _episode(self, run: ViewedRun, record: EpisodeRecord) -> EpisodePictures:
        key = run, record.id
        with self._lock:
            if key not in self._episodes:
                self._episodes[key] = EpisodePictures(run, record)
            self._episodes.move_to_end(key)
            if len(self._episodes) > MAX_EPISODES:
                self._episodes.popitem(last=False)
            return self._episodes[key]
