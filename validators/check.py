"""Checks: sentences about an episode, of which success is made. They read signals and the log, never a backend or the screen.

`then.front_defroster_enable()` is a criterion: what was wanted, what was found, whether it is met. Sentences compose by `&`, `|`
and `~`, and are evaluated whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, said, soothes
from automotive_env.validators.criterion import Criterion, every, some
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.sentences import Read, Sentences, shown
from automotive_env.validators.signals import Signal
from automotive_env.world.energy import DAYS
from automotive_env.world.environment import seconds_between
from automotive_env.world.road import WHEELS
from automotive_env.world.system import URGENCIES
from automotive_env.world.tyres import PRESSURE_UNITS
from automotive_env.world.values import Scalar

__all__ = ["Episode", "Read", "shown"]
FAN_MAX = 6
"""The fan speed that counts as the most: stock Android's "max" by touch is 6 of 7."""
OPEN_WINDOW = 10
"""Per cent from which a window counts as open."""

MAX_MESSAGES = 3
"""Messages that tell somebody something; more are a nuisance, or a list of guesses."""


class MediaSentences(Sentences):
    """Sentences about what is heard."""

    def play(self) -> Criterion:
        """The player plays, be it songs or an episode of a podcast (no device's session tells which), and can be heard."""
        return self._plays(s.MEDIA_PLAYING, "music") & self.audible()

    def play_radio(self) -> Criterion:
        """The radio plays and can be heard."""
        return self._plays(s.RADIO_PLAYING, "radio") & self.audible()

    def _plays(self, playing: Signal, channel: str) -> Criterion:
        """A source plays and has the loudspeakers."""
        return self.on(playing) & self.is_(s.SOUND_CHANNEL, channel)

    def audible(self) -> Criterion:
        """The sound is neither muted nor turned down to nothing."""
        return self.off(s.MUTED) & self.between(s.VOLUME, 1, None)

    def plays_title(self, title: str) -> Criterion:
        """A song, or an episode of a podcast, plays and can be heard."""
        return self.play() & self.is_(s.MEDIA_TITLE, title)

    def plays_album(self, album: str) -> Criterion:
        """Something of an album, or of a podcast, plays and can be heard."""
        return self.play() & self.is_(s.MEDIA_ALBUM, album)

    def plays_artist(self, artist: str) -> Criterion:
        """Something of an artist plays and can be heard."""
        return self.play() & self.is_(s.MEDIA_ARTIST, artist)

    def plays_station(self, station: str) -> Criterion:
        """A station plays and can be heard."""
        return self.play_radio() & self.is_(s.STATION, station)

    def volume_at(self, percentage: float) -> Criterion:
        """The volume is at a percentage, give or take two."""
        return self.near(s.VOLUME, percentage, 2)

    def silent(self) -> Criterion:
        """Neither music nor the radio is heard."""
        stopped = self.off(s.MEDIA_PLAYING) & self.off(s.RADIO_PLAYING)  # whichever had the loudspeakers last
        return self.on(s.MUTED) | self.between(s.VOLUME, None, 0) | stopped

    def quieter(self) -> Criterion:
        """Nothing is heard, or it is noticeably quieter than it was: by a quarter at least."""
        return self.silent() | self.falls(s.VOLUME, max(1.0, self.number_at_start(s.VOLUME) / 4))


class RearDefrosterSentences(Sentences):
    """Sentences about the heater of the rear window."""

    def enable(self) -> Criterion:
        """It is on."""
        return self.on(s.REAR_DEFROSTER)


