"""What can be seen outside and on the glass: the facts that the picture follows from, and nothing finer than it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from automotive_env.car.core.values import StateValue
from automotive_env.car.devices.high_beam_headlight import is_lit as high_beam_is_lit
from automotive_env.car.devices.low_beam_headlight import is_lit as low_beam_is_lit

CLEAR, FOGGED, JUST_FOGGED = 10.0, 40.0, 60.0
"""Per cent of a pane, as the physics of the cabin has them: dry, steamed up, and just told by a sensor to be so."""
FREEZING = 1.0
"""Celsius up to which snow and hail stay where they fall."""
_PATHS: Mapping[str, str] = {
    "road_type": "road.road_type",
    "light": "road.light",
    "weather": "road.weather",
    "visibility": "road.visibility",
    "country": "road.country",
    "city": "road.city",
    "latitude": "road.gps.latitude",
    "longitude": "road.gps.longitude",
    "time": "environment.timestamp",
    "speed": "road.speed",
    "gear": "road.gear",
    "celsius": "road.outside_temperature",
    "icy": "road.phenomena.icy_road",
    "oncoming": "road.phenomena.dazzled_oncoming",
    "smoke": "road.phenomena.smoke_outside",
    "queue": "maps.jam",
    "low_beam": "lowBeamHeadlight.mode",
    "high_beam": "highBeamHeadlight.high_beam_on",
    "auto_high_beam": "assistance.auto_high_beam",
    "fog_light": "fogLight.front_light.is_on",
    "wiper": "wiper.front_wiper.is_on",
    "wiper_speed": "wiper.front_wiper.speed_setting.value",
    "wiper_unit": "wiper.front_wiper.speed_setting.unit",
    "front_sensor": "road.phenomena.fogged_windscreen",
    "front_fog": "cabin.windscreen_fog",
    "rear_sensor": "road.phenomena.fogged_rear_window",
    "rear_fog": "cabin.rear_window_fog",
    "heated": "airConditioner.defroster.front",
    "defogs": "airConditioner.auto_defog_mode",
    "defrosts": "airConditioner.defrost_mode",
}
PATHS = tuple(_PATHS.values())
"""What the picture depends on."""


class OutsideScene(NamedTuple):
    """What can be seen; equal ones look the same.

    Attributes:
        road: "parking", "residential", "urban", "rural" or "motorway".
        light: "day", "dusk", "night" or "tunnel".
        weather: as `road.weather`.
        visibility: metres.
        country: ISO 3166-1 alpha-2 code.
        city: nearest city.
        spot: position in degrees north and east, to some hundred metres; what stands beside the road follows from it.
        month: 1..12.
        hour: of the day, 0..23.
        standing: whether the car stands on the road with a gear engaged.
        freezing: whether snow stays where it falls.
        icy: whether the road is frozen.
        oncoming: whether traffic comes towards the car within reach of its high beam.
        smoke: whether something burns outside.
        queue: whether traffic stands ahead.
        low_beam, high_beam, fog_light: lamps that shine at the front.
        wipes: how fast the wipers of the windscreen go, 1..5; 0 where they stand still.
        front_fog, rear_fog: how far windscreen and rear window are steamed up, per cent.
        blown: whether the windscreen is heated or blown at.
    """

    road: str = "parking"
    light: str = "day"
    weather: str = "clear"
    visibility: int = 10_000
    country: str = "DE"
    city: str = "Berlin"
    spot: tuple[float, float] = (52.52, 13.405)
    month: int = 4
    hour: int = 12
    standing: bool = False
    freezing: bool = False
    icy: bool = False
    oncoming: bool = False
    smoke: bool = False
    queue: bool = False
    low_beam: bool = False
    high_beam: bool = False
    fog_light: bool = False
    wipes: int = 0
    front_fog: int = 0
    rear_fog: int = 0
    blown: bool = False


def outside_of(value: Callable[[str], StateValue]) -> OutsideScene:
    """What can be seen from a car.

    Args:
        value: path in the state core -> value; None where the car does not know it, which is then as it usually is.
    """
    told = {name: value(path) for name, path in _PATHS.items()}
    light, weather, usual = _text(told["light"], "day"), _text(told["weather"], "clear"), OutsideScene()
    time = _text(told["time"], "")
    return OutsideScene(
        road=_text(told["road_type"], usual.road),
        light=light,
        weather=weather,
        visibility=round(_number(told["visibility"], usual.visibility)),
        country=_text(told["country"], usual.country),
        city=_text(told["city"], usual.city),
        spot=(round(_number(told["latitude"], usual.spot[0]), 3), round(_number(told["longitude"], usual.spot[1]), 3)),
        month=_digits(time[5:7], 1, 12, usual.month),
        hour=_digits(time[11:13], 0, 23, usual.hour),
        standing=told["gear"] in ("drive", "neutral") and not told["speed"],
        freezing=_number(told["celsius"], 15) <= FREEZING,
        icy=told["icy"] is True,
        oncoming=told["oncoming"] is True,
        smoke=told["smoke"] is True,
        queue=told["queue"] is not None,
        low_beam=low_beam_is_lit(told["low_beam"], light, weather),
        high_beam=high_beam_is_lit(told["high_beam"], told["auto_high_beam"], told["oncoming"]),
        fog_light=told["fog_light"] is True,
        wipes=_wiper_speed(_number(told["wiper_speed"], 1), told["wiper_unit"]) if told["wiper"] is True else 0,
        front_fog=_fog(told["front_sensor"], _number(told["front_fog"], 0)),
        rear_fog=_fog(told["rear_sensor"], _number(told["rear_fog"], 0)),
        blown=True in (told["heated"], told["defogs"], told["defrosts"]),
    )


def _text(value: StateValue, otherwise: str) -> str:
    return value if isinstance(value, str) else otherwise


def _number(value: StateValue, otherwise: float) -> float:
    return float(value) if isinstance(value, (int, float)) else otherwise


def _wiper_speed(speed: float, unit: StateValue) -> int:
    """The step of the wipers, 1..5."""
    return max(1, min(5, round(1 + speed / 25 if unit == "percentage" else speed)))


def _digits(text: str, low: int, high: int, otherwise: int) -> int:
    """A number in a text; another where the text holds none between two."""
    return int(text) if text.isdecimal() and low <= int(text) <= high else otherwise


def _fog(sensor: StateValue, share: float) -> int:
    """Per cent of a pane; what its sensor says holds where time has not yet passed since it was told."""
    if sensor is True and share <= CLEAR:
        share = JUST_FOGGED
    elif sensor is False and share > FOGGED:
        share = 0
    return round(share)
