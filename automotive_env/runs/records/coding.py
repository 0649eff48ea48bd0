"""The form of steps on the disk: what repeats is told once.

A line of `steps/<episode>.jsonl` is a `StepRecord` as JSON without fields that have their default. Usage is a row of counts
(prompt, completion, calls, cached, reasoning), a change is a row (path, before, after, cause, by, at), each without the last ones
that have their default. These forms stand in place of values; each is an object with one key.

    {"lines": [...]}   a text, as its lines
    {"texts": [...]}   a list of texts
    {"pairs": [...]}   an object of texts, as "- key: value", which is how prompts list facts
    {"part": "NAME"}   what parts/NAME.json holds, NAME being from the SHA-256 of that file; where it is named again, its number
    {"object": {...}}  an object that would look like one of these forms

In the brackets a text stands for itself where it first appears in the file; from then on it has a number, counted from 0, which
stands for it later; two or more in a row are [first, last]. Lines such as "7 Button ..." that are known with another number in
front are [first, last, N]: N stands in front of the first, and one more in front of each that follows. A list that begins with a
text is one line: the texts and numbers in it, joined; [number] in it stands for a text as JSON writes it between quotes. A plain
text of `MIN_NUMBERED` characters or more has a number, too.
Parts hold what repeats over a run: of each kind of call, under "shared", its purpose, system messages, tools, schema and sampling
options. These messages come before the call's own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from automotive_env.runs.records.records import StepRecord
from automotive_env.runs.records.step_form import DamagedSteps, PairsObject, SharedPart, as_recorded, laid_out

__all__ = ["DamagedSteps", "StepDecoder", "StepEncoder", "part_content", "part_name"]

MIN_NUMBERED = 18
"""Characters of the shortest plain text that has a number."""
MIN_PHRASE, MAX_PHRASE = 20, 2_000
"""Characters of a line that is looked for in the lines after it, and of the longest line that it is looked for in."""
MAX_PHRASES, MAX_PIECES = 64, 8
"""How many such lines are remembered, and how many pieces a line has at most."""
MAX_DECODED_CHARACTERS = 2**29
"""Of all texts of a file together: references could make much of little."""
REFERENCE_COST = 64
"""Characters that a text which is named again counts beside its own: an empty one takes memory, too."""
INDEXED = re.compile(r"(0|[1-9]\d{0,4}) (.*)")
"""A line with a number in front, as elements are listed."""
FORMS = frozenset({"lines", "texts", "pairs", "part", "object"})


def part_name(content: bytes) -> str:
    """The name of a part: 128 bits of the SHA-256 of its file, as 32 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:32]


def part_content(value: Any) -> bytes:
    """The file of a part."""
    return _dumped(value).encode() + b"\n"


_dumped = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
"""A value as JSON without spaces."""


