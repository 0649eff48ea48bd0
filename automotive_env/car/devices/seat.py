"""Seats: heating, massage, ventilation and the position of each of the six."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Unpack

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import QUARTERS, LastUnitProperty, LevelInOtherUnit, LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter, SwitchParameter, WordParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import FlagProperty, OptionalChoiceProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct, StructProperty

MASSAGES = ("wave", "cat step", "stretch", "snake", "butterfly", "shoulder", "upper back", "waist", "full back", "random")
FRONT, REAR = SEATS[:2], SEATS[2:]

OF_SEATS = PlacesParameter("whose seat", SEATS)


def _gears(description: str) -> LevelProperty:
    return LevelProperty(
        description,
        start=1,
        gear=(1, 5),
        percentage=(0, 100),
        whole=True,
        steps={"large": 3, "medium": 3, "little": 2, "tiny": 1},
        presets={"max": 5, "high": 4, "medium": 3, "low": 2, "min": 1},
    )


class MovementRange(TypedDict, total=False):
    """The range of a movement in a unit besides percentage and gear."""

    centimeter: tuple[float, float]
    degree: tuple[float, float]


def _travel(description: str, start: float = 50, **reach: Unpack[MovementRange]) -> LevelProperty:
    steps = {"large": 30, "medium": 30, "little": 20, "tiny": 10}
    return LevelProperty(description, start=start, percentage=(0, 100), gear=(0, 10), steps=steps, presets=QUARTERS, **reach)


class SeatHeater(Struct):
    """The heating of one seat: how strongly it heats, and up to which temperature."""

    is_on = FlagProperty("seat heating")
    temperature_level = _gears("strength of the seat heating")
    temperature_value = LevelProperty(
        "temperature the seat is heated to",
        start=20,
        celsius=(20, 40),
        steps={"large": 3, "little": 2, "tiny": 1},
        presets={"max": 40, "high": 35, "medium": 30, "low": 25, "min": 20},
    )


class SeatMassager(Struct):
    """The massage of one seat."""

    is_on = FlagProperty("seat massage")
    intensity_level = _gears("strength of the seat massage")
    intensity_value = LevelInOtherUnit(
        intensity_level, "percentage", start=0, always=False, description="massage strength last asked for in percent"
    )
    intensity_unit = LastUnitProperty(intensity_level, by_steps=False)
    active_mode = OptionalChoiceProperty("massage programme", MASSAGES)


class SeatPosition(Struct):
    """How one seat stands."""

    horizontal_position = _travel("distance of the seat from the front end of its rail", centimeter=(0, 25))
    vertical_position = _travel("height of the seat", centimeter=(0, 10))
    is_folded = FlagProperty("folded seat")
    cushion_length = _travel("length of the seat cushion", centimeter=(0, 10))
    cushion_angle = _travel("tilt of the seat cushion", degree=(0, 20))
    backrest_angle = _travel("recline of the backrest", degree=(0, 90))
    leg_rest_height = _travel("height of the leg rest", start=0, centimeter=(0, 40))
    feet_rest_height = _travel("height of the foot rest", start=0, centimeter=(0, 20))
    headrest_height = _travel("height of the headrest", centimeter=(0, 10))
    guest_welcome_mode = FlagProperty("easy entry of the seat")


class SeatVentilation(Struct):
    """The ventilation of one seat."""

    is_on = FlagProperty("seat ventilation")
    airflow_level = _gears("strength of the seat ventilation")
    airflow_value = LevelInOtherUnit(
        airflow_level, "percentage", start=0, always=False, description="seat ventilation last asked for in percent"
    )
    airflow_unit = LastUnitProperty(airflow_level, by_steps=False)


class OneSeat(Struct):
    """One seat."""

    heater = StructProperty(SeatHeater)
    massager = StructProperty(SeatMassager)
    position = StructProperty(SeatPosition)
    ventilation = StructProperty(SeatVentilation)


def _each(seats: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{seat}.{path}": value for seat in seats for path, value in values.items()}


class Seat(Device, module="seat"):
    """The six seats."""

    seats = KeyedStructProperty(SEATS, OneSeat, placeholder="<seat>", in_path=False)
    view_page_open = FlagProperty("seat page", significant=False)

    starts = {
        "init1": _each(
            SEATS,
            {
                "heater.temperature_level": 3,
                "heater.temperature_value": 25,
                "massager.intensity_level": 2,
                "massager.intensity_value": 40,
                "massager.intensity_unit": "percentage",
                "massager.active_mode": "wave",
                "position.horizontal_position": 65,
                "position.vertical_position": 40,
                "position.cushion_length": 70,
                "position.cushion_angle": 30,
                "position.backrest_angle": 70,
                "position.leg_rest_height": 40,
                "position.feet_rest_height": 30,
                "position.headrest_height": 60,
                "ventilation.airflow_level": 2,
                "ventilation.airflow_value": 40,
                "ventilation.airflow_unit": "percentage",
            },
        ),
        "init2": {
            "view_page_open": True,
            **_each(SEATS, {"heater.is_on": True, "massager.intensity_unit": "percentage"}),
            **_each(
                FRONT,
                {
                    "heater.temperature_level": 2,
                    "heater.temperature_value": 22,
                    "massager.intensity_value": 20,
                    "position.horizontal_position": 40,
                    "position.vertical_position": 60,
                    "position.cushion_angle": 20,
                    "position.backrest_angle": 30,
                    "position.headrest_height": 70,
                },
            ),
            "passenger seat.massager.is_on": True,
            "passenger seat.massager.active_mode": "shoulder",
            **_each(
                REAR,
                {
                    "heater.temperature_level": 3,
                    "heater.temperature_value": 24,
                    "massager.is_on": True,
                    "massager.intensity_level": 3,
                    "massager.intensity_value": 60,
                    "massager.active_mode": "full back",
                    "position.horizontal_position": 60,
                    "position.vertical_position": 45,
                    "position.cushion_length": 65,
                    "position.cushion_angle": 25,
                    "position.backrest_angle": 60,
                    "position.leg_rest_height": 30,
                    "position.feet_rest_height": 20,
                    "position.headrest_height": 55,
                    "position.guest_welcome_mode": True,
                    "ventilation.is_on": True,
                    "ventilation.airflow_level": 2,
                    "ventilation.airflow_value": 40,
                    "ventilation.airflow_unit": "percentage",
                },
            ),
        },
    }

    carcontrol_carSeat_heater_switch = switches("<seat>.heater.is_on", "Switches seat heating on or off.", position=OF_SEATS)
    carcontrol_carSeat_heater_increase, carcontrol_carSeat_heater_decrease, carcontrol_carSeat_heater_set = adjusts(
        "<seat>.heater.temperature_level",
        "the seat heating",
        units=("gear", "percentage", "celsius"),
        elsewhere={"celsius": "<seat>.heater.temperature_value"},
        power="<seat>.heater.is_on",
        position=OF_SEATS,
    )
    carcontrol_carSeat_massager_switch = switches("<seat>.massager.is_on", "Switches seat massage on or off.", position=OF_SEATS)
    carcontrol_carSeat_massager_increase, carcontrol_carSeat_massager_decrease, carcontrol_carSeat_massager_set = adjusts(
        "<seat>.massager.intensity_level",
        "the strength of the seat massage",
        units=("gear", "percentage"),
        power="<seat>.massager.is_on",
        position=OF_SEATS,
    )
    carcontrol_carSeat_ventilation_switch = switches(
        "<seat>.ventilation.is_on", "Switches seat ventilation on or off.", position=OF_SEATS
    )
    carcontrol_carSeat_ventilation_increase, carcontrol_carSeat_ventilation_decrease, carcontrol_carSeat_ventilation_set = (
        adjusts(
            "<seat>.ventilation.airflow_level",
            "the seat ventilation",
            units=("gear", "percentage"),
            power="<seat>.ventilation.is_on",
            position=OF_SEATS,
        )
    )
    carcontrol_carSeat_horizontal_backward, carcontrol_carSeat_horizontal_forward, carcontrol_carSeat_horizontal_set = adjusts(
        "<seat>.position.horizontal_position",
        "the seat on its rail",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
        words=("Slides back", "Slides forward"),
        set_summary="Slides the seat to a value or a preset, counted from the front end of its rail.",
    )
    carcontrol_carSeat_height_increase, carcontrol_carSeat_height_decrease, carcontrol_carSeat_height_set = adjusts(
        "<seat>.position.vertical_position",
        "the seat height",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
    )
    (
        carcontrol_carSeatCushion_length_increase,
        carcontrol_carSeatCushion_length_decrease,
        carcontrol_carSeatCushion_length_set,
    ) = adjusts(
        "<seat>.position.cushion_length",
        "the length of the seat cushion",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
        words=("Lengthens", "Shortens"),
    )
    carcontrol_carSeatCushion_angle_increase, carcontrol_carSeatCushion_angle_decrease, carcontrol_carSeatCushion_angle_set = (
        adjusts(
            "<seat>.position.cushion_angle",
            "the tilt of the seat cushion",
            units=("percentage", "gear", "degree"),
            position=OF_SEATS,
        )
    )
    (
        carcontrol_carSeatBackrest_angle_increase,
        carcontrol_carSeatBackrest_angle_decrease,
        carcontrol_carSeatBackrest_angle_set,
    ) = adjusts(
        "<seat>.position.backrest_angle",
        "the recline of the backrest",
        units=("percentage", "gear", "degree"),
        position=OF_SEATS,
    )
    carcontrol_carSeatLegRest_height_increase, carcontrol_carSeatLegRest_height_decrease, carcontrol_carSeatLegRest_height_set = (
        adjusts(
            "<seat>.position.leg_rest_height",
            "the height of the leg rest",
            units=("percentage", "gear", "centimeter"),
            position=OF_SEATS,
        )
    )
    (
        carcontrol_carSeatFeetRest_height_increase,
        carcontrol_carSeatFeetRest_height_decrease,
        carcontrol_carSeatFeetRest_height_set,
    ) = adjusts(
        "<seat>.position.feet_rest_height",
        "the height of the foot rest",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
    )
    (
        carcontrol_carSeatHeadRest_height_increase,
        carcontrol_carSeatHeadRest_height_decrease,
        carcontrol_carSeatHeadRest_height_set,
    ) = adjusts(
        "<seat>.position.headrest_height",
        "the height of the headrest",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
    )
    carcontrol_carSeat_greetGuestMode = switches(
        "<seat>.position.guest_welcome_mode", "Switches easy entry of seats on or off.", position=OF_SEATS
    )
    carcontrol_carSeat_view_switch = switches("view_page_open", "Shows or hides the seat page.", says=("open", "closed"))

    @api(
        "Starts or ends a massage programme; starting one switches the massage on.",
        switch=SwitchParameter("true to start it"),
        mode=WordParameter("which programme", MASSAGES),
        position=OF_SEATS,
    )
    def carcontrol_carSeat_massager_mode(self, switch: bool, mode: str, position: Sequence[str]) -> str:
        for seat in position:
            massager = self.seats[seat].massager
            if switch:
                massager.is_on = True
                massager.active_mode = mode
            elif massager.active_mode == mode:
                massager.active_mode = None
        return f"massage programme {mode} of {', '.join(position)}: {'on' if switch else 'off'}"

    @api(
        "Unfolds or folds seats, or stops them.",
        action=WordParameter("open to unfold, close to fold, pause to stop", ("open", "close", "pause")),
        position=OF_SEATS,
    )
    def carcontrol_carSeat_switch(self, action: str, position: Sequence[str]) -> str:
        if action == "pause":
            return f"{', '.join(position)}: not moving"
        for seat in position:
            self.seats[seat].position.is_folded = action == "close"
        return f"{', '.join(position)}: {'folded' if action == 'close' else 'unfolded'}"
