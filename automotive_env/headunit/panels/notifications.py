"""What notifications have in common, and those on top of everything: alerts, and messages that have just come."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.core.world import World
from automotive_env.car.driving.environment import is_over
from automotive_env.car.owner.events import MESSAGE_SECONDS
from automotive_env.car.systems.system import Notification
from automotive_env.headunit.kit.bind import LiveValue
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.fonts import wrap
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, open_app, put
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.language.translate import measured
from automotive_env.headunit.shared.call_controls import PHONE
from automotive_env.headunit.shared.person import Avatar
from automotive_env.headunit.shared.player import offered
from automotive_env.headunit.shared.powertrain import by_look

HEADS_UP_WIDTH, HEADS_UP_HEIGHT = 990, 96
"""What a banner takes of the top bar: apps begin below it, and clock and temperature stand beside it."""
HEADS_UP_LEAST = 720
"""Width of a banner below which it takes the place of the clock, too, so that its words have room."""
BESIDE = 380
"""What stands beside the words of a banner takes."""
ROOMY, GAINED = 900, 120
"""Width below which a banner has no sign or face and a button without words, and what its words gain by that."""
NEW_MESSAGE = "New message"
"""What a driver reads of a message while the car moves."""
SHOWN = ("system.alert_shown", "system.message_shown")

_ICONS: Mapping[str, LiveValue[str]] = {
    "speed limit": "speed",
    "ice": "snowflake",
    "fog": "foggy",
    "low visibility": "visibility_off",
    "lane departure": "merge",
    "fatigue": "local_cafe",
    "tyre pressure": "tire_repair",
    "low fuel": by_look("station_icon"),
    "seat belt": "airline_seat_recline_normal",
    "door": "sensor_door",
    "system": "phone_disabled",
    "emergency": "emergency",
    "smoke": "air",
    "heat": "thermostat",
    "lights": "lightbulb",
    "dazzled traffic": "light_mode",
    "message": "chat",
    "call": "phone_missed",
    "parking": "local_parking",
    "software": "update",
    "service": "car_repair",
    "podcast": "podcasts",
    "weather": "rainy",
    "game": "flare",
    "charging": "ev_station",
    "calendar": "event",
    "shop": "sell",
    "news": "newspaper",
    "charged": "ev_station",
    "weather warning": "thunderstorm",
    "toll": "road",
}


def icon_of(kind: str) -> LiveValue[str]:
    """The icon of a kind of notification."""
    return _ICONS.get(kind, "info")


PAGES = {
    "charging": ("energy", "energy"),
    "charged": ("energy", "energy"),
    "service": ("care", "care"),
    "software": ("settings", "software"),
    "speed limit": ("lights", "lights"),
    "lane departure": ("lights", "lights"),
    "ice": ("energy", "energy"),
    "tyre pressure": ("care", "care"),
    "door": ("vehicle", "vehicle"),
    "low fuel": ("energy", "energy"),
    "dazzled traffic": ("lights", "lights"),
    "lights": ("lights", "lights"),
}
"""Kind of alert -> app and screen on which something can be done about it."""
CLIMATE_KINDS = ("fog", "low visibility", "smoke", "heat")
"""Kinds of alert about which the climate does something."""


def open_center(touch: TouchEvent) -> None:
    """Show the notification centre, which takes the place of a message on top; what was cleared before is gone."""
    touch.set("system.message_shown", 0)
    touch.set("system.cleared_notifications", ())
    touch.set("system.notification_shown", 0)
    touch.set("airConditioner.ac_view_open", False)
    touch.set("system.notification_center_open", True)


def open_thread(name: str) -> TouchHandler:
    """Show the messages with a person, which counts as reading them."""

    def act(touch: TouchEvent) -> str | None:
        touch.set("system.message_shown", 0)
        touch.call(f"{PHONE}_message_view", contact=name)
        return touch.open("phone", "phone", "messages", name)

    return act


def open_podcast(text: str) -> TouchHandler:
    """Show the podcast with which a text such as "Small Orbits: Listening to ice" begins, or all where it is not followed."""
    title = text.partition(": ")[0]

    def act(touch: TouchEvent) -> str:
        followed = title in {show.title for show in offered(touch).shows}
        return touch.open("media", "podcast", title) if followed else touch.open("media", "media", "podcasts")

    return act


def leads_to(entry: Notification) -> TouchHandler | None:
    """What a touch on an entry opens, where there is something to open."""
    if entry.kind == "message":
        return open_thread(entry.title)
    if entry.kind == "podcast":
        return open_podcast(entry.text)
    if entry.kind in CLIMATE_KINDS:
        return open_app("climate")
    return open_app(*PAGES[entry.kind]) if entry.kind in PAGES else open_app("phone") if entry.kind == "call" else None


def _lines(title: Text, text: Text, width: int, *, alone: bool = False) -> LayoutNode:
    """The words of a banner of a width: a title above a text, which has two lines where it is long.

    A longer one, which has three, stands `alone`, where it may.
    """
    words = measured(str(text.text))
    long = text_width(words, text.size) > width - BESIDE
    if alone and len(wrap(words, text.size, "regular", width - BESIDE, 3)) > 2:
        text.lines, text.height = 3, 90
        return Column(Spacer(), text, Spacer(), gap=0, grow=1.0, height=HEADS_UP_HEIGHT)
    text.lines = 2 if long else 1
    title.size = SECONDARY if long else 28
    title.height, text.height = (30, 60) if long else (44, 36)
    rest = [] if long else [Spacer()]
    return Column(*rest, title, text, *rest, gap=0, grow=1.0, height=HEADS_UP_HEIGHT)


class HeadsUpAlertPanel(Screen):
    """A safety alert on top of everything."""

    name = "heads_up"
    window = "HeadsUpNotification"
    ink = None

    def build(self, car: BuildContext) -> LayoutNode:
        number = car.get("system.alert_shown")
        entries = [entry for entry in car.records("system.notifications", Notification) if entry.id == number]
        title, text, kind = (entries[0].title, entries[0].text, entries[0].kind) if entries else ("Alert", "", "")

        def dismiss(touch: TouchEvent) -> str | None:
            return touch.call("system.safety_alert_dismiss", id=number)

        def details(touch: TouchEvent) -> str | None:
            open_center(touch)
            touch.world.system.read_notification(number)
            return dismiss(touch)

        small = car.width < ROOMY
        sign = Icon(icon_of(kind) if kind in _ICONS else "warning", size=48, ink="on_warning")
        return Card(
            Row(
                None if small else sign,
                _lines(
                    Text(title, id="notification_body_title", size=28, weight="medium", ink="on_warning"),
                    Text(text, id="notification_body_content", size=SECONDARY, ink="on_warning"),
                    car.width + (GAINED if small else 0),
                    alone=True,
                ),
                Button(details, id="alert_details", icon="info", description="Details", icon_size=40, width=80, height=80)
                if small
                else Button(details, id="alert_details", text="Details", size=28, width=140, height=80),
                Button(dismiss, id="alert_dismiss", icon="close", description="Dismiss", icon_size=40, width=80, height=80),
                gap=12,
                height=HEADS_UP_HEIGHT,
            ),
            padding=(24, 0),
            radius=24,
            ink="warning",
            floats=True,
        )


def message_on_top(world: World) -> bool:
    """Whether a message is shown on top: it came a moment ago, and the notification centre has not shown it since."""
    number, now = world.system.message_shown, world.environment.timestamp
    return any(
        entry.id == number and not entry.read and not is_over(entry.time, now, MESSAGE_SECONDS)
        for entry in world.system.notifications
    )


class HeadsUpMessagePanel(Screen):
    """A message that has just come, for a short while."""

    name = "heads_up_message"
    window = "HeadsUpNotification"
    ink = None

    def build(self, car: BuildContext) -> LayoutNode:
        number = car.get("system.message_shown")
        entries = [entry for entry in car.records("system.notifications", Notification) if entry.id == number]
        who, text = (entries[0].title, entries[0].text) if entries else ("Unknown sender", "")
        shown = NEW_MESSAGE if car.moving else text[:120]
        small = car.width < ROOMY
        words = _lines(
            Text(who, id="headsup_sender", size=28, weight="medium"),
            Text(shown, id="headsup_message", description=f"Message from {who}"[:120], size=SECONDARY, ink="quiet"),
            car.width + (GAINED if small else 0),
        )
        line = Row(
            None if small else Avatar(who, 72),
            words,
            Button(
                open_thread(who), id="headsup_reply", icon="reply", description="Reply", look="filled", icon_size=40, width=80,
                height=80,
            )
            if small
            else Button(
                open_thread(who), id="headsup_reply", icon="reply", text="Reply", wide=True, look="filled", size=28,
                icon_size=40, width=160, height=80,
            ),
            Button(
                put("system.message_shown", 0), id="headsup_dismiss", icon="close",
                description=f"Dismiss the message from {who}"[:120], look="plain", width=80, height=80,
            ),
            gap=12,
            height=HEADS_UP_HEIGHT,
        )  # fmt: skip
        return Card(line, padding=(16, 0), radius=24, ink="raised", floats=True)
