"""What a stock image of Android Automotive 14 has of the car: the document docs/stock.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from automotive_env.android.abilities import DeviceAbilities, stock_image
from automotive_env.android.apps import stock_apps
from automotive_env.android.places import places
from automotive_env.android.reading import ServiceReading
from automotive_env.android.signal_bindings import PropertyBinding, SignalBinding
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.owner.events import EVENTS
from automotive_env.car.vhal.properties import by_id
from automotive_env.headunit.registry import apps
from automotive_env.validators.signals import SIGNALS, Signal

HEAD = """# What a stock image has

Made by `python -m automotive_env.scripts.write_docs` from the signal table and `automotive_env/android/places.py`; do not edit.
[android.md](android.md) compares the backends.

A task is playable on a stock image of Android Automotive 14 if every signal that its set-up writes can be written there, every
signal that its check reads can be read, every event can be played, and one solution opens only apps of the image. The facts
come from the sources named in `automotive_env/android`; none was tested on a running image.
"""
PANEL, QUICK, SETTINGS = "climate panel", "quick controls", "settings"
CONTROLS: Mapping[str, str] = {
    "hvac.power": PANEL,
    "hvac.auto": PANEL,
    "hvac.ac": PANEL,
    "hvac.air_source": PANEL,
    "hvac.fan_speed": f"{PANEL}; its MAX is 6",
    "hvac.temperature.driver": f"{PANEL}, bottom bar",
    "hvac.temperature.passenger": f"{PANEL}, bottom bar",
    "hvac.defroster.front": PANEL,
    "hvac.defroster.rear": PANEL,
    "hvac.outlet.feet_and_window": PANEL,
    **{f"airConditioner.ac_states.driver's seat.outlet_modes.{outlet}": PANEL for outlet in ("face", "feet", "face and feet")},
    "seat.heater.driver": PANEL,
    "seat.heater.passenger": PANEL,
    "media.playing": "media",
    "radio.playing": "radio",
    "sound.volume": SETTINGS,
    "screen.brightness": f"{QUICK}, {SETTINGS}",
    "screen.auto_brightness": f"{QUICK}, {SETTINGS}",
    "system.wifi": f"{QUICK}, {SETTINGS}",
    "system.hotspot": f"{QUICK}, {SETTINGS}",
    "system.wifi_network": SETTINGS,
    "system.bluetooth": f"{QUICK}, {SETTINGS}",
    "system.time_format": SETTINGS,
    "system.language": SETTINGS,
    "units.distance": SETTINGS,
    "units.temperature": SETTINGS,
    "units.pressure": SETTINGS,
    "system.notification_count": "notification centre",
}
"""Signals that a stock screen is known to change: SystemUI's climate panel and quick controls, and the pages of Car Settings."""
LACKS: Mapping[str, str] = {
    "navigation": "no service reports a destination, and no app of the image navigates",
    "comms": "no telephony, and no phone over an emulated Bluetooth",
    "bluetooth": "nothing can be paired with an emulator",
    "media": "the session reports what is loaded and the length of the queue, not its content, mode or position",
    "radio": "the session reports whether it plays; stations are those of the image's own tuner",
    "video": "no app",
    "seat": "no property for massage; heating and ventilation have two and three strengths, ours five",
    "hvac": "no property",
    "steering_wheel": "two strengths, ours ten",
    "wiper": "the speed is one value with off",
    "hud": "no property before Android 15",
    "instruments": "no property",
    "ceiling_screen": "no property",
    "drivers": "a driver is a user of Android; changing the user changes the settings that are read",
    "assistance": "no property",
    "energy": "no property",
    "tyres": "no property",
    "service": "no app",
    "software": "no app",
    "door": "no third row",
    "system": "needs telephony, or no command reports it",
    "screen": "no page of Car Settings is known to change it",
    "apps": "only the app in front is reported",
}
"""Beginning of a signal's name -> why a stock image lacks what begins so and is not in the table."""


def document() -> str:
    """The document."""
    return "\n".join([HEAD, *_apps(), "", *_events(), "", *_held(), "", *_lacking()]) + "\n"


def _apps() -> Iterator[str]:
    lost = sorted(set(apps()) - stock_apps() - {"home"})
    yield f"## Apps\n\nThe image has {', '.join(sorted(stock_apps()))}."
    yield f"\nThese are missing, or empty without a phone or a map: {', '.join(lost)}."


def _events() -> Iterator[str]:
    image = stock_image()
    played = [event for event in EVENTS if image.plays(event)]
    yield "## Events\n\nPlayed as notifications and through the signals that they change: " + ", ".join(played) + "."
    yield "\nNot played: " + ", ".join(event for event in EVENTS if event not in played) + "."


def _held() -> Iterator[str]:
    yield "## Signals that it has\n\nWhat surrounds the car (weather, light, place, phenomena) is kept by the controller."
    yield "\n| signal, or path in the state core | where | set up | known to be changed on |\n|---|---|---|---|"
    image, by_path = stock_image(), {signal.world: signal for signal in SIGNALS.values()}
    rows: dict[tuple[str, ...], None] = {}
    for path in places():
        signal = by_path.get(path) or Signal(path, path)
        if binding := image.binding(signal):
            rows[_alike(signal.name), _where(binding), _set_up(image, signal), CONTROLS.get(signal.name, "-")] = None
    yield from (f"| `{name}` | {' | '.join(cells)} |" for name, *cells in rows)


def _alike(name: str) -> str:
    """A name with a mark for the number of one of several alike, and for a seat that has no name of its own."""
    name = re.sub(r"\.\d+(?=\.|$)", ".N", name)
    name = re.sub(r"\.(?:driver's seat|passenger seat|second row (?:left|right))(?=\.|$)", ".SEAT", name)
    return re.sub(r"(?<=outlet_modes\.).*", "OUTLET", name)


def _where(binding: SignalBinding) -> str:
    return by_id(14)[binding.id].name if isinstance(binding, PropertyBinding) else f"`{binding.query}`"


def _set_up(image: DeviceAbilities, signal: Signal) -> str:
    binding = image.binding(signal)
    if isinstance(binding, ServiceReading) and binding.write is None:
        return "no"
    if signal.world not in INDEX or not isinstance(SCHEMA[INDEX[signal.world]].prop, FlagProperty):
        return "yes"
    taken = [value for value in (True, False) if image.takes(signal, value)]
    return "yes" if len(taken) == 2 else f"to {str(taken[0]).lower()}" if taken else "no"


def _lacking() -> Iterator[str]:
    yield "## Signals that it lacks\n\n| signals | why |\n|---|---|"
    image = stock_image()
    lost: dict[str, list[str]] = {}
    for name in (_alike(signal.name) for signal in SIGNALS.values() if signal.extra or not image.supports(signal)):
        lost.setdefault(name.partition(".")[0], []).append(name.partition(".")[2])
    for group, names in lost.items():
        yield f"| {group}: {', '.join(dict.fromkeys(names))} | {LACKS[group]} |"
