"""Signals: the one table that says where a fact about the car lives on each backend.

A validator, a set-up or an allowed-changes list names a signal; controllers look up where to read or write it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.driving import temperature
from automotive_env.car.driving.energy import DAYS
from automotive_env.car.driving.road import WHEELS
from automotive_env.car.systems.driver_profiles import POSITIONS, SETTINGS
from automotive_env.car.systems.drivers import MAX_DRIVERS
from automotive_env.car.systems.senders import SILENCEABLE
from automotive_env.car.vhal.coding import FLAG, SAME, ValueCoding, number, switch, whole, words

UNIT_SIGNS = {
    "celsius": "°C",
    "percentage": "%",
    "percent_open": "%",
    "metres": "m",
    "kilometers": "km",
    "minutes": "min",
}
"""Unit of the schema -> how it is written behind a number; other units are written as they are called."""


@dataclass(frozen=True, slots=True)
class VhalProperty:
    """A property of Android's Vehicle HAL.

    Attributes:
        property: its name, such as "HVAC_DEFROSTER".
        area: the name of its area, such as "FRONT_WINDSHIELD", or "GLOBAL".
        coding: how it holds the value.
        also: areas that a stock head unit writes together with that one, as one control of it stands for all of them.
    """

    property: str
    area: str = "GLOBAL"
    coding: ValueCoding = SAME
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AndroidSetting:
    """An Android setting of the user in front.

    Attributes:
        namespace: "system", "secure" or "global".
        key: such as "screen_brightness".
        coding: how it holds the value, as a whole number or a text.
        unset: what a device means that has never set it; None where that is not known.
    """

    namespace: str
    key: str
    coding: ValueCoding = FLAG
    unset: int | None = 0


@dataclass(frozen=True, slots=True)
class Signal:
    """One fact about the car.

    Name and path are enough in this process and on the virtual device, which has a vendor property for every path
    (`automotive_env.android.vendor`). The other attributes say where a stock Android device keeps it: in a property of the
    vehicle HAL, in a setting, or in a system service. What surrounds such a car is kept by the controller.

    Attributes:
        name: stable name, such as "hvac.defroster.front".
        world: path of the property in the state core.
        vhal: where Android's vehicle HAL has it, if it does.
        setting: the Android setting that has it, if one does.
        service: the reading of a system service that has it, a name in `automotive_env.android.service_readings`, if one does.
        surroundings: whether it is about the world around the car.
        also: paths that one control of the head unit writes together with `world`, and so does set-up where a car has them.
        extra: whether cars may lack what it is about; those have it as it is at first.
        transient: whether it follows what was done or the passing of time, so that it is not written back after an episode.
        precision: how far what a device holds may be from what was written, as some devices count in coarser steps.
    """

    name: str
    world: str
    vhal: VhalProperty | None = None
    setting: AndroidSetting | None = None
    service: str = ""
    surroundings: bool = False
    also: tuple[str, ...] = ()
    extra: bool = False
    transient: bool = False
    precision: float = 0

    @property
    def unit_text(self) -> str:
        """The unit as it is written behind a number, with a space before it; empty where there is none."""
        slot = SCHEMA[INDEX[self.world]] if self.world in INDEX else None
        unit = getattr(slot.prop, "unit", "") if slot else ""
        return f" {UNIT_SIGNS.get(unit, unit)}" if unit else ""

    def holds(self, held: Scalar, written: Scalar) -> bool:
        """Whether a value read says the same as the value written."""
        if held == written or isinstance(held, str) or isinstance(written, str) or held is None or written is None:
            return held == written
        return abs(held - written) <= self.precision


LIGHT_SWITCH = switch(off=0, on=1)
"""A light as VehicleLightSwitch: anything but OFF shines, or may."""
PER_CENT_OF_255 = whole(255 / 100)
KM_PER_HOUR = number(1 / 3.6)
PER_CENT_OF_TANK = number(15_000 / 100)
"""FUEL_LEVEL counts millilitres; the emulator's INFO_FUEL_CAPACITY is 15,000."""
KILOPASCAL = number(100)
"""The car measures tyres in bar."""
WHEEL_AREAS = dict(zip(WHEELS, ("LEFT_FRONT", "RIGHT_FRONT", "LEFT_REAR", "RIGHT_REAR"), strict=True))
TENTHS = whole(1 / 10)
"""A window's open part: per cent here, 0 to 10 there."""
RECIRCULATION = words({"internal circulation": True, "external circulation": False})
"""The car also knows of automatic circulation, and of none."""

