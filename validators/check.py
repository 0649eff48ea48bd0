"""Checks: sentences about an episode, of which success is made. They read signals and the log, never a backend or the screen.

`then.front_defroster_enable()` is a criterion: what was wanted, what was found, whether it is met. Sentences compose by `&`, `|`
and `~`, and are evaluated whole.
"""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.devices.low_beam_headlight import is_lit
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, said
from automotive_env.validators.criteria_builder import CriteriaBuilder, ReadSignal, shown
from automotive_env.validators.criterion import Criterion, some
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.signals import Signal
from automotive_env.validators.subjects.alerts import AlertCriteria
from automotive_env.validators.subjects.care import CareCriteria
from automotive_env.validators.subjects.comfort import ComfortCriteria
from automotive_env.validators.subjects.connections import ConnectionCriteria
from automotive_env.validators.subjects.drivers import DriverCriteria
from automotive_env.validators.subjects.media import MediaCriteria
from automotive_env.validators.subjects.navigation import NavigationCriteria
from automotive_env.validators.subjects.notifications import NotificationCriteria
from automotive_env.validators.subjects.phone import PhoneCriteria
from automotive_env.validators.subjects.screen import ScreenCriteria
from automotive_env.validators.subjects.seat_positions import SeatCriteria

__all__ = ["Episode", "ReadSignal", "shown"]
FAN_MAX = 6
"""The fan speed that counts as the most: stock Android's "max" by touch is 6 of 7."""
OPEN_WINDOW = 10
"""Per cent from which a window counts as open."""


class RearDefrosterCriteria(CriteriaBuilder):
    """Sentences about the heater of the rear window."""

    def enable(self) -> Criterion:
        """It is on."""
        return self.on(s.REAR_DEFROSTER)


class Episode(CriteriaBuilder):
    """All conditions on an episode: signals now, at its start and during it; answers, alerts, messages, apps."""

    def __init__(self, read: ReadSignal, log: EpisodeLog) -> None:
        super().__init__(read, log)
        self.log = log
        self.media = MediaCriteria(read, log)
        self.rear_defroster = RearDefrosterCriteria(read, log)
        self.screen = ScreenCriteria(read, log)
        self.navigation = NavigationCriteria(read, log)
        self.phone = PhoneCriteria(read, log)
        self.drivers = DriverCriteria(read, log)
        self.notifications = NotificationCriteria(read, log)
        self.alerts = AlertCriteria(read, log)
        self.connections = ConnectionCriteria(read, log)
        self.care = CareCriteria(read, log)
        self.comfort = ComfortCriteria(read, log)
        self.seats = SeatCriteria(read, log)

    # What the agent said

    def answered(self, *facts: Fact) -> Criterion:
        """The agent answered with these facts."""
        return said(" ".join(self.log.answers), *facts)

    def told(self, signal: Signal, unit: str, tolerance: float = 0.5, *beside: float) -> Criterion:
        """The agent answered with the value of a signal, at the start or now, in a unit of `units.UNITS`."""
        values = dict.fromkeys((self.number_at_start(signal), self.number(signal)))
        return some(*(self.answered(Amount(value, unit, tolerance, beside)) for value in values))

    def silent(self) -> Criterion:
        """The agent said nothing in this turn."""
        return Criterion("silent", "nothing said", " ".join(self.log.answers) or "nothing said", not self.log.answers)

    # Apps

    def opened(self, *apps: str) -> Criterion:
        """One of these apps is in front, and the agent brought it there in this or an earlier turn."""
        return self.is_(s.FOREGROUND_APP, *apps)

    # Climate

    def front_defroster_enable(self) -> Criterion:
        """The windscreen defroster is on."""
        return self.on(s.FRONT_DEFROSTER)

    def driver_seat_heater_enable(self) -> Criterion:
        """The heating of the driver's seat is on."""
        return self.on(s.DRIVER_SEAT_HEATER)

    def passenger_seat_heater_enable(self) -> Criterion:
        """The heating of the front passenger's seat is on."""
        return self.on(s.PASSENGER_SEAT_HEATER)

    def fan_speed_max(self) -> Criterion:
        """The fan runs at the highest speed of the screen, and the climate unit is on."""
        runs = self.on(s.CLIMATE_POWER)  # a stock device tells the speed only then
        return runs & self.between(s.FAN_SPEED, FAN_MAX, None) if runs.met else runs

    def ac_auto(self) -> Criterion:
        """The climate control is on and in automatic mode."""
        return self.on(s.CLIMATE_POWER) & self.on(s.CLIMATE_AUTO)

    def set_warmer(self) -> Criterion:
        """The driver's side is set at least one degree warmer than before, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) & self.rises(s.DRIVER_TEMPERATURE, 1)

    def set_cooler(self) -> Criterion:
        """The driver's side is set at least one degree cooler than before, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) & self.falls(s.DRIVER_TEMPERATURE, 1)

    def recirculates(self) -> Criterion:
        """The air comes from inside."""
        return self.is_(s.AIR_SOURCE, "internal circulation")

    def air_from_outside(self) -> Criterion:
        """The climate blows air from outside."""
        return self.on(s.CLIMATE_POWER) & self.is_(s.AIR_SOURCE, "external circulation")

    # Openings

    def opened_to_air(self) -> Criterion:
        """A window or the sunroof is open."""
        return self._openings("airing_openings", "a window or the sunroof open", lambda parts: max(parts) >= OPEN_WINDOW)

    def shut(self) -> Criterion:
        """All windows and the sunroof are shut."""
        return self._openings("openings_shut", "all windows and the sunroof shut", lambda parts: max(parts) <= 0)

    def _openings(self, name: str, wanted: str, met: Callable[[list[float]], bool]) -> Criterion:
        """One criterion of all windows and the sunroof, which names those that are open."""
        for signal in s.OPENINGS:
            self.start(signal)
        parts = {signal: self.number(signal) for signal in s.OPENINGS}
        found = ", ".join(f"{signal.name} {part:g}{signal.unit_text}" for signal, part in parts.items() if part > 0)
        return Criterion(name, wanted, found or "all shut", met(list(parts.values())))

    # Lights

    def low_beam_shines(self) -> Criterion:
        """The low beam is on, or the car switches it on by itself in the dark and in bad weather."""
        light, weather = self.read(s.LIGHT), self.read(s.WEATHER)
        by_itself = Criterion("dark_or_wet", "dark or bad weather", f"{light}, {weather}", is_lit("auto", light, weather))
        return self.is_(s.LOW_BEAM, "on") | self.is_(s.LOW_BEAM, "auto") & by_itself
