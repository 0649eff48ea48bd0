"""Android's settings: three namespaces of texts, some of which show the car."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class Settings:
    """The settings of one device."""

    def __init__(self, device: VirtualDevice) -> None:
        self._device = device

    def save(self) -> object:
        """All settings that are not the car's; immutable or a copy."""
        return None

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""