DRIVER = "driver's seat"
PASSENGER = "passenger seat"
DRIVER_SIDE = ("ROW_2_LEFT", "ROW_2_CENTER")
PASSENGER_SIDE = ("ROW_2_RIGHT",)
WHOLE_CAR = ("ROW_1_RIGHT", *DRIVER_SIDE, *PASSENGER_SIDE)
"""What one control of the stock climate panel writes beside the seat in front (SystemUI's HvacController, Android 14)."""


def _climate(seat: str, name: str) -> str:
    return f"airConditioner.ac_states.{seat}.{name}"


# Climate. Area names follow Android 14: one area per seat; the windows have areas of their own.
CLIMATE_POWER = Signal(
    "hvac.power",
    _climate(DRIVER, "is_on"),
    VhalProperty("HVAC_POWER_ON", "ROW_1_LEFT", FLAG, WHOLE_CAR),
    also=tuple(_climate(seat, "is_on") for seat in SEATS[1:]),
)
CLIMATE_AUTO = Signal("hvac.auto", "airConditioner.auto_mode", VhalProperty("HVAC_AUTO_ON", "ROW_1_LEFT", FLAG, WHOLE_CAR))
AC = Signal("hvac.ac", "airConditioner.ac_mode", VhalProperty("HVAC_AC_ON", "ROW_1_LEFT", FLAG, WHOLE_CAR))
DRIVER_TEMPERATURE = Signal(
    "hvac.temperature.driver",
    _climate(DRIVER, "temperature"),
    VhalProperty("HVAC_TEMPERATURE_SET", "ROW_1_LEFT", also=DRIVER_SIDE),
)
PASSENGER_TEMPERATURE = Signal(
    "hvac.temperature.passenger",
    _climate(PASSENGER, "temperature"),
    VhalProperty("HVAC_TEMPERATURE_SET", "ROW_1_RIGHT", also=PASSENGER_SIDE),
)
FAN_SPEED = Signal(
    "hvac.fan_speed",
    _climate(DRIVER, "wind_speed"),
    VhalProperty("HVAC_FAN_SPEED", "ROW_1_LEFT", also=WHOLE_CAR),
    also=tuple(_climate(seat, "wind_speed") for seat in SEATS[1:]),
)
AIR_SOURCE = Signal(
    "hvac.air_source",
    "airConditioner.circulation_mode",
    VhalProperty("HVAC_RECIRC_ON", "ROW_1_LEFT", RECIRCULATION, WHOLE_CAR),
)
HEATING = Signal("hvac.heating", "airConditioner.heat_mode", extra=True)
COOLING = Signal("hvac.cooling", "airConditioner.cool_mode", extra=True)
PURIFICATION = Signal("hvac.purification", "airConditioner.purification_mode")
AUTO_DEFOG = Signal("hvac.auto_defog", "airConditioner.auto_defog_mode")
WINDOW_DRYING = Signal("hvac.window_drying", "airConditioner.defrost_mode")
AIR_ON_WINDSCREEN = tuple(
    Signal(f"hvac.outlet.{mode.replace(' ', '_')}", _climate(DRIVER, f"outlet_modes.{mode}"))
    for mode in ("window", "face and window", "feet and window")
)
"""The outlet modes that blow on the windscreen."""
FRONT_DEFROSTER = Signal(
    "hvac.defroster.front", "airConditioner.defroster.front", VhalProperty("HVAC_DEFROSTER", "FRONT_WINDSHIELD", FLAG)
)
REAR_DEFROSTER = Signal(
    "hvac.defroster.rear", "airConditioner.defroster.rear", VhalProperty("HVAC_DEFROSTER", "REAR_WINDSHIELD", FLAG)
)
CABIN_TEMPERATURE = Signal(
    "hvac.cabin_temperature",
    "cabin.air_temperature",
    VhalProperty("HVAC_TEMPERATURE_CURRENT", "ROW_1_LEFT", number(1, digits=4)),
    precision=0.01,
)
DEW_POINT = Signal("hvac.dew_point", "cabin.dew_point", surroundings=True)

