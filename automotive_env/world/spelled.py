"""Flags that the state also holds as a word, as the public interface has them for some lamps and flaps.

is_open = SpelledFlag("filler flap")
state = Spelled(is_open, "CLOSED", "OPEN")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from automotive_env.world.schema import Choice, Flag

if TYPE_CHECKING:
    from automotive_env.world.world import World


class SpelledFlag(Flag):
    """On or off, and the words for it follow.

    Attributes:
        words: the properties that say it in a word.
    """

    def __init__(self, description: str, start: bool = False) -> None:
        super().__init__(description, start)
        self.words: list[Spelled] = []

    def put(self, world: World, slot: int, value: Any) -> None:
        world.write_slot(slot, self.check(value))
        for word in self.words:
            world.write_slot(slot - self.offset + word.offset, word.choices[value])


class Spelled(Choice):
    """One of two words for a flag; writing it writes the flag."""

    def __init__(self, flag: SpelledFlag, off: str, on: str) -> None:
        super().__init__(f"{flag.description}, in a word", (off, on), (off, on)[flag.start])
        self.flag = flag
        flag.words.append(self)

    def put(self, world: World, slot: int, value: Any) -> None:
        self.flag.put(world, slot - self.offset + self.flag.offset, self.check(value) == self.choices[True])
