"""A fact that a system service knows: the command that shows it, how its answer is read, and what sets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from automotive_env.android.shell import ShellReply
from automotive_env.car.core.values import Scalar


@dataclass(frozen=True, slots=True)
class ServiceReading:
    """A fact that a system service knows.

    Attributes:
        query: the command that shows it.
        parse: the answer -> the fact, or the list that it is an entry of; None where it is not in it. Never raises.
        write: the fact -> what sets it, for set-up; None where nothing does. Raises ValueError where the value has no command.
        entry: place in that list; the fact is None where the list is shorter.
        settles: what was set may show only after a while.
    """

    query: str
    parse: Callable[[str], Scalar | Sequence[str]]
    write: Callable[[Scalar], str] | None = None
    entry: int = 0
    settles: ClassVar[bool] = True

    def read(self, answer: str) -> Scalar:
        """The fact in an answer.

        Raises:
            ValueError: it is not in it.
        """
        value = self.parse(answer)
        if value is None:
            raise ValueError("the service does not tell it")
        if isinstance(value, (str, bool, int, float)):
            return value
        return value[self.entry] if self.entry < len(value) else None

    def writes(self, value: Scalar) -> tuple[str, ...]:
        """The commands that set it.

        Raises:
            ValueError: the value has no command, or nothing sets the fact.
        """
        if self.write is None:
            raise ValueError(f"nothing sets what `{self.query}` shows")
        return (self.write(value),)

    def was_written(self, reply: ShellReply) -> bool:
        """Whether the answer to one of these commands says that it was carried out."""
        return reply.status == 0 and "xception" not in reply.text


def one_of(commands: Mapping[Scalar, str]) -> Callable[[Scalar], str]:
    def command(value: Scalar) -> str:
        if value not in commands:
            raise ValueError(f"must be one of {', '.join(map(str, commands))}, not {value!r}")
        return commands[value]

    return command


def percentage(command: str) -> Callable[[Scalar], str]:
    def write(value: Scalar) -> str:
        if isinstance(value, str) or value is None or not 0 <= value <= 100:
            raise ValueError(f"must be from 0 to 100, not {value!r}")
        return f"{command} {round(value)}"

    return write