class ScreenSentences(Sentences):
    """Sentences about the centre display."""

    def brightness_at(self, percentage: float) -> Criterion:
        """The screen is at a percentage, give or take two."""
        return self.near(s.SCREEN_BRIGHTNESS, percentage, 2)

    def brighter(self) -> Criterion:
        """The screen is noticeably brighter than it was, or sees to it by itself."""
        return self.rises(s.SCREEN_BRIGHTNESS, 10) | self.on(s.AUTO_BRIGHTNESS)

    def darker(self) -> Criterion:
        """The screen is noticeably darker than it was, sees to it by itself, or shows its night picture."""
        return self.falls(s.SCREEN_BRIGHTNESS, 15) | self.on(s.AUTO_BRIGHTNESS) | self.night()

    def night(self) -> Criterion:
        """The display shows its night picture."""
        dark = self.read(s.LIGHT) in ("night", "dusk", "tunnel")
        by_itself = Criterion("dark_outside", "dark outside", shown(self.read(s.LIGHT)), dark)
        return self.is_(s.NIGHT_MODE, "night") | self.is_(s.NIGHT_MODE, "auto") & by_itself


class NavigationSentences(Sentences):
    """Sentences about the route."""

    def goes_to(self, destination: str) -> Criterion:
        """A route leads to a destination, by its whole name, with or without an article."""
        there = str(self.read(s.DESTINATION) or "")
        name = there.casefold().strip().removeprefix("the ")
        named = Criterion("destination", f"route to {destination}", there or "none", name == destination.casefold())
        return self.on(s.NAVIGATION_ACTIVE) & named

    def stops_at(self, *stops: str) -> Criterion:
        """The stops of the route, in order, are these and no others; none where none is named."""
        there = [self.read(signal) for signal in s.STOPS]
        self.start(s.STOP_COUNT)
        found = [shown(stop) for stop in there if stop is not None]
        met = [stop.casefold() for stop in found] == [stop.casefold() for stop in stops]
        return Criterion("stops", ", ".join(stops) or "no stops", ", ".join(found) or "none", met) & self.is_(
            s.STOP_COUNT, len(stops)
        )

    def adds_stop(self, stop: str) -> Criterion:
        """The stops of the route are those that there were, and then this one."""
        before = [shown(place) for signal in s.STOPS if (place := self.start(signal)) is not None]
        return self.stops_at(*before, stop)

    def ended(self) -> Criterion:
        """No route is under way."""
        return self.off(s.NAVIGATION_ACTIVE)


class PhoneSentences(Sentences):
    """Sentences about calls and messages."""

    def calls(self, contact: str) -> Criterion:
        """A call with a contact is under way."""
        return self.is_(s.CALL_STATE, "active") & self.is_(s.CALL_CONTACT, contact)

    def called(self, contact: str) -> Criterion:
        """The agent has called a contact, or taken their call, whether or not it goes on."""
        names = [one.contact for one in self._log.contacted if one.is_call]
        return Criterion("called", f"a call with {contact}", ", ".join(names) or "none", contact in names)

    def idle(self) -> Criterion:
        """No call is under way."""
        return self.is_(s.CALL_STATE, "idle")

    def never_answered(self) -> Criterion:
        """No call was taken on the way."""
        states = [shown(value) for value in self._log.values(s.CALL_STATE)]
        return Criterion("call_not_taken", "the call never taken", " -> ".join(states) or "unchanged", "active" not in states[1:])

    def unbroken(self) -> Criterion:
        """The call never ended on the way."""
        states = [shown(value) for value in self._log.values(s.CALL_STATE)]
        return Criterion("call_unbroken", "the call never ended", " -> ".join(states) or "unchanged", "idle" not in states[1:])

    def declined(self) -> Criterion:
        """The call that came in was turned away, and not left to ring until the caller gave up."""
        turns = [one for one in self._log.changes if one.change.path == s.CALL_STATE.world and one.change.after == "idle"]
        found = ", ".join(f"{one.change.before} -> idle by the {one.by}" for one in turns) or "never idle"
        met = any(one.by == "agent" and one.change.before == "ringing" for one in turns)
        return Criterion("call_declined", "the call declined", found, met) & self.idle() & self.never_answered()

    def told(self, contact: str, *facts: Fact) -> Criterion:
        """What was written to a contact says these facts."""
        texts = [sent.text for sent in self._log.contacted if sent.contact == contact and not sent.is_call]
        wanted = f"1 to {MAX_MESSAGES} messages to {contact}"
        written = Criterion("written", wanted, "; ".join(texts) or "none", 0 < len(texts) <= MAX_MESSAGES)
        return written & said(" ".join(texts), *facts)