# Seats and windows.
DRIVER_SEAT_HEATER = Signal(
    "seat.heater.driver", f"seat.{DRIVER}.heater.is_on", VhalProperty("HVAC_SEAT_TEMPERATURE", "ROW_1_LEFT", switch(off=0, on=1))
)
PASSENGER_SEAT_HEATER = Signal(
    "seat.heater.passenger",
    f"seat.{PASSENGER}.heater.is_on",
    VhalProperty("HVAC_SEAT_TEMPERATURE", "ROW_1_RIGHT", switch(off=0, on=1)),
)
DRIVER_SEAT_VENTILATION = Signal(
    "seat.ventilation.driver",
    f"seat.{DRIVER}.ventilation.is_on",
    VhalProperty("HVAC_SEAT_VENTILATION", "ROW_1_LEFT", switch(off=0, on=1)),
)
DRIVER_SEAT_MASSAGE = Signal("seat.massage.driver", f"seat.{DRIVER}.massager.is_on")
"""This one and the one above are found by their paths (`subjects/comfort.py`)."""
DRIVER_WINDOW = Signal(
    "window.driver", f"window.window_states.{DRIVER}.open_degree", VhalProperty("WINDOW_POS", "ROW_1_LEFT", TENTHS), precision=5
)
PASSENGER_WINDOW = Signal(
    "window.passenger",
    f"window.window_states.{PASSENGER}.open_degree",
    VhalProperty("WINDOW_POS", "ROW_1_RIGHT", TENTHS),
    precision=5,
)

SEAT_PARTS = {
    "distance": "horizontal_position",
    "height": "vertical_position",
    "backrest": "backrest_angle",
    "headrest": "headrest_height",
    "cushion": "cushion_length",
}
"""What of a seat moves -> the property that says how far."""
SEAT_POSITIONS: Mapping[tuple[str, str], Signal] = {
    (seat, part): Signal(f"seat.{part}.{name}", f"seat.{seat}.position.{path}", precision=5)
    for seat, name in ((DRIVER, "driver"), (PASSENGER, "passenger"))
    for part, path in SEAT_PARTS.items()
}
"""How the seats in front stand, by seat and part; per cent of the way to the back, the top or flat."""

STEERING_WHEEL_HEATER = Signal("steering_wheel.heater", "steeringWheel.is_heater_on")
REAR_LEFT_WINDOW = Signal("window.rear_left", "window.window_states.second row left.open_degree", precision=5)
REAR_RIGHT_WINDOW = Signal("window.rear_right", "window.window_states.second row right.open_degree", precision=5)
SUNROOF = Signal("sunroof.opening", "sunroof.open_degree_percentage", precision=5)
OPENINGS = (DRIVER_WINDOW, PASSENGER_WINDOW, REAR_LEFT_WINDOW, REAR_RIGHT_WINDOW, SUNROOF)
"""Everything that lets air in."""

# Lights and wipers.
LOW_BEAM = Signal(
    "lights.low_beam", "lowBeamHeadlight.mode", VhalProperty("HEADLIGHTS_SWITCH", coding=words({"off": 0, "on": 1, "auto": 256}))
)
HIGH_BEAM = Signal(
    "lights.high_beam", "highBeamHeadlight.high_beam_on", VhalProperty("HIGH_BEAM_LIGHTS_SWITCH", coding=LIGHT_SWITCH)
)
FRONT_FOG_LIGHT = Signal(
    "lights.fog.front", "fogLight.front_light.is_on", VhalProperty("FRONT_FOG_LIGHTS_SWITCH", coding=LIGHT_SWITCH)
)
REAR_FOG_LIGHT = Signal(
    "lights.fog.rear", "fogLight.rear_light.is_on", VhalProperty("REAR_FOG_LIGHTS_SWITCH", coding=LIGHT_SWITCH)
)
FRONT_WIPER = Signal(
    "wiper.front", "wiper.front_wiper.is_on", VhalProperty("WINDSHIELD_WIPERS_SWITCH", "FRONT_WINDSHIELD", switch(off=1, on=8))
)
WIPER_SPEED = Signal("wiper.speed", "wiper.front_wiper.speed_setting.value")

