"""Reading many signals in one round trip, with one command for all that the same command shows.

A command of Android's starts a process of its own: 50 to 300 ms on an emulator, so their number is what a step costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from automotive_env.android import vhal
from automotive_env.android.batch import refused, run_all
from automotive_env.android.shell import DeviceFault, DeviceShell, ShellReply, ValueUnavailable
from automotive_env.android.signal_bindings import NoValueNow, PropertyBinding, SignalBinding
from automotive_env.car.core.values import Scalar

K = TypeVar("K")


def bulk_read(shell: DeviceShell, bindings: Mapping[K, SignalBinding], *, timeout: float = 30.0) -> dict[K, Scalar | DeviceFault]:
    """The value of each binding, or why it is not told.

    Raises:
        DeviceFault: the device is gone or does not answer in time.
    """
    properties = vhal.get(*sorted({bound.id for bound in bindings.values() if isinstance(bound, PropertyBinding)}))
    queries = {key: properties if isinstance(bound, PropertyBinding) else bound.query for key, bound in bindings.items()}
    commands = list(dict.fromkeys(queries.values()))
    replies = dict(zip(commands, run_all(shell, commands, timeout=timeout), strict=True))
    return {key: _value_or_fault(bound, replies[queries[key]]) for key, bound in bindings.items()}


def _value_or_fault(binding: SignalBinding, reply: ShellReply) -> Scalar | DeviceFault:
    try:
        return binding.read(reply.text)
    except NoValueNow:
        return ValueUnavailable(str(refused(binding.query, reply)))
    except ValueError:
        return refused(binding.query, reply)
