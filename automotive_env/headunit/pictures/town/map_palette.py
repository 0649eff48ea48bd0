"""The colours of the map."""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme


@dataclass(frozen=True)
class MapPalette:
    """A set of colours; a road has one for its surface and one for its edge.

    Attributes:
        land, block, house, roof, wall, shade: of the built town; the last three of houses that stand up: their roofs when they
            are high, their walls, and those that lie in the shade.
        green, water, path: of parks and rivers.
        lane, road, great, motorway: surfaces from the least to the largest road.
        lane_edge, road_edge, great_edge, motorway_edge: their edges.
        rail: railways.
        route, route_edge, passed: the way to go.
        free, slow, jam: traffic.
        letters, halo: names, and the glow that sets them off.
        green_letters, water_letters: names of parks and rivers.
        haze: what lies at the horizon.
    """

    land: Rgb
    block: Rgb
    house: Rgb
    roof: Rgb
    wall: Rgb
    shade: Rgb
    green: Rgb
    water: Rgb
    path: Rgb
    lane: Rgb
    road: Rgb
    great: Rgb
    motorway: Rgb
    lane_edge: Rgb
    road_edge: Rgb
    great_edge: Rgb
    motorway_edge: Rgb
    rail: Rgb
    route: Rgb
    route_edge: Rgb
    free: Rgb
    slow: Rgb
    jam: Rgb
    letters: Rgb
    halo: Rgb
    green_letters: Rgb
    water_letters: Rgb
    haze: Rgb


DAY = MapPalette(
    land=(237, 236, 232), block=(244, 242, 238), house=(226, 222, 216),
    roof=(250, 249, 246), wall=(206, 202, 196), shade=(182, 179, 175),
    green=(199, 229, 190), water=(158, 203, 240), path=(232, 244, 226),
    lane=(255, 255, 255), road=(255, 255, 255), great=(255, 236, 178), motorway=(250, 199, 122),
    lane_edge=(219, 217, 212), road_edge=(204, 202, 198), great_edge=(231, 199, 122), motorway_edge=(222, 152, 72),
    rail=(176, 176, 180), route=(22, 108, 232), route_edge=(10, 66, 158),
    free=(64, 172, 96), slow=(242, 160, 40), jam=(214, 52, 44),
    letters=(66, 74, 84), halo=(255, 255, 255), green_letters=(38, 104, 56), water_letters=(32, 92, 156), haze=(214, 229, 244),
)  # fmt: skip

NIGHT = MapPalette(
    land=(21, 27, 36), block=(26, 33, 43), house=(34, 42, 54),
    roof=(62, 74, 92), wall=(36, 45, 58), shade=(26, 33, 43),
    green=(22, 50, 45), water=(17, 46, 80), path=(34, 66, 58),
    lane=(48, 58, 72), road=(62, 74, 92), great=(96, 92, 78), motorway=(140, 108, 62),
    lane_edge=(20, 26, 34), road_edge=(18, 23, 31), great_edge=(24, 26, 30), motorway_edge=(36, 30, 24),
    rail=(62, 68, 80), route=(92, 164, 255), route_edge=(22, 62, 128),
    free=(50, 138, 86), slow=(214, 146, 52), jam=(206, 72, 62),
    letters=(206, 214, 224), halo=(16, 21, 28), green_letters=(128, 204, 158), water_letters=(126, 182, 240), haze=(13, 18, 27),
)  # fmt: skip


def palette_for(theme: Theme) -> MapPalette:
    """The colours that go with a theme."""
    return NIGHT if theme.name == "night" else DAY
