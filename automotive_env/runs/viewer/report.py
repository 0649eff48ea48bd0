"""The page as files: a folder that can be put anywhere, or one file that can be sent."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from automotive_env.episode.imaging import jpeg
from automotive_env.errors import Contradiction, UsageError
from automotive_env.runs.records.files import entries, read_bounded, write_atomically, writing
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.picture_log import named_picture
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.records.safe_path import SafePath
from automotive_env.runs.run_pictures import pictures_of
from automotive_env.runs.viewer.episode_data import SharedTexts, episode_data
from automotive_env.runs.viewer.last_pictures import LastPictures, chosen_failures
from automotive_env.runs.viewer.packed import as_script, packed, script_of
from automotive_env.runs.viewer.page_files import SCRIPTS, STYLES, document, single_document, source
from automotive_env.runs.viewer.pictures import kept_picture
from automotive_env.runs.viewer.players import comparisons
from automotive_env.runs.viewer.viewed_run import ViewedRun, index_of

MAX_EMBEDDED = 1_000
"""Episodes of a run whose steps are written into the page that it leaves behind: a step takes about 1.2 ms and 0.5 KB."""
MAX_PAGED = 20_000
"""Episodes of a run whose steps are written into a page that is asked for; that of a larger run has its list and statistics."""
SUFFIX = ".webp"
INDEX, PAGE = "index.html", "report.html"
TITLE, MAX_INDEX_BYTES = b"<title>Automotive-ENV</title>", 2**20
"""What tells a page of ours from other files of that name."""
PARTS = (INDEX, "page", "data", "images")
"""What a page that is a folder consists of."""
SUFFIXES = (".html", ".css", ".js", ".jpg", SUFFIX)
"""Of its files."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture as a file of the page: a WebP file that was kept, or a JPEG file.

    Attributes:
        name: of the file.
    """

    name: str
    data: bytes

    @property
    def address(self) -> str:
        """It as an address that holds it."""
        kind = "jpeg" if self.name.endswith(".jpg") else "webp"
        return f"data:image/{kind};base64,{b64encode(self.data).decode()}"


@dataclass
class ReportPictures:
    """The pictures of a run for a page that is sent: of episodes that did not pass first, within a bound.

    Of a screen only the plain picture is taken: the page draws marks over it, from the list of elements.

    Attributes:
        room: bytes that are left.
    """

    folder: RunFolder
    room: int
    _kept: dict[str, bytes] = field(default_factory=dict)

    def of(self, record: EpisodeRecord, steps: list[StepRecord]) -> dict[str, PagePicture]:
        """Name -> file of those of an episode that fit, equal ones as one; the rest is drawn from elements by the page."""
        found: dict[str, PagePicture] = {}
        files: dict[bytes, PagePicture] = {}
        with suppress(Contradiction):  # this version would draw something else
            for name, file in self._all(record, steps):
                if file.data not in files:
                    if len(file.data) > self.room:
                        self.room = 0
                        break
                    self.room -= len(file.data)
                found[name] = files.setdefault(file.data, file)
        return found

    def _all(self, record: EpisodeRecord, steps: list[StepRecord]) -> Iterator[tuple[str, PagePicture]]:
        wanted = set(_wanted(steps))
        kept = {name: data for name in wanted if self.room and (data := kept_picture(self.folder, name, record.id))}
        for name, data in sorted(kept.items()):
            yield name, PagePicture(f"{name}{SUFFIX}", data)
        if self.room:
            for name, image in pictures_of(self.folder, record, steps, wanted - kept.keys()):
                yield name, PagePicture(f"{name}.jpg", jpeg(image))


def _wanted(steps: list[StepRecord]) -> Iterator[str]:
    for step in steps:
        seen = step.observation
        yield from filter(None, (seen.shown or seen.screenshot or seen.marked, seen.windscreen))


def page_data(run: ViewedRun) -> dict[str, str]:
    """The steps of a run and the last picture of some failures, as its page holds them; none of a large run.

    Raises:
        UsageError: the records are damaged.
    """
    if len(run.episodes()) > MAX_EMBEDDED:
        return {}
    shared = SharedTexts()
    episodes, pictures = run.episodes(), LastPictures(run.folder)
    chosen = chosen_failures(episodes.failures(), len(episodes))
    data = {}
    for record in episodes:
        steps = run.steps(record)
        data[f"0/{record.id}"] = packed(episode_data(record, steps, shared))
        if record.id in chosen:
            pictures.add(record, steps)
    return data | {"shared": packed(shared.texts), "pictures": packed(pictures.data())}


def write_page(run: ViewedRun, path: Path | None = None, steps: Mapping[str, str] | None = None) -> Path:
    """Write the page that a run leaves behind, to `report.html` in its folder unless told otherwise; returns where it is.

    Pictures are those that it holds, or that lie in the run folder, or are drawn by the page. The page of a large run has its
    list and its statistics, and says how to see the steps.

    Args:
        run: what it shows.
        path: of the file.
        steps: what `page_data` has made of them.

    Raises:
        UsageError: the records are damaged.
        RecordsFault: it cannot be written.
    """
    target = path or run.folder.files / PAGE
    where = Path(os.path.relpath(run.folder.path, Path(str(target)).parent)).as_posix()
    steps = page_data(run) if steps is None else steps
    index = packed(index_of([run], [f"{where}/images/"], SUFFIX) | {"steps": bool(steps)})
    write_atomically(target, single_document({"index": index, **_rows(run), **_compared(run), **steps}).encode())
    return Path(str(target))


def write_single_file(run: ViewedRun, path: Path | SafePath, room: int, written: Callable[[], None] = lambda: None) -> Path:
    """Write the page as one file that needs nothing beside it; returns where it is.

    Args:
        run: what it shows.
        path: of the file.
        room: bytes of pictures that it may hold.
        written: told of each episode that is done.

    Raises:
        UsageError: the records are damaged, or the path is a folder.
        RecordsFault: it cannot be written.
    """
    shown = Path(str(path))
    if shown.is_dir():
        raise UsageError(f"{path} is a folder; with --single-file name a file, such as {shown / PAGE}")
    data: dict[str, str] = {}
    shared = SharedTexts()
    for identity, told, pictures in _episodes(run, room, shared):
        inside = {file.name: file.address for file in pictures.values()}
        data[f"0/{identity}"] = packed(told | _pictures_data(pictures, inside))
        written()
    data["shared"] = packed(shared.texts)
    index = packed(_index(run, ""))  # last: its summary needs the steps, which are read by now
    write_atomically(path, single_document({"index": index, **_rows(run), **_compared(run), **data}).encode())
    return shown


def write_folder(run: ViewedRun, path: Path | SafePath, room: int, written: Callable[[], None] = lambda: None) -> Path:
    """Write the page as a folder: data and pictures are loaded as they are looked at, also from the disk.

    Args:
        run: what it shows.
        path: of the folder; what is in it of an earlier page is replaced.
        room: bytes of pictures that it may hold.
        written: told of each episode that is done.

    Returns:
        The page in it.

    Raises:
        UsageError: the records are damaged, or the folder holds something else.
        RecordsFault: it cannot be written.
    """
    page = SafePath(path) if isinstance(path, Path) else path
    _clear(page)
    _write(page, {INDEX: document().encode()})  # first, so that a page that was broken off is known as one
    files = {f"page/{name}": source(name).encode() for name in (*STYLES, *SCRIPTS)}
    _write(page, files)
    shared = SharedTexts()
    for identity, shown, pictures in _episodes(run, room, shared):
        own = f"images/0/{identity}"
        where = {name: f"{own if named_picture(name) else 'images/0'}/{file.name}" for name, file in pictures.items()}
        beside = {file.name: where[name] for name, file in pictures.items()}
        script = as_script(f"0/{identity}", shown | _pictures_data(pictures, beside))
        images = {beside[file.name]: file.data for file in pictures.values()}
        _write(page, {f"data/0/{identity}.js": script} | images)
        written()
    for part in range(run.parts):
        _write(page, {f"data/rows/0/{part}.js": script_of(f"rows/0/{part}", run.rows(part))})
    for name, data in comparisons(run):
        _write(page, {f"data/{name}.js": as_script(name, data)})
    index = _index(run, "images/0/")  # last: its summary needs the steps, which are read by now
    _write(page, {"data/shared.js": as_script("shared", shared.texts), "data/index.js": as_script("index", index)})
    return page.path / INDEX


def _compared(run: ViewedRun) -> dict[str, str]:
    """The comparisons of its players."""
    return {name: packed(data) for name, data in comparisons(run)}


def _rows(run: ViewedRun) -> dict[str, str]:
    """The rows of a large run, part by part."""
    return {f"rows/0/{part}": run.rows(part) for part in range(run.parts)}


def _index(run: ViewedRun, images: str) -> dict[str, Any]:
    return index_of([run], [images], SUFFIX) | ({} if len(run.episodes()) <= MAX_PAGED else {"steps": False})


def _pictures_data(pictures: Mapping[str, PagePicture], addresses: Mapping[str, str]) -> dict[str, Any]:
    """What the page knows of the pictures of an episode: the files by name, and the address of each file."""
    return {"pictures": {name: file.name for name, file in pictures.items()}, "files": addresses}


def _clear(page: SafePath) -> None:
    """Remove an earlier page; hidden files stay.

    Raises:
        UsageError: the folder holds something else, or is a link in the folder of the run.
        RecordsFault: it cannot be removed.
    """
    if page.path.exists() and not page.path.is_dir():
        raise UsageError(f"{page} is a file; name a folder for the page, or give --single-file")
    there = [path.name for path in entries(page) if not path.name.startswith(".")]
    if not there:
        return
    strange = sorted(set(there) - set(PARTS))
    if strange or TITLE not in (read_bounded(page / INDEX, MAX_INDEX_BYTES) or b""):
        raise UsageError(
            f"{page} holds {strange[0] if strange else 'something'}, which is not part of a report; choose an empty folder"
        )
    with writing(page):
        _remove_files(page)


def _remove_files(folder: SafePath) -> None:
    """Remove the files of a page, those in its folders too, and nothing else."""
    for path in entries(folder):
        if path.name.startswith("."):
            continue
        if path.is_folder():
            _remove_files(path)
        elif path.name.endswith(SUFFIXES) and path.is_file():
            path.remove()


def _episodes(run: ViewedRun, room: int, shared: SharedTexts) -> Iterator[tuple[str, dict[str, Any], Mapping[str, PagePicture]]]:
    """Id, data and pictures of each episode: those that did not pass come first, so that they have pictures first."""
    pictures = ReportPictures(run.folder, room)
    episodes = run.episodes()
    for record in episodes.failures_first() if len(episodes) <= MAX_PAGED else ():
        steps = run.steps(record)
        yield record.id, episode_data(record, steps, shared), pictures.of(record, steps)


def _write(page: SafePath, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        target = SafePath(page.root, (*page.parts, *name.split("/")))
        with writing(target):
            target.parent.make_folder()
        write_atomically(target, content, durably=False)
