"""The Android controller: a car that is seen, touched, read and set up through ADB, be it a virtual device or an emulator."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Literal, Self

from automotive_env.android.alerts import AlertApis
from automotive_env.android.apps import CLIMATE, CLIMATE_BUTTON, HOME, InstalledApps, climate_shown
from automotive_env.android.link import PATIENCE, DeviceLink
from automotive_env.android.screen import DeviceScreen
from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.android.snapshots import DeviceSnapshots, SignalSnapshots
from automotive_env.android.touch import NO_FOCUS, DeviceTouch, ElementsSeen, focused_field, is_typing, toast
from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar
from automotive_env.car.driving.environment import CLOCK as CLOCK_FORMAT
from automotive_env.episode import action as a
from automotive_env.episode.action import Action
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import agent_apis
from automotive_env.episode.imaging import decode
from automotive_env.episode.observation import Element, GpsFix, Image, Observation
from automotive_env.episode.targeting import find_again, outside_screen, stroke
from automotive_env.errors import UsageError
from automotive_env.machine.locks import FileLock, lock_folder
from automotive_env.validators.signals import CLOCK, Signal
from automotive_env.windscreen.lazy_view import look_out

if TYPE_CHECKING:
    from automotive_env.android.console_client import ConsoleClient
    from automotive_env.emulator.emulator import Emulator
    from automotive_env.emulator.virtual.host import VirtualHost

AndroidBackend = Literal["virtual", "emulator"]


def _vendor(path: str) -> Signal:
    """A signal that only vendor properties have."""
    return Signal(path, path)


NEXT_NOTIFICATION, ALERT_SHOWN = _vendor("system.next_notification"), _vendor("system.alert_shown")
FIX = {name: _vendor(f"road.gps.{name}") for name in ("latitude", "longitude", "altitude", "bearing", "accuracy")}


def _taken(serial: str, host: str) -> FileLock:
    """The device, for this controller alone: two would touch the same screen.

    Raises:
        DeviceFault: another controller has it.
    """
    lock = FileLock(lock_folder() / f"{re.sub(r'[^A-Za-z0-9.-]', '_', f'{host}-{serial}')}.device.lock")
    if not lock.take():
        raise DeviceFault(f"{serial} is in use by another controller; close that one, or give each controller its own device")
    return lock


class AndroidController:
    """One car behind ADB; see `automotive_env.episode.controller.Controller`.

    Attributes:
        backend: "virtual" or "emulator".
        link: the connection to the device.
    """

    blocking = True
    takes_calls = False

    def __init__(
        self,
        serial: str,
        *,
        adb_port: int,
        adb_host: str = "127.0.0.1",
        backend: AndroidBackend = "virtual",
        console: ConsoleClient | None = None,
        patience: float = PATIENCE,
        key: str = "",
    ) -> None:
        """Connect to a device.

        Args:
            serial: what adb calls it.
            adb_port: port of the ADB server that knows it; no other is asked, and none is started.
            adb_host: where that server runs.
            backend: whether it is a virtual device, whose clock this controller moves, or an emulator.
            console: the emulator console of the device; without it there are no snapshots of a virtual device.
            patience: seconds that one question to the device may take.
            key: of a virtual device, which trusts whoever shows it; empty for none.

        Raises:
            DeviceFault: the server or the device is not there, or it is no Android car.
        """
        self.backend: AndroidBackend = backend
        self._lock = _taken(serial, adb_host)
        try:
            self.link = DeviceLink(serial, host=adb_host, port=adb_port, patience=patience, key=key)
        except BaseException:
            self._lock.release()
            raise
        try:
            self._console = console
            self._screen = DeviceScreen(self.link)
            self._touch = DeviceTouch(self.link, self._screen)
            self._apps = InstalledApps(self.link.shell)
            self._access = SignalAccess(self.link.shell)
            self._alerts = AlertApis(self.link.shell, self._screen, self._touch)
            self._snapshots: DeviceSnapshots | SignalSnapshots | None = None
            self._seen: tuple[object, Observation] | None = None
            self._access.changes()
        except BaseException:
            self.close()
            raise

    @classmethod
    def virtual(cls, host: VirtualHost, number: int = 0, *, patience: float = PATIENCE) -> Self:
        """Connect to a device of a host that was started.

        Raises:
            UsageError: it has no such device.
        """
        from automotive_env.android.console_client import ConsoleClient, console_token

        if not 0 <= number < len(host.serials):
            has = f"has the devices 0 to {len(host.serials) - 1}" if host.serials else "has not been started"
            raise UsageError(f"there is no device {number}: the host {has}")
        serial = host.serials[number]
        console = ConsoleClient(int(serial.rpartition("-")[2]), console_token(host.home))
        return cls(serial, adb_port=host.adb_port, backend="virtual", console=console, patience=patience)

    @classmethod
    def emulator(cls, emulator: Emulator) -> Self:
        """Connect to a running emulator."""
        return cls(emulator.serial, adb_port=emulator.adb_port, backend="emulator", console=emulator.console)

    def close(self) -> None:
        """Close every connection."""
        self.link.close()
        self._lock.release()

    # Seeing

    def observe(self) -> Observation:
        """The present moment, at rest; the same object as long as nothing changes.

        Raises:
            DeviceFault: the screen does not come to rest, or the device is gone or does not answer in time.
        """
        shown = self._screen.moment()
        facts = self._access.moment()
        present = (shown, facts)
        if self._seen is None or self._seen[0] != present:
            app = CLIMATE if climate_shown(shown.elements) else facts.app
            seen = Observation(
                id=self._seen[1].id + 1 if self._seen else 1,
                elements=shown.elements,
                vehicle=facts.vehicle,
                gps=facts.gps,
                network=facts.network,
                driving_state=facts.driving_state,
                time=facts.time,
                app=app,
                screen=self._screen.size,
                capture=_decoding(shown.picture),
                look_out=partial(look_out, facts.outside),
            )
            self._seen = present, seen
        return self._seen[1]

    # Acting

    def act(self, action: Action, seen: Observation | None) -> ActionOutcome:
        """Carry out an action; an index means the element in `seen`.

        Raises:
            DeviceFault: the device is gone or does not answer in time.
        """
        match action:
            case a.Answer() | a.Status():
                return ActionOutcome(True)  # answering and ending leave the car as it is
            case a.Wait(seconds=seconds):
                return self._wait(seconds)
            case a.Call(api=api, arguments=arguments):
                return self._call(api, arguments)
            case a.OpenApp(app_name=name):
                return self._open(name)
        before = self._screen.elements()
        match action:
            case a.NavigateBack():
                return self._touch.press("back", before)
            case a.NavigateHome():
                return self._touch.press("home", before)
            case a.KeyboardEnter():
                return self._enter(before)
            case a.Click() | a.LongPress() | a.DoubleTap():
                return self._tap(action, seen, before)
            case a.Swipe() | a.Scroll() | a.InputText():
                return self._move(action, seen, before)
            case a.Drag(x=x, y=y, to_x=to_x, to_y=to_y):
                outside = outside_screen(self._screen.size, (x, y), (to_x, to_y))
                return ActionOutcome(False, outside) if outside else self._touch.swipe((x, y, to_x, to_y), before)

    def _tap(self, action: a.Click | a.LongPress | a.DoubleTap, seen: Observation | None, before: ElementsSeen) -> ActionOutcome:
        if action.index is None:
            assert action.x is not None
            assert action.y is not None
            x, y = action.x, action.y
            if outside := outside_screen(self._screen.size, (x, y)):
                return ActionOutcome(False, outside)
        else:
            element = find_again(action.index, seen.elements if seen else (), before)
            if isinstance(element, str):
                return ActionOutcome(False, element)
            if not element.enabled:
                return ActionOutcome(False, f"element {action.index} is disabled")
            x, y = element.box.center
        if isinstance(action, a.LongPress):
            return self._touch.long_press(x, y, before)
        return self._touch.tap(x, y, before, times=2 if isinstance(action, a.DoubleTap) else 1)

    def _move(self, action: a.Swipe | a.Scroll | a.InputText, seen: Observation | None, before: ElementsSeen) -> ActionOutcome:
        element: Element | None = None
        if action.index is not None:
            found = find_again(action.index, seen.elements if seen else (), before)
            if isinstance(found, str):
                return ActionOutcome(False, found)
            element = found
        match action:
            case a.InputText():
                return self._type(action, element, before)
            case a.Scroll(direction=direction, x=x, y=y):
                point = element.box.center if element else None if x is None or y is None else (x, y)
                outside = outside_screen(self._screen.size, point) if point else ""
                return ActionOutcome(False, outside) if outside else self._touch.scroll(direction, point, before)
            case a.Swipe(direction=direction, amount=amount):
                return self._touch.swipe(stroke(direction, amount, element, self._screen.size), before)

    def _type(self, action: a.InputText, element: Element | None, before: ElementsSeen) -> ActionOutcome:
        if element:
            before = self._touch.focus(element, before)
            if element.editable and not focused_field(before):
                return ActionOutcome(False, toast(before) or NO_FOCUS)
        done = self._touch.type(action.text, before, clear=action.clear)
        return self._enter(self._screen.elements()) if done.done and action.submit else done

    def _enter(self, before: ElementsSeen) -> ActionOutcome:
        return self._touch.press("enter", before) if is_typing(before) else ActionOutcome(False, NO_FOCUS)

    def _wait(self, seconds: int) -> ActionOutcome:
        """Let time pass: a virtual device's clock is moved, an emulator's goes by itself."""
        if self.backend == "virtual":
            self.advance(seconds)
        else:
            time.sleep(seconds)
        return ActionOutcome(True)

    def advance(self, seconds: float) -> None:
        """Move a virtual device's clock; an emulator's runs by itself."""
        if self.backend != "virtual":
            return
        if self._access.features.vendor:
            self.happen("time passes", {"seconds": seconds})
        else:
            now = datetime.strptime(str(self._access.read(CLOCK)), CLOCK_FORMAT) + timedelta(seconds=seconds)
            self._access.write(CLOCK, now.strftime(CLOCK_FORMAT))

    def _call(self, api: str, arguments: Mapping[str, object]) -> ActionOutcome:
        if not self._access.features.vendor:
            return self._alerts.call(api, arguments)
        told = self._access.read_many([NEXT_NOTIFICATION, ALERT_SHOWN])
        number, shown = (int(value or 0) for value in told.values())
        return self._alerts.call(api, arguments, number, shown)

    def _open(self, name: str) -> ActionOutcome:
        app = self._apps.find(name)
        if app is None:
            return ActionOutcome(False, f"no app {name!r}; there are: {', '.join(self.apps)}")
        if app == CLIMATE:
            return self._open_climate()
        if app == HOME:
            return self._touch.press("home", self._screen.elements())
        why = self._apps.start(app)
        return ActionOutcome(not why, why)

    def _open_climate(self) -> ActionOutcome:
        before = self._screen.elements()
        if climate_shown(before):
            return ActionOutcome(True)
        button = next((element for element in before if element.resource_id == CLIMATE_BUTTON), None)
        if button is None:
            return ActionOutcome(False, "the button of the climate panel is not on the screen")
        return self._touch.tap(*button.box.center, before)

    # Signals

    def supports(self, signal: Signal) -> bool:
        """Whether the device has a signal, or it is about what surrounds the car."""
        return self._access.supports(signal)

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal."""
        return self._access.read(signal)

    def write(self, signal: Signal, value: Scalar) -> None:
        """Set a signal, for set-up only."""
        self._access.write(signal, value)

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether a command can give a signal a value."""
        return self._access.takes(signal, value)

    def plays(self, event: str) -> bool:
        """Whether the device can play an event."""
        return self._access.plays(event)

    def happen(self, event: str, details: Mapping[str, str | float]) -> None:
        """Let something happen to the driver."""
        for command in self._access.happen(event, details):
            self._need_console(event).send(command)

    def set_gps(self, fix: GpsFix) -> None:
        """Put the car somewhere. An emulator takes position and height; it has no way to take bearing and accuracy."""
        if self._access.features.vendor:
            for name, signal in FIX.items():
                self._access.write(signal, getattr(fix, name))
        else:
            self._need_console("putting the car somewhere").geo_fix(fix.longitude, fix.latitude, fix.altitude)

    def drain_changes(self) -> list[Change]:
        """What changed since this was last asked; the device does not tell causes."""
        return self._access.changes()

    def _need_console(self, what: str) -> ConsoleClient:
        if self._console is None:
            raise DeviceFault(f"{self.link.serial}: {what} needs the console of the emulator; give its port and token")
        return self._console

    # Snapshots

    def snapshot(self) -> object:
        """The state of the whole car.

        Raises:
            EnvironmentFault: a virtual device without its console, or the device is gone.
        """
        return self._keeper().keep()

    def restore(self, snapshot: object) -> None:
        """Put the whole car back."""
        self._keeper().put_back(snapshot)
        self._access.changes()
        self._seen = None

    def _keeper(self) -> DeviceSnapshots | SignalSnapshots:
        if self._snapshots is None and self.backend == "virtual":
            self._snapshots = DeviceSnapshots(self._need_console("a snapshot"))
        elif self._snapshots is None:
            self._snapshots = SignalSnapshots(self._access, self.set_gps, self._tidy)
        return self._snapshots

    def _tidy(self) -> None:
        """Take away what stands on top of everything, and go home."""
        self._access.end_alerts()
        self._alerts.clear()
        self._touch.press("home", self._screen.elements())

    # What agents are told

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps that can be opened."""
        return self._apps.names

    @property
    def apis(self) -> dict[str, str]:
        """Vehicle APIs for agents that work on the screen: those that warn the driver."""
        return agent_apis()


def _decoding(picture: bytes) -> Callable[[], Image]:
    """Decodes a screenshot when it is first asked for."""

    def capture() -> Image:
        try:
            return decode(picture)
        except ValueError as error:
            raise DeviceFault(f"the screenshot is damaged: {error}") from None

    return capture