class DriverSentences(Sentences):
    """Sentences about who drives, and what the profiles hold."""

    def at_the_wheel(self, name: str) -> Criterion:
        """The car is set up for a driver."""
        return self.is_(s.ACTIVE_DRIVER, name)

    def known(self, name: str) -> Criterion:
        """There is a profile of a name."""
        names = [str(self.read(profile["name"])) for profile in s.DRIVERS[: round(self.number(s.DRIVER_COUNT))]]
        return Criterion("driver_known", f"a profile of {name}", ", ".join(names), name in names)

    def stored(self, name: str, field: str, value: Scalar) -> Criterion:
        """The profile of a driver holds a value."""
        profile = next((one for one in s.DRIVERS if self.read(one["name"]) == name), None)
        found = self.read(profile[field]) if profile else "no profile"
        return Criterion(f"stored_{field}", f"{field} of {name} {shown(value)}", shown(found), bool(profile) and found == value)


class NotificationSentences(Sentences):
    """Sentences about the entries of the notification centre, by their titles; the newest ten are looked at."""

    def _newest(self) -> dict[str, bool]:
        """Title of each entry -> whether it was opened; of several with one title, the newest counts."""
        found = [(self.read(entry["title"]), self.read(entry["read"])) for entry in s.NOTIFICATIONS]
        return {str(title): opened is True for title, opened in reversed(found) if title is not None}

    def present(self, title: str) -> Criterion:
        """An entry is there."""
        titles = self._newest()
        return Criterion("notification_present", f"a notification {title!r}", ", ".join(titles) or "none", title in titles)

    def cleared(self, title: str) -> Criterion:
        """An entry is not there any more."""
        titles = self._newest()
        return Criterion("notification_cleared", f"no notification {title!r}", ", ".join(titles) or "none", title not in titles)

    def opened(self, title: str) -> Criterion:
        """An entry is there and was opened."""
        opened = [one for one, read in self._newest().items() if read]
        return Criterion(
            "notification_opened", f"the notification {title!r} opened", ", ".join(opened) or "none", title in opened
        )


class ConnectionSentences(Sentences):
    """Sentences about wireless networks and Bluetooth devices."""

    def joined(self, network: str) -> Criterion:
        """The car is in a wireless network."""
        return self.is_(s.WIFI_NETWORK, network) & self.on(s.WIFI) & self.off(s.AIRPLANE_MODE)

    def phone(self, name: str) -> Criterion:
        """A phone is connected."""
        return self.is_(s.PHONE, name) & self.is_(s.PHONE_LINK, "CONNECTED") & self._bluetooth()

    def headphones(self, name: str) -> Criterion:
        """Headphones are connected."""
        return self.is_(s.HEADPHONES, name) & self._bluetooth()

    def paired(self, name: str) -> Criterion:
        """A device is paired that was not: one more than there were, and the last."""
        return self.is_(s.LAST_PAIRED, name) & self.rises(s.PAIRED_COUNT, 1)

    def _bluetooth(self) -> Criterion:
        return self.on(s.BLUETOOTH) & self.off(s.AIRPLANE_MODE)


