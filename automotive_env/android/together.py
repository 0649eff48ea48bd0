"""Reading many signals in one round trip, where one command that shows several of them is asked instead of one for each.

A command of Android's starts a process of its own: 50 to 300 ms on an emulator, so their number is what a step costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from automotive_env.android import car_service, dumps
from automotive_env.android.batch import SHOWN, run_all
from automotive_env.android.features import FIRST_AIDL
from automotive_env.android.homes import Home, PropertyHome, SettingHome
from automotive_env.android.shell import DeviceFault, Reply, Shell
from automotive_env.android.vhal_dump import parse_dump
from automotive_env.world.values import Scalar

K = TypeVar("K")
FEW = 8
"""Properties that are asked for one by one where only the car service tells them, which tells one or all."""


def read_together(shell: Shell, homes: Mapping[K, Home], *, timeout: float = 30.0) -> dict[K, Scalar | DeviceFault]:
    """The value at each home, or why it is not told.

    Raises:
        DeviceFault: the device is gone or does not answer in time.
    """
    asked = {key: home.ask() for key, home in homes.items()}
    asked |= _properties({key: home for key, home in homes.items() if isinstance(home, PropertyHome)})
    asked |= _settings({key: home for key, home in homes.items() if isinstance(home, SettingHome)})
    commands = list(dict.fromkeys(asked.values()))
    answers = {
        command: _Answer(command, reply)
        for command, reply in zip(commands, run_all(shell, commands, timeout=timeout), strict=True)
    }
    return {key: answers[asked[key]].of(home) for key, home in homes.items()}


def _properties(homes: Mapping[K, PropertyHome]) -> dict[K, str]:
    """The vehicle HAL shows any number of properties to root; the car service shows one, or all."""
    features = next((home.features for home in homes.values()), None)
    if features is None or len(homes) == 1:
        return {}
    if features.root and features.release >= FIRST_AIDL:
        return dict.fromkeys(homes, features.hal.get(*sorted({home.known.id for home in homes.values()})))
    return dict.fromkeys(homes, car_service.GET_ALL) if len(homes) > FEW else {}


def _settings(homes: Mapping[K, SettingHome]) -> dict[K, str]:
    """Several settings of a namespace are seen in its list."""
    spaces = [home.setting.namespace for home in homes.values()]
    return {key: home.ask_all() for key, home in homes.items() if spaces.count(home.setting.namespace) > 1}


class _Answer:
    """What a command printed, read once for all that is in it."""

    def __init__(self, command: str, reply: Reply) -> None:
        self._command = command
        self._reply = reply
        self._values: dict[tuple[int, int], car_service.PropertyValue] | None = None
        self._listed: dict[str, str] | None = None

    def of(self, home: Home) -> Scalar | DeviceFault:
        """What it says about a home."""
        try:
            if home.ask() == self._command:
                return home.read(self._reply)
            if isinstance(home, PropertyHome):
                return home.decode(self._properties()[home.known.id, home.area])
            assert isinstance(home, SettingHome)
            return home.decode(self._settings().get(home.setting.key, "null" if self._settings() else "none listed"))
        except DeviceFault as fault:
            return fault
        except (KeyError, ValueError):
            said = self._reply.text.strip()[:SHOWN]
            return DeviceFault(f"`{self._command[:SHOWN]}` does not tell what `{home.ask()}` asks for: {said!r}")

    def _properties(self) -> dict[tuple[int, int], car_service.PropertyValue]:
        if self._values is None:
            whole = self._command == car_service.GET_ALL
            told = car_service.parse_values(self._reply.text) if whole else parse_dump(self._reply.text)
            self._values = {(held.id, held.area): held for held in told}
        return self._values

    def _settings(self) -> dict[str, str]:
        if self._listed is None:
            self._listed = dumps.settings(self._reply.text)
        return self._listed
