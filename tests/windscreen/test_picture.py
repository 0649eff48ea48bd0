"""The picture through the windscreen: the same for the same facts, another where something can be seen."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import INDEX, World
from automotive_env.car.driving import cabin_physics
from automotive_env.place.places import PLACES
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER
from automotive_env.windscreen.outside import CLEAR, FOGGED, PATHS, OutsideScene, outside_of
from automotive_env.windscreen.picture import HEIGHT, WIDTH, windscreen_picture

MOVING = OutsideScene(road="rural", weather="cloudy")
NIGHT = MOVING._replace(light="night", low_beam=True)


def grey(outside: OutsideScene) -> np.ndarray:
    return windscreen_picture(outside).mean(axis=2)


def ahead(outside: OutsideScene) -> np.ndarray:
    """The road and what stands beside it, without the cabin and the mirror."""
    return grey(outside)[70:190, 40:600]


def test_it_is_made_of_properties_that_there_are() -> None:
    assert all(path in INDEX for path in PATHS)
    assert (CLEAR, FOGGED) == (cabin_physics.CLEAR, cabin_physics.FOGGED)
    assert outside_of(World().get) == OutsideScene()
    assert outside_of(lambda path: None) == OutsideScene()
    assert outside_of({"environment.timestamp": "no time"}.get) == OutsideScene()


@given(
    road=st.sampled_from(ROAD_TYPES),
    light=st.sampled_from(LIGHT),
    weather=st.sampled_from(WEATHER),
    visibility=st.integers(0, 20_000),
    place=st.sampled_from(PLACES),
    month=st.integers(1, 12),
    hour=st.integers(0, 23),
    fog=st.tuples(st.integers(0, 100), st.integers(0, 100)),
    flags=st.lists(st.booleans(), min_size=10, max_size=10),
)
@pytest.mark.sweep
def test_every_moment_has_its_picture(road, light, weather, visibility, place, month, hour, fog, flags) -> None:  # type: ignore[no-untyped-def]
    names = ("standing", "freezing", "icy", "oncoming", "smoke", "queue", "low_beam", "high_beam", "fog_light", "wipes")
    at = {"country": place.country, "city": place.name, "spot": (place.latitude, place.longitude)}
    lit = dict(zip(names, flags, strict=True))
    outside = OutsideScene(
        road=road, light=light, weather=weather, visibility=visibility, month=month, hour=hour,
        front_fog=fog[0], rear_fog=fog[1], **at, **lit,
    )  # fmt: skip
    picture = windscreen_picture(outside).copy()
    assert picture.shape == (HEIGHT, WIDTH, 3)
    windscreen_picture.cache_clear()
    assert (windscreen_picture(outside) == picture).all()
    assert len(np.unique(picture)) > 8


def test_a_picture_has_the_size_that_is_asked_for() -> None:
    assert windscreen_picture(MOVING, 960, 240).shape == (240, 960, 3)


@pytest.mark.parametrize(
    ("road", "light"),
    [
        pytest.param(road, light, marks=[] if (road, light) == ("urban", "night") else pytest.mark.sweep)
        for road in ("residential", "urban", "rural", "motorway")
        for light in ("day", "night")
    ],
)
def test_what_happens_outside_can_be_seen(road: str, light: str) -> None:
    base = OutsideScene(road=road, light=light, low_beam=light == "night")
    changes = [
        {"weather": weather, "visibility": {"fog": 100}.get(weather, 10_000)}
        for weather in WEATHER
        if weather != base.weather and (weather != "cloudy" or light == "day" or road in ("rural", "motorway"))
    ]
    changes += [{"icy": True}, {"smoke": True}, {"oncoming": True}, {"queue": True}, {"front_fog": 60}, {"rear_fog": 60}]
    changes += [{"light": "tunnel"}, {"light": "dusk"}, {"weather": "rain", "wipes": 3}]
    changes += [{"weather": "snow", "freezing": True}]
    seen = {str(change): windscreen_picture(base._replace(**change)) for change in ({}, *changes)}
    for (one, first), (other, second) in combinations(seen.items(), 2):
        alike = cv2.inRange(cv2.absdiff(first, second), (0, 0, 0), (12, 12, 12))
        assert np.mean(alike == 0) > 0.0005, (one, other)


def test_the_poorer_the_visibility_the_less_contrast() -> None:
    contrast = [ahead(MOVING._replace(weather="fog", visibility=metres)).std() for metres in (800, 400, 200, 100, 60, 30, 15)]
    assert contrast == sorted(contrast, reverse=True)
    assert contrast[-1] < contrast[0] / 2


def test_glass_that_steams_up_hides_more_and_more() -> None:
    contrast = [ahead(MOVING._replace(front_fog=share)).std() for share in (0, 20, 40, 60, 80, 100)]
    assert contrast == sorted(contrast, reverse=True)
    assert contrast[-1] < contrast[0] / 3


def test_glass_that_is_blown_at_clears_from_its_foot() -> None:
    clear = grey(MOVING)
    hidden = np.abs(grey(MOVING._replace(front_fog=50, blown=True)) - clear)
    around = np.abs(grey(MOVING._replace(front_fog=50)) - clear)
    foot = np.s_[170:200, 130:220]
    assert hidden[foot].mean() < around[foot].mean() / 2


def test_the_rear_window_is_seen_in_the_mirror_only() -> None:
    changed = (windscreen_picture(MOVING) != windscreen_picture(MOVING._replace(rear_fog=70))).any(axis=2)
    rows, columns = changed.nonzero()
    assert rows.max() < 60
    assert columns.max() - columns.min() < 160


def test_it_is_dark_at_night_and_lamps_light_the_road() -> None:
    day, dusk = ahead(MOVING).mean(), ahead(MOVING._replace(light="dusk")).mean()
    unlit, low, high = (ahead(NIGHT._replace(low_beam=beams > 0, high_beam=beams > 1)).mean() for beams in range(3))
    assert day > dusk > high > low > unlit
    assert unlit < 40


def test_who_is_dazzled_by_the_high_beam_flashes() -> None:
    comes, dazzled = (grey(NIGHT._replace(oncoming=True, high_beam=high)) for high in (False, True))
    alone = grey(NIGHT._replace(high_beam=True))
    assert (comes > 250).sum() > 5
    assert (dazzled > 250).sum() > 3 * (comes > 250).sum()
    assert (alone > 250).sum() < (comes > 250).sum()


@pytest.mark.parametrize(("weather", "visibility"), [("rain", 3_000), ("heavy rain", 800)])
def test_wipers_clear_what_they_sweep(weather: str, visibility: int) -> None:
    wet = MOVING._replace(weather=weather, visibility=visibility)
    sign = np.s_[65:105, 405:460]
    seen = {wipes: grey(wet._replace(wipes=wipes))[sign] for wipes in (0, 1, 3, 5)}
    sharp = {wipes: np.abs(np.diff(seen[wipes], axis=1)).mean() for wipes in (0, 5)}
    assert sharp[5] > 1.15 * sharp[0]
    lenses = {wipes: np.abs(seen[wipes] - seen[5]).mean() for wipes in (1, 3)}
    assert lenses[1] > lenses[3] > 0


def test_ice_is_paler_than_the_road_by_day_and_by_night() -> None:
    for base in (MOVING, NIGHT):
        assert ahead(base._replace(icy=True))[60:].mean() > ahead(base)[60:].mean() + 3


def test_traffic_keeps_to_the_side_of_the_country() -> None:
    def column_of_sign(country: str, city: str) -> int:
        seen = windscreen_picture(OutsideScene(road="rural", country=country, city=city)).astype(int)
        ring = (seen[..., 0] > 150) & (seen[..., 1] < 70) & (seen[..., 2] < 80)
        return int(ring[60:110].nonzero()[1].mean())

    assert column_of_sign("DE", "Berlin") > WIDTH / 2 > column_of_sign("GB", "London")


@pytest.mark.sweep
def test_the_gallery_shows_views_that_all_differ() -> None:
    from automotive_env.windscreen.gallery import SCENES, sheet

    assert len({windscreen_picture(outside).tobytes() for outside in SCENES.values()}) == len(SCENES) > 12
    assert sheet().shape[1] > 3 * WIDTH
