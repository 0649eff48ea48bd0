"""Recorded context: one JSON line for each question, with its answer."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from automotive_env.episode.observation import GpsFix
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.place.context_provider import ContextMoment, ContextProvider, ContextStatement, ContextTopic
from automotive_env.text.foreign_text import read_json

QuestionKey: TypeAlias = tuple[float, float, ContextTopic, ContextMoment]


class RecordedContext:
    """Replays a recording.

    Raises:
        UsageError: the file cannot be read, or a line of it is not a question with its answer.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._answers = read(path)

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What was answered when this was recorded.

        Raises:
            EnvironmentFault: it was not asked then.
        """
        key = _key(fix.latitude, fix.longitude, topic, moment)
        if key not in self._answers:
            at = f"{key[0]:g},{key[1]:g} at {moment.time[:13]} h"
            raise EnvironmentFault(f"{self._path.name} has no answer on {topic} for {at}; record the run again")
        return self._answers[key]


class RecordingContext:
    """Asks another provider, each question once, and appends what is new to a file that `RecordedContext` replays."""

    def __init__(self, inner: ContextProvider, path: Path) -> None:
        self._inner = inner
        self._path = path
        self._answers = read(path) if path.exists() else {}
        self._one_at_a_time = Lock()

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What the other provider says, or has said before."""
        key = _key(fix.latitude, fix.longitude, topic, moment)
        with self._one_at_a_time:  # cars of a run ask from threads of their own
            if key not in self._answers:
                self._answers[key] = self._inner.ask(fix, topic, moment)
                self._append(key)
            return self._answers[key]

    def _append(self, key: QuestionKey) -> None:
        latitude, longitude, topic, moment = key
        answer = self._answers[key]
        line = {
            "latitude": latitude,
            "longitude": longitude,
            "topic": str(topic),
            "moment": moment.to_json(),
            "statement": answer and answer.to_json(),
        }
        try:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            raise EnvironmentFault(f"cannot record the context in {self._path}: {error.strerror}") from None


def read(path: Path) -> dict[QuestionKey, ContextStatement | None]:
    """The questions and answers of a recording; the first answer to a question counts.

    Raises:
        UsageError: the file cannot be read, or a line of it is not a question with its answer.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe, or a device that never ends
            raise UsageError(f"cannot read the recorded context {path}: it is not a file")
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"cannot read the recorded context {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read the recorded context {path}: it is not UTF-8") from None
    answers: dict[QuestionKey, ContextStatement | None] = {}
    for number, line in enumerate(lines, 1):
        try:
            key, answer = _parse(read_json(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, UsageError):
            raise UsageError(f"line {number} of {path.name} is not a recorded question; record the context again") from None
        answers.setdefault(key, answer)
    return answers


def _parse(line: dict[str, Any]) -> tuple[QuestionKey, ContextStatement | None]:
    said = line["statement"]
    key = _key(float(line["latitude"]), float(line["longitude"]), ContextTopic(line["topic"]), ContextMoment(**line["moment"]))
    return key, said and ContextStatement(ContextTopic(said["topic"]), str(said["text"]), str(said["source"]))


def _key(latitude: float, longitude: float, topic: ContextTopic, moment: ContextMoment) -> QuestionKey:
    """What makes two questions the same: position to about ten metres, topic, moment to the hour."""
    hour = dataclasses.replace(moment, time=f"{moment.time[:13]}:00:00")
    return round(latitude, 4), round(longitude, 4), topic, hour
