"""The battery of the head unit's emulator. The car knows nothing of it: it says what it was told."""

from __future__ import annotations

from collections.abc import Mapping

VALUES: Mapping[str, tuple[str, ...]] = {
    "ac": ("on", "off"),
    "status": ("unknown", "charging", "discharging", "not-charging", "full"),
    "present": ("true", "false"),
    "health": ("unknown", "good", "overheat", "dead", "overvoltage", "failure"),
}
_FIRST = {"ac": "on", "status": "charging", "present": "true", "health": "good", "capacity": "100"}


class Power:
    """What `power display` shows."""

    def __init__(self) -> None:
        self._held = dict(_FIRST)

    def shown(self) -> list[str]:
        """One line for each value."""
        held = self._held
        return [
            f"AC: {'online' if held['ac'] == 'on' else 'offline'}",
            f"status: {held['status'].capitalize()}",
            f"health: {held['health'].capitalize()}",
            f"present: {held['present']}",
            f"capacity: {held['capacity']}",
        ]

    def set(self, name: str, value: str) -> bool:
        """Take a value; False where it is none of those allowed."""
        allowed = value in VALUES[name] if name in VALUES else value.isascii() and value.isdigit() and int(value) <= 100
        if allowed:
            self._held[name] = value
        return allowed
