"""Names of streets, parks, rivers and districts, in the language of the country."""

from __future__ import annotations

from automotive_env.place.town.cells import CellBorder, TownCell, district
from automotive_env.place.town.hash_noise import hash_noise, pick
from automotive_env.place.town.words import words_at


def road_name(border: CellBorder) -> str:
    """The name of a main road; a great one keeps it along a whole district."""
    words = words_at(border.cells[0])
    if border.wide:
        sides = tuple(sorted(district(cell) for cell in border.cells))
        return words.fill(words.great, sides)
    return words.fill(words.streets, border.cells)


def street_name(cell: TownCell, number: int) -> str:
    """The name of a through street of a quarter."""
    words = words_at(cell)
    return words.fill(words.streets, cell, number)


def park_name(cell: TownCell) -> str:
    """The name of a park."""
    words = words_at(cell)
    return words.fill(words.parks, cell, "park")


def district_name(where: TownCell) -> str:
    """The name of a district."""
    words = words_at((where[0] * 3 + 1, where[1] * 3 + 1))
    return pick(words.districts, where, "district")


def river_name(cell: TownCell) -> str:
    """The name of the river that flows by."""
    return words_at(cell).river


def motorway_name(number: int) -> str:
    """The number of a motorway."""
    return f"A{int(hash_noise(number, 'motorway') * 98) + 1}"
