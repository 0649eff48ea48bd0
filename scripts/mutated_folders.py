"""Open tampered run folders with every command: does any raise, or touch a user's files?

    python -m automotive_env.scripts.mutated_folders --number 200

A run of two episodes is copied, changed in one of the ways of `MUTATIONS`, and given to ten commands. A folder of the user is
watched meanwhile. The table says, for each way, how many commands ended with which status. Exit status 1: a command raised, a
file of the user changed, or its text is in something that a command wrote.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import stat
import tempfile
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

import typer

from automotive_env.cli import application, exit_status
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.viewed_run import ViewedRun

SECRET = "text of the user that nobody may read"
SEED = 11
PLAYED = ("--agent", "t3a", "--tasks", "hvac.loud_fan")
PLANTED = (
    *(
        ".lock",
        "report",
        "report.html",
        "judgements.jsonl",
        "knowledge",
        "episodes.jsonl.damaged",
        "images/made-up",
        "steps/x.jsonl",
        "steps/00",
    ),
    *("summary.json", "manifest.json", "episodes.jsonl", "steps", "parts", "images", "plan.jsonl"),
)
"""Names that a command reads or writes."""

FolderMutation: TypeAlias = Callable[[Path, Path, Random], None]
"""Changes a run folder, given the folder of a user."""


def files_of(run: Path) -> list[Path]:
    """The regular files of a run that are not hidden, sorted."""
    return sorted(path for path in run.rglob("*") if path.is_file() and not path.name.startswith("."))


def clear(path: Path) -> Path:
    """Move what has a name out of the way."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    return path


def link_to_file(run: Path, user: Path, random: Random) -> None:
    """A link to a file of the user."""
    clear(run / random.choice(PLANTED)).symlink_to(user / "notes.jsonl")


def link_to_folder(run: Path, user: Path, random: Random) -> None:
    """A link to a folder of the user."""
    clear(run / random.choice(PLANTED)).symlink_to(user)


def link_to_nothing(run: Path, user: Path, random: Random) -> None:
    """A link to a file that the user does not have."""
    clear(run / random.choice(PLANTED)).symlink_to(user / "new")


def link_of_a_file(run: Path, user: Path, random: Random) -> None:
    """A file of the run that moved into the folder of the user, with a link to it."""
    file = random.choice(files_of(run))
    moved = user / f"moved-{file.name}"
    if not moved.exists():
        moved.write_bytes(file.read_bytes())
    clear(file).symlink_to(moved)


def link_in_a_circle(run: Path, user: Path, random: Random) -> None:
    """A link to itself, or to the folder that holds it."""
    place = clear(run / random.choice(PLANTED))
    place.symlink_to(random.choice((place, place.parent)))


def hard_link(run: Path, user: Path, random: Random) -> None:
    """A file of the user under a further name."""
    name = random.choice((".lock", "episodes.jsonl", "episodes.jsonl.damaged", "judgements.jsonl", "summary.json", "report.html"))
    os.link(user / "empty", clear(run / name))


def pipe(run: Path, user: Path, random: Random) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(clear(run / random.choice(PLANTED)))


def clash(run: Path, user: Path, random: Random) -> None:
    """A folder in the place of a file, or a file in the place of a folder."""
    place = run / random.choice(PLANTED)
    was_folder = place.is_dir()
    clear(place)
    if was_folder:
        place.write_text("{}", encoding="utf-8", newline="\n")
    else:
        place.mkdir()
        (place / "inside.txt").write_text("{}", encoding="utf-8", newline="\n")


def odd_names(run: Path, user: Path, random: Random) -> None:
    """Files that no run has, with names that are not text, or nearly those of a run."""
    for name in (
        b"steps/\xff\xfe.jsonl",
        b"steps/.jsonl",
        b"steps/NOOP.JSONL",
        b"parts/a b.json",
        b"images/\n.webp",
        b"images/x",
    ):
        with open(os.path.join(os.fsencode(run), name), "wb") as file:
            file.write(b"{}")


def hidden(run: Path, user: Path, random: Random) -> None:
    """Hidden files and folders of the user's own, which have to be there afterwards."""
    for place in (run, run / "steps", run / "images"):
        (place / ".git.bak").mkdir()
        for name in (".my.notes.md", ".a.jsonl.17.42", f".automotive-env-{'0' * 32}-1-1"):
            (place / name).write_text("kept", encoding="utf-8", newline="\n")


def torn_line(run: Path, user: Path, random: Random) -> None:
    """A file that ends anywhere."""
    file = random.choice(files_of(run))
    data = file.read_bytes()
    file.write_bytes(data[: random.randrange(len(data) + 1)])


def flipped(run: Path, user: Path, random: Random) -> None:
    """Some bytes of a file are others."""
    file = random.choice(files_of(run))
    data = bytearray(file.read_bytes())
    for _ in range(random.randint(1, 8)):
        data[random.randrange(len(data))] ^= random.randint(1, 255)
    file.write_bytes(data)


def swapped_lines(run: Path, user: Path, random: Random) -> None:
    """Lines of a file in another order, one of them twice."""
    file = random.choice(sorted(run.rglob("*.jsonl")))
    lines = file.read_bytes().splitlines(keepends=True)
    random.shuffle(lines)
    file.write_bytes(b"".join([*lines, *lines[:1]]))


def deep(run: Path, user: Path, random: Random) -> None:
    """A line that is nested too deeply, or a number that is too large."""
    file = random.choice(files_of(run))
    file.write_bytes(
        random.choice((b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5_000, b"\x00" * 999, b'{"record_format": 4}')) + b"\n"
    )


