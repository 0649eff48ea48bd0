"""Notes and labels that people gave episodes: a file of its own in the run folder, which nothing but the viewer reads.

No verdict, hash, statistic or verification depends on it, and archives leave it out.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from automotive_env.errors import UsageError
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.files import read_lines, write_atomically
from automotive_env.runs.records.safe_path import SafePath

NOTES = "notes.jsonl"
MAX_BYTES = 2**22
"""Of the file: 1,500 notes of the largest size."""
Label = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\s,\x00-\x1f\x7f]+$")]


class EpisodeNote(FrozenRecord):
    """What people say of an episode.

    Attributes:
        episode: its id.
        labels: short words, such as "wrong-verdict".
        text: in plain words.
    """

    episode: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$")]
    labels: Annotated[tuple[Label, ...], Field(max_length=12)] = ()
    text: Annotated[str, Field(max_length=2_000)] = ""


def read_notes(folder: SafePath) -> dict[str, EpisodeNote]:
    """Id of an episode -> what people say of it.

    Raises:
        UsageError: the file cannot be read, is too large, or a line before the last one is damaged.
    """
    return {note.episode: note for note in read_lines(folder / NOTES, EpisodeNote, MAX_BYTES).records}


def write_note(folder: SafePath, note: EpisodeNote) -> None:
    """Write what people say of an episode, in place of what they said before; an empty note removes it.

    Raises:
        UsageError: the file cannot be read, or would be larger than any that is read.
        RecordsFault: it cannot be written.
    """
    notes = read_notes(folder)
    notes.pop(note.episode, None)
    if note.labels or note.text:
        notes[note.episode] = note
    data = "".join(f"{one.line()}\n" for one in notes.values()).encode()
    if len(data) > MAX_BYTES:
        raise UsageError(f"{folder / NOTES} would have more than {MAX_BYTES} bytes; remove or shorten some notes")
    write_atomically(folder / NOTES, data)