class StepEncoder:
    """Writes the steps of one episode, in order.

    Attributes:
        parts: name -> file, of all parts that were named.
    """

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self._numbers: dict[str, int] = {}
        self._indexed: dict[str, int] = {}
        self._phrases: deque[tuple[str, Any]] = deque(maxlen=MAX_PHRASES)
        self._part_numbers: dict[bytes, int] = {}

    def line(self, step: StepRecord) -> bytes:
        """A step as a line of the file."""
        return _dumped(self._encoded(laid_out(step))).encode() + b"\n"

    def _encoded(self, value: Any) -> Any:
        match value:
            case str():
                return self._text(value)
            case SharedPart():
                return self._part(value)
            case PairsObject():
                return {"pairs": self._references([f"- {key}: {text}" for key, text in value.items()])}
            case dict():
                coded = {key: self._encoded(item) for key, item in value.items()}
                return {"object": coded} if len(coded) == 1 and coded.keys() <= FORMS else coded
            case list():
                if len(value) > 1 and all(isinstance(item, str) and "\n" not in item for item in value):
                    return {"texts": self._references(value)}
                return [self._encoded(item) for item in value]
        return value

    def _text(self, text: str) -> Any:
        if "\n" in text:
            return {"lines": self._references(text.split("\n"))}
        if len(text) < MIN_NUMBERED:
            return text
        (item,) = self._references([text])
        return item if isinstance(item, str) else {"lines": [item]}

    def _references(self, lines: Iterable[str]) -> list[Any]:
        found: list[Any] = []
        known, follows = self._numbers.get, -1  # the number that would make the range at the end one longer
        for line in lines:
            item = known(line)
            if item is None:
                item = self._new_reference(line)
            elif item == follows:
                found[-1][1] = item
                follows += 1
                continue
            if found and not isinstance(item, str) and (joined := _joined(found[-1], item)):
                found[-1] = joined
                follows = joined[1] + 1 if len(joined) == 2 else -1
            else:
                found.append(item)
                follows = -1
        return found

    def _new_reference(self, line: str) -> Any:
        """What stands for a line that has no number: itself, or the number of one with another number in front."""
        if indexed := INDEXED.fullmatch(line):
            known = self._indexed.setdefault(indexed[2], len(self._numbers))
            if known < len(self._numbers):
                return [known, known, int(indexed[1])]
            parts = [line]
        else:
            parts = self._pieces(line)
            self._phrases += _phrases(line, len(self._numbers))
        self._numbers[line] = len(self._numbers)
        return line if len(parts) == 1 else parts

    def _pieces(self, line: str) -> list[Any]:
        """A new line as texts and what stands for phrases of lines before it; a text comes first."""
        pieces: list[Any] = []
        while MIN_PHRASE <= len(line) <= MAX_PHRASE and len(pieces) < MAX_PIECES:
            found = (one for one in self._phrases if one[0] in line)
            phrase, reference = max(found, key=lambda one: len(one[0]), default=("", 0))
            if not phrase:
                break
            head, _, line = line.partition(phrase)
            pieces += [head, reference] if head or not pieces else [reference]
        return [*pieces, line] if line or not pieces else pieces

    def _part(self, part: SharedPart) -> dict[str, str | int]:
        content = part_content(part.value)
        number = self._part_numbers.setdefault(content, len(self._part_numbers))
        if number < len(self.parts):
            return {"part": number}
        name = part_name(content)
        self.parts[name] = content
        return {"part": name}


def _phrases(line: str, number: int) -> Iterator[tuple[str, Any]]:
    """How a line may stand in the lines after it, and what stands for it there: as it is, or quoted in JSON."""
    if MIN_PHRASE <= len(line) <= MAX_PHRASE:
        yield line, number
        if (quoted := _quoted(line)) != line:
            yield quoted, [number]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _joined(before: Any, item: Any) -> Any:
    """Two items of a list as one range, or None where the second does not follow the first.

    Without patterns, which cost a fifth of all encoding here.
    """
    if isinstance(item, int):
        if isinstance(before, int):
            return [before, item] if item == before + 1 else None
        is_range = isinstance(before, list) and len(before) == 2 and isinstance(before[0], int)
        return [before[0], item] if is_range and item == before[1] + 1 else None
    if isinstance(item, list) and isinstance(item[0], int) and isinstance(before, list) and isinstance(before[0], int):
        number, _, following = item
        follows = len(before) == 3 and number == before[1] + 1 and following == before[2] + number - before[0]
        return [before[0], number, before[2]] if follows else None
    return None