# Sound and media.
MEDIA_PLAYING = Signal("media.playing", "music._is_playing", service="media_playing")
MEDIA_TRACK = Signal("media.track", "music._current_track_index")
MEDIA_TITLE, MEDIA_ALBUM, MEDIA_ARTIST = (
    Signal(f"media.{field}", f"music._current_playlist[music._current_track_index].{field}", transient=True)
    for field in ("title", "album", "artist")
)
"""What is loaded: a song, or an episode, whose album is its podcast and whose artist is the publisher."""
QUEUE_LENGTH = Signal("media.queue_length", "music._current_playlist.#len", transient=True)
QUEUE = tuple(Signal(f"media.queue.{at}", f"music._current_playlist[{at}].title", transient=True) for at in range(20))
"""The first titles of what is queued."""
MEDIA_MODE = Signal("media.mode", "music._playback_mode")
RADIO_PLAYING = Signal("radio.playing", "radio._is_playing")
STATION = Signal("radio.station", "radio._current_station.name")
KEPT_STATIONS = tuple(Signal(f"radio.kept.{at}", f"radio._collection[{at}].name", transient=True) for at in range(12))
"""The first of the favourite stations."""
VIDEO_PLAYING = Signal("video.playing", "video.is_playing")
VIDEO_TITLE = Signal("video.title", "video.current_video.title", transient=True)
VIDEO_QUALITY = Signal("video.quality", "video.quality")
SOUND_CHANNEL = Signal("sound.channel", "environment.sound_channel", service="sound_channel")
VOLUME = Signal("sound.volume", "environment.volume", service="media_volume", precision=4)
MUTED = Signal("sound.muted", "system.muted", service="muted")

# Navigation.
NAVIGATION_ACTIVE = Signal("navigation.active", "navigation.is_active")
DESTINATION = Signal("navigation.destination", "navigation.current_route.destination")
ROUTE_START = Signal("navigation.start", "navigation.current_route.departure")
VOICE_GUIDANCE = Signal("navigation.voice", "navigation.voice_notifications_enabled")
GUIDANCE_MODE = Signal("navigation.guidance_mode", "navigation.broadcast_mode")
MAP_VIEW = Signal("navigation.map_view", "navigation.map_view")
STOP_COUNT = Signal("navigation.stop_count", "navigation.waypoints.#len")
STOPS = tuple(Signal(f"navigation.stop.{place}", f"navigation.waypoints[{place}].location") for place in range(5))
"""The first stops of the route, in order."""
ROUTE_KIND = Signal("navigation.route_kind", "maps.route_kind")
AVOID_TOLLS = Signal("navigation.avoid_tolls", "maps.avoid_tolls")
AVOID_MOTORWAYS = Signal("navigation.avoid_motorways", "maps.avoid_motorways")
AVOID_FERRIES = Signal("navigation.avoid_ferries", "maps.avoid_ferries")
TAKES_DETOUR = Signal("navigation.takes_detour", "maps.takes_detour")
MAP_ZOOM = Signal("navigation.map_zoom", "navigation.map_zoom_level")
SPEED_CAMERAS = Signal("navigation.speed_cameras", "navigation.speed_camera_enabled")
FAVORITES = tuple(Signal(f"navigation.favorite.{place}", f"maps.favorites[{place}].name") for place in range(8))
"""The first places that the driver keeps."""
DISTANCE_UNIT = Signal(
    "units.distance",
    "environment.unit_system",
    VhalProperty("DISTANCE_DISPLAY_UNITS", coding=words({"kilometer": 35, "mile": 36})),
)
TEMPERATURE_UNIT = Signal(
    "units.temperature",
    temperature.UNIT,
    VhalProperty("HVAC_TEMPERATURE_DISPLAY_UNITS", coding=words({temperature.CELSIUS: 48, temperature.FAHRENHEIT: 49})),
)

