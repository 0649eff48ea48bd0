"""Flags that the public interface also holds as an enumeration of two words, for some lamps and flaps.

is_open = MirroredFlag("filler flap")
state = EnumMirror(is_open, "CLOSED", "OPEN")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automotive_env.car.core.schema import ChoiceProperty, FlagProperty
from automotive_env.car.core.store import StateStore
from automotive_env.car.core.values import StateValue


class MirroredFlagProperty(FlagProperty):
    """A flag whose enumerations follow it.

    Attributes:
        words: the properties that say it in a word.
    """

    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.words: list[MirrorChoiceProperty] = []

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        store.write_slot(slot, value)
        for word in self.words:
            store.write_slot(slot - self.offset + word.offset, word.choices[value])


class MirrorChoiceProperty(ChoiceProperty):
    """One of two words for a flag; writing it writes the flag."""

    def __init__(self, flag: MirroredFlagProperty, off: str, on: str) -> None:
        super().__init__(f"{flag.description}, in a word", (off, on), (off, on)[flag.start])
        self.flag = flag
        flag.words.append(self)

    def source(self) -> MirroredFlagProperty:
        return self.flag

    def implied(self, values: Sequence[StateValue], slot: int) -> StateValue:
        return self.choices[bool(values[slot - self.offset + self.flag.offset])]

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        self.flag.write(store, slot - self.offset + self.flag.offset, value == self.choices[True])
