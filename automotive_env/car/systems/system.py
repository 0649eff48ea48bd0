"""The operating system of the head unit: networks, sound and display modes, notifications and safety alerts."""

from __future__ import annotations

from automotive_env.car.calls.api import ApiAnswer, api
from automotive_env.car.calls.api_factories import chooses, switches
from automotive_env.car.calls.parameters import NumberParameter, TextParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import (
    HEAD_UNIT,
    MAX_RECORDS,
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    RecordsProperty,
    TextProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.state_reading import reads_state
from automotive_env.car.core.values import StateRecord, about
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.systems.senders import sender_of

ALERT_KINDS = (
    "speed limit",
    "ice",
    "fog",
    "low visibility",
    "lane departure",
    "fatigue",
    "tyre pressure",
    "low fuel",
    "seat belt",
    "emergency",
    "smoke",
    "heat",
    "dazzled traffic",
    "lights",
)
URGENCIES = ("advice", "caution", "warning")
"""Worth knowing; be ready to act; act at once."""
DEFAULT_URGENCY = "warning"
NIGHT_MODES = ("auto", "day", "night")
SHOWN = "follows what the head unit shows"


class Notification(StateRecord):
    """One entry of the notification centre."""

    id: int = about("number of the entry, counted up")
    kind: str = about("what it is about: an alert kind, 'message', 'call' or 'system'")
    title: str = about("first line")
    text: str = about("second line")
    is_alert: bool = about("whether it warns of danger", default=False)
    read: bool = about("whether it was opened", default=False)
    time: str = about("when it came, local date and time; empty where it is not known", default="", time=True)


class SilencedSender(StateRecord):
    """An app that may not notify."""

    name: str = about("name of the sender")


class PodcastPosition(StateRecord):
    """How far an episode of a podcast was heard."""

    id: str = about("what names the episode")
    seconds: int = about("seconds that were heard")


class AndroidSystemState(Device, module="system"):
    """State that Android keeps beside the vehicle's."""

    wifi = FlagProperty("whether Wi-Fi is on", True)
    hotspot = FlagProperty("whether the car offers a Wi-Fi hotspot", False)
    mobile_data = FlagProperty("whether mobile data are on", True, read_only=HEAD_UNIT)
    airplane_mode = FlagProperty("whether all radios are off", False, read_only=HEAD_UNIT)
    location = FlagProperty("whether apps may know the position", True, read_only=HEAD_UNIT)
    do_not_disturb = FlagProperty("whether notifications stay silent", False)
    night_mode = ChoiceProperty("theme of the display", NIGHT_MODES, "auto")
    muted = FlagProperty("whether all sound is muted", False)
    screen_timeout = WholeNumberProperty(
        "minutes until the screen sleeps when parked", 1, 60, 10, unit="minutes", read_only=HEAD_UNIT
    )
    notifications = RecordsProperty("entries of the notification centre, newest first", Notification, significant=False)
    notification_shown = WholeNumberProperty(
        "number of the notification whose details are shown, 0 for none", 0, 1_000_000, 0, significant=False, read_only=HEAD_UNIT
    )
    cleared_notifications = RecordsProperty(
        "entries that were cleared last, to be brought back", Notification, significant=False, read_only=HEAD_UNIT
    )
    silenced = RecordsProperty("apps that may not notify", SilencedSender, ordered=False, read_only=HEAD_UNIT)
    alert_shown = WholeNumberProperty(
        "number of the notification shown on top of everything, 0 for none", 0, 1_000_000, 0, significant=False
    )
    message_shown = WholeNumberProperty(
        "number of the message shown on top for a short while, 0 for none",
        0,
        1_000_000,
        0,
        significant=False,
        read_only="a message that comes in",
    )
    last_alert = TextProperty("kind of the safety alert last raised, empty before the first", longest=40, significant=False)
    last_alert_message = TextProperty("what the safety alert last raised said", longest=200, significant=False)
    next_notification = WholeNumberProperty("number the next notification gets", 1, 1_000_000, 1, significant=False)
    media_position = WholeNumberProperty(
        "seconds of the song that have been played", 0, 86_400, 0, unit="seconds", significant=False, read_only=SHOWN
    )
    episode_places = RecordsProperty(
        "episodes of podcasts that were begun, latest last", PodcastPosition, significant=False, read_only=SHOWN
    )
    foreground_app = TextProperty("app in front", "home", longest=40, significant=False, read_only=SHOWN)
    foreground_screen = TextProperty(
        "screen of that app in front, with the tab that was chosen, as in media/library",
        "home",
        longest=60,
        significant=False,
        read_only=SHOWN,
    )
    radio_scanning = FlagProperty("whether the radio goes through the stations", significant=False, read_only=HEAD_UNIT)
    scan_waited = NumberProperty(
        "seconds that the scan has stayed with the station", 0, 60, 0, unit="seconds", significant=False, read_only=SHOWN
    )
    content_seed = WholeNumberProperty(
        "seed of what there is to hear, to call and to read, as `world.content` draws it",
        0,
        999_999_999,
        0,
        significant=False,
        read_only="given with the driver",
    )
    notification_center_open = FlagProperty("whether the notification centre is shown", significant=False, read_only=HEAD_UNIT)

    wifi_switch = switches("wifi", "Turns Wi-Fi on or off.")
    hotspot_switch = switches("hotspot", "Turns the Wi-Fi hotspot on or off.")
    do_not_disturb_switch = switches("do_not_disturb", "Silences notifications or lets them sound.")
    mute_switch = switches("muted", "Mutes all sound or lets it be heard.")
    night_mode_set = chooses("night_mode", "Chooses the theme of the display.", NIGHT_MODES)
    state_view = reads_state("Tells how things stand in modules: the devices, environment, system, assistance; path -> value.")

    def place_in(self, episode: str) -> int:
        """Seconds that were heard of an episode; 0 for what was not begun, such as songs."""
        return next((place.seconds for place in self.episode_places if place.id == episode), 0)

    def keep_place(self, episode: str, seconds: int) -> None:
        """Keep how far an episode was heard."""
        others = [place for place in self.episode_places if place.id != episode]
        self.episode_places = (*others[-(MAX_RECORDS - 1) :], PodcastPosition(episode, seconds))

    def read_notification(self, number: int) -> None:
        """An entry was opened."""
        self.notifications = tuple(one.but(read=True) if one.id == number else one for one in self.notifications)

    def clear_notifications(self, *numbers: int) -> None:
        """Take entries out of the notification centre, all of them where none is named; they can be brought back."""
        gone = [one for one in self.notifications if not numbers or one.id in numbers]
        self.cleared_notifications = tuple(gone)
        self.notifications = tuple(one for one in self.notifications if one not in gone)
        numbers = tuple(one.id for one in gone)
        self.notification_shown = 0 if self.notification_shown in numbers else self.notification_shown
        self.alert_shown = 0 if self.alert_shown in numbers else self.alert_shown
        self.message_shown = 0 if self.message_shown in numbers else self.message_shown

    def undo_clearing(self) -> None:
        """Bring back what was cleared last."""
        both = (*self.notifications, *self.cleared_notifications)
        self.notifications = tuple(sorted(both, key=lambda one: -one.id))[:50]
        self.cleared_notifications = ()

    def notify(self, kind: str, title: str, text: str, *, is_alert: bool = False) -> int:
        """Add an entry to the notification centre; an alert also shows on top of everything.

        Returns:
            Its number; 0 where the app may not notify, and nothing was added.
        """
        if not is_alert and any(one.name == sender_of(kind).name for one in self.silenced):
            return 0
        number = self.next_notification
        entry = Notification(number, kind, title, text, is_alert, time=SharedEnvironment.of(self).timestamp)
        self.notifications = (entry, *self.notifications[:49])
        self.next_notification = number + 1
        if is_alert:
            self.alert_shown = number
        return number

    @api(
        "Shows a safety alert on top of everything and keeps it in the notification centre.",
        kind=WordParameter("what it warns of", ALERT_KINDS),
        message=TextParameter("what to tell the driver, one short sentence", longest=120),
        urgency=WordParameter(
            "advice is worth knowing, caution asks to be ready, a warning to act at once", URGENCIES, DEFAULT_URGENCY
        ),
    )
    def safety_alert(self, kind: str, message: str, urgency: str) -> ApiAnswer:
        number = self.notify(kind, f"{kind.capitalize()} alert", message, is_alert=True)
        self.last_alert, self.last_alert_message = kind, message
        return ApiAnswer(f"the {kind} {urgency} is shown", {"id": number})

    @api("Takes a shown safety alert off the screen.", id=NumberParameter("number of the alert", low=1, whole=True))
    def safety_alert_dismiss(self, id: int) -> str:
        if self.alert_shown != id:
            raise CallRefused(f"alert {id} is not shown")
        self.alert_shown = 0
        return f"alert {id} is no longer shown"
