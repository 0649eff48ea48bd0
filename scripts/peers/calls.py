"""Calls of a car's APIs: on this package's car, and on that of the public VehicleWorld release, which has the same APIs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone

MakePeer: TypeAlias = Callable[[PeerOptions], Callable[[], Any]]
"""Finds a class of cars."""
ReadPeer: TypeAlias = Callable[[Any], object]
"""Takes the whole state of a car."""
ROUND = 600
"""Calls between two new cars."""
SEAT = ["driver's seat"]
CALLS: tuple[tuple[str, str, tuple[Mapping[str, Any], ...]], ...] = (
    ("music", "music_soundVolume_set", ({"value": 30}, {"value": 40})),
    ("seat", "carcontrol_carSeat_heater_switch", ({"switch": True, "position": SEAT}, {"switch": False, "position": SEAT})),
    (
        "airConditioner",
        "temperature_set",
        tuple({"position": SEAT, "value": value, "unit": "celsius"} for value in (20, 22)),
    ),
)
"""Module, API and the arguments of its calls by turns: each call changes something."""


def _worked(asked: PeerOptions, make: MakePeer, look: ReadPeer | None) -> PeerWork:
    """Calls on a car of somebody's; with a look, the state of the whole car is taken after each."""
    new = make(asked)
    car = new()
    yield PeerWorkDone("start")
    while True:
        car.airConditioner.switch(position=["all"], switch=True)
        calls = [(getattr(getattr(car, module), api), arguments) for module, api, several in CALLS for arguments in several]
        for number in range(ROUND):
            call, arguments = calls[number % len(calls)]
            call(**arguments)
            if look:
                look(car)
        yield PeerWorkDone("step", ROUND)
        car = new()
        yield PeerWorkDone("reset")


def _own(asked: PeerOptions) -> Callable[[], Any]:
    from automotive_env.car.core.world import World

    return World


def _own_state(car: Any) -> object:
    from automotive_env.car.core.documents import to_tree

    return to_tree(car)


def _release(asked: PeerOptions) -> Callable[[], Any]:
    """The release's class of cars. Its code is imported and run: it is the user who names it."""
    folder = asked.vehicleworld
    if folder is None:
        raise UsageError("not measured: name a checkout of it by --vehicleworld DIR; its code is run")
    root = next((root.resolve() for root in (folder / "vehicleworld", folder) if (root / "vehicleworld.py").is_file()), None)
    if root is None:
        raise UsageError(f"not measured: there is no vehicleworld.py in {folder}")
    sys.path.insert(0, str(root))
    os.chdir(root)
    found: Callable[[], Any] = import_module("vehicleworld").VehicleWorld
    return found


def _their_state(car: Any) -> object:
    """Copied, because the release hands out parts of the state that change later."""
    return deepcopy(car.to_dict())


def _peers(name: str, title: str, make: MakePeer, look: ReadPeer, distribution: str = "") -> tuple[Peer, ...]:
    """Without a look and with one."""
    calls, state = partial(_worked, make=make, look=None), partial(_worked, make=make, look=look)
    return (
        Peer(name, f"{title}: calls", "a call of an API", calls, distribution),
        Peer(f"{name}-state", f"{title}: calls and state", "a call, then the whole state", state, distribution),
    )


PEERS = (
    *_peers("own-calls", "Automotive-ENV", _own, _own_state, "automotive-env"),
    *_peers("vehicleworld", "VehicleWorld's release", _release, _their_state),
)
