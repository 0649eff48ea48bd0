"""What is named on the map: districts, parks, rivers, roads, streets and places with a sign."""

from __future__ import annotations

from collections.abc import Iterator

from automotive_env.car.content.spelling import spelled
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.town.buildings import BuildingShapes, buildings
from automotive_env.headunit.pictures.town.lens import MapProjection, PixelCoordinates
from automotive_env.headunit.pictures.town.lettering import LabelPlacement
from automotive_env.headunit.pictures.town.map_palette import MapPalette
from automotive_env.headunit.pictures.town.sheet import DISTANT, main_roads
from automotive_env.place.town.cells import SPACING, TownCell, centre, district
from automotive_env.place.town.plane import PlanePoints, bent, lines
from automotive_env.place.town.quarter import kind_of
from automotive_env.place.town.roads import name_of
from automotive_env.place.town.street_names import district_name, motorway_name, park_name, river_name, street_name
from automotive_env.place.town.waters import motorways, river_distances, rivers
from automotive_env.plugins.lazy_module import numpy as np

SHORTEST_NAME = 40
"""Pixels that the shortest name takes along a road."""
FARTHEST_NAME = 700
"""Metres ahead up to which roads are named where the view is tilted."""
SIGNS = ("restaurant", "local_cafe", "hotel", "local_parking", "local_gas_station", "ev_station", "shopping_cart", "movie")
SIGN_INKS: tuple[Rgb, ...] = ((214, 112, 40), (150, 100, 70), (150, 92, 190), (46, 104, 200), (96, 112, 128), (30, 142, 96),
                              (44, 130, 190), (190, 70, 110))  # fmt: skip


def write_names(names: LabelPlacement, lens: MapProjection, cells: tuple[TownCell, ...], palette: MapPalette) -> None:
    """Write the names of what a map of some quarters shows, the most important ones first."""
    if lens.scale > 0.5:
        districts = sorted({district(cell) for cell in cells})
        middles = np.array([((x * 3 + 1.5 - y % 2) * SPACING, (y * 3 + 1.5) * SPACING) for x, y in districts])
        for where, (x, y) in zip(districts, lens.pixels(bent(middles)).tolist(), strict=True):
            if names.free(x, y):
                names.write(spelled(district_name(where), names.language).upper(), (x, y), 24, palette.letters)
    parks = [cell for cell in cells if kind_of(cell) == "park"]
    if parks and lens.scale < 4:
        middles = bent(np.array([centre(cell) for cell in parks]))
        dry = river_distances(middles) >= 200
        for cell, (x, y), shown in zip(parks, lens.pixels(middles).tolist(), dry.tolist(), strict=True):
            if shown and names.free(x, y - 60 / lens.scale):
                names.write(park_name(cell), (x, y - 60 / lens.scale), 22, palette.green_letters)
    for stream in rivers(*lens.reach()):
        if not lens.depth:
            names.along(river_name(cells[0]) if cells else "", lens.pixels(stream), 22, palette.water_letters)
    numbered = [(motorway_name(number), lens.pixels(track)) for number, track in enumerate(motorways(*lens.reach()))]
    main = main_roads(cells)
    if lens.scale < DISTANT / 2 and main.motorway.any():
        fast = [main.roads[place] for place in np.flatnonzero(main.motorway).tolist()]
        paths = lines(np.array([road.first for road in fast]), np.array([road.last for road in fast]), 12)
        numbered += zip(map(name_of, fast), lens.pixels(paths), strict=True)
    for name, spots in numbered:
        names.shield(name, spots, (24, 92, 176), (255, 255, 255))
    _name_roads(names, lens, cells, palette)


def _name_roads(names: LabelPlacement, lens: MapProjection, cells: tuple[TownCell, ...], palette: MapPalette) -> None:
    main = main_roads(cells)
    named = np.flatnonzero(~main.motorway & (main.wide | (lens.scale < 3.2))).tolist()
    named.sort(key=lambda place: (not main.wide[place], main.roads[place].cells))
    roads = [main.roads[place] for place in named]
    starts, ends = np.array([border.first for border in roads]), np.array([border.last for border in roads])
    for which, path in _long(names, lens, starts, ends):
        border = roads[which]
        names.along(name_of(border), path, 22 if border.wide else 20, palette.letters)
    if lens.scale >= 1.8:
        return
    built = buildings(cells, lens)
    if lens.scale < 1.6 and not lens.depth:
        streets = built.streets
        for which, path in _long(names, lens, streets.starts, streets.ends):
            number = int(streets.numbers[which])
            if number % 2 == 0:
                names.along(street_name(streets.cells[which], number), path, 20, palette.letters, "regular")
    _signs(names, lens, built)


def _long(
    names: LabelPlacement, lens: MapProjection, starts: PlanePoints, ends: PlanePoints
) -> Iterator[tuple[int, PixelCoordinates]]:
    """Those of some roads, by their ends in the plan, that a name may fit along: which one, and where it is on the picture."""
    paths = lines(starts, ends, 40)
    spots = lens.pixels(paths)
    inside = names.inside(spots)
    first, last = inside.argmax(axis=1), inside.shape[1] - 1 - inside[:, ::-1].argmax(axis=1)
    every = np.arange(len(spots))
    long = inside.any(axis=1) & (np.hypot(*(spots[every, last] - spots[every, first]).T) > SHORTEST_NAME)
    if lens.depth:
        long &= lens.ahead(paths.mean(axis=1))[1] < FARTHEST_NAME
    return ((which, spots[which]) for which in np.flatnonzero(long).tolist())


def _signs(names: LabelPlacement, lens: MapProjection, built: BuildingShapes) -> None:
    highest = 144 if lens.depth else 24
    for (x, y), noise in zip(lens.pixels(built.signs).tolist(), built.kinds.tolist(), strict=True):
        if 24 < x < lens.width - 24 and highest < y < lens.height - 24:
            kind = int(noise * len(SIGNS))
            names.badge(SIGNS[kind], (x, y), SIGN_INKS[kind])
