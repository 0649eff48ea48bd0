"""The instrument panel behind the steering wheel."""

from __future__ import annotations

from automotive_env.car.calls.api import ApiAnswer, api
from automotive_env.car.calls.api_factories import adjusts, chooses, switches
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LastUnitProperty, LevelProperty
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty
from automotive_env.car.driving.environment import TIME_FORMATS, SharedEnvironment
from automotive_env.car.systems.language import LANGUAGES

DISTANCE_UNITS = ("Kilometers", "Miles")
THEMES = ("Scene", "Map")
KILOMETERS_PER_MILE = 1.609344


def _by_hand(device: InstrumentPanel, place: str) -> None:
    device.auto_brightness = False


class InstrumentPanel(Device, module="instrumentPanel"):
    """The instrument panel: mileage, theme, brightness, language and time format."""

    vehicle_mileage = NumberProperty(
        "distance driven since the car was built", 0, 10_000_000, 0.0, unit="kilometers", read_only="counted while driving"
    )
    distance_unit = ChoiceProperty("unit in which the panel shows distances", DISTANCE_UNITS, "Kilometers")
    theme = ChoiceProperty("what the panel shows", THEMES, "Scene")
    brightness = LevelProperty(
        "brightness of the instrument panel",
        start=50,
        percentage=(0, 100),
        gear=(0, 10),
        nit=(0, 1000),
        as_given=True,
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )
    brightness_unit = LastUnitProperty(brightness)
    auto_brightness = FlagProperty("automatic brightness of the instrument panel", True)

    starts = {
        "init1": {
            "brightness": 25,
            "auto_brightness": False,
            "environment.language": "English",
            "environment.time_display_format": "24-hour format",
        },
        "init2": {"distance_unit": "Miles", "theme": "Map", "brightness": 75},
    }

    carcontrol_instrumentPanel_meter_unit = chooses(
        "distance_unit", "Chooses the unit in which the panel shows distances.", DISTANCE_UNITS
    )
    carcontrol_instrumentPanel_mode_autoBrightness = switches(
        "auto_brightness", "Switches automatic brightness of the instrument panel on or off."
    )
    (
        carcontrol_instrumentPanel_brightness_increase,
        carcontrol_instrumentPanel_brightness_decrease,
        carcontrol_instrumentPanel_brightness_set,
    ) = adjusts("brightness", "the brightness of the instrument panel", units=("percentage", "gear", "nit"), then=_by_hand)
    carcontrol_display_theme_set = chooses("theme", "Chooses what the panel shows.", THEMES)

    @api("Tells how far the car has been driven, in the unit of the panel.", reads_only=True)
    def carcontrol_instrumentPanel_vehicleMileage_view(self) -> ApiAnswer:
        mileage = self.vehicle_mileage / (KILOMETERS_PER_MILE if self.distance_unit == "Miles" else 1)
        return ApiAnswer(
            f"{mileage:.1f} {self.distance_unit.lower()}", {"mileage": round(mileage, 1), "unit": self.distance_unit}
        )

    @api("Chooses how the time of day is shown.", mode=WordParameter("which format", TIME_FORMATS))
    def carcontrol_instrumentPanel_timeDisplayFormat_set(self, mode: str) -> str:
        SharedEnvironment.of(self).time_display_format = mode
        return f"time of day: {mode}"

    @api("Chooses the language of the displays.", mode=WordParameter("which language", tuple(LANGUAGES)))
    def carcontrol_instrumentPanel_language_set(self, mode: str) -> str:
        SharedEnvironment.of(self).language = mode
        return f"language: {mode}"
