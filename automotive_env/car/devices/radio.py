"""The radio: stations that were on, favourite stations, and the one that is on."""

from __future__ import annotations

from automotive_env.car.calls.api import Api, ApiAnswer, api
from automotive_env.car.calls.parameters import SwitchParameter, TextParameter
from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import FlagProperty, OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.values import StateRecord, about, record_to_json
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.driving.road import RoadState
from automotive_env.car.systems.sound import volumes

PRESETS = {"max": 100, "high": 80, "medium": 50, "low": 30, "min": 10}
"""What the degrees of a volume stand for."""
HEARD = "follows what was heard; that the radio plays counts"
MAX_HISTORY = 50
"""Stations that the radio remembers."""


class Station(StateRecord):
    """One station."""

    name: str = about("name of the station")
    frequency_value: str = about("its frequency, such as '98.4 MHz'")
    city: str = about("city it sends from, empty where it is not known")
    app_name: str = about("app that carries it, empty where it is not known")
    timestamp: str = about("when it was last on, local date and time", time=True, significant=False)


UNKNOWN = Station("Unknown Station", "Unknown Frequency", "", "", "")


def _stations(*rows: str) -> tuple[Station, ...]:
    """Stations from rows of name|MHz|city|app|time of day of the day of the start states."""
    split = [row.split("|") for row in rows]
    return tuple(Station(name, f"{mhz} MHz", city, app, f"2025-04-13 {time}:00") for name, mhz, city, app, time in split)


FIRST = _stations(
    "Morning Tide|101.9|Hamburg|Waterline|12:00",
    "Granite FM|97.6|Munich|Loudspan|11:40",
    "The Daily Wire Room|88.3|Berlin|Newsdesk|11:15",
    "Velvet Hour|104.8|Cologne|Bluenote Box|10:30",
    "Counterpoint|92.1|Leipzig|Concert Hall|09:50",
    "Dust and Denim|95.2|Stuttgart|Backroads|09:05",
)
SECOND = _stations(
    "Town Crier|89.7|Berlin|Newsdesk|12:00",
    "Extra Time|96.4|Dortmund|Touchline|11:35",
    "Open Line|106.2|Frankfurt|Chatterbox|11:10",
    "Garage Door|90.9|Bremen|Small Rooms|10:20",
    "Seven Rivers|99.5|Dresden|Far and Near|09:45",
    "Shellac Sundays|94.3|Hanover|Rewind|09:00",
)


def _same(one: Station, other: Station) -> bool:
    return one.name == other.name and one.frequency_value == other.frequency_value


def _plain(text: str) -> str:
    return text.casefold().removesuffix("mhz").strip()


def _plays(attribute: str, noun: str) -> Api:
    """An API that plays the first of some stations."""

    def body(radio: Radio) -> ApiAnswer:
        stations: tuple[Station, ...] = getattr(radio, attribute)
        if not stations:
            raise CallRefused(f"there are no {noun}")
        return radio.start(stations[0])

    return Api(f"Plays the first of the {noun}.", body, {})


def _views(attribute: str, noun: str) -> Api:
    """An API that tells which stations are in a list."""

    def body(radio: Radio) -> ApiAnswer:
        stations: tuple[Station, ...] = getattr(radio, attribute)
        data = {"count": len(stations), "stations": [record_to_json(station) for station in stations]}
        return ApiAnswer(f"{len(stations)} {noun}", data)

    return Api(f"Lists the {noun}.", body, {}, reads_only=True)


class Radio(Device, module="radio"):
    """The radio."""

    history = RecordsProperty(
        "stations that were on, latest first",
        Station,
        _stations("Quayside Radio|91.2|Hamburg|Waterline|11:00", "Signal Mitte|93.8|Berlin|Newsdesk|10:00"),
        name="_history",
        trace=HEARD,
    )
    collection = RecordsProperty(
        "favourite stations",
        Station,
        _stations("Granite FM|97.6|Munich|Loudspan|09:00"),
        ordered=False,  # one that is taken out and put back stands last
        name="_collection",
    )
    current_station = OptionalRecordProperty("station that is on or was on last", Station, name="_current_station", trace=HEARD)
    is_playing = FlagProperty("whether the radio plays", name="_is_playing")

    starts = {
        "init1": {
            "_history": FIRST,
            "_collection": (FIRST[1], FIRST[3], FIRST[5]),
            "_current_station": FIRST[0],
            "_is_playing": True,
            "environment.sound_channel": "radio",
        },
        "init2": {"_history": SECOND, "_collection": (SECOND[3], SECOND[5], SECOND[4])},
    }

    radio_history_view = _views("history", "stations heard before")
    radio_local_play = _plays("local_stations", "stations of this city, or else those heard before")
    radio_recent_play = _plays("history", "stations heard before")
    radio_collection_view = _views("collection", "favourite stations")
    radio_favorite_play = _plays("collection", "favourite stations")
    radio_soundVolume_increase, radio_soundVolume_decrease, radio_soundVolume_set = volumes(PRESETS)

    @property
    def local_stations(self) -> tuple[Station, ...]:
        """The stations heard before, those of the city that the car is in first."""
        city = RoadState.of(self).city
        return tuple(sorted(self.history, key=lambda station: station.city != city))

    def start(self, station: Station) -> ApiAnswer:
        """Play a station and be heard; it becomes the latest of those heard before."""
        now = station.but(timestamp=SharedEnvironment.of(self).timestamp)
        with self._store.changing(DIRECT):
            self.current_station = now
            self.is_playing = True
            self.history = (now, *[known for known in self.history if not _same(known, now)])[:MAX_HISTORY]
            self.collection = tuple([now if _same(known, now) else known for known in self.collection])
            SharedEnvironment.of(self).claim_sound(self.module)
        return ApiAnswer(f"playing {now.name}", {"station": record_to_json(now)})

    @api("Stops the radio.")
    def radio_play_stop(self) -> str:
        self.is_playing = False
        return "the radio is off"

    @api("Makes the current station a favourite, or no longer.", collect=SwitchParameter("true to add it, false to remove it"))
    def radio_collect(self, collect: bool) -> ApiAnswer:
        station = self.current_station
        if station is None:
            raise CallRefused("no station is on; play one first")
        others = tuple([known for known in self.collection if not _same(known, station)])
        if not collect:
            self.collection = others
        elif len(others) == len(self.collection):
            self.collection = (*others, station)
        done = "added to" if collect else "removed from"
        return ApiAnswer(f"{station.name} {done} the favourites", {"count": len(self.collection)})

    @api(
        "Plays a station; the last one goes on where nothing is said about it.",
        radioValue=TextParameter("its frequency, such as '98.4 MHz'", None, longest=40),
        radioName=TextParameter("its name", None, longest=120),
        city=TextParameter("city it sends from", None, longest=120),
        appName=TextParameter("app that carries it", None, longest=120),
    )
    def radio_play(self, radioValue: str | None, radioName: str | None, city: str | None, appName: str | None) -> ApiAnswer:
        said = {"frequency_value": radioValue, "name": radioName, "city": city, "app_name": appName}
        named = {field: text for field, text in said.items() if text is not None}
        wanted = [(field, _plain(text)) for field, text in named.items()]
        latest = (self.current_station,) if self.current_station else ()
        for station in (*latest, *self.history, *self.collection):
            if all(_plain(getattr(station, field)) == text for field, text in wanted):
                return self.start(station)
        if not named:
            raise CallRefused("no station was on before; say which one")
        return self.start(UNKNOWN.but(**named))