class StepDecoder:
    """Reads the steps of one episode, in order."""

    def __init__(self, read_part: Callable[[str], tuple[Any, int]]) -> None:
        """Begin a file.

        Args:
            read_part: name -> what the part holds and its length in characters; raises `DamagedSteps`.
        """
        self._read_part = read_part
        self._lines: list[str] = []
        self._parts: list[tuple[Any, int]] = []
        self._room = MAX_DECODED_CHARACTERS

    def step(self, line: bytes) -> StepRecord:
        """The step of a line.

        Raises:
            DamagedSteps: it holds none.
        """
        try:
            return StepRecord.model_validate(as_recorded(self._decoded(from_json(line))))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            raise DamagedSteps(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        except (ValueError, RecursionError) as error:
            raise error if isinstance(error, DamagedSteps) else DamagedSteps(str(error)[:200]) from None

    def _decoded(self, value: Any) -> Any:
        match value:
            case str():
                if len(value) >= MIN_NUMBERED:
                    self._lines.append(value)
            case list():
                return [self._decoded(item) for item in value]
            case dict() if len(value) == 1 and value.keys() <= FORMS:
                ((form, content),) = value.items()
                return self._form(form, content)
            case dict():
                return {key: self._decoded(item) for key, item in value.items()}
        return value

    def _form(self, form: str, content: Any) -> Any:
        match form, content:
            case "lines", list():
                return "\n".join(self._texts(content))
            case "texts", list():
                return self._texts(content)
            case "pairs", list():
                return dict(_pair(line) for line in self._texts(content))
            case "part", str() | int():
                return self._part(content)
            case "object", dict():
                return {key: self._decoded(item) for key, item in content.items()}
        raise DamagedSteps(f"{form!r} holds {str(content)[:40]!r}")

    def _texts(self, items: Sequence[Any]) -> list[str]:
        """The texts that items stand for.

        Raises:
            DamagedSteps: one stands for nothing, or there are too many.
        """
        found: list[str] = []
        for item in items:
            match item:
                case str():
                    self._lines.append(item)
                    found.append(item)
                case bool():
                    raise DamagedSteps(f"{item!r} is not a text")
                case int() if 0 <= item < len(self._lines):
                    found += self._again(item, item)
                case [int(first), int(last)] if 0 <= first < last < len(self._lines):
                    found += self._again(first, last)
                case [int(first), int(last), int(index)] if 0 <= first <= last < len(self._lines) and index >= 0:
                    found += [_indexed(line, index + i) for i, line in enumerate(self._again(first, last))]
                case [str(), *_]:
                    self._lines.append("".join(self._piece(piece) for piece in item))
                    found.append(self._lines[-1])
                case _:
                    raise DamagedSteps(f"{str(item)[:40]} is neither a text nor one of the {len(self._lines)} before it")
        return found

    def _again(self, first: int, last: int) -> list[str]:
        again = self._lines[first : last + 1]
        self._take(sum(map(len, again)) + REFERENCE_COST * len(again))
        return again

    def _piece(self, piece: Any) -> str:
        match piece:
            case str():
                return piece
            case [int(number)] if not isinstance(number, bool):
                quoted = _quoted(self._piece(number))
                self._take(len(quoted))
                return quoted
            case int() if 0 <= piece < len(self._lines) and not isinstance(piece, bool):
                return self._again(piece, piece)[0]
        raise DamagedSteps(f"{str(piece)[:40]} is neither a text nor one of the {len(self._lines)} before it")

    def _part(self, name: str | int) -> Any:
        if isinstance(name, str):
            self._parts.append(self._read_part(name))
            name = len(self._parts) - 1
        if isinstance(name, bool) or not 0 <= name < len(self._parts):
            raise DamagedSteps(f"part {str(name)[:40]} is none of the {len(self._parts)} before it")
        value, size = self._parts[name]
        self._take(size + REFERENCE_COST)
        return value

    def _take(self, characters: int) -> None:
        self._room -= characters
        if self._room < 0:
            raise DamagedSteps(f"its texts have more than {MAX_DECODED_CHARACTERS} characters")


def _indexed(line: str, index: int) -> str:
    """A line with another number in front.

    Raises:
        DamagedSteps: it has none.
    """
    indexed = INDEXED.fullmatch(line)
    if indexed is None:
        raise DamagedSteps(f"{line[:40]!r} has no number in front")
    return f"{index} {indexed[2]}"


def _pair(line: str) -> tuple[str, str]:
    key, colon, text = line.removeprefix("- ").partition(": ")
    if not (colon and line.startswith("- ")):
        raise DamagedSteps(f"{line[:40]!r} is not a pair")
    return key, text
