"""Names of streets, parks, rivers and districts."""

from __future__ import annotations

from automotive_env.headunit.pictures.town.cells import Border, Cell, district
from automotive_env.headunit.pictures.town.hash_noise import hash_noise, pick

_STEMS = (
    "Linden", "Harbour", "Chestnut", "Mill", "Garden", "Station", "Church", "Meadow", "Castle",
    "Orchard", "King", "Bridge", "Willow", "Market", "River", "Forest", "Rose", "Copper",
    "Abbey", "Hill", "Lake", "Maple", "Foundry", "College", "Tower", "Juniper", "Weaver",
    "Ferry", "Observatory", "Cedar", "Granary", "Theatre", "Lark", "Vineyard", "Amber", "Heron",
)  # fmt: skip
_KINDS = ("Street", "Street", "Street", "Road", "Lane", "Row")
_GREAT = ("Avenue", "Boulevard", "Ring", "Parade")
_QUARTERS = (
    "Old Town", "Northgate", "Kingsmead", "Harbourside", "Westfield", "Eastbank", "Millbrook", "Lindenhof", "Southfields",
    "Castle Hill", "Weavers Quay", "Rosenau", "Greenhill", "Upper Mead", "Bellevue", "Sunnyside",
)  # fmt: skip
_PARKS = ("Park", "Gardens", "Common", "Park")


def road_name(border: Border) -> str:
    """The name of a main road; a great one keeps it along a whole district."""
    if border.wide:
        sides = tuple(sorted(district(cell) for cell in border.cells))
        return f"{pick(_STEMS, sides, 'stem')} {pick(_GREAT, sides, 'kind')}"
    return f"{pick(_STEMS, border.cells, 'stem')} {pick(_KINDS, border.cells, 'kind')}"


def street_name(cell: Cell, number: int) -> str:
    """The name of a through street of a quarter."""
    return f"{pick(_STEMS, cell, number, 'stem')} {pick(_KINDS, cell, number, 'kind')}"


def park_name(cell: Cell) -> str:
    """The name of a park."""
    return f"{pick(_STEMS, cell, 'park')} {pick(_PARKS, cell, 'kind')}"


def district_name(where: Cell) -> str:
    """The name of a district."""
    return pick(_QUARTERS, where, "district")


def motorway_name(number: int) -> str:
    """The number of a motorway."""
    return f"A{int(hash_noise(number, 'motorway') * 98) + 1}"
