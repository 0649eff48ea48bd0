"""The screen that folds down from the ceiling."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, chooses
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LevelInOtherUnit, LevelProperty
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty
from automotive_env.car.driving.environment import TIME_FORMATS, SharedEnvironment
from automotive_env.car.systems.language import LANGUAGES

UNITS = ("percentage", "gear", "nit")
MOVES = ("open", "close")


class OverheadScreen(Device, module="overheadScreen"):
    """The ceiling screen: folded out or in, brightness, language, time format."""

    state = ChoiceProperty("ceiling screen", MOVES, "close")
    brightness_percentage = LevelProperty(
        "brightness of the ceiling screen",
        start=50,
        percentage=(0, 100),
        gear=(0, 5),
        nit=(0, 500),
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )
    brightness_gear = LevelInOtherUnit(brightness_percentage, "gear", start=3, whole=True)
    brightness_nit = LevelInOtherUnit(brightness_percentage, "nit")
    current_brightness_unit = ChoiceProperty(
        "unit in which the ceiling screen shows its brightness",
        UNITS,
        "percentage",
        significant=False,
        read_only="given by the car",
    )
    language = ChoiceProperty("language last chosen on the ceiling screen", tuple(LANGUAGES), "English")
    time_display_format = ChoiceProperty("time format last chosen on the ceiling screen", TIME_FORMATS, "24-hour format")

    starts = {
        "init1": {
            "state": "open",
            "brightness_gear": 2,
            "language": "English",
            "time_display_format": "12-hour format",
            "environment.language": "English",
            "environment.time_display_format": "12-hour format",
        },
        "init2": {
            "brightness_percentage": 75,
            "brightness_gear": 4,
            "brightness_nit": 375,
            "current_brightness_unit": "nit",
            "language": "Chinese",
            "time_display_format": "24-hour format",
            "environment.language": "Chinese",
            "environment.time_display_format": "24-hour format",
        },
    }

    carcontrol_overheadScreen_switch = chooses("state", "Folds the ceiling screen out or in.", MOVES, parameter="action")
    (
        carcontrol_overheadScreen_brightness_increase,
        carcontrol_overheadScreen_brightness_decrease,
        carcontrol_overheadScreen_brightness_set,
    ) = adjusts("brightness_percentage", "the brightness of the ceiling screen", units=UNITS)

    @api("Chooses how the time of day is shown.", mode=WordParameter("which format", TIME_FORMATS))
    def carcontrol_overheadScreen_timeDisplayFormat_set(self, mode: str) -> str:
        self.time_display_format = SharedEnvironment.of(self).time_display_format = mode
        return f"time of day: {mode}"

    @api("Chooses the language of the displays.", mode=WordParameter("which language", tuple(LANGUAGES)))
    def carcontrol_overheadScreen_language_set(self, mode: str) -> str:
        self.language = SharedEnvironment.of(self).language = mode
        return f"language: {mode}"
