"""The centre screen."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LevelProperty
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty
from automotive_env.car.core.structure import Struct, StructProperty
from automotive_env.car.driving.environment import TIME_FORMATS, SharedEnvironment
from automotive_env.car.systems.language import LANGUAGES

UNITS = ("percentage", "gear", "nit")


class BrightnessSettings(Struct):
    """How bright the centre screen is."""

    brightness_level = LevelProperty(
        "brightness of the centre screen",
        start=50,
        percentage=(0, 100),
        gear=(0, 10),
        nit=(0, 1000),
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )
    auto_brightness = FlagProperty("automatic brightness of the centre screen")
    brightness_unit = ChoiceProperty(
        "unit in which the centre screen shows its brightness",
        UNITS,
        "percentage",
        significant=False,
        read_only="given by the car",
    )


def _by_hand(device: CenterInformationDisplay, place: str) -> None:
    device.brightness_settings.auto_brightness = False


class CenterInformationDisplay(Device, module="centerInformationDisplay"):
    """The centre screen: brightness, language, time format."""

    brightness_settings = StructProperty(BrightnessSettings)

    starts = {
        "init1": {},
        "init2": {
            "brightness_settings.brightness_level": 25,
            "brightness_settings.auto_brightness": True,
            "brightness_settings.brightness_unit": "nit",
        },
    }

    carcontrol_centerInformationDisplay_mode_autoBrightness = switches(
        "brightness_settings.auto_brightness", "Switches automatic brightness of the centre screen on or off."
    )
    (
        carcontrol_centerInformationDisplay_brightness_increase,
        carcontrol_centerInformationDisplay_brightness_decrease,
        carcontrol_centerInformationDisplay_brightness_set,
    ) = adjusts("brightness_settings.brightness_level", "the brightness of the centre screen", units=UNITS, then=_by_hand)

    @api("Chooses how the time of day is shown.", mode=WordParameter("which format", TIME_FORMATS))
    def carcontrol_centerInformationDisplay_timeDisplayFormat_set(self, mode: str) -> str:
        SharedEnvironment.of(self).time_display_format = mode
        return f"time of day: {mode}"

    @api("Chooses the language of the displays.", mode=WordParameter("which language", tuple(LANGUAGES)))
    def carcontrol_centerInformationDisplay_language_set(self, mode: str) -> str:
        SharedEnvironment.of(self).language = mode
        return f"language: {mode}"