class AlertSentences(Sentences):
    """Sentences about warnings to the driver."""

    def raised(self, *kinds: str, urgency: Sequence[str] = URGENCIES, says: Sequence[Fact] = (), since: float = 0) -> Criterion:
        """A safety alert of one of these kinds was raised, and its text does not deny the danger.

        Args:
            kinds: of `automotive_env.world.system.ALERT_KINDS`.
            urgency: those that will do.
            says: what its text must say.
            since: seconds after the start before which it does not count: nobody warns of what is to come yet.
        """
        fit = [alert for alert in self._log.alerts if alert.kind in kinds and alert.seconds >= since]
        said_so = [alert for alert in fit if alert.urgency in urgency and not soothes(alert.message, alert.kind)]
        met = any(said(alert.message, *says).met for alert in said_so) if says else bool(said_so)
        wanted = f"an alert of {' or '.join(kinds)}"
        wanted += f" as {' or '.join(urgency)}" if tuple(urgency) != URGENCIES else ""
        wanted += f", {since:g} s after the start or later" if since else ""
        wanted += "".join(f", {fact.criterion('').wanted}" for fact in says)
        found = [f"{one.kind} {one.urgency}: {one.message}" for one in self._log.alerts]
        return Criterion("alert_raised", wanted, "; ".join(found) or "none", met)

    def once(self, *kinds: str, urgency: Sequence[str] = URGENCIES, says: Sequence[Fact] = (), since: float = 0) -> Criterion:
        """Such an alert was raised, and no other; see `raised`."""
        number = len(self._log.alerts)
        one = Criterion("one_alert", "one alert", f"{number} alerts", number == 1)
        return self.raised(*kinds, urgency=urgency, says=says, since=since) & one

    def none(self) -> Criterion:
        """No alert was raised."""
        found = [alert.kind for alert in self._log.alerts]
        return Criterion("no_alert", "no alert", ", ".join(found) or "none", not found)

    def attended(self) -> Criterion:
        """The notification centre, which explains the warnings, was opened and is shown."""
        return self.on(s.NOTIFICATION_CENTER)

    def warned(self, kinds: Sequence[str], *facts: Fact) -> Criterion:
        """The driver was warned: by an alert of one of these kinds, or by an answer that says these facts."""
        return self.raised(*kinds) | said(" ".join(self._log.answers), *facts)


Way: TypeAlias = Literal["back", "forward", "up", "down", "flatter", "more upright"]
_WAYS: Mapping[Way, tuple[str, int]] = {
    "back": ("distance", 1), "forward": ("distance", -1), "up": ("height", 1), "down": ("height", -1),
    "flatter": ("backrest", 1), "more upright": ("backrest", -1),
}  # fmt: skip
"""Where a seat moves -> the part of it, and whether its number rises."""


class SeatSentences(Sentences):
    """Sentences about how the seats in front stand: "driver's seat" and "passenger seat"."""

    def moved(self, seat: str, way: Way, by: float = 5) -> Criterion:
        """A seat stands further in a direction than it did, by so many per cent of its travel at least."""
        part, sign = _WAYS[way]
        signal = s.SEAT_POSITIONS[seat, part]
        return self.rises(signal, by) if sign > 0 else self.falls(signal, by)

    def at(self, seat: str, part: str, percentage: float, tolerance: float = 3) -> Criterion:
        """A part of a seat, a key of `SEAT_PARTS`, stands at a percentage of its travel."""
        return self.near(s.SEAT_POSITIONS[seat, part], percentage, tolerance)


