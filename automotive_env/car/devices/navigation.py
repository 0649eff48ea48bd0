"""Navigation: a route with stops on the way, guidance, and the map."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.car.calls.api import ApiAnswer, api
from automotive_env.car.calls.api_factories import chooses, switches
from automotive_env.car.calls.level import STEP_WORDS
from automotive_env.car.calls.parameters import NumberParameter, SwitchParameter, TextListParameter, TextParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import (
    MAX_RECORDS,
    ChoiceProperty,
    FlagProperty,
    OptionalRecordProperty,
    RecordsProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.values import StateRecord, about, record_to_json
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.systems.sound import volumes

HERE = "Current location"
MAP_VIEWS = ("2D view", "3D view", "Heading up", "North up")
BROADCAST_MODES = ("Concise", "Detailed", "Mute")
UNITS = {"Kilometers": "kilometer", "Miles": "mile"}
ZOOM_STEPS = {"large": 3, "little": 2, "tiny": 1}
ZOOM_LOW, ZOOM_HIGH = 1, 10
PLAN = "leads nowhere while no guidance runs"


class Route(StateRecord):
    """From where to where."""

    departure: str = about("where the route begins")
    destination: str = about("where it ends, empty where none was chosen")


class Waypoint(StateRecord):
    """A stop on the way."""

    index: int = about("its place among the stops, from 0")
    location: str = about("where it is")


def _numbered(places: Iterable[str]) -> tuple[Waypoint, ...]:
    return tuple(Waypoint(index, place) for index, place in enumerate(places))


def _running(navigation: Navigation) -> Route:
    """The route of the guidance that runs."""
    route = navigation.current_route
    if not navigation.is_active or route is None:
        raise CallRefused("no guidance is running; plan a route first")
    return route


class Navigation(Device, module="navigation"):
    """Route guidance and its map."""

    is_active = FlagProperty("whether guidance runs")
    current_route = OptionalRecordProperty("the route", Route, Route(HERE, ""), trace=PLAN, trace_until="navigation.is_active")
    waypoints = RecordsProperty(
        "stops on the way, in order", Waypoint, _numbered(["Old Mill Bridge"]), trace=PLAN, trace_until="navigation.is_active"
    )
    map_zoom_level = WholeNumberProperty("how closely the map is shown", ZOOM_LOW, ZOOM_HIGH, 5, significant=False)
    map_view = ChoiceProperty("how the map is shown", MAP_VIEWS, "2D view")
    traffic_status_enabled = FlagProperty("whether the map shows the traffic")
    speed_camera_enabled = FlagProperty("whether speed cameras are announced")
    voice_notifications_enabled = FlagProperty("whether guidance is spoken", True)
    broadcast_mode = ChoiceProperty("how much is spoken", BROADCAST_MODES, "Detailed")

    starts = {
        "init1": {
            "is_active": True,
            "current_route": Route(HERE, "Seaview Conference Centre"),
            "map_view": "3D view",
            "environment.sound_channel": "navigation",
        },
        "init2": {
            "waypoints": (),
            "voice_notifications_enabled": False,
            "broadcast_mode": "Mute",
        },
    }

    def guide(self, departure: str, destination: str, stops: Iterable[str] = ()) -> ApiAnswer:
        """Start guidance along a route and be heard."""
        self.current_route = Route(departure, destination)
        self.waypoints = _numbered(stops)
        self.is_active = True
        SharedEnvironment.of(self).claim_sound(self.module)
        return ApiAnswer(f"on the way to {destination}", self.route())

    def route(self) -> dict[str, object]:
        """The route and its stops as JSON."""
        route = self.current_route or Route("", "")
        return {**record_to_json(route), "waypoints": [stop.location for stop in self.waypoints]}

    @api("Chooses kilometres or miles, for all displays.", mode=WordParameter("which unit", tuple(UNITS)))
    def navigation_meter_unit(self, mode: str) -> str:
        SharedEnvironment.of(self).unit_system = UNITS[mode]
        return f"distances are told in {mode.lower()}"

    navigation_soundVolume_increase, navigation_soundVolume_decrease, navigation_soundVolume_set = volumes()

    @api("Tells where the route ends.", reads_only=True)
    def navigation_get_destination(self) -> ApiAnswer:
        route = self.current_route
        if route is None or not route.destination:
            raise CallRefused("there is no destination; plan a route first")
        return ApiAnswer(route.destination, self.route())

    @api("Ends guidance and forgets the route.")
    def navigation_exit(self) -> str:
        _running(self)
        self.is_active = False
        self.current_route = None
        self.waypoints = ()
        return "guidance has ended"

    @api(
        "Plans a route and starts guidance.",
        address=TextParameter("where to go", longest=200),
        placeOfDeparture=TextParameter("where the route begins", HERE, longest=200),
    )
    def navigation_route_plan(self, address: str, placeOfDeparture: str) -> ApiAnswer:
        return self.guide(placeOfDeparture, address)

    @api("Leads elsewhere from where the running route began.", address=TextParameter("where to go instead", longest=200))
    def navigation_destination_change(self, address: str) -> ApiAnswer:
        return self.guide(_running(self).departure, address)

    @api("Adds stops at the end of those on the way.", midway=TextListParameter("the stops, in order"))
    def navigation_midWay_add(self, midway: list[str]) -> ApiAnswer:
        route = _running(self)
        stops = [*(stop.location for stop in self.waypoints), *midway]
        if len(stops) > MAX_RECORDS:
            raise CallRefused(f"a route has at most {MAX_RECORDS} stops; delete some first")
        return self.guide(route.departure, route.destination, stops)

    @api(
        "Takes a stop off the route, by its name or its place.",
        exclusive=("address", "number"),
        address=TextParameter("name of the stop", None, longest=200),
        number=NumberParameter("place of the stop among the stops, from 0", None, low=0, high=MAX_RECORDS, whole=True),
    )
    def navigation_midWay_delete(self, address: str | None, number: int | None) -> ApiAnswer:
        route = _running(self)
        kept = [stop.location for stop in self.waypoints if stop.location != address and stop.index != number]
        if len(kept) == len(self.waypoints):
            known = ", ".join(f"{stop.index} {stop.location}" for stop in self.waypoints) or "none"
            raise CallRefused(f"there is no such stop; the stops are: {known}")
        return self.guide(route.departure, route.destination, kept)

    navigation_trafficStatus_switch = switches("traffic_status_enabled", "Shows or hides the traffic on the map.")

    @api(
        "Shows the map more or less closely; by one level where neither value nor degree is given.",
        mode=WordParameter("which way", ("Zoom in", "Zoom out")),
        value=NumberParameter("by how many levels", None, low=1, high=ZOOM_HIGH, whole=True),
        unit=WordParameter("unit of value", ("level",), None),
        degree=WordParameter("by how much, in words, instead of value", STEP_WORDS, None),
    )
    def navigation_mapZoom(self, mode: str, value: int | None, unit: str | None, degree: str | None) -> ApiAnswer:
        if value is not None and degree is not None:
            raise CallRefused("give one of value and degree, not both")
        step = value or ZOOM_STEPS[degree or "tiny"]
        target = self.map_zoom_level + (step if mode == "Zoom in" else -step)
        self.map_zoom_level = min(ZOOM_HIGH, max(ZOOM_LOW, target))
        return ApiAnswer(f"map at level {self.map_zoom_level} of {ZOOM_HIGH}", {"level": self.map_zoom_level})

    navigation_view_switch = chooses("map_view", "Chooses how the map is shown.", MAP_VIEWS, parameter="type")

    @api("Chooses how much is spoken.", type=WordParameter("how much", BROADCAST_MODES))
    def navigation_broadCastMode_switch(self, type: str) -> str:
        self.broadcast_mode = type
        self.voice_notifications_enabled = type != "Mute"
        if self.voice_notifications_enabled:
            SharedEnvironment.of(self).claim_sound(self.module)
        return f"guidance is spoken: {type.lower()}"

    navigation_eDog_switch = switches("speed_camera_enabled", "Announces speed cameras, or not.")

    @api("Speaks guidance, or not.", switch=SwitchParameter("true to speak"))
    def navigation_voice_notify_switch(self, switch: bool) -> str:
        self.voice_notifications_enabled = switch
        if switch:
            if self.broadcast_mode == "Mute":
                self.broadcast_mode = "Detailed"
            SharedEnvironment.of(self).claim_sound(self.module)
        return f"guidance is spoken: {'yes' if switch else 'no'}"
