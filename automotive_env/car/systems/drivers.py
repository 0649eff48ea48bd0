"""The people who drive one car: what each of them has stored, and who is at the wheel."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, RecordsProperty, TextProperty
from automotive_env.car.core.values import StateRecord, about, among, within
from automotive_env.car.driving.environment import DISTANCE_UNITS, TIME_FORMATS
from automotive_env.car.driving.temperature import CELSIUS, UNITS
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.car.systems.system import NIGHT_MODES

GUEST = "Guest"
"""The profile for anybody else: it cannot be renamed or deleted, and keeps nothing."""
MAX_DRIVERS = 6
MAX_NAME_CHARACTERS = 20


class Driver(StateRecord):
    """What the car restores for a driver; positions are per cent, as the seat and the mirrors count them."""

    name: str = about("name of the driver")
    seat_distance: float = about("distance of the seat from the front end of its rail", default=50, must=within(0, 100))
    seat_height: float = about("height of the seat", default=50, must=within(0, 100))
    backrest: float = about("recline of the backrest", default=50, must=within(0, 100))
    headrest: float = about("height of the headrest", default=50, must=within(0, 100))
    left_mirror_height: float = about("height of the left mirror", default=50, must=within(0, 100))
    left_mirror_turn: float = about("horizontal position of the left mirror", default=50, must=within(0, 100))
    right_mirror_height: float = about("height of the right mirror", default=50, must=within(0, 100))
    right_mirror_turn: float = about("horizontal position of the right mirror", default=50, must=within(0, 100))
    temperature: float = about("temperature set at the driver's seat, degrees Celsius", default=22, must=within(16, 30))
    theme: str = about("theme of the display", default="auto", must=among(NIGHT_MODES))
    distance_unit: str = about("unit of distances", default="kilometer", must=among(DISTANCE_UNITS))
    temperature_unit: str = about("unit of temperatures", default=CELSIUS, must=among(UNITS))
    time_format: str = about("how the time of day is shown", default="24-hour format", must=among(TIME_FORMATS))
    language: str = about("language of the displays", default="English", must=among(LANGUAGES))
    station: str = about("frequency of the station last tuned to, empty for none", default="")


class DriverFavorite(StateRecord):
    """A place or a person whom a driver keeps at hand."""

    driver: str = about("name of the driver")
    kind: str = about("'place' or 'person'", must=among(("place", "person")))
    name: str = about("name of the place or the person")


class Drivers(Device, module="drivers"):
    """The profiles of the drivers. Seat and mirrors are stored when asked for, all else when the driver leaves."""

    profiles = RecordsProperty(
        "profiles of the drivers, the owner first",
        Driver,
        (
            Driver("Robin"),
            Driver(
                "Sofia", seat_distance=30, seat_height=65, backrest=40, headrest=40, left_mirror_height=40, left_mirror_turn=60,
                right_mirror_height=40, right_mirror_turn=45, temperature=24, theme="day", time_format="12-hour format",
            ),
            Driver(
                "Kenji", seat_distance=70, seat_height=35, backrest=60, headrest=70, left_mirror_height=65, left_mirror_turn=45,
                right_mirror_height=60, right_mirror_turn=55, temperature=20, theme="night",
            ),
            Driver(GUEST),
        ),
        ordered=False,
        read_only=HEAD_UNIT,
    )  # fmt: skip
    active = TextProperty("who drives", "Robin", longest=MAX_NAME_CHARACTERS, read_only=HEAD_UNIT)
    favorites = RecordsProperty(
        "favourites of the drivers who are not at the wheel",
        DriverFavorite,
        (
            DriverFavorite("Sofia", "place", "Home"),
            DriverFavorite("Sofia", "place", "Museum of Technology"),
            DriverFavorite("Sofia", "person", "Chloé Garnier"),
            DriverFavorite("Kenji", "place", "Airport"),
            DriverFavorite("Kenji", "person", "Mum"),
            DriverFavorite("Kenji", "person", "Ravi Menon"),
        ),
        ordered=False,
        read_only=HEAD_UNIT,
        trace="goes with the driver who is chosen",
    )  # fmt: skip

    def profile(self, name: str) -> Driver | None:
        """The profile of a name."""
        return next((one for one in self.profiles if one.name == name), None)

    def replace(self, name: str, profile: Driver) -> None:
        """Put a profile into the place of the one of a name."""
        self.profiles = tuple(profile if one.name == name else one for one in self.profiles)
