"""Colours and measures of the head unit; one pixel is one dp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0..255."""

ColourRole: TypeAlias = Literal[
    "background",
    "bar",
    "card",
    "raised",
    "line",
    "text",
    "quiet",
    "faint",
    "accent",
    "on_accent",
    "tint",
    "on_tint",
    "heat",
    "warm",
    "cool",
    "good",
    "danger",
    "on_danger",
    "warning",
    "on_warning",
    "go",
    "stop",
    "on_go",
]
"""A colour by what it is for.

Surfaces: `background` of a screen, `bar`, `card`, `raised` control on a card, `tint` of a control that is on,
`heat` of one that warms, `line`.
On them: `text`, `quiet` secondary text, `faint` for what is disabled, `accent` and `on_accent`, `on_tint`, `warm` and `cool` for
heat and cold, `good`, `danger` and `on_danger` for what is lost or wrong, `warning` and `on_warning` for alerts; `go` and
`stop` under the buttons that begin and end a call, `on_go` on both.
"""

TARGET = 76
"""Least height and width of what can be touched."""
PRIMARY = 32
"""Size of primary text."""
SECONDARY = 24
"""Size of secondary text, the smallest there is."""
GAP = 16
"""Space between cards and between controls."""
MARGIN = 24
"""Space around the content of a screen or a card."""
RADIUS = 28
"""Radius of the corners of a card."""
TOP_BAR = 80
"""Height of the status bar."""
BOTTOM_BAR = 112
"""Height of the navigation bar."""
DECLARED_WIDTH, DECLARED_HEIGHT = 1408, 792 - TOP_BAR - BOTTOM_BAR
"""The region that screens are declared for; into less they are fitted."""


@dataclass(frozen=True)
class Theme:
    """A set of colours.

    Attributes:
        name: "day" or "night".
        inks: colour of each ink.
        shadow: strength of the shadow under cards, 0..1.
    """

    name: str
    inks: dict[ColourRole, Rgb]
    shadow: float

    def __hash__(self) -> int:
        return hash(self.name)

    def __getitem__(self, ink: ColourRole) -> Rgb:
        return self.inks[ink]


NIGHT = Theme(
    "night",
    {
        "background": (11, 15, 20),
        "bar": (5, 8, 11),
        "card": (22, 28, 36),
        "raised": (34, 43, 54),
        "line": (48, 59, 72),
        "text": (241, 245, 249),
        "quiet": (172, 184, 197),
        "faint": (138, 152, 167),
        "accent": (122, 184, 255),
        "on_accent": (4, 30, 60),
        "tint": (27, 66, 110),
        "on_tint": (214, 233, 255),
        "heat": (92, 46, 24),
        "warm": (255, 176, 136),
        "cool": (112, 210, 255),
        "good": (122, 220, 164),
        "danger": (255, 150, 138),
        "on_danger": (64, 6, 4),
        "warning": (255, 180, 84),
        "on_warning": (56, 30, 0),
        "go": (20, 120, 70),
        "stop": (186, 40, 44),
        "on_go": (255, 255, 255),
    },
    shadow=0.0,
)

DAY = Theme(
    "day",
    {
        "background": (230, 235, 241),
        "bar": (246, 248, 250),
        "card": (255, 255, 255),
        "raised": (236, 240, 245),
        "line": (206, 214, 223),
        "text": (19, 26, 34),
        "quiet": (70, 82, 96),
        "faint": (92, 104, 118),
        "accent": (11, 93, 200),
        "on_accent": (255, 255, 255),
        "tint": (205, 225, 252),
        "on_tint": (6, 56, 128),
        "heat": (255, 224, 204),
        "warm": (158, 52, 4),
        "cool": (0, 104, 150),
        "good": (14, 112, 66),
        "danger": (179, 38, 30),
        "on_danger": (255, 255, 255),
        "warning": (255, 196, 84),
        "on_warning": (56, 30, 0),
        "go": (20, 120, 70),
        "stop": (186, 40, 44),
        "on_go": (255, 255, 255),
    },
    shadow=0.16,
)


def theme_for(night_mode: str, light: str) -> Theme:
    """The theme that a setting ("auto", "day", "night") and the light around the car ask for."""
    if night_mode == "auto":
        return DAY if light == "day" else NIGHT
    return NIGHT if night_mode == "night" else DAY
