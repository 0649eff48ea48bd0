"""The form of steps on the disk: what repeats is told once.

A line of `steps/<episode>.jsonl` is a `StepRecord` as JSON without fields that have their default, and with these forms in place
of values; each is an object with one key.

    {"lines": [...]}   a text, as its lines
    {"texts": [...]}   a list of texts
    {"pairs": [...]}   an object of texts, as "key: value"
    {"part": "NAME"}   what parts/NAME.json holds, NAME being the SHA-256 of that file; where it is named again, its number
    {"object": {...}}  an object that would look like one of these forms

In the brackets a text stands for itself where it first appears in the file; from then on it has a number, counted from 0, which
stands for it later; two or more in a row are [first, last]. A plain text of `MIN_NUMBERED` characters or more has a number, too.
Parts hold what repeats over a run: texts of system messages, tools, schemas, sampling options.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from automotive_env.results.records import StepRecord

MIN_NUMBERED = 40
"""Characters of the shortest plain text that has a number."""
MAX_DECODED_CHARACTERS = 2**29
"""Of all texts of a file together: references could make much of little."""
FORMS = frozenset({"lines", "texts", "pairs", "part", "object"})


class DamagedSteps(ValueError):
    """What stands in a file is no step; the message says why."""


class _Pairs(dict[str, str]):
    """An object that is written as pairs."""


class _Part:
    """A value that is kept as a part."""

    def __init__(self, value: Any) -> None:
        self.value = value


def part_content(value: Any) -> bytes:
    """The file of a part; its SHA-256 is its name."""
    return _dumped(value).encode() + b"\n"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class StepEncoder:
    """Writes the steps of one episode, in order.

    Attributes:
        parts: name -> file, of all parts that were named.
    """

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self._numbers: dict[str, int] = {}
        self._part_numbers: dict[str, int] = {}

    def line(self, step: StepRecord) -> bytes:
        """A step as a line of the file."""
        return _dumped(self._encoded(_marked(step))).encode() + b"\n"

    def _encoded(self, value: Any) -> Any:
        match value:
            case str():
                return self._text(value)
            case _Part():
                return self._part(value)
            case _Pairs():
                return {"pairs": self._references([f"{key}: {text}" for key, text in value.items()])}
            case dict():
                coded = {key: self._encoded(item) for key, item in value.items()}
                return {"object": coded} if len(coded) == 1 and coded.keys() <= FORMS else coded
            case list():
                if len(value) > 1 and all(isinstance(item, str) and "\n" not in item for item in value):
                    return {"texts": self._references(value)}
                return [self._encoded(item) for item in value]
        return value

    def _text(self, text: str) -> Any:
        if "\n" not in text and (len(text) < MIN_NUMBERED or text not in self._numbers):
            if len(text) >= MIN_NUMBERED:
                self._numbers[text] = len(self._numbers)
            return text
        return {"lines": self._references(text.split("\n"))}

    def _references(self, lines: Iterable[str]) -> list[Any]:
        found: list[Any] = []
        for line in lines:
            number = self._numbers.get(line)
            last = found[-1] if found else None
            if number is None:
                self._numbers[line] = len(self._numbers)
                found.append(line)
            elif type(last) is int and last == number - 1:
                found[-1] = [last, number]
            elif isinstance(last, list) and last[1] == number - 1:
                last[1] = number
            else:
                found.append(number)
        return found

    def _part(self, part: _Part) -> dict[str, str | int]:
        content = part_content(part.value)
        name = hashlib.sha256(content).hexdigest()
        self.parts[name] = content
        if name in self._part_numbers:
            return {"part": self._part_numbers[name]}
        self._part_numbers[name] = len(self._part_numbers)
        return {"part": name}


def _marked(step: StepRecord) -> dict[str, Any]:
    """A step as JSON, with what is written as pairs or kept as parts marked."""
    data = step.model_dump(mode="json", exclude_defaults=True)
    seen = data["observation"]
    if _are_pairs(seen.get("vehicle", {})):
        seen["vehicle"] = _Pairs(seen["vehicle"])
    for call in data.get("calls", ()):
        for name in ("tools", "reply_schema", "sampling"):
            if call.get(name):
                call[name] = _Part(call[name])
        for message in call["messages"]:
            if message["role"] == "system" and message.get("text"):
                message["text"] = _Part(message["text"])
    return data


def _are_pairs(facts: Mapping[str, str]) -> bool:
    """Whether each can be read back from one line."""
    return bool(facts) and all(": " not in f"{key}:" and "\n" not in f"{key}{text}" for key, text in facts.items())


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
            return StepRecord.model_validate(self._decoded(from_json(line)))
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
                return "\n".join(self._told(content))
            case "texts", list():
                return self._told(content)
            case "pairs", list():
                return dict(_pair(line) for line in self._told(content))
            case "part", str() | int():
                return self._part(content)
            case "object", dict():
                return {key: self._decoded(item) for key, item in content.items()}
        raise DamagedSteps(f"{form!r} holds {str(content)[:40]!r}")

    def _told(self, items: Sequence[Any]) -> list[str]:
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
                    raise DamagedSteps(f"{item!r} is no text")
                case int() if 0 <= item < len(self._lines):
                    found += self._again(item, item)
                case [int(first), int(last)] if 0 <= first < last < len(self._lines):
                    found += self._again(first, last)
                case _:
                    raise DamagedSteps(f"{str(item)[:40]} is neither a text nor one of the {len(self._lines)} before it")
        return found

    def _again(self, first: int, last: int) -> list[str]:
        again = self._lines[first : last + 1]
        self._take(sum(map(len, again)) + len(again))
        return again

    def _part(self, name: str | int) -> Any:
        if isinstance(name, str):
            self._parts.append(self._read_part(name))
            name = len(self._parts) - 1
        if isinstance(name, bool) or not 0 <= name < len(self._parts):
            raise DamagedSteps(f"part {str(name)[:40]} is none of the {len(self._parts)} before it")
        value, size = self._parts[name]
        self._take(size)
        return value

    def _take(self, characters: int) -> None:
        self._room -= characters
        if self._room < 0:
            raise DamagedSteps(f"its texts have more than {MAX_DECODED_CHARACTERS} characters")


def _pair(line: str) -> tuple[str, str]:
    key, colon, text = line.partition(": ")
    if not colon:
        raise DamagedSteps(f"{line[:40]!r} is no pair")
    return key, text
