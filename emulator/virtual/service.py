"""System services of a device: what `dumpsys NAME [ARGS]` prints and what `cmd NAME [ARGS]` does."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar

from automotive_env.emulator.virtual.process import Process

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class Service:
    """One system service of one device. A module in `services` declares a subclass for each.

    Class attributes:
        name: as `dumpsys -l` lists it; empty in a base class.
        interface: of its binder, as `service list` names it; empty where nobody asks.
    """

    name: ClassVar[str] = ""
    interface: ClassVar[str] = ""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device

    async def dump(self, process: Process) -> int:
        """Do `dumpsys NAME ARGS`; `process.argv` is the name and the arguments."""
        return 0

    async def command(self, process: Process) -> int:
        """Do `cmd NAME ARGS`; `process.argv` is the name and the arguments."""
        return await process.fail("No shell command implementation.", status=255)

    async def transact(self, process: Process) -> int:
        """Do `service call NAME CODE ARGS`; `process.argv` is the name, the code of the transaction and the arguments."""
        return await process.fail("service: call is not supported on this device: use cmd and dumpsys", status=10)

    def save(self) -> object:
        """What a snapshot must hold beside the state of the car; immutable or a copy."""
        return None

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""


def _kinds(base: type[Service]) -> list[type[Service]]:
    return [kind for sub in base.__subclasses__() for kind in (sub, *_kinds(sub))]


@cache
def services() -> dict[str, type[Service]]:
    """All services by name."""
    from automotive_env.emulator.virtual import services as folder

    for module in iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{module.name}")
    return {kind.name: kind for kind in _kinds(Service) if kind.name and kind.__module__.startswith(folder.__name__)}
