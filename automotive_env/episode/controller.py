"""The contract of everything that plays a car: headless here, a virtual device, an emulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar
from automotive_env.episode.action import Action
from automotive_env.episode.observation import GpsFix, Observation

if TYPE_CHECKING:
    from automotive_env.validators.signals import Signal


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The outcome of an action.

    Attributes:
        done: whether it was carried out.
        message: why it was not, or the answer of a vehicle API; may be empty.
        data: return value of a vehicle API.
    """

    done: bool
    message: str = ""
    data: Any = None


class Controller(Protocol):
    """One car that can be observed, touched, set up and restored.

    Methods are synchronous; their exceptions are `EnvironmentFault`s.
    """

    @property
    def backend(self) -> str:
        """The kind of car: headless, virtual or emulator."""
        ...

    @property
    def blocking(self) -> bool:
        """Whether its methods wait for a device and so must be called in a thread."""
        ...

    @property
    def takes_calls(self) -> bool:
        """Whether all vehicle APIs can be called, not only those in `apis`."""
        ...

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps that can be opened."""
        ...

    @property
    def apis(self) -> Mapping[str, str]:
        """Vehicle APIs for agents that work on the screen: full name -> what it does and what it takes."""
        ...

    def observe(self) -> Observation:
        """Observe the current moment."""
        ...

    def act(self, action: Action, seen: Observation | None) -> ActionOutcome:
        """Carry out an action; an index means the element in `seen`, which may be None where the action names none.

        An impossible action never raises: it is an `ActionOutcome` that is not done and changes nothing.
        """
        ...

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal.

        Raises:
            EnvironmentFault: the car lacks it (see `supports`) or does not answer.
        """
        ...

    def write(self, signal: Signal, value: Scalar) -> None:
        """Set a signal, for set-up only.

        Raises:
            EnvironmentFault: the car lacks it or refuses the value.
        """
        ...

    def supports(self, signal: Signal) -> bool:
        """Whether the car has a signal."""
        ...

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether set-up can give a signal a value."""
        ...

    def plays(self, event: str) -> bool:
        """Whether the car can play an event."""
        ...

    def happen(self, event: str, details: Mapping[str, str | float]) -> None:
        """Play an event, such as "incoming call" (see `automotive_env.car.owner.events`).

        Raises:
            EnvironmentFault: the car cannot play the event.
        """
        ...

    def advance(self, seconds: float) -> None:
        """Let time pass on the car's clock, with all that happens meanwhile; a real device's clock runs on its own."""
        ...

    def set_gps(self, fix: GpsFix) -> None:
        """Move the car to a position."""
        ...

    def snapshot(self) -> object:
        """The state of the whole car, for `restore`."""
        ...

    def restore(self, snapshot: object) -> None:
        """Restore the whole car."""
        ...

    def drain_changes(self) -> list[Change]:
        """Return what changed since the last call, with causes."""
        ...

    def close(self) -> None:
        """Release the device and close everything. The controller cannot be used afterwards."""
        ...


@runtime_checkable
class SharedCar(Protocol):
    """A car that an agent reaches by a way of its own, such as ADB, next to its controller."""

    def tampering(self) -> list[str]:
        """What was done to the car since the last snapshot that no driver could do, and not by this controller."""
        ...
