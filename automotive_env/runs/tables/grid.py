"""A table for a terminal of any width: it folds cells, and goes on in further tables where not all of its columns fit beside one
another. No figure is dropped and no cell is cut; bars, which show the figures once more, are left out where there is no room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from automotive_env.runs.tables.statistics import SuccessRate

NARROWEST, WIDEST = 6, 24
"""Characters of a bar from 0 % to 100 %: it takes the room that words and figures leave."""
MAX_NAME, MAX_FIGURE = 12, 20
"""Characters of a word of a name or a heading, and of a figure, that are kept together."""
GAP = 2
"""Characters between two columns."""


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """An interval as a line, with the rate as a dot on it."""

    rate: SuccessRate

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROWEST, min(WIDEST, options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDEST, options.max_width)
        bar = Text("·" * width, "dim")
        if self.rate.n:
            low, high, dot = (min(width - 1, int(x * width)) for x in (self.rate.low, self.rate.high, self.rate.rate))
            bar = Text("·" * low, "dim") + Text("━" * (high - low + 1), "cyan") + Text("·" * (width - 1 - high), "dim")
            bar = bar[:dot] + Text("●", "bold cyan") + bar[dot + 1 :]
        yield bar


GridCell: TypeAlias = Text | IntervalBar


@dataclass(frozen=True, slots=True)
class TextGrid:
    """A table that fits into any width.

    Attributes:
        title: what it shows.
        columns: the headings.
        rows: a cell for each column.
        caption: what a reader has to know.
        words: how many columns hold words, the first ones; the others hold figures, which are set to the right.
        whole: columns whose cells are never folded.
        sections: numbers of the rows after which a new part begins.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[GridCell]]
    caption: str = ""
    words: int = 1
    whole: frozenset[int] = frozenset()
    sections: frozenset[int] = frozenset()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, block in enumerate(self._blocks(options.max_width)):
            if number:
                yield Text()
            yield Text(f"{self.title} (continued)" if number else self.title, "bold")
            yield self._table(block, options.max_width)
        if self.caption:
            yield Text(self.caption, "dim italic")

    def _blocks(self, room: int) -> Iterator[list[int]]:
        """The columns that stand beside one another; each block begins with those that hold words."""
        names = list(range(self.words))
        block = [*names]
        for column in range(self.words, len(self.columns)):
            has_room = sum(map(self._least, [*block, column])) + GAP * len(block) <= room
            if not has_room and any(isinstance(cell, IntervalBar) for cell in self._cells(column)):
                continue
            if not has_room and len(block) > len(names):
                yield block
                block = [*names]
            block.append(column)
        yield block

    def _table(self, block: Sequence[int], room: int) -> Table:
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
        for column, width in zip(block, self._widths(block, room), strict=True):
            justify: Literal["left", "right"] = "left" if column < self.words else "right"
            heading = Text(self.columns[column], overflow="fold", no_wrap=False)
            table.add_column(heading, justify=justify, width=width, overflow="fold", no_wrap=column in self.whole)
        for number, row in enumerate(self.rows):
            table.add_row(*(row[column] for column in block), end_section=number in self.sections)
        return table

    def _widths(self, block: Sequence[int], room: int) -> list[int]:
        """As wide as each column would be; where that is too much, the widest are folded first."""
        least, widths = list(map(self._least, block)), list(map(self._most, block))
        while sum(widths) + GAP * (len(block) - 1) > room:
            foldable = [at for at in range(len(block)) if widths[at] > least[at]]
            if not foldable:
                break
            widths[max(foldable, key=widths.__getitem__)] -= 1
        return widths

    def _cells(self, column: int) -> list[GridCell]:
        return [row[column] for row in self.rows]

    def _least(self, column: int) -> int:
        """Characters that a column needs at least: whole words, and bars that still show something."""
        heading = min(MAX_NAME, _longest_word(self.columns[column]))
        return max([heading, *(self._least_of(cell, column) for cell in self._cells(column))])

    def _least_of(self, cell: GridCell, column: int) -> int:
        if isinstance(cell, IntervalBar):
            return NARROWEST
        most = MAX_NAME if column < self.words else MAX_FIGURE
        return cell.cell_len if column in self.whole else min(most, _longest_word(cell.plain))

    def _most(self, column: int) -> int:
        cells = (WIDEST if isinstance(cell, IntervalBar) else cell.cell_len for cell in self._cells(column))
        return max([len(self.columns[column]), *cells])


def _longest_word(text: str) -> int:
    return max((Text(word).cell_len for word in text.split()), default=0)
