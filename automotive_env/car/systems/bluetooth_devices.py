"""Bluetooth in use: connecting, pairing, forgetting. What cannot be done is one short sentence.

A pairing begins when a device is chosen, asks whether the number is the same on both sides, waits for the device, and ends:
paired, refused by the device, or without an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from operator import itemgetter
from zlib import crc32

from automotive_env.car.content.content import content_for
from automotive_env.car.content.gadgets import NearbyBluetoothDevice
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.systems.pairing import MAX_WAIT, SEARCH_SECONDS, PairedDevice

OFF = "Bluetooth is off; switch it on first"
CALL = "a call is under way; end it first"
NO_PHONE = "no phone is connected; switch Bluetooth on first"
ASKING_SECONDS = 30
"""After how long a pairing ends that nobody confirms."""
ANSWER_SECONDS = 3
"""How long a device takes to accept or to refuse."""
SILENCE_SECONDS = 15
"""After how long the car gives up a device that does not answer."""
LINKS = ("bluetooth.is_enabled", "system.airplane_mode", "bluetooth.connection_state", "pairing.phone", "pairing.headphones")
"""Paths from which it follows what is connected."""
ASKING = ("asked", "confirmed")
"""Stages of a pairing that goes on."""
_under_way = itemgetter(*map(slot_of, (*LINKS[:2], "pairing.search_seconds", "pairing.stage", "conversation.call_state")))


def works(world: World) -> bool:
    """Whether Bluetooth is on, and no airplane mode forbids it."""
    return world.bluetooth.is_enabled and not world.system.airplane_mode


def connected(on: bool, airplane: bool, phone_state: str, phone: str, headphones: str) -> tuple[str, ...]:
    """Names of the devices that are connected, from the values at `LINKS`; empty where there is none of a kind."""
    return (phone if phone_state == "CONNECTED" else "", headphones) if on and not airplane else ()


def is_connected(world: World, name: str) -> bool:
    """Whether a device is connected now."""
    on, state, pairing = world.bluetooth.is_enabled, world.bluetooth.connection_state, world.pairing
    linked = connected(on, world.system.airplane_mode, state, pairing.phone, pairing.headphones)
    return name in linked and pairing.device(name) is not None


def no_calls(world: World) -> str:
    """Why no call can be made, empty where one can."""
    phone = world.pairing.device(world.pairing.phone)
    if phone is None or not is_connected(world, phone.name):
        return NO_PHONE
    return "" if phone.for_calls else f"calls are switched off for {phone.name}; allow them in the Bluetooth settings"


def nearby(world: World) -> tuple[NearbyBluetoothDevice, ...]:
    """The devices around the car that are not paired, in the order in which they are found."""
    seed, road, pairing = world.system.content_seed, world.road, world.pairing
    content = content_for(seed, road.country, road.city)
    return not_paired(content.nearby, content.paired, pairing.devices)


def not_paired(
    around: Sequence[NearbyBluetoothDevice], own: Sequence[PairedDevice], paired: Sequence[PairedDevice]
) -> tuple[NearbyBluetoothDevice, ...]:
    """The devices around a car that it does not know, those of its own people that it has forgotten at the end."""
    known = {device.name for device in paired}
    people = (NearbyBluetoothDevice(device.name, device.kind, "accepts", device.owner) for device in own)
    return tuple(gadget for gadget in (*around, *people) if gadget.name not in known)


# What is paired


def connect(world: World, name: str) -> str:
    """Connect a paired device, in the place of another of its kind; returns why not."""
    device = world.pairing.device(name)
    if not works(world):
        return OFF
    if device is None:
        return f"{name} is not paired"
    if is_connected(world, name):
        return f"{name} is connected already"
    if device.kind == "phone":
        if world.conversation.call_state != "idle":
            return CALL
        world.pairing.phone = name
        world.bluetooth.connection_state = "CONNECTED"
    else:
        world.pairing.headphones = name
    return ""


def disconnect(world: World, name: str) -> str:
    """Disconnect a device, which ends its call; returns why not."""
    if not is_connected(world, name):
        return f"{name} is not connected"
    if name == world.pairing.headphones:
        world.pairing.headphones = ""
    else:
        world.bluetooth.connection_state = "DISCONNECTED"
    end_lost_call(world)
    return ""


def forget(world: World, name: str) -> None:
    """Do not know a device any more."""
    pairing = world.pairing
    pairing.devices = tuple(device for device in pairing.devices if device.name != name)
    if pairing.headphones == name:
        pairing.headphones = ""
    if pairing.phone == name:
        pairing.phone = ""
        world.bluetooth.connection_state = "DISCONNECTED"
    end_lost_call(world)


def use_for(world: World, name: str, *, calls: bool | None = None, audio: bool | None = None) -> None:
    """Say what a device is used for; None leaves it as it is."""
    device = world.pairing.device(name)
    if device:
        asked = {"for_calls": calls, "for_audio": audio}
        world.pairing.put(device.but(**{field: value for field, value in asked.items() if value is not None}))
        end_lost_call(world)


def end_lost_call(world: World) -> None:
    """End a call in the car whose phone is gone."""
    if world.conversation.call_state != "idle" and no_calls(world):
        world.conversation.lose()


# Pairing


def search(world: World) -> str:
    """Begin to look for devices; returns why not."""
    if not works(world):
        return OFF
    if world.pairing.search_seconds:
        return "the search is still under way"
    world.pairing.search_seconds = SEARCH_SECONDS
    return ""


def ask(world: World, name: str) -> str:
    """Begin to pair with a device nearby: both sides show a number; returns why not."""
    pairing = world.pairing
    if not works(world):
        return OFF
    if all(gadget.name != name for gadget in nearby(world)):
        return f"{name} is not nearby"
    pairing.candidate = name
    pairing.pin = str(100_000 + crc32(f"{world.system.content_seed} {name} {world.environment.timestamp}".encode()) % 900_000)
    pairing.enter("asked")
    return ""


def confirm(world: World) -> str:
    """Say that the number is the same on both sides; returns why that does not count."""
    if world.pairing.stage != "asked" or not works(world):
        return "the pairing has ended; begin it anew"
    world.pairing.enter("confirmed")
    return ""


def cancel(world: World) -> None:
    """End the pairing that is under way."""
    if world.pairing.stage in ASKING:
        world.pairing.enter("idle")


def go_on(world: World, seconds: float) -> None:
    """Searching and pairing go on with the clock, and end where Bluetooth is off; so does a call whose phone is gone."""
    on, airplane, searches, stage, call = _under_way(world.values)
    if on and not airplane and not searches and stage not in ASKING and call == "idle":
        return
    pairing = world.pairing
    if not works(world):
        pairing.search_seconds = 0
        cancel(world)
    if pairing.search_seconds:
        left = max(0, pairing.search_seconds - seconds)
        pairing.search_seconds = left
        pairing.found = max(pairing.found, ceil(len(nearby(world)) * (1 - left / SEARCH_SECONDS)))
    if pairing.stage in ASKING:
        pairing.waited = min(MAX_WAIT, pairing.waited + seconds)
        _answer(world)
    end_lost_call(world)


def _answer(world: World) -> None:
    """What becomes of the pairing, now that some time has passed."""
    pairing = world.pairing
    gadget = next((one for one in nearby(world) if one.name == pairing.candidate), None)
    answer = gadget.answer if gadget else "silent"
    if pairing.stage == "asked":
        if pairing.waited >= ASKING_SECONDS:
            pairing.enter("no answer")
    elif answer == "silent":
        if pairing.waited >= SILENCE_SECONDS:
            pairing.enter("no answer")
    elif pairing.waited >= ANSWER_SECONDS:
        if gadget and answer == "accepts":
            _pair(world, gadget)
        pairing.enter("paired" if answer == "accepts" else "refused")


def _pair(world: World, gadget: NearbyBluetoothDevice) -> None:
    """Know a device from now on; it is connected where no other of its kind is."""
    pairing = world.pairing
    pairing.put(PairedDevice(gadget.name, gadget.kind, gadget.owner, for_calls=gadget.kind == "phone"))
    pairing.found = max(0, pairing.found - 1)
    rival = pairing.phone if gadget.kind == "phone" else pairing.headphones
    if not is_connected(world, rival):
        connect(world, gadget.name)
