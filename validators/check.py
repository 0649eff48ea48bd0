"""Checks: sentences about the car that a task's success is made of. They read signals, never a backend or the screen.

check = Checks(controller.read)
check.front_defroster_enable()      # True once the windscreen defroster is on
check.media.play()
"""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal
from automotive_env.world.values import Scalar

Read = Callable[[Signal], Scalar]

FAN_MAX = 6
"""The fan speed that counts as the most: stock Android's "max" by touch is 6 of 7."""
DARK_BRIGHTNESS = 40
"""Percentage of brightness below which a screen counts as dark."""


class _Group:
    def __init__(self, read: Read) -> None:
        self._read = read

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal."""
        return self._read(signal)

    def number(self, signal: Signal) -> float:
        """The value of a signal that is a number."""
        value = self._read(signal)
        assert isinstance(value, (int, float))
        return value

    def near(self, signal: Signal, value: float, tolerance: float = 0.26) -> bool:
        """Whether a number is at a value, give or take less than half a step of the control."""
        return abs(self.number(signal) - value) <= tolerance


class MediaChecks(_Group):
    """Sentences about what is heard."""

    def play(self) -> bool:
        """Music plays and is heard."""
        return self.read(s.MEDIA_PLAYING) is True and self.read(s.SOUND_CHANNEL) == "music"

    def volume_at(self, percentage: float) -> bool:
        """The volume is at a percentage, give or take two."""
        return self.near(s.VOLUME, percentage, 2)

    def quiet(self) -> bool:
        """Nothing is heard, or hardly anything."""
        return self.read(s.MUTED) is True or self.number(s.VOLUME) <= 10 or self.read(s.MEDIA_PLAYING) is False


class RearDefrosterChecks(_Group):
    """Sentences about the heater of the rear window."""

    def enable(self) -> bool:
        """It is on."""
        return self.read(s.REAR_DEFROSTER) is True


class ScreenChecks(_Group):
    """Sentences about the centre display."""

    def brightness(self, at_least: float = DARK_BRIGHTNESS, at_most: float = 100) -> bool:
        """The screen is between two percentages of brightness; readable by default."""
        return at_least <= self.number(s.SCREEN_BRIGHTNESS) <= at_most

    def brightness_at(self, percentage: float) -> bool:
        """The screen is at a percentage, give or take two."""
        return self.near(s.SCREEN_BRIGHTNESS, percentage, 2)

    def night(self) -> bool:
        """The display has its night theme."""
        return self.read(s.NIGHT_MODE) == "night"


class NavigationChecks(_Group):
    """Sentences about the route."""

    def goes_to(self, destination: str) -> bool:
        """A route leads to a destination, whatever else its entry says."""
        there = str(self.read(s.DESTINATION) or "").casefold()
        return self.read(s.NAVIGATION_ACTIVE) is True and destination.casefold() in there

    def ended(self) -> bool:
        """No route is under way."""
        return self.read(s.NAVIGATION_ACTIVE) is False


class PhoneChecks(_Group):
    """Sentences about calls and messages."""

    def calls(self, contact: str) -> bool:
        """A call with a contact is under way."""
        return self.read(s.CALL_STATE) in ("active", "dialing") and self.read(s.CALL_CONTACT) == contact

    def idle(self) -> bool:
        """No call is under way."""
        return self.read(s.CALL_STATE) == "idle"

    def told(self, contact: str, word: str) -> bool:
        """The newest message went to a contact and holds a word."""
        text = str(self.read(s.LAST_MESSAGE_TEXT) or "").casefold()
        return self.read(s.LAST_MESSAGE_TO) == contact and word.casefold() in text


class AlertChecks(_Group):
    """Sentences about warnings to the driver."""

    def raised(self, *kinds: str) -> bool:
        """A safety alert of one of these kinds was raised."""
        return self.read(s.LAST_ALERT) in kinds

    def attended(self) -> bool:
        """The notification centre, which explains the warnings, is shown."""
        return self.read(s.NOTIFICATION_CENTER) is True


class Checks(_Group):
    """All sentences."""

    def __init__(self, read: Read) -> None:
        super().__init__(read)
        self.media = MediaChecks(read)
        self.rear_defroster = RearDefrosterChecks(read)
        self.screen = ScreenChecks(read)
        self.navigation = NavigationChecks(read)
        self.phone = PhoneChecks(read)
        self.alerts = AlertChecks(read)

    def on(self, signal: Signal) -> bool:
        """A flag is on."""
        return self.read(signal) is True

    def off(self, signal: Signal) -> bool:
        """A flag is off."""
        return self.read(signal) is False

    def front_defroster_enable(self) -> bool:
        """The windscreen defroster is on."""
        return self.on(s.FRONT_DEFROSTER)

    def fan_speed_max(self) -> bool:
        """The fan runs as fast as the screen lets it, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) and self.number(s.FAN_SPEED) >= FAN_MAX

    def driver_seat_heater_enable(self) -> bool:
        """The driver's seat is heated."""
        return self.on(s.DRIVER_SEAT_HEATER)

    def ac_auto(self) -> bool:
        """The climate regulates itself, and is on."""
        return self.on(s.CLIMATE_POWER) and self.on(s.CLIMATE_AUTO)

    def warmer_than(self, celsius: float) -> bool:
        """The driver's side is set warmer than before, by a degree at least, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) and self.number(s.DRIVER_TEMPERATURE) >= celsius + 1

    def cooler_than(self, celsius: float) -> bool:
        """The driver's side is set cooler than before, by a degree at least, and the climate unit is on."""
        return self.on(s.CLIMATE_POWER) and self.number(s.DRIVER_TEMPERATURE) <= celsius - 1

    def recirculates(self) -> bool:
        """The air comes from inside."""
        return self.read(s.AIR_SOURCE) == "internal circulation"

    def low_beam_shines(self) -> bool:
        """The low beam is on, or the car sees to it."""
        return self.read(s.LOW_BEAM) in ("on", "auto")

    def fresh_air(self) -> bool:
        """A window is open, or the climate blows air from outside."""
        opened = max(self.number(s.DRIVER_WINDOW), self.number(s.PASSENGER_WINDOW)) >= 10
        blows = self.on(s.CLIMATE_POWER) and self.read(s.AIR_SOURCE) == "external circulation"
        return opened or blows
