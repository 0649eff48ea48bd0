"""Networks and Bluetooth devices: rules that hold whatever is done in whatever order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.car.content.content import content_for
from automotive_env.car.content.fill import fill
from automotive_env.car.content.networks import WifiNetworkInRange
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.car.systems import bluetooth_devices as bluetooth
from automotive_env.car.systems import wifi
from automotive_env.car.systems.networks import MAX_NETWORK_NAME, MIN_PASSWORD, SEARCH_SECONDS

PLACES = (("DE", "Berlin"), ("FR", "Paris"), ("ES", "Madrid"), ("JP", "Tokyo"), ("CN", "Beijing"), ("US", "San Francisco"))
BLUETOOTH = "bluetooth.carcontrol_connection_bluetooth_switch"

Step = tuple[str, int, float]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("wifi", "airplane", "search networks", "join", "join with password", "join wrongly", "leave", "forget network"),
                *("bluetooth", "search devices", "connect", "disconnect", "forget device", "calls", "ask", "confirm", "cancel"),
                *("time", "clock", "call", "phone gone", "move"),
            ]
        ),
        st.integers(0, 20),
        st.sampled_from([1.0, 3.0, 16.0, 31.0, 3600.0]),
    ),
    max_size=40,
)


def open_network(world: World) -> WifiNetworkInRange:
    return next(network for network in wifi.in_range(world) if not network.security)


def locked_network(world: World) -> WifiNetworkInRange:
    return next(network for network in wifi.in_range(world)[1:] if network.security)


def take(world: World, step: Step) -> None:
    """Do one of the things that can be done; `number` chooses what with."""
    what, number, seconds = step
    around = wifi.in_range(world)
    network = around[number % len(around)]
    names = [*(one.name for one in world.pairing.devices), *(one.name for one in bluetooth.nearby(world)), "Nobody's"]
    name = names[number % len(names)]
    steps: dict[str, Callable[[], object]] = {
        "wifi": lambda: world.call("system.wifi_switch", {"switch": not world.system.wifi}),
        "airplane": lambda: world.set("system.airplane_mode", not world.system.airplane_mode),
        "search networks": lambda: wifi.search(world),
        "join": lambda: wifi.join(world, network.name),
        "join with password": lambda: wifi.join(world, network.name, network.password),
        "join wrongly": lambda: wifi.join(world, network.name, "wrong password " * number),
        "leave": lambda: wifi.leave(world),
        "forget network": lambda: world.networks.forget(network.name),
        "bluetooth": lambda: world.call(BLUETOOTH, {"switch": not world.bluetooth.is_enabled}),
        "search devices": lambda: bluetooth.search(world),
        "connect": lambda: bluetooth.connect(world, name),
        "disconnect": lambda: bluetooth.disconnect(world, name),
        "forget device": lambda: bluetooth.forget(world, name),
        "calls": lambda: bluetooth.use_for(world, name, calls=number % 2 == 0),
        "ask": lambda: bluetooth.ask(world, name),
        "confirm": lambda: bluetooth.confirm(world),
        "cancel": lambda: bluetooth.cancel(world),
        "time": lambda: happen(world, "time passes", seconds=seconds),
        "clock": lambda: world.set("environment.timestamp", f"20{30 + number}-01-01 00:00:00"),
        "call": lambda: None if bluetooth.no_calls(world) else world.call("conversation.conversation_phone_redial", {}),
        "phone gone": lambda: happen(world, "phone disconnected"),
        "move": lambda: world.set("road.city", ("Berlin", "Paris")[number % 2]),
    }
    steps[what]()


@settings(max_examples=60)
@given(STEPS)
def test_rules_that_always_hold(steps: list[Step]) -> None:
    world = World()
    for step in steps:
        knew = {network.name for network in world.networks.saved}
        paired = {device.name for device in world.pairing.devices}
        take(world, step)
        networks, pairing = world.networks, world.pairing
        saved = [network.name for network in networks.saved]
        assert len(saved) == len(set(saved)), "a network is saved once"
        assert networks.current == "" or networks.current in saved
        used = wifi.used(world)
        assert used is None or (world.system.wifi and not world.system.airplane_mode and used.name == networks.current)
        for new in set(saved) - knew:
            network = wifi.network(world, new)
            assert network, "only what is in range is joined"
            assert not network.security or step[0] == "join with password", "a password is asked for"
        devices = [device.name for device in pairing.devices]
        assert len(devices) == len(set(devices)), "a device is paired once"
        assert {pairing.phone, pairing.headphones} - {""} <= set(devices)
        linked = [device for device in pairing.devices if bluetooth.is_connected(world, device.name)]
        assert len({device.kind for device in linked}) == len(linked), "one device of a kind is connected"
        assert not linked or bluetooth.works(world)
        assert not set(devices) - paired or (step[0] == "time" and pairing.stage == "paired"), "pairing takes its time"
        if step[0] not in ("airplane",):  # the switch of the head unit ends the call; elsewhere the clock does
            assert world.conversation.call_state == "idle" or not bluetooth.no_calls(world) or world.system.airplane_mode


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.sampled_from(PLACES))
def test_every_place_has_networks_that_a_car_can_join(seed: int, place: tuple[str, str]) -> None:
    networks = content_for(seed, *place).networks
    assert 10 <= len(networks) <= 16
    assert len({network.name for network in networks}) == len(networks)
    assert all(1 <= len(network.name) <= MAX_NETWORK_NAME and 1 <= network.bars <= 4 for network in networks)
    assert all(bool(network.password) is bool(network.security) for network in networks)
    assert all(len(network.password) >= MIN_PASSWORD and network.password.isascii() for network in networks if network.security)
    assert any(not network.security for network in networks)
    assert any(not network.internet for network in networks)
    assert networks == content_for(seed, *place).networks


@settings(max_examples=10)
@given(st.integers(1, 10_000), st.sampled_from(PLACES))
def test_another_driver_has_devices_and_is_told_a_password(seed: int, place: tuple[str, str]) -> None:
    world = World()
    world.set("road.country", place[0])
    world.set("road.city", place[1])
    fill(world, seed)
    own = world.pairing.devices
    assert bluetooth.is_connected(world, own[0].name)
    assert wifi.used(world) == wifi.in_range(world)[0]
    assert {device.name for device in own}.isdisjoint(gadget.name for gadget in bluetooth.nearby(world))
    told = [message.content for message in world.conversation.messages]
    assert any(one.password and one.password in text and one.name in text for one in wifi.in_range(world) for text in told)


def test_a_password_is_needed_once_and_again_after_forgetting() -> None:
    world = World()
    network = locked_network(world)
    assert wifi.join(world, network.name) == wifi.SHORT_PASSWORD
    assert wifi.join(world, network.name, "not the password") == wifi.WRONG_PASSWORD
    assert wifi.join(world, network.name, network.password) == ""
    wifi.leave(world)
    assert wifi.join(world, network.name) == ""
    world.networks.forget(network.name)
    assert world.networks.current == ""
    assert wifi.join(world, network.name) == wifi.SHORT_PASSWORD


def test_a_network_is_left_with_wifi_and_joined_again_with_it() -> None:
    world = World()
    name = open_network(world).name
    assert wifi.join(world, name) == ""
    world.call("system.wifi_switch", {"switch": False})
    assert wifi.used(world) is None
    assert wifi.join(world, name) == wifi.OFF
    world.call("system.wifi_switch", {"switch": True})
    assert wifi.used(world) == open_network(world)


@pytest.mark.parametrize("seconds", [1, 2.5, 3600])
def test_a_search_takes_its_time_and_finds_everything(seconds: float) -> None:
    world = World()
    assert wifi.search(world) == ""
    assert "under way" in wifi.search(world)
    found = [world.networks.found]
    while world.networks.search_seconds:
        happen(world, "time passes", seconds=seconds)
        found.append(world.networks.found)
    assert found == sorted(found)
    assert found[-1] == len(wifi.in_range(world))
    assert len(found) - 1 == max(1, -(-SEARCH_SECONDS // seconds))


def test_searches_end_where_the_radio_is_off() -> None:
    world = World()
    wifi.search(world)
    bluetooth.search(world)
    world.set("system.airplane_mode", True)
    happen(world, "time passes")
    assert (world.networks.search_seconds, world.pairing.search_seconds) == (0, 0)
    assert (wifi.search(world), bluetooth.search(world)) == (wifi.OFF, bluetooth.OFF)


def pair(world: World, answer: str, kind: str = "") -> str:
    """Begin to pair with a device that answers in a way; returns its name."""
    name = next(one.name for one in bluetooth.nearby(world) if one.answer == answer and kind in ("", one.kind))
    assert bluetooth.ask(world, name) == ""
    return name


def test_a_device_is_paired_when_both_sides_accept() -> None:
    world = World()
    name = pair(world, "accepts", "headphones")
    assert len(world.pairing.pin) == 6
    assert world.pairing.pin.isdecimal()
    happen(world, "time passes", seconds=5)
    assert world.pairing.stage == "asked", "nobody has confirmed"
    assert bluetooth.confirm(world) == ""
    happen(world, "time passes", seconds=bluetooth.ANSWER_SECONDS)
    assert world.pairing.stage == "paired"
    assert world.pairing.devices[-1].name == name
    assert bluetooth.is_connected(world, name)
    assert all(one.name != name for one in bluetooth.nearby(world))


def test_a_new_phone_does_not_push_out_the_one_that_is_connected() -> None:
    world = World()
    name, before = pair(world, "accepts", "phone"), world.pairing.phone
    bluetooth.confirm(world)
    happen(world, "time passes", seconds=60)
    assert world.pairing.device(name)
    assert world.pairing.phone == before


@pytest.mark.parametrize(
    ("answer", "seconds", "stage"), [("refuses", 3, "refused"), ("silent", 14, "confirmed"), ("silent", 15, "no answer")]
)
def test_a_device_may_refuse_or_not_answer(answer: str, seconds: float, stage: str) -> None:
    world = World()
    pair(world, answer)
    bluetooth.confirm(world)
    before = world.pairing.devices
    happen(world, "time passes", seconds=seconds)
    assert (world.pairing.stage, world.pairing.devices) == (stage, before)


def test_a_pairing_that_nobody_confirms_ends_and_so_does_one_without_bluetooth() -> None:
    world = World()
    pair(world, "accepts")
    happen(world, "time passes", seconds=bluetooth.ASKING_SECONDS)
    assert world.pairing.stage == "no answer"
    assert "begin it anew" in bluetooth.confirm(world)
    pair(world, "accepts")
    bluetooth.confirm(world)
    world.call(BLUETOOTH, {"switch": False})
    happen(world, "time passes", seconds=60)
    assert world.pairing.stage == "idle"
    assert len(world.pairing.devices) == 3


def test_a_call_ends_with_its_phone() -> None:
    ends: dict[str, Callable[[World], object]] = {
        "switched off": lambda world: world.call(BLUETOOTH, {"switch": False}),
        "disconnected": lambda world: bluetooth.disconnect(world, world.pairing.phone),
        "forgotten": lambda world: bluetooth.forget(world, world.pairing.phone),
        "not for calls": lambda world: bluetooth.use_for(world, world.pairing.phone, calls=False),
        "written": lambda world: (world.set("bluetooth.is_enabled", False), happen(world, "time passes")),
    }
    for how, end in ends.items():
        world = World()
        assert world.call("conversation.conversation_phone_call", {"contact": "Mum"}).success
        assert bluetooth.connect(world, "Sofia's phone") == bluetooth.CALL
        end(world)
        assert world.conversation.call_state == "idle", how
        assert bluetooth.no_calls(world), how


def test_bluetooth_comes_back_without_a_phone_that_was_forgotten() -> None:
    world = World()
    bluetooth.forget(world, world.pairing.phone)
    world.call(BLUETOOTH, {"switch": False})
    world.call(BLUETOOTH, {"switch": True})
    assert world.bluetooth.connection_state == "DISCONNECTED"
    assert any(gadget.name == "Robin's phone" for gadget in bluetooth.nearby(world)), "it can be paired again"