class CareSentences(Sentences):
    """Sentences about charging, tyres, service and software."""

    def charges_to(self, percentage: float) -> Criterion:
        """Charging ends at a percentage, give or take two."""
        return self.near(s.CHARGE_LIMIT, percentage, 2)

    def leaves_at(self, hour: int, minute: int = 0) -> Criterion:
        """The car is to be ready for a departure at a time of the day."""
        return self.on(s.DEPARTURE) & self.is_(s.DEPARTURE_TIME, 60 * hour + minute)

    def charges_between(self, start: int, end: int, *days: str) -> Criterion:
        """Charging waits for hours from a minute of the day to another, on these days only; on all where none is named."""
        hours = self.is_(s.OFF_PEAK_START, start) & self.is_(s.OFF_PEAK_END, end)
        chosen = [self.is_(signal, day in (days or DAYS)) for day, signal in zip(DAYS, s.OFF_PEAK_DAYS, strict=True)]
        return self.on(s.OFF_PEAK) & hours & every(*chosen)

    def tyres_reset(self) -> Criterion:
        """The tyre monitor was told that the tyres were inflated."""
        now = self.read(s.TYRES_RESET)
        return Criterion(
            "tyres_reset", "the tyre monitor reset", shown(now or "never"), bool(now) and now != self.start(s.TYRES_RESET)
        )

    def service_reset(self, item: str) -> Criterion:
        """The reminder of an item of the service book was reset, and no other."""
        number, last = self.number(s.SERVICE_RESETS) - self.number_at_start(s.SERVICE_RESETS), self.read(s.LAST_SERVICE_RESET)
        found = f"{number:g} resets, {shown(last)} last"
        return Criterion("service_reset", f"the reminder of {item} reset", found, number == 1 and last == item)

    def update_planned(self, hour: int | None = None) -> Criterion:
        """A software update is planned, at an hour of the day where one is named."""
        found = str(self.read(s.UPDATE_TIME) or "")
        self.start(s.UPDATE_TIME)
        wanted = "an update planned" if hour is None else f"an update planned for {hour:02}:00"
        return Criterion(
            "update_planned", wanted, found or "none", found[11:] == f"{hour:02}:00:00" if hour is not None else found != ""
        )

    def told_pressure(self, wheel: str) -> Criterion:
        """The agent answered with the pressure of a tyre, in any unit of pumps."""
        bar = self.number(s.TYRES[WHEELS.index(wheel)])
        answers = " ".join(self._log.answers)
        told = [said(answers, Amount(bar * factor, unit, 0.06 * factor)) for unit, factor in PRESSURE_UNITS.items()]
        met = next((one for one in told if one), told[0])
        return Criterion("told_pressure", f"an answer with {bar:.1f} bar", "; ".join(self._log.answers) or "none", bool(met))


class Episode(Sentences):
    """All sentences about an episode: signals now, at its start and on the way; answers, alerts, messages, apps."""

    def __init__(self, read: Read, log: EpisodeLog) -> None:
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
        self.seats = SeatSentences(read, log)

    # What the agent said

    def answered(self, *facts: Fact) -> Criterion:
        """The agent answered with these facts."""
        return said(" ".join(self.log.answers), *facts)

    def told(self, signal: Signal, unit: str, tolerance: float = 0.5, *beside: float) -> Criterion:
        """The agent answered with the number of a signal as it was at the start or is now, in a unit of `answers.UNITS`."""
        values = dict.fromkeys((self.number_at_start(signal), self.number(signal)))
        return some(*(self.answered(Amount(value, unit, tolerance, beside)) for value in values))

    def answered_since(self, seconds: float, *facts: Fact) -> Criterion:
        """The agent answered with these facts so many seconds after the start, or later; what it said before is not looked at."""
        return said(" ".join(self.log.answers_since(seconds)), *facts)

    def waited(self, seconds: float) -> Criterion:
        """The clock has run for so long."""
        passed = seconds_between(str(self.start(s.CLOCK)), str(self.read(s.CLOCK)))
        return Criterion("waited", f"at least {seconds:g} s of watching", f"{passed:g} s", passed >= seconds)

    def opened(self, *apps: str) -> Criterion:
        """One of these apps is in front, and was not at the start unless the agent left it there."""
        return self.is_(s.FOREGROUND_APP, *apps)

    # Climate

    def front_defroster_enable(self) -> Criterion:
        """The windscreen defroster is on."""
        return self.on(s.FRONT_DEFROSTER)

    def fan_speed_max(self) -> Criterion:
        """The fan runs as fast as the screen lets it, and the climate unit is on."""
        runs = self.on(s.CLIMATE_POWER)  # a stock device tells the speed only then
        return runs & self.between(s.FAN_SPEED, FAN_MAX, None) if runs.met else runs

    def driver_seat_heater_enable(self) -> Criterion:
        """The driver's seat is heated."""
        return self.on(s.DRIVER_SEAT_HEATER)

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
        dark = self.read(s.LIGHT) != "day" or self.read(s.WEATHER) not in ("clear", "cloudy")
        by_itself = Criterion("dark_or_wet", "dark or bad weather", f"{self.read(s.LIGHT)}, {self.read(s.WEATHER)}", dark)
        return self.is_(s.LOW_BEAM, "on") | self.is_(s.LOW_BEAM, "auto") & by_itself
