"""The virtual device: one car, with what Android keeps beside it. It belongs to one event loop; nothing else touches it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np

from automotive_env.car.core.world import World
from automotive_env.car.owner.real_time import pass_time
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.emulator.virtual.actor import trusted
from automotive_env.emulator.virtual.files import FileSystem
from automotive_env.emulator.virtual.process import StreamHandler
from automotive_env.emulator.virtual.service import SystemService, services
from automotive_env.emulator.virtual.services.logcat import log
from automotive_env.emulator.virtual.services.settings import DeviceSettings
from automotive_env.emulator.virtual.system_properties import system_properties
from automotive_env.emulator.virtual.tampering import DeviceTampering
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.episode.imaging import png
from automotive_env.episode.observation import Image
from automotive_env.headunit.head_unit import HeadUnit

S = TypeVar("S", bound=SystemService)
DISPLAY = 4619827259835644672
"""What SurfaceFlinger calls the head unit's display; Android calls it 0."""

LOG_PERIOD = 2
"""Seconds between lines of the log that say that the device runs: clients that follow the log wait for a line to stop."""


class DevicePart(Protocol):
    """What a snapshot of a device is made of."""

    def save(self) -> Any: ...
    def load(self, saved: Any) -> None: ...


def rgba(frame: Image) -> Image:
    """A picture with a channel for opacity, all of it opaque."""
    opaque = np.full((*frame.shape[:2], 4), 255, np.uint8)
    opaque[:, :, :3] = frame
    return opaque


@dataclass(frozen=True)
class DeviceSnapshot:
    """A whole device at one moment."""

    world: object
    head_unit: object
    root: bool
    properties: dict[str, str]
    parts: tuple[object, ...]


class VirtualDevice:
    """One device.

    Attributes:
        port: port of its console; that of its ADB is one higher. Its serial is "emulator-PORT".
        release: the Android that it behaves as.
        size: width and height in pixels.
        root: whether adbd runs as root, as after `adb root`.
        properties: system properties, as `getprop` prints them.
        services: its system services by name.
        key: who shows it is trusted; see `automotive_env.emulator.virtual.actor`.
        tampering: what clients did to the car that no driver could do.
    """

    def __init__(
        self, port: int = 5554, *, release: AndroidRelease = 14, size: tuple[int, int] = (1408, 792), world: World | None = None
    ) -> None:
        self.port = port
        self.release: AndroidRelease = release
        self.size = size
        self.world = world or World()
        self.head_unit = HeadUnit(self.world, size)
        self.root = False
        self.files = FileSystem()
        self.properties = system_properties(self)
        self.settings = DeviceSettings(self)
        self.vhal = VehicleHal(self.world, release)
        self.services: dict[str, SystemService] = {name: kind(self) for name, kind in services().items()}
        self.key = secrets.token_hex(16)
        self.tampering = DeviceTampering(self.world)
        self.vhal.told = self.tampering.note
        self._sockets: dict[bool, dict[str, StreamHandler]] = {False: {}, True: {}}
        self._snapshots: dict[bool, dict[str, DeviceSnapshot]] = {False: {}, True: {}}
        self._parts: tuple[DevicePart, ...] = (self.files, self.settings, self.vhal, *self.services.values())
        self._uptime = 0
        self._png: tuple[tuple[int, int], bytes] = ((-1, -1), b"")

    def service(self, kind: type[S]) -> S:
        """The system service of a kind."""
        found = self.services[kind.name]
        assert isinstance(found, kind)
        return found

    @property
    def sockets(self) -> dict[str, StreamHandler]:
        """What listens on the device, such as "tcp:9008" -> who serves a connection; who is trusted has sockets apart."""
        return self._sockets[trusted()]

    @property
    def snapshots(self) -> dict[str, DeviceSnapshot]:
        """Saved states, by name; who is trusted has snapshots apart."""
        return self._snapshots[trusted()]

    @cached_property
    def serial(self) -> str:
        """What adb calls it."""
        return f"emulator-{self.port}"

    @property
    def version(self) -> tuple[int, int]:
        """Moves whenever the car or what is shown of it may have changed."""
        return self.world.version, self.head_unit.version

    def frame(self) -> Image:
        """The pixels of the display; not to be written to."""
        return self.head_unit.frame()

    def frame_png(self) -> bytes:
        """The display as PNG; the same bytes until something changes."""
        if self._png[0] != self.version:
            self._png = self.version, png(self.frame())
        return self._png[1]

    def pass_time(self, seconds: int) -> None:
        """Real time passes: the car's clock moves on, and the log has a line now and then, as that of any running device."""
        before = self._uptime
        self._uptime += seconds
        pass_time(self.world, seconds)
        if before // LOG_PERIOD != self._uptime // LOG_PERIOD:
            log(self, "healthd", f"up {self._uptime} s")

    def save(self, name: str) -> None:
        """Keep everything under a name."""
        saved = tuple(part.save() for part in self._parts)
        self.snapshots[name] = DeviceSnapshot(
            self.world.snapshot(), self.head_unit.snapshot(), self.root, dict(self.properties), saved
        )

    def load(self, name: str) -> None:
        """Put everything back; what still writes to a file writes no more.

        Raises:
            KeyError: there is no snapshot of that name.
        """
        kept = self.snapshots[name]
        self.root = kept.root
        self.world.restore(kept.world)  # type: ignore[arg-type]
        self.head_unit.restore(kept.head_unit)
        self.properties.clear()
        self.properties.update(kept.properties)
        for part, saved in zip(self._parts, kept.parts, strict=True):
            part.load(saved)