# Phone and messages.
CALL_STATE = Signal("comms.call_state", "conversation.call_state", service="call_state")
CALL_CONTACT = Signal("comms.call_contact", "conversation.current_contact")
HANDS_FREE = Signal("comms.hands_free", "conversation.hands_free")
LAST_MESSAGE_TO = Signal("comms.last_message.contact", "conversation.messages[-1].contact")
LAST_MESSAGE_TEXT = Signal("comms.last_message.content", "conversation.messages[-1].content")
MESSAGE_COUNT = Signal("comms.message_count", "conversation.messages.#len")
CONTACT_COUNT = Signal("comms.contact_count", "conversation.contacts.#len")
CALL_LINE = Signal("comms.call_line", "handset.line", transient=True)
ON_HOLD = Signal("comms.on_hold", "handset.on_hold")
MICROPHONE_MUTED = Signal("comms.microphone_muted", "handset.microphone_muted")
FAVORITE_PEOPLE = tuple(Signal(f"comms.favorite.{place}", f"handset.favorites[{place}].name") for place in range(12))
"""The first people whom the driver keeps at hand."""
THREADS = tuple(Signal(f"comms.message.{line}", f"conversation.messages[{line}].contact", transient=True) for line in range(60))
"""With whom each of the first messages was."""
BLUETOOTH = Signal("system.bluetooth", "bluetooth.is_enabled", setting=AndroidSetting("global", "bluetooth_on"))
PHONE_LINK = Signal("bluetooth.phone_link", "bluetooth.connection_state")
PHONE = Signal("bluetooth.phone", "pairing.phone")
HEADPHONES = Signal("bluetooth.headphones", "pairing.headphones")
PAIRED_COUNT = Signal("bluetooth.paired_count", "pairing.devices.#len")
LAST_PAIRED = Signal("bluetooth.last_paired", "pairing.devices[-1].name")
PAIRED = tuple(Signal(f"bluetooth.paired.{place}", f"pairing.devices[{place}].name") for place in range(6))
"""Names of the first paired devices."""

# The system and the displays.
WIFI = Signal("system.wifi", "system.wifi", setting=AndroidSetting("global", "wifi_on"))
MOBILE_DATA = Signal("system.mobile_data", "system.mobile_data")
AIRPLANE_MODE = Signal("system.airplane_mode", "system.airplane_mode")
HOTSPOT = Signal("system.hotspot", "system.hotspot", service="hotspot")
WIFI_NETWORK = Signal("system.wifi_network", "networks.current")
SAVED_NETWORK_COUNT = Signal("system.saved_network_count", "networks.saved.#len")
SAVED_NETWORKS = tuple(Signal(f"system.saved_network.{place}", f"networks.saved[{place}].name") for place in range(6))
"""Names of the first networks that the car knows."""
HOTSPOT_NAME = Signal("system.hotspot_name", "networks.hotspot_name")
DO_NOT_DISTURB = Signal(
    "system.do_not_disturb", "system.do_not_disturb", setting=AndroidSetting("global", "zen_mode", switch(off=0, on=1))
)
NIGHT_MODE = Signal("system.night_mode", "system.night_mode", service="night_mode")
SCREEN_BRIGHTNESS = Signal(
    "screen.brightness",
    "centerInformationDisplay.brightness_settings.brightness_level",
    setting=AndroidSetting("system", "screen_brightness", PER_CENT_OF_255, unset=None),
)
AUTO_BRIGHTNESS = Signal(
    "screen.auto_brightness",
    "centerInformationDisplay.brightness_settings.auto_brightness",
    setting=AndroidSetting("system", "screen_brightness_mode"),
)
TIME_FORMAT = Signal(
    "system.time_format",
    "environment.time_display_format",
    setting=AndroidSetting("system", "time_12_24", words({"12-hour format": 12, "24-hour format": 24}), unset=None),
)
LANGUAGE = Signal("system.language", "environment.language")
SCREEN_TIMEOUT = Signal("screen.timeout", "system.screen_timeout")
HUD = Signal("hud.on", "HUD.is_on")
HUD_HEIGHT = Signal("hud.height", "HUD.height.percentage")
INSTRUMENTS_UNIT = Signal("instruments.distance_unit", "instrumentPanel.distance_unit")
SILENCED_COUNT = Signal("system.silenced_count", "system.silenced.#len")
SILENCED = tuple(Signal(f"system.silenced.{place}", f"system.silenced[{place}].name") for place in range(len(SILENCEABLE)))
"""Names of the apps that may not notify."""
FOREGROUND_APP = Signal("apps.foreground", "system.foreground_app", service="foreground_app", transient=True)
NOTIFICATION_CENTER = Signal("system.notification_center", "system.notification_center_open")
NOTIFICATION_COUNT = Signal("system.notification_count", "system.notifications.#len", transient=True)
NOTIFICATIONS: tuple[Mapping[str, Signal], ...] = tuple(
    {
        field: Signal(f"system.notification.{place}.{field}", f"system.notifications[{place}].{field}", transient=True)
        for field in ("title", "read")
    }
    for place in range(10)
)
"""The newest entries of the notification centre, by the name of the field."""
LAST_ALERT = Signal("alerts.last_kind", "system.last_alert", service="last_alert", transient=True)
LAST_ALERT_MESSAGE = Signal("alerts.last_message", "system.last_alert_message", service="last_alert_message", transient=True)

