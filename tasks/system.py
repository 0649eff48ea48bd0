"""The system: the switches of the quick controls and the settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Category, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.shared.settings import CLOCK, TEMPERATURE, WRITTEN, brightness, other, section, written
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

SYSTEM = Category.SYSTEM
BLUETOOTH_LINKS = ("bluetooth.*", "pairing.phone", "pairing.headphones")
"""What is connected, which follows the switch of Bluetooth."""


class SetBrightness(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The screen a bit brighter or dimmer."""

    says = (
        "Make the screen a bit {wanted}.",
        "Screen a little {wanted}.",
        "Can you make the display a bit {wanted}?",
        "I'd like this screen a touch {wanted}.",
        "This display should be a bit {wanted}.",
        "My eyes are tired, make the screen a bit {wanted}.",
    )
    may_change = (s.SCREEN_BRIGHTNESS.world,)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"wanted": draw.choice(["brighter", "dimmer"]), "start": draw.integer(40, 60, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        changed = then.slightly(s.SCREEN_BRIGHTNESS, "more" if inst.params["wanted"] == "brighter" else "less")
        return changed & then.between(s.SCREEN_BRIGHTNESS, 5, None)

    def _moved(self, inst: TaskInstance, by: float) -> float:
        start: float = inst.params["start"]
        return start + by if inst.params["wanted"] == "brighter" else start - by

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: brightness(ui, self._moved(inst, 15))
        yield lambda ui: ui.open("displays").tap("display_center").slide("brightness", self._moved(inst, 20))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: brightness(ui, self._moved(inst, -15))
        yield lambda ui: ui.open("displays").tap("display_panel").slide("panel_brightness", self._moved(inst, 15))


class BrightnessToMyEyes(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A brightness by number, a bit more a while later, and then the first one after all."""

    may_change = (s.SCREEN_BRIGHTNESS.world, f"{s.AUTO_BRIGHTNESS.world}=false")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        level = draw.choice([30, 35, 40, 45, 55, 60])
        start = draw.choice([one for one in range(20, 90, 10) if abs(one - level) > 12])
        return {"level": level, "start": start}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        level = inst.params["level"]
        yield Turn(
            "Set the screen brightness to {level} percent.",
            "Screen brightness, {level} percent.",
            "Could you put the screen brightness at {level} percent?",
            "Put the screen brightness on {level} percent.",
            "I see best at {level} percent brightness, so set the screen to that.",
            "Screen brightness at {level} percent, please.",
            check=lambda then: then.screen.brightness_at(level),
        )
        yield Turn(
            "Actually, make the screen a bit brighter.",
            "Hm, make the screen a little brighter.",
            "Could you make the screen a bit brighter?",
            "It's still too dark for me, turn the screen brightness up a bit.",
            "Make the screen a touch brighter, I still have to squint.",
            "Screen a bit brighter.",
            after=minutes(5),
            check=lambda then: then.slightly(s.SCREEN_BRIGHTNESS, "more"),
        )
        yield Turn(
            "No, put the screen back to {level} percent.",
            "Too bright. Go back to {level} percent.",
            "Can you put the screen brightness back to {level} percent?",
            "Nah, {level} percent brightness was better.",
            "That's glaring, go back to {level} percent brightness.",
            "Back to {level} percent brightness, please.",
            after=minutes(4),
            check=lambda then: then.screen.brightness_at(level),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        level = inst.params["level"]
        yield lambda ui: brightness(brightness(brightness(ui, level).turn(), level + 15).turn(), level)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        level, start = inst.params["level"], inst.params["start"]
        yield lambda ui: brightness(brightness(brightness(ui, level).turn(), level + 15).turn(), start)
        yield lambda ui: brightness(brightness(ui, level).turn(), level + 15).turn().answer("Done.")


class NightTheme(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Dark mode, which may be on already."""

    says = (
        "Switch to dark mode.",
        "Turn on the night theme.",
        "Dark mode, please.",
        "Could you put the display in dark mode?",
        "Give me the dark theme, it's easier on my eyes.",
        "I get headaches from bright screens, so put dark mode on.",
    )
    endings = ("act", "refrain")
    may_change = (s.NIGHT_MODE.world,)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(theme="day" if draw.ending == "act" else "night")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.night()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "display").answer("Dark mode is already on.")
            return
        yield lambda ui: section(ui, "display").tap("night_mode_night")
        yield lambda ui: ui.home().switch("night_toggle", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: brightness(ui, 5)
        if inst.ending == "act":
            yield lambda ui: section(ui, "display").answer("Dark mode is on.")
        else:
            yield lambda ui: section(ui, "display").tap("night_mode_day")


class WifiOff(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Wi-Fi off."""

    says = (
        "Turn off Wi-Fi.",
        "Wi-Fi off.",
        "Switch the Wi-Fi off, please.",
        "Can you turn the Wi-Fi off?",
        "Just turn that Wi-Fi off, would you?",
        "This Wi-Fi's too slow to be any use, turn it off.",
    )
    may_change = (s.WIFI.world,)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.WIFI, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.WIFI)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "network").switch("wifi", False)
        yield lambda ui: ui.home().switch("wifi_toggle", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "network").switch("mobile_data", False)
        yield lambda ui: section(ui, "network").switch("airplane_mode", True)


class BluetoothOn(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Bluetooth on."""

    says = (
        "Turn on Bluetooth.",
        "Bluetooth on.",
        "Switch Bluetooth back on, please.",
        "Could you turn Bluetooth on?",
        "Get Bluetooth going, will you?",
        "My phone can't find the car, so turn Bluetooth on.",
    )
    may_change = BLUETOOTH_LINKS

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.BLUETOOTH, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.BLUETOOTH)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "bluetooth").switch("bluetooth", True)
        yield lambda ui: ui.home().switch("bluetooth_toggle", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "bluetooth").tap("visible")
        yield lambda ui: section(ui, "network").tap("hotspot")


class HourFormat(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The clock in 12 or 24 hours, by name."""

    says = (
        "Switch the clock to {hours}-hour format.",
        "Use the {hours}-hour clock.",
        "{hours}-hour clock, please.",
        "Can you set the clock to {hours}-hour time?",
        "Show the time on a {hours}-hour clock, would you?",
        "I'm used to the {hours}-hour clock, so switch to that.",
    )
    may_change = CLOCK

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(clock=draw.choice(sorted(WRITTEN["clock"][1])))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"hours": other("clock", scene.clock)[:2]}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.TIME_FORMAT, other("clock", inst.scene.clock))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "date").tap(f"time_{inst.params['hours']}h")
        yield lambda ui: written(ui, {"clock": other("clock", inst.scene.clock)})

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, {"clock": inst.scene.clock})
        yield lambda ui: section(ui, "date").answer(f"It is in {inst.params['hours']} hours now.")


class TemperatureUnit(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Temperatures in Celsius or Fahrenheit, by name."""

    says = (
        "Show temperatures in {unit}.",
        "Switch the temperature display to {unit}.",
        "Temperature in {unit}, please.",
        "Could you show the temperature in {unit} instead of {now}?",
        "Let's have the temperature in {unit}.",
        "I never got used to {now}, so show the temperature in {unit}.",
    )
    may_change = TEMPERATURE

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(temperature_unit=draw.choice(sorted(WRITTEN["temperature"][1])))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        now = scene.temperature_unit
        return {"unit": other("temperature", now).capitalize(), "now": now.capitalize()}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.TEMPERATURE_UNIT, other("temperature", inst.scene.temperature_unit))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, {"temperature": other("temperature", inst.scene.temperature_unit)})

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        distance, temperature = inst.scene.distance_unit, inst.scene.temperature_unit
        yield lambda ui: written(ui, {"distance": other("distance", distance)})
        yield lambda ui: written(ui, {"temperature": temperature}).answer(f"The degrees are in {inst.params['unit']} now.")
