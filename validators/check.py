"""Checks: sentences about an episode, of which success is made. They read signals and the log, never a backend or the screen.

`then.front_defroster_enable()` is a criterion: what was wanted, what was found, whether it is met. Sentences compose by `&`, `|`
and `~`, and are evaluated whole.
"""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.devices.low_beam_headlight import is_lit
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, said
from automotive_env.validators.criterion import Criterion, some
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.sentences import CriterionSentences, ReadSignal, shown
from automotive_env.validators.signals import Signal
from automotive_env.validators.subjects.alerts import AlertSentences
from automotive_env.validators.subjects.care import CareSentences
from automotive_env.validators.subjects.comfort import ComfortSentences
from automotive_env.validators.subjects.connections import ConnectionSentences
from automotive_env.validators.subjects.drivers import DriverSentences
from automotive_env.validators.subjects.media import MediaSentences
from automotive_env.validators.subjects.navigation import NavigationSentences
from automotive_env.validators.subjects.notifications import NotificationSentences
from automotive_env.validators.subjects.phone import PhoneSentences
from automotive_env.validators.subjects.screen import ScreenSentences
from automotive_env.validators.subjects.seat_positions import SeatSentences

__all__ = ["Episode", "ReadSignal", "shown"]
FAN_MAX = 6
"""The fan speed that counts as the most: stock Android's "max" by touch is 6 of 7."""
OPEN_WINDOW = 10
"""Per cent from which a window counts as open."""


class RearDefrosterSentences(CriterionSentences):
    """Sentences about the heater of the rear window."""

    def enable(self) -> Criterion:
        """It is on."""
        return self.on(s.REAR_DEFROSTER)


class Episode(CriterionSentences):
    """All sentences about an episode: signals now, at its start and on the way; answers, alerts, messages, apps."""

    def __init__(self, read: ReadSignal, log: EpisodeLog) -> None:
        super().__init__(read, log)
        self.log = log
        self.media = MediaSentences(read, log)
        self.rear_defroster = RearDefrosterSentences(read, log)
        self.screen = ScreenSentences(read, log)
        self.navigation = NavigationSentences(read, log)
        self.phone = PhoneSentences(read, log)
        self.drivers = DriverSentences(read, log)
        self.notifications = NotificationSentences(read, log)
        self.alerts = AlertSentences(read, log)
        self.connections = ConnectionSentences(read, log)
        self.care = CareSentences(read, log)
        self.comfort = ComfortSentences(read, log)
        self.seats = SeatSentences(read, log)

    # What the agent said

    def answered(self, *facts: Fact) -> Criterion:
        """The agent answered with these facts."""
        return said(" ".join(self.log.answers), *facts)

    def told(self, signal: Signal, unit: str, tolerance: float = 0.5, *beside: float) -> Criterion:
        """The agent answered with the number of a signal as it was at the start or is now, in a unit of `units.UNITS`."""
        values = dict.fromkeys((self.number_at_start(signal), self.number(signal)))
        return some(*(self.answered(Amount(value, unit, tolerance, beside)) for value in values))

    def silent(self) -> Criterion:
        """The agent said nothing in this turn."""
        return Criterion("silent", "nothing said", " ".join(self.log.answers) or "nothing said", not self.log.answers)

    # Apps

    def opened(self, *apps: str) -> Criterion:
        """One of these apps is in front, and was not at the start unless the agent left it there."""
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
        """The fan runs as fast as the screen lets it, and the climate unit is on."""
        runs = self.on(s.CLIMATE_POWER)  # a stock device tells the speed only then
        return runs & self.between(s.FAN_SPEED, FAN_MAX, None) if runs.met else runs

    def ac_auto(self) -> Criterion:
        """The climate regulates itself, and is on."""
        return self.on(s.CLIMATE_POWER) & self.on(s.CLIMATE_AUTO)

    def set_warmer(self) -> Criterion:
        """The driver's side is set warmer than it was, by a degree at least, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) & self.rises(s.DRIVER_TEMPERATURE, 1)

    def set_cooler(self) -> Criterion:
        """The driver's side is set cooler than it was, by a degree at least, and the climate unit is on."""
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
        """The low beam is on, or the car sees to it while it is dark or the weather is bad."""
        light, weather = self.read(s.LIGHT), self.read(s.WEATHER)
        by_itself = Criterion("dark_or_wet", "dark or bad weather", f"{light}, {weather}", is_lit("auto", light, weather))
        return self.is_(s.LOW_BEAM, "on") | self.is_(s.LOW_BEAM, "auto") & by_itself