# Drivers.
ACTIVE_DRIVER = Signal("drivers.active", "drivers.active")
DRIVER_COUNT = Signal("drivers.count", "drivers.profiles.#len")
DRIVERS: tuple[Mapping[str, Signal], ...] = tuple(
    {field: Signal(f"drivers.{place}.{field}", f"drivers.profiles[{place}].{field}") for field in ("name", *POSITIONS, *SETTINGS)}
    for place in range(MAX_DRIVERS)
)
"""What each profile holds, in the order of the profiles, by the name of the field."""

# Assistance.
LANE_KEEPING = Signal("assistance.lane_keeping", "assistance.lane_keeping", VhalProperty("LANE_KEEP_ASSIST_ENABLED", coding=FLAG))
SPEED_LIMIT_WARNING = Signal("assistance.speed_limit_warning", "assistance.speed_limit_warning")
SPEED_LIMIT = Signal("assistance.speed_limit", "assistance.speed_limit")
DRIVE_MODE = Signal("assistance.drive_mode", "assistance.drive_mode")

# Energy and care of the car.
POWERTRAIN = Signal("energy.powertrain", "energy.powertrain")
"""Checked by none; a scene sets it."""
PLUGGED_IN = Signal("energy.plugged_in", "energy.is_plugged_in", VhalProperty("EV_CHARGE_PORT_CONNECTED", coding=FLAG))
"""Checked by none; the virtual device shows it."""
CHARGE_LIMIT = Signal("energy.charge_limit", "energy.charge_limit", VhalProperty("EV_CHARGE_PERCENT_LIMIT"))
CHARGING = Signal("energy.charging", "energy.charging_on", VhalProperty("EV_CHARGE_SWITCH", coding=FLAG))
DEPARTURE = Signal("energy.departure", "energy.departure_on")
DEPARTURE_TIME = Signal("energy.departure_time", "energy.departure_time")
PRECONDITIONING = Signal("energy.preconditioning", "energy.preconditioning")
OFF_PEAK = Signal("energy.off_peak", "energy.off_peak_on")
OFF_PEAK_START = Signal("energy.off_peak_start", "energy.off_peak_start")
OFF_PEAK_END = Signal("energy.off_peak_end", "energy.off_peak_end")
OFF_PEAK_DAYS = tuple(Signal(f"energy.off_peak_days.{day}", f"energy.off_peak_days.{day}") for day in DAYS)
TYRE_LOAD = Signal("tyres.load", "tyres.load")
PRESSURE_UNIT = Signal(
    "units.pressure",
    "tyres.pressure_unit",
    VhalProperty("TIRE_PRESSURE_DISPLAY_UNITS", coding=words({"kPa": 112, "psi": 113, "bar": 114})),
)
TYRES_RESET = Signal("tyres.reset_at", "tyres.reset_at")
ODOMETER = Signal("car.odometer", "instrumentPanel.vehicle_mileage", VhalProperty("PERF_ODOMETER"), precision=1)
SERVICE_RESETS = Signal("service.resets", "service.resets.#len")
SOFTWARE_VERSION = Signal("software.version", "software.version")
UPDATE_TIME = Signal("software.scheduled_for", "software.scheduled_for")

