"""Views through the windscreen on one sheet, each with its name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.fonts import text_sprite
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.picture import HEIGHT, WIDTH, windscreen_picture

COLUMNS, GAP, LABEL = 3, 16, 22
PAPER, INK = (244, 246, 249), (28, 34, 42)
_NIGHT = OutsideScene(road="rural", light="night", hour=22, low_beam=True, month=8)
SCENES: Mapping[str, OutsideScene] = {
    "Rural road, Berlin": OutsideScene(road="rural", month=6, hour=9, spot=(52.6, 13.2)),
    "City street, New York": OutsideScene(road="urban", country="US", city="New York", month=5, hour=15, spot=(40.75, -73.98)),
    "City street, Tokyo": OutsideScene(road="urban", country="JP", city="Tokyo", month=4, hour=10, spot=(35.68, 139.69)),
    "Autumn, Toronto": OutsideScene(road="residential", country="CA", city="Toronto", month=10, hour=11, spot=(43.7, -79.4)),
    "Motorway without a limit, Munich": OutsideScene(road="motorway", city="Munich", month=9, hour=17, spot=(48.2, 11.5)),
    "Dust, Dubai": OutsideScene(road="motorway", country="AE", city="Dubai", month=7, visibility=1_200, spot=(25.2, 55.3)),
    "Sunset, Sydney": OutsideScene(road="rural", light="dusk", country="AU", city="Sydney", month=1, hour=18, low_beam=True),
    "Night, low beam": _NIGHT,
    "Night, the high beam dazzles": _NIGHT._replace(high_beam=True, oncoming=True),
    "Rain at night, wipers on": OutsideScene(
        road="urban",
        light="night",
        weather="rain",
        visibility=3_000,
        country="FR",
        city="Paris",
        hour=22,
        low_beam=True,
        wipes=5,
    ),
    "Heavy rain, wipers off": OutsideScene(
        road="rural", weather="heavy rain", visibility=800, month=7, low_beam=True, oncoming=True
    ),
    "Hail": OutsideScene(road="urban", weather="hail", visibility=1_500, city="Hamburg", month=5, wipes=5),
    "Fog, 60 m": OutsideScene(road="rural", weather="fog", visibility=60, month=10, low_beam=True, fog_light=True),
    "Snow, Zurich": OutsideScene(
        road="rural",
        weather="snow",
        visibility=900,
        country="CH",
        city="Zurich",
        month=1,
        freezing=True,
        low_beam=True,
        wipes=5,
    ),
    "Icy road": OutsideScene(road="rural", month=1, hour=9, icy=True, freezing=True, city="Warsaw", country="PL"),
    "Ice at night": _NIGHT._replace(month=1, icy=True, freezing=True),
    "Smoke ahead": OutsideScene(road="rural", month=8, smoke=True, country="GR", city="Athens", spot=(37.9, 23.7)),
    "Steamed up, rear window too": OutsideScene(road="urban", weather="cloudy", front_fog=62, rear_fog=70, month=11),
    "The defroster clears the glass": OutsideScene(
        road="urban", weather="cloudy", front_fog=40, rear_fog=10, blown=True, month=11
    ),
    "Tunnel": OutsideScene(road="urban", light="tunnel", low_beam=True, country="IT", city="Milan", queue=False),
    "Queue on the M25, London": OutsideScene(road="motorway", country="GB", city="London", weather="cloudy", queue=True, month=3),
}
"""Name -> what is outside."""


def sheet() -> Image:
    """All views, three in a row."""
    cells = [_cell(windscreen_picture(outside), name) for name, outside in SCENES.items()]
    cells += [np.full_like(cells[0], PAPER)] * (-len(cells) % COLUMNS)
    rows = [np.concatenate(cells[first : first + COLUMNS], axis=1) for first in range(0, len(cells), COLUMNS)]
    return np.pad(np.concatenate(rows), ((GAP, 0), (GAP, 0), (0, 0)), constant_values=PAPER[0])


def _cell(picture: Image, name: str) -> Image:
    cell = np.empty((HEIGHT + LABEL + 2 * GAP, WIDTH + GAP, 3), np.uint8)
    cell[:] = PAPER
    cell[:HEIGHT, :WIDTH] = picture
    letters = text_sprite(name, LABEL, "medium", INK, PAPER)[:, :WIDTH]
    cell[HEIGHT + 4 : HEIGHT + 4 + letters.shape[0], : letters.shape[1]] = letters
    return cell
