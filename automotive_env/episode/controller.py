"""The contract of everything that plays a car: headless here, a virtual device, an emulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar
from automotive_env.episode.action import Action
from automotive_env.episode.observation import GpsFix, Observation
from automotive_env.validators.signals import Signal


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What became of an action.

    Attributes:
        done: whether it was carried out.
        message: why not, or what a vehicle API answered; empty where there is nothing to say.
        data: what a vehicle API returned.
    """

    done: bool
    message: str = ""
    data: Any = None


class Controller(Protocol):
    """One car that can be seen, touched, set up and put back.

    Methods are synchronous; an exception of theirs is an `EnvironmentFault`.
    """

    @property
    def backend(self) -> str:
        """Which one: headless, virtual or emulator."""
        ...

    @property
    def blocking(self) -> bool:
        """Whether its methods wait for a device, so that they are to be called in a thread."""
        ...

    @property
    def takes_calls(self) -> bool:
        """Whether all APIs of the vehicle can be called, not only those of `apis`."""
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
        """The present moment."""
        ...

    def act(self, action: Action, seen: Observation | None) -> ActionOutcome:
        """Carry out an action; an index means the element in `seen`, which may be None where the action names none.

        Never raises on what an agent asks: an impossible action is an `ActionOutcome` that is not done and changes nothing.
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
        """Let something happen to the driver, such as "incoming call" (see `automotive_env.car.owner.events`).

        Raises:
            EnvironmentFault: the car cannot play the event.
        """
        ...

    def advance(self, seconds: float) -> None:
        """Let time pass on the car's clock, with what time brings; a real device's clock runs by itself."""
        ...

    def set_gps(self, fix: GpsFix) -> None:
        """Put the car somewhere."""
        ...

    def snapshot(self) -> object:
        """The state of the whole car, to be given back to `restore`."""
        ...

    def restore(self, snapshot: object) -> None:
        """Put the whole car back."""
        ...

    def drain_changes(self) -> list[Change]:
        """What changed since this was last asked, with causes."""
        ...

    def close(self) -> None:
        """Let go of the device; nothing is left open. The controller is of no use afterwards."""
        ...


@runtime_checkable
class SharedCar(Protocol):
    """A car that an agent reaches by a way of its own, such as ADB, next to its controller."""

    def tampering(self) -> list[str]:
        """What was done to the car since the last snapshot that no driver could do, and not by this controller."""
        ...