# The road side: set by tasks, seen by agents, checked by none.
SPEED = Signal("road.speed", "road.speed", VhalProperty("PERF_VEHICLE_SPEED", coding=KM_PER_HOUR))
GEAR = Signal(
    "road.gear", "road.gear", VhalProperty("GEAR_SELECTION", coding=words({"park": 4, "reverse": 2, "neutral": 1, "drive": 8}))
)
PARKING_BRAKE = Signal("road.parking_brake", "road.parking_brake", VhalProperty("PARKING_BRAKE_ON", coding=FLAG))
OUTSIDE_TEMPERATURE = Signal("road.outside_temperature", "road.outside_temperature", VhalProperty("ENV_OUTSIDE_TEMPERATURE"))
WEATHER = Signal("road.weather", "road.weather", surroundings=True)
LIGHT = Signal("road.light", "road.light", surroundings=True)
VISIBILITY = Signal("road.visibility", "road.visibility", surroundings=True)
ROAD_TYPE = Signal("road.road_type", "road.road_type", surroundings=True)
COUNTRY = Signal("road.country", "road.country", surroundings=True)
CITY = Signal("road.city", "road.city", surroundings=True)
FUEL_LEVEL = Signal("road.fuel_level", "road.fuel_level", VhalProperty("FUEL_LEVEL", coding=PER_CENT_OF_TANK))
CLOCK = Signal("system.clock", "environment.timestamp", service="clock", transient=True)
FOGGED_WINDSCREEN = Signal("phenomenon.fogged_windscreen", "road.phenomena.fogged_windscreen", surroundings=True)
FOGGED_REAR_WINDOW = Signal("phenomenon.fogged_rear_window", "road.phenomena.fogged_rear_window", surroundings=True)
ICY_ROAD = Signal("phenomenon.icy_road", "road.phenomena.icy_road", surroundings=True)
DAZZLED_ONCOMING = Signal("phenomenon.dazzled_oncoming", "road.phenomena.dazzled_oncoming", surroundings=True)
SMOKE_OUTSIDE = Signal("phenomenon.smoke_outside", "road.phenomena.smoke_outside", surroundings=True)

TYRES = tuple(
    Signal(
        f"tyres.{wheel.replace(' ', '_')}",
        f"road.tyres.{wheel.replace(' ', '_')}",
        VhalProperty("TIRE_PRESSURE", WHEEL_AREAS[wheel], KILOPASCAL),
        precision=0.001,
    )
    for wheel in WHEELS
)
DOORS = tuple(Signal(f"door.{seat}", f"door.doors.{seat}.status") for seat in SEATS)

_ALL = [
    *globals().values(),
    *AIR_ON_WINDSCREEN,
    *TYRES,
    *DOORS,
    *OFF_PEAK_DAYS,
    *STOPS,
    *FAVORITES,
    *FAVORITE_PEOPLE,
    *THREADS,
    *QUEUE,
    *KEPT_STATIONS,
    *PAIRED,
    *SAVED_NETWORKS,
    *SILENCED,
    *SEAT_POSITIONS.values(),
    *(signal for record in (*DRIVERS, *NOTIFICATIONS) for signal in record.values()),
]
SIGNALS: dict[str, Signal] = {value.name: value for value in _ALL if isinstance(value, Signal)}
"""Every signal by name."""