def missing(run: Path, user: Path, random: Random) -> None:
    """A file or a folder is gone."""
    clear(random.choice([*files_of(run), *(run / name for name in ("steps", "parts", "images"))]))


MUTATIONS: Sequence[FolderMutation] = (
    *(link_to_file, link_to_folder, link_to_nothing, link_of_a_file, link_in_a_circle, hard_link, pipe, clash),
    *(odd_names, hidden, torn_line, flipped, swapped_lines, deep, missing),
)


def commands(run: Path, out: Path) -> Mapping[str, Sequence[str]]:
    """Name -> arguments of the commands that open a run, but for `view`, which would wait for a browser."""
    path = str(run)
    return MappingProxyType(
        {
            "report": ("report", path),
            "report --single-file": ("report", path, "--single-file", "--json"),
            "leaderboard": ("leaderboard", path, "--out", str(out / "leaderboard.html")),
            "compare": ("compare", path, path),
            "export zip": ("export", path, "--to", "zip", "--out", str(out / "run.zip")),
            "export csv": ("export", path, "--to", "csv", "--out", str(out / "csv")),
            "render": ("render", path),
            "verify": ("verify", path),
            "run --resume": ("run", "--resume", path),
        }
    )


def view(run: Path) -> None:
    """What `view` answers when everything is looked at."""
    folder = RunFolder.open(run)
    pages = ViewerPages([ViewedRun(folder)])
    pages.answer("data/index.js")
    for record in folder.episodes():
        pages.answer(f"data/0/{record.id}.js")
        pages.answer(f"images/0/{record.id}/screenshot-0")


@dataclass
class MutationFindings:
    """What came of all.

    Attributes:
        statuses: name of a mutation, exit status -> commands that ended so.
        faults: what must not be.
    """

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Name -> kind and content of everything in a folder."""
    return {str(path.relative_to(folder)): _state(path) for path in sorted(folder.rglob("*"))}


def _state(path: Path) -> tuple[int, bytes]:
    return stat.S_IFMT(path.lstat().st_mode), path.read_bytes() if path.is_file() else b""


def called(command: Callable[[], Any]) -> int:
    """The exit status of a command in this process.

    Raises:
        Exception: it did not end as a command ends.
    """
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            with exit_status():
                command()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 0
    return 0


def written(folder: Path) -> Iterator[bytes]:
    """The content of files, those in archives too; what links lead to is left out."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            yield path.read_bytes()
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as archive:
                    yield from map(archive.read, archive.namelist())


def try_one(
    scratch: Path, original: Path, mutation: FolderMutation, random: Random, program: Callable[..., Any], found: MutationFindings
) -> None:
    """Change a copy of a run and give it to all commands."""
    run, user, out = (scratch / name for name in ("run", "user", "out"))
    shutil.copytree(original, run)
    user.mkdir()
    out.mkdir()
    for name in ("notes.jsonl", ".my.notes.md", ".a.jsonl.17.42"):
        (user / name).write_text(SECRET, encoding="utf-8", newline="\n")
    (user / "empty").write_text("", encoding="utf-8", newline="\n")
    mutation(run, user, random)
    before, mine = (
        state(user),
        {name: one for name, one in state(run).items() if Path(name).name.startswith(".") and name != ".lock"},
    )
    calls: dict[str, Callable[[], Any]] = {"view": lambda: view(run)}
    for name, arguments in commands(run, out).items():
        calls[name] = partial(program, list(arguments), prog_name="automotive-env")
    for name, call in calls.items():
        try:
            found.statuses[mutation.__name__, called(call)] += 1
        except Exception:
            found.faults.append(f"{mutation.__name__}: {name}: {traceback.format_exc()}")
        if state(user) != before:
            found.faults.append(f"{mutation.__name__}: {name}: a file of the user changed")
            before = state(user)
    if mine.items() - state(run).items():
        found.faults.append(f"{mutation.__name__}: hidden files of the user are gone: {mine.keys() - state(run).keys()}")
    if any(SECRET.encode() in content for folder in (run, out) for content in written(folder)):
        found.faults.append(f"{mutation.__name__}: text of the user was written")


def try_all(number: int, seed: int = SEED) -> MutationFindings:
    """Change a run so many times, each way in turn."""
    found, random = MutationFindings(), Random(seed)
    program = typer.main.get_command(application())
    with tempfile.TemporaryDirectory() as held:
        original = Path(held) / "original"
        arguments = ["run", *PLAYED, "--out", str(original)]
        if status := called(lambda: program(arguments, prog_name="automotive-env")):
            raise SystemExit(status)
        for count in range(number):
            scratch = Path(held) / str(count)
            scratch.mkdir()
            try_one(scratch, original, MUTATIONS[count % len(MUTATIONS)], random, program, found)
            shutil.rmtree(scratch)
    return found


def main() -> None:
    """Print a row for each way of tampering."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=200, help="number of folders")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    found = try_all(options.number, options.seed)
    statuses = sorted({status for _, status in found.statuses})
    print(f"{'':<20}" + "".join(f"{f'status {status}':>10}" for status in statuses))
    for mutation in MUTATIONS:
        print(f"{mutation.__name__:<20}" + "".join(f"{found.statuses[mutation.__name__, status]:>10}" for status in statuses))
    print(f"{options.number} folders, {found.statuses.total()} commands, {len(found.faults)} faults")
    print(*found.faults, sep="\n")
    raise SystemExit(1 if found.faults else 0)


if __name__ == "__main__":
    main()
