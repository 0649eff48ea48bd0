"""The folder of a run.

    manifest.json          what was run (see `RunManifest`)
    plan.jsonl             one line an instance that is played (`automotive_env.runs.execution.plan_file`)
    episodes.jsonl         one line a finished episode, only ever appended to
    steps/<shard>/<episode>.jsonl  one line a step (`automotive_env.runs.records.coding`), in 256 folders
    parts/<sha256>.json    what calls of models share: system messages, tools, schemas, sampling options
    images/<sha256>.webp   pictures of emulators, each once
    images/<episode>/      pictures of other cars, where they were drawn again (`automotive_env.runs.run_pictures`)
    summary.json           rates and costs, written at the end
    .lock                  locked by the process that plays the run

One process at a time owns the folder and appends episodes (`RunFolder.owned`); any number of processes and threads may read it.
The folder may be a stranger's: no link in it is followed (`automotive_env.runs.records.safe_path`). Hidden files of others stay.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from automotive_env.episode.imaging import webp
from automotive_env.episode.observation import Image
from automotive_env.errors import UsageError
from automotive_env.runs.records.coding import DamagedSteps, StepDecoder, part_name
from automotive_env.runs.records.encoded import EncodedEpisode, EncodedStepLines
from automotive_env.runs.records.files import (
    JsonLinesFile,
    LineReader,
    append_lines,
    read_bounded,
    read_lines,
    set_aside,
    write_atomically,
    writing,
)
from automotive_env.runs.records.lock import is_held, locked
from automotive_env.runs.records.manifest import RECORD_FORMAT, RunManifest
from automotive_env.runs.records.picture_log import named_picture
from automotive_env.runs.records.records import INTERRUPTED, EpisodeHead, EpisodeRecord, StepRecord
from automotive_env.runs.records.safe_path import SafePath
from automotive_env.runs.records.step_files import find_steps, ids_of_steps, shards, steps_file
from automotive_env.runs.records.step_form import part_as_sent
from automotive_env.runs.tables.summary import RunSummary, summarise

MANIFEST = "manifest.json"
FOLDERS = ("steps", "parts", "images")
MAX_MANIFEST_BYTES = 2**26
MAX_EPISODES_BYTES = 2**35
"""Of `episodes.jsonl`, where it is read line by line: about 12 million episodes."""
MAX_IMAGE_BYTES = 2**26
MAX_STEPS_BYTES = 2**28
"""Of the steps of an episode that are read."""
MAX_PART_BYTES = 2**24
"""Of a part that is read."""


class RunFolder:
    """The records of one run.

    Attributes:
        path: where they are.
        files: the same folder, for opening files in it.
        manifest: what was run.
    """

    def __init__(self, path: Path, manifest: RunManifest) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.files = SafePath(path)
        self.manifest = manifest
        self._written: set[str] = set()
        self._parts: dict[str, tuple[Any, int]] = {}

    @classmethod
    def create(cls, path: Path | str, manifest: RunManifest) -> RunFolder:
        """Begin a run in a new or empty folder.

        Raises:
            UsageError: the folder is not empty, or cannot be made.
            RecordsFault: nothing can be written into it.
        """
        path = Path(path)
        check_unused(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            for part in FOLDERS:
                (SafePath(path) / part).make_folder()
        except OSError as error:
            raise _unusable(path, error) from None
        folder = cls(path, manifest)
        folder._write_manifest(manifest)
        return folder

    @classmethod
    def open(cls, path: Path | str, called: Path | None = None) -> RunFolder:
        """Open the folder of an earlier run, finished or not.

        Args:
            path: of the folder.
            called: its name in messages, such as the archive that it was unpacked from.

        Raises:
            UsageError: it is not a run folder, or was written by another version.
        """
        path = Path(path)
        called = called or path
        try:
            manifest = RunManifest.model_validate_json((SafePath(path) / MANIFEST).read(MAX_MANIFEST_BYTES))
        except OSError:
            raise UsageError(f"{called} is not a run folder: {_why_no_run(path)}") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise UsageError(
                f"{called} is damaged, or was not written by this version: {MANIFEST} {where}: {first['msg']}"
            ) from None
        if manifest.record_format != RECORD_FORMAT:
            raise UsageError(
                f"{called} was written by version {manifest.package[:40]} in record format {manifest.record_format}, "
                f"and this version reads format {RECORD_FORMAT}; read it with the version that wrote it, or play the run again"
            )
        return cls(path, manifest)

    # Writing

    @contextmanager
    def owned(self) -> Iterator[str]:
        """Own the folder, which playing a run requires, and repair what a crash left; yields what was repaired, or "".

        Raises:
            UsageError: another process owns it, or its records are damaged beyond their last line.
            RecordsFault: it cannot be written.
        """
        folders = [self.files / part for part in FOLDERS]
        with locked(self.path, inside=chain(folders, shards(self._steps))):
            for folder in folders:
                with writing(self.path):
                    folder.make_folder()
            lines = self.damaged_line()
            aside = set_aside(self.episodes_file, lines) if lines.damaged else None
            yield f"the last line of {self.episodes_file.name} was damaged; it is now in {aside}" if aside else ""

    def note_planned(self, episodes: int) -> None:
        """Note how many episodes the run has when it is finished.

        Raises:
            RecordsFault: it cannot be written.
        """
        if self.manifest.planned != episodes:
            self.manifest = self.manifest.model_copy(update={"planned": episodes})
            self._write_manifest(self.manifest)

    def write_plan(self, content: bytes) -> None:
        """Write the plan and sync it to disk.

        Raises:
            RecordsFault: it cannot be written.
        """
        write_atomically(self._plan_file, content)

    def add_drawn(self, episode: str, name: str, image: Image) -> None:
        """Write a picture that was drawn again, without syncing it to disk.

        Raises:
            RecordsFault: it cannot be written.
        """
        file = self.image_file(name, episode)
        with writing(file):
            file.parent.make_folder()
        write_atomically(file, webp(image), durably=False)

    def add_encoded(self, *episodes: EncodedEpisode) -> None:
        """Record finished episodes and sync them to disk: the pictures and steps of each, then the lines of all.

        Raises:
            RecordsFault: something cannot be written; none of the episodes is recorded.
        """
        for episode in episodes:
            for name, data in episode.images.items():
                self._write_image(name, data)
            self._write_encoded(episode.record.id, episode.steps)
        append_lines(self.episodes_file, [episode.record for episode in episodes])

    def _write_image(self, name: str, data: bytes) -> None:
        file = self.image_file(name, "")
        if not file.is_file():
            write_atomically(file, data)

    def _write_encoded(self, episode: str, steps: EncodedStepLines) -> None:
        for name, content in steps.parts.items():
            if name not in self._written and not self._part_file(name).is_file():
                write_atomically(self._part_file(name), content)
            self._written.add(name)
        file = steps_file(self._steps, episode)
        with writing(file):
            file.parent.make_folder()
        write_atomically(file, steps.lines)

    def finish(self, ended: str, summary: RunSummary | None = None) -> RunSummary:
        """Note when the run ended (UTC, ISO 8601) and write its summary, as its suite makes it; returns it."""
        summary = summary or summarise(self.episodes())
        self.manifest = self.manifest.model_copy(update={"ended": ended})
        self._write_json("summary.json", summary.model_dump(mode="json"))
        self._write_manifest(self.manifest)
        return summary

    # Reading

    @property
    def is_played(self) -> bool:
        """Whether a process plays the run now."""
        return is_held(self.files)

    def read_plan(self, most: int) -> bytes | None:
        """The plan, up to a number of bytes; None if the run was killed before it was written.

        Raises:
            UsageError: it is larger, or cannot be read.
        """
        return read_bounded(self._plan_file, most)

    def read_episodes(self) -> JsonLinesFile[EpisodeRecord]:
        """All valid lines of `episodes.jsonl`, and its last line if it is damaged.

        Raises:
            UsageError: it cannot be read, or a line before the last one is damaged.
        """
        return read_lines(self.episodes_file, EpisodeRecord)

    def episodes(self) -> list[EpisodeRecord]:
        """The finished episodes; only the last attempt of an episode that was played again.

        Raises:
            UsageError: the file cannot be read, or a line before the last one is damaged.
        """
        return list({record.id: record for record in self.read_episodes().records}.values())

    def finished_ids(self) -> set[str]:
        """The episodes that need not be played again: all recorded ones, except those with a fault of the car or model."""
        last = {head.id: head.outcome for head, _, _ in self._heads()}
        return {name for name, outcome in last.items() if outcome not in INTERRUPTED}

    def _heads(self) -> LineReader[EpisodeHead]:
        return LineReader(self.episodes_file, EpisodeHead, MAX_EPISODES_BYTES)

    def damaged_line(self) -> JsonLinesFile[EpisodeHead]:
        """How much of `episodes.jsonl` is sound, and its last line where that is damaged.

        Raises:
            UsageError: it cannot be read, or a line before the last one is damaged.
        """
        heads = self._heads()
        deque(heads, maxlen=0)
        return JsonLinesFile((), heads.size, heads.damaged)

    def ids_of_steps(self) -> set[str]:
        """The episodes whose steps are kept, finished or not.

        Raises:
            UsageError: their folder cannot be read.
        """
        return set(ids_of_steps(self._steps))

    def has_steps(self, episode: str) -> bool:
        """Whether the steps of an episode are kept."""
        return find_steps(self._steps, episode).is_file()

    def steps(self, episode: str) -> list[StepRecord]:
        """The steps of an episode; empty if they were not kept.

        Raises:
            UsageError: the file cannot be read, or a line or a part that it names is damaged.
        """
        file = find_steps(self._steps, episode)
        decoder = StepDecoder(self._part)
        steps: list[StepRecord] = []
        for number, line in enumerate(BytesIO(read_bounded(file, MAX_STEPS_BYTES) or b""), 1):
            try:
                steps.append(decoder.step(line))
            except DamagedSteps as error:
                raise UsageError(f"{file} line {number} is damaged: {error}") from None
        return steps

    def _part(self, name: str) -> tuple[Any, int]:
        """What a part holds, and the length of its file.

        Raises:
            DamagedSteps: there is no such part, or it is damaged.
        """
        if name not in self._parts:
            content = read_bounded(self._part_file(name), MAX_PART_BYTES) if re.fullmatch("[0-9a-f]{32}", name) else None
            if content is None or part_name(content) != name:
                raise DamagedSteps(f"part {name[:64]!r} {'is missing' if content is None else 'does not match its name'}")
            try:
                self._parts[name] = part_as_sent(from_json(content)), len(content)
            except ValueError as error:
                raise DamagedSteps(f"part {name} is not valid JSON: {error}") from None
        return self._parts[name]

    def image(self, name: str, episode: str = "") -> bytes | None:
        """The file of a picture, or None if none can be read.

        Args:
            name: of the picture, as in a record.
            episode: its episode, in case it has to be drawn again.
        """
        try:
            return self.image_file(name, episode).read(MAX_IMAGE_BYTES)
        except OSError:
            return None

    def image_file(self, name: str, episode: str) -> SafePath:
        """The path of a picture, even if it has not been drawn."""
        images = self.files / "images"
        return (images / episode if named_picture(name) else images) / f"{name}.webp"

    @property
    def _plan_file(self) -> SafePath:
        return self.files / "plan.jsonl"

    @property
    def episodes_file(self) -> SafePath:
        """Where the episodes are."""
        return self.files / "episodes.jsonl"

    def _part_file(self, name: str) -> SafePath:
        return self.files / "parts" / f"{name}.json"

    @property
    def _steps(self) -> SafePath:
        return self.files / "steps"

    def _write_manifest(self, manifest: RunManifest) -> None:
        self._write_json(MANIFEST, manifest.model_dump(mode="json"))

    def _write_json(self, name: str, data: Any) -> None:
        text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)
        write_atomically(self.files / name, text.encode() + b"\n")


def check_unused(path: Path) -> None:
    """Refuse a folder in which no run can begin.

    Raises:
        UsageError: it holds something, or cannot be read.
    """
    try:
        there = [name for name in SafePath(path).names() if not name.startswith(".")] if path.exists() else []
    except OSError as error:
        raise _unusable(path, error) from None
    if there:
        run = MANIFEST in there
        advice = "resume it, or choose another folder" if run else "choose an empty folder"
        raise UsageError(f"{path} {'already holds a run' if run else 'is not empty and holds no run'}; {advice}")


def _unusable(path: Path, error: OSError) -> UsageError:
    why = "it is a file" if path.is_file() else error.strerror
    return UsageError(f"{path} cannot be used for a run: {why}; choose another folder")


def _why_no_run(path: Path) -> str:
    """Why there is no run at a path, and where one may be."""
    if path.suffix == ".zip" and path.is_file():
        return f"it has no readable {MANIFEST}; an archive is unpacked by `export {path} --to folder`"
    if not path.is_dir():
        return "it is a file" if path.exists() else "there is no such folder"
    inside = sorted(file.parent for file in path.glob(f"*/{MANIFEST}"))
    return f"it has no readable {MANIFEST}" + (f"; it holds {len(inside)} runs, such as {inside[0]}" if inside else "")
