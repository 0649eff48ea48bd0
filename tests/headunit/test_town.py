"""The town under the map: endless, the same every time, and with ways through it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from cases import cases

from automotive_env.headunit.kit.rendering.theme import DAY, NIGHT
from automotive_env.headunit.pictures.town import region
from automotive_env.headunit.pictures.town.journey import arrival, far, lasts
from automotive_env.headunit.pictures.town.lens import HORIZON_M, MapProjection
from automotive_env.headunit.pictures.town.view import MapPictureState, guidance, picture, route_line
from automotive_env.place.town.cells import borders, cell_at, centre, corners
from automotive_env.place.town.geocoding import AWAY, PlaceLocation, town_of
from automotive_env.place.town.guidance import position
from automotive_env.place.town.plane import bent_point, length, on_plane, unbent
from automotive_env.place.town.points_of_interest import find_place
from automotive_env.place.town.routing import find_route, snapped

PLACES = [(52.52, 13.405, "Berlin"), (-33.87, 151.21, "Sydney"), (64.15, -21.94, "Reykjavik"), (0.0, 0.0, "")]


def destination(name: str, latitude: float, longitude: float, city: str) -> PlaceLocation:
    return find_place(name, town_of(latitude, longitude, city)).location


places = pytest.mark.parametrize(("latitude", "longitude", "city"), PLACES)


@places
def test_quarters_share_their_borders(latitude: float, longitude: float, city: str) -> None:
    cell = cell_at(on_plane(latitude, longitude))
    for border in borders(cell):
        other = next(each for each in border.cells if each != cell)
        twin = [each for each in borders(other) if each.cells == border.cells]
        assert len(twin) == 1
        assert {twin[0].start, twin[0].end} == {border.start, border.end}
        assert min(math.dist(border.first, twin[0].first), math.dist(border.first, twin[0].last)) < 0.01


def test_a_point_lies_in_the_quarter_with_the_nearest_centre() -> None:
    cell = (12, -7)
    assert cell_at(centre(cell)) == cell
    assert len(corners(cell)) >= 3


def test_bends_can_be_undone() -> None:
    for point in ((0.0, 0.0), (908_454.0, 5_805_561.0), (-12_345.6, 777.7)):
        assert math.dist(unbent(bent_point(*point)), point) < 0.01


@places
def test_the_car_is_on_a_street_nearby(latitude: float, longitude: float, city: str) -> None:
    for bearing in (0.0, 77.0, 200.0):
        car = position(latitude, longitude, bearing)
        assert math.dist(car.at, on_plane(latitude, longitude)) < 400
        assert 0 <= car.heading < 361


@places
@cases("name", [*AWAY, "Opera House"])
def test_a_way_leads_to_every_destination(latitude: float, longitude: float, city: str, name: str) -> None:
    spot = snapped(on_plane(latitude, longitude), 90)
    target = destination(name, latitude, longitude, city)
    found = find_route(spot, 90, (target,))
    line = route_line(found)
    assert math.dist(line[0], bent_point(*spot.at)) < 1
    assert math.dist(line[-1], target.point) < 1
    assert length(line) == pytest.approx(found.metres, rel=0.15)
    assert np.hypot(*np.diff(line, axis=0).T).max() < 200, "the way has a gap"
    assert found.seconds > 0


def test_a_destination_stays_where_it_is_while_the_car_moves() -> None:
    first = destination("Airport", 52.52, 13.405, "Berlin")
    assert destination("Airport", 52.561, 13.321, "Berlin") == first
    assert destination("Home", 52.52, 13.405, "Berlin") != first


def test_the_rest_of_the_way_gets_shorter() -> None:
    start = MapPictureState(52.52, 13.405, 90, "Airport", "Berlin")
    going = guidance(start)
    assert going
    x, y = route_line(going)[len(route_line(going)) // 2]
    here = on_plane(52.52, 13.405)
    later = guidance(start._replace(latitude=52.52 + (y - here[1]) / 110_540, longitude=13.405 + (x - here[0]) / 67_766))
    assert later
    assert later.metres < 0.8 * going.metres


@pytest.mark.parametrize("bearing", [90, 270])
def test_a_way_goes_on_ahead_where_that_is_not_much_longer(bearing: float) -> None:
    found = find_route(snapped(on_plane(52.52, 13.405), bearing), bearing, (destination("Home", 52.52, 13.405, "Berlin"),))
    line = route_line(found)
    east = line[1, 0] - line[0, 0]
    assert bool(east > 0) is (bearing == 90)
    assert found.turn != "around"


def test_a_way_back_begins_with_turning_around() -> None:
    here = on_plane(52.52, 13.405)
    found = find_route(snapped(here, 90), 90, (destination("Charging Station", 52.52, 13.405, "Berlin"),))
    assert (found.turn, found.turn_in) == ("around", 0)
    assert route_line(found)[1, 0] < route_line(found)[0, 0], "it leads west, the car looks east"


def test_no_destination_no_way() -> None:
    assert guidance(MapPictureState(52.52, 13.405)) is None


@pytest.mark.parametrize("look", ["2D view", "3D view", "Heading up", "North up"])
def test_pictures_are_the_same_every_time(look: str) -> None:
    view = MapPictureState(48.85, 2.35, 40, "Airport", "Paris", look=look, traffic=True)
    first = picture(view, 640, 360, (0.5, 0.5), DAY)
    assert first.shape == (360, 640, 3)
    picture.forget()
    assert (picture(view, 640, 360, (0.5, 0.5), DAY) == first).all()
    assert picture(view, 640, 360, (0.5, 0.5), NIGHT).mean() < first.mean()


@pytest.mark.parametrize(
    "change", [{"zoom": 8}, {"traffic": True}, {"destination": "Airport"}, {"bearing": 220.0}, {"latitude": 48.8512}]
)
def test_pictures_show_what_they_are_given(change: dict[str, object]) -> None:
    view = MapPictureState(48.85, 2.35, 40, "", "Paris")
    other = view._replace(**change)  # type: ignore[arg-type]
    assert (picture(view, 640, 360, (0.5, 0.5), DAY) != picture(other, 640, 360, (0.5, 0.5), DAY)).any()


def test_a_map_looks_the_same_whatever_was_drawn_before() -> None:
    views = [
        MapPictureState(48.85 + 0.0003 * step, 2.35 - 0.0005 * step, 40, "Airport", "Paris", look="North up") for step in range(3)
    ]
    after_others = [picture(view, 640, 360, (0.5, 0.5), DAY) for view in (*views, *views[::-1])][3:]
    picture.forget()
    region.forget()
    assert all(
        (picture(view, 640, 360, (0.5, 0.5), DAY) == seen).all() for view, seen in zip(views[::-1], after_others, strict=True)
    )


@cases("zoom", range(1, 11))
def test_every_zoom_can_be_drawn(zoom: int) -> None:
    assert picture(MapPictureState(35.68, 139.69, 10, "", "Tokyo", zoom), 320, 180, (0.5, 0.5), NIGHT).std() > 3


@pytest.mark.parametrize(("turn", "up"), [(0, (0, 100)), (90, (100, 0)), (180, (0, -100))])
def test_a_lens_turns_what_points_up(turn: float, up: tuple[float, float]) -> None:
    lens = MapProjection((0, 0), 1, turn, 400, 300, (200, 150))
    assert lens.pixels(np.array(up, float)) == pytest.approx((200, 50))


def test_a_tilted_lens_shrinks_what_is_far() -> None:
    lens = MapProjection((0, 0), 1, 0, 400, 300, (200, 250), depth=500)
    near, far_away = (lens.pixels(np.array([(-50.0, ahead), (50.0, ahead)])) for ahead in (0.0, 500.0))
    assert near[1, 0] - near[0, 0] == pytest.approx(100)
    assert far_away[1, 0] - far_away[0, 0] == pytest.approx(50)
    assert far_away[0, 1] < near[0, 1]


@pytest.mark.parametrize("scale", [0.2, 1.0, 3.0])
def test_a_tilted_lens_sees_nothing_above_the_picture(scale: float) -> None:
    lens = MapProjection((0, 0), scale, 0, 400, 300, (200, 210), depth=760 * scale)
    ahead = np.linspace(0, HORIZON_M, 200)
    points = np.stack((np.zeros_like(ahead), ahead), axis=-1)
    on_picture = (lens.pixels(points)[:, 1] >= 0) & (ahead < HORIZON_M)
    assert np.array_equal(lens.sees(points, 0.0), on_picture)


def test_distances_in_words() -> None:
    assert [far(metres, "kilometer") for metres in (4, 143, 470, 4_640, 45_100)] == ["10 m", "140 m", "450 m", "4.6 km", "45 km"]
    assert [far(metres, "mile") for metres in (90, 4_640, 45_100)] == ["300 ft", "2.9 mi", "28 mi"]


def test_durations_and_arrivals_in_words() -> None:
    assert [lasts(seconds) for seconds in (5, 1_080, 3_900)] == ["1 min", "18 min", "1 h 05"]
    assert arrival("2025-04-13 23:50:00", 1_080, "24-hour format") == "00:08"
    assert arrival("2025-04-13 11:50:00", 1_080, "12-hour format") == "12:08 PM"
