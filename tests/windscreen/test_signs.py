"""Signs of limits: the number is that of the law, in the style of the country."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from automotive_env.place.places import PLACES
from automotive_env.place.rules import speed_limit
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.picture import windscreen_picture
from automotive_env.windscreen.scenery import scenery_of
from automotive_env.windscreen.signs import SIZE, STYLES, limit_shown, limit_sign

NUMBERS = (
    "",
    "15",
    "20",
    "25",
    "30",
    "35",
    "40",
    "45",
    "50",
    "55",
    "60",
    "65",
    "70",
    "80",
    "90",
    "100",
    "110",
    "120",
    "130",
    "140",
)


def at(place, road: str) -> OutsideScene:  # type: ignore[no-untyped-def]
    return OutsideScene(road=road, country=place.country, city=place.name, spot=(place.latitude, place.longitude))


def test_every_sign_tells_the_limit_of_its_place() -> None:
    for place in PLACES:
        for road in ("residential", "urban", "rural", "motorway"):
            outside, limit = at(place, road), speed_limit(place, road)
            shown = limit_shown(outside, scenery_of(outside))
            assert shown == (None if limit is None else limit.shown.split()[0] if limit.kmh else "")
            assert shown is None or shown in NUMBERS


def test_weather_that_lowers_a_limit_changes_the_sign() -> None:
    dry = OutsideScene(road="motorway", country="FR", city="Paris")
    wet = dry._replace(weather="rain")
    assert (limit_shown(dry, scenery_of(dry)), limit_shown(wet, scenery_of(wet))) == ("130", "110")


def test_there_is_no_sign_where_cars_are_parked_or_nothing_is_known() -> None:
    nowhere = OutsideScene(road="urban", city="Atlantis")
    assert limit_shown(OutsideScene(), scenery_of(OutsideScene())) is None
    assert limit_shown(nowhere, scenery_of(nowhere)) is None
    assert windscreen_picture(nowhere).any()


@pytest.mark.parametrize(
    ("city", "country", "road", "number"),
    [
        ("Berlin", "DE", "urban", "50"),
        *(
            pytest.param(*limit, marks=pytest.mark.sweep)
            for limit in (
                ("Berlin", "DE", "motorway", ""),
                ("New York", "US", "urban", "25"),
                ("Berlin", "DE", "rural", "100"),
                ("Paris", "FR", "motorway", "130"),
                ("Toronto", "CA", "urban", "50"),
                ("Tokyo", "JP", "rural", "60"),
                ("London", "GB", "motorway", "70"),
                ("Stockholm", "SE", "urban", "50"),
            )
        ),
    ],
)
def test_the_number_can_be_read_in_the_picture(city: str, country: str, road: str, number: str) -> None:
    """Of all numbers, the one of the limit matches the picture best."""
    outside = OutsideScene(road=road, country=country, city=city, weather="cloudy")
    assert limit_shown(outside, scenery_of(outside)) == number
    seen = windscreen_picture(outside)[40:140, 60:600]
    style = STYLES.get(country, "ring")
    matches = {other: _match(seen, limit_sign(other, style)) for other in NUMBERS}
    assert max(matches, key=lambda other: matches[other]) == number


def _match(seen: np.ndarray, sign) -> float:  # type: ignore[no-untyped-def,type-arg]
    """How well a sign is found in a picture at about the size in which signs stand, -1..1."""
    best = -1.0
    for wide in (36, 37):
        size = (wide, round(wide * sign.rgb.shape[0] / SIZE))
        small, cover = (cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part in sign[:2])
        mask = np.repeat((cover > 200).astype(np.uint8)[..., None], 3, axis=2)
        found = cv2.matchTemplate(seen, small, cv2.TM_CCOEFF_NORMED, mask=mask)
        best = max(best, float(np.nan_to_num(found, nan=-1, posinf=-1, neginf=-1).max()))
    return best


def test_countries_have_their_own_signs() -> None:
    looks = {style: limit_sign("50", style).rgb.tobytes() for style in ("ring", *STYLES.values())}
    assert len(set(looks.values())) == len(looks) == 5
