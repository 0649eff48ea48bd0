"""Climate: a unit for each seat, modes of the whole system, and the heaters of the two windows."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, chooses, switches
from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter, SwitchParameter, WordParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, FlagProperty, OptionalChoiceProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct, StructProperty
from automotive_env.car.driving.environment import SharedEnvironment

OUTLETS = ("face", "feet", "window", "face and feet", "face and window", "feet and window", "random")
SWEEPS = (
    "Sweeping",
    "Free Flow",
    "Custom Flow",
    "Smart Flow",
    "Avoid Direct Blow",
    "Avoid People Blow",
    "Blow to People",
    "Blow to Me",
    "Blow Directly",
)
DIRECTIONS = ("up", "down", "left", "right")
CIRCULATION = ("internal circulation", "external circulation", "automatic circulation", "off")
PURIFICATION = ("air purification", "ion purification", "off")

OF_SEATS = PlacesParameter("whose climate", SEATS)


class OutletModes(Struct):
    """Where the air of a seat goes."""

    face = FlagProperty("air to the face")
    feet = FlagProperty("air to the feet")
    window = FlagProperty("air to the window")
    face_and_feet = FlagProperty("air to face and feet", name="face and feet")
    face_and_window = FlagProperty("air to face and window", name="face and window")
    feet_and_window = FlagProperty("air to feet and window", name="feet and window")
    random = FlagProperty("air from each outlet in turn")
    all = FlagProperty("air everywhere", read_only="the mode 'all' switches each outlet instead")


class SeatClimate(Struct):
    """The climate unit of one seat."""

    is_on = FlagProperty("climate unit")
    temperature = LevelProperty(
        "temperature wanted",
        start=22,
        celsius=(16, 30),
        level=(1, 10),
        percentage=(0, 100),
        steps={"large": 2, "medium": 0.5, "little": 1, "tiny": 0.5},
        presets={"max": 30, "high": 26, "medium": 23, "low": 20, "min": 16},
    )
    wind_speed = LevelProperty(
        "fan speed",
        start=3,
        level=(1, 7),
        percentage=(0, 100),
        whole=True,
        steps={"large": 3, "medium": 1, "little": 2, "tiny": 1},
        presets={"max": 7, "high": 6, "medium": 4, "low": 2, "min": 1},
    )
    child_safety_lock = FlagProperty("child lock of the climate controls")
    outlet_modes = StructProperty(OutletModes)
    sweeping_mode = OptionalChoiceProperty("how the vents sweep", SWEEPS)
    outlet_direction = OptionalChoiceProperty("where the vents point", DIRECTIONS)


class Defroster(Struct):
    """The heaters of the front and the rear window."""

    front = FlagProperty("windscreen defroster", read_only=HEAD_UNIT)
    rear = FlagProperty("rear window heating", read_only=HEAD_UNIT)


def _that_run(device: AirConditioner, places: Sequence[str]) -> Sequence[str]:
    running = [seat for seat in places if device.at("ac_states.<seat>.is_on", seat)]
    if not running:
        raise CallRefused(f"the climate unit of {', '.join(places)} is off; switch it on first")
    return running


def _any_runs(device: AirConditioner, places: Sequence[str]) -> Sequence[str]:
    if not any(device.each("ac_states.<seat>.is_on").values()):
        raise CallRefused("all climate units are off; switch one on first")
    return places


def cabin_follows(device: AirConditioner, place: str) -> None:
    """Let the cabin be as warm as wanted: of the units that run while the system cools or heats, else of the one just set."""
    if device.cool_mode or device.heat_mode:
        wanted = device.each("ac_states.<seat>.temperature")
        runs = device.each("ac_states.<seat>.is_on")
        running = [wanted[seat] for seat in SEATS if runs[seat]]
        if running:
            SharedEnvironment.of(device).temperature = min(running) if device.cool_mode else max(running)
    else:
        SharedEnvironment.of(device).temperature = device.at("ac_states.<seat>.temperature", place)


class AirConditioner(Device, module="airConditioner"):
    """Climate units of the six seats and the modes they share."""

    ac_view_open = FlagProperty("climate page", significant=False)
    ac_states = KeyedStructProperty(SEATS, SeatClimate, placeholder="<seat>")
    auto_mode = FlagProperty("automatic climate")
    ac_mode = FlagProperty("compressor")
    heat_mode = FlagProperty("heating")
    cool_mode = FlagProperty("cooling")
    defrost_mode = FlagProperty("window drying")
    auto_defog_mode = FlagProperty("automatic demisting")
    saves_energy = FlagProperty("energy saving", name="energy_saving_mode")
    parking_ventilation_mode = FlagProperty("ventilation of the parked car")
    circulation_mode = ChoiceProperty("where the air comes from", CIRCULATION, "off")
    purification_mode = ChoiceProperty("how the air is cleaned", PURIFICATION, "off")
    defroster = StructProperty(Defroster)

    starts = {
        "init1": {
            "cool_mode": True,
            "ac_states.<seat>.outlet_modes.face": True,
        },
        "init2": {
            "ac_view_open": True,
            "ac_states.<seat>.is_on": True,
            "ac_states.<seat>.temperature": 24.0,
            "ac_states.<seat>.wind_speed": 4,
            "ac_states.<seat>.outlet_modes.face and feet": True,
            "ac_states.<seat>.sweeping_mode": "Smart Flow",
            "ac_states.<seat>.outlet_direction": "up",
            "auto_mode": True,
            "ac_mode": True,
            "heat_mode": True,
            "auto_defog_mode": True,
            "energy_saving_mode": True,
            "circulation_mode": "automatic circulation",
            "purification_mode": "air purification",
        },
    }

    view_switch = switches("ac_view_open", "Shows or hides the climate page.")
    switch = switches("ac_states.<seat>.is_on", "Switches climate units on or off.", position=OF_SEATS, place_first=True)
    child_safety_lock = switches(
        "ac_states.<seat>.child_safety_lock", "Locks or unlocks climate controls against children.", position=OF_SEATS
    )
    temperature_increase, temperature_decrease, temperature_set = adjusts(
        "ac_states.<seat>.temperature",
        "the temperature wanted",
        units=("celsius", "level", "percentage"),
        position=OF_SEATS,
        needs=_that_run,
        then=cabin_follows,
    )
    wind_speed_increase, wind_speed_decrease, wind_speed_set = adjusts(
        "ac_states.<seat>.wind_speed",
        "the fan speed",
        units=("level", "percentage"),
        position=OF_SEATS,
        needs=_that_run,
    )
    auto_mode_switch = switches("auto_mode", "Lets the system regulate itself, or not.", needs=_any_runs)
    ac_mode_switch = switches("ac_mode", "Switches the compressor on or off.", needs=_any_runs)
    defrost_mode_switch = switches("defrost_mode", "Switches window drying on or off.", needs=_any_runs)
    auto_defog_switch = switches("auto_defog_mode", "Switches automatic demisting on or off.", needs=_any_runs)
    energy_saving_mode = switches("energy_saving_mode", "Switches energy saving on or off.", needs=_any_runs)
    parking_ventilation = switches(
        "parking_ventilation_mode", "Switches ventilation of the parked car on or off.", needs=_any_runs
    )
    recycle_mode_switch = chooses("circulation_mode", "Chooses where the air comes from.", CIRCULATION, needs=_any_runs)
    purification_switch = chooses("purification_mode", "Chooses how the air is cleaned.", PURIFICATION, needs=_any_runs)

    @api("Switches heating on or off; heating ends cooling.", switch=SwitchParameter("true to heat"))
    def heat_mode_switch(self, switch: bool) -> str:
        _any_runs(self, ())
        self.heat_mode = switch
        self.cool_mode = self.cool_mode and not switch
        return f"heating: {'on' if switch else 'off'}"

    @api("Switches cooling on or off; cooling ends heating.", switch=SwitchParameter("true to cool"))
    def cool_mode_switch(self, switch: bool) -> str:
        _any_runs(self, ())
        self.cool_mode = switch
        self.heat_mode = self.heat_mode and not switch
        return f"cooling: {'on' if switch else 'off'}"

    @api(
        "Opens or closes an air outlet.",
        switch=SwitchParameter("true to let air out there"),
        mode=WordParameter("which outlet", (*OUTLETS, "all")),
        position=OF_SEATS,
    )
    def outlet_mode(self, switch: bool, mode: str, position: Sequence[str]) -> str:
        seats = _that_run(self, position)
        for seat in seats:
            for outlet in OUTLETS if mode == "all" else (mode,):
                setattr(self.ac_states[seat].outlet_modes, outlet.replace(" ", "_"), switch)
        return f"air to {mode} of {', '.join(seats)}: {'on' if switch else 'off'}"

    @api(
        "Starts or ends a sweeping pattern of the vents.",
        switch=SwitchParameter("true to start it"),
        mode=WordParameter("which pattern", SWEEPS),
        position=OF_SEATS,
    )
    def sweeping_mode(self, switch: bool, mode: str, position: Sequence[str]) -> str:
        seats = _that_run(self, position)
        for seat in seats:
            self.ac_states[seat].sweeping_mode = mode if switch else None
        return f"sweeping of {', '.join(seats)}: {mode if switch else 'off'}"

    @api("Points the vents.", position=OF_SEATS, direction=WordParameter("where to", DIRECTIONS))
    def outlet_direction_switch(self, position: Sequence[str], direction: str) -> str:
        seats = _that_run(self, position)
        for seat in seats:
            self.ac_states[seat].outlet_direction = direction
        return f"vents of {', '.join(seats)}: {direction}"
