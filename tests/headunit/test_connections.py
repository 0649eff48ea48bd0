"""Networks and Bluetooth devices on the screen: found, joined, paired and forgotten, by touch."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, tap

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.car.systems import bluetooth_devices, wifi
from automotive_env.car.systems.networks import SEARCH_SECONDS
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import SIZES, HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.ui_state import UiState

FIELD = "dialog_edit_text"


def rows(unit: HeadUnit, name: str) -> list[str]:
    """The titles of the lines of a list, scrolled through once."""
    while unit.scroll("up") == "":
        pass
    found: dict[str, None] = {}
    while True:
        found |= dict.fromkeys(element.text for element in unit.elements() if element.name == name)
        if unit.scroll("down"):
            return list(found)


def choose(unit: HeadUnit, name: str, text: str) -> str:
    """Touch the line of a list with a text."""
    while unit.scroll("up") == "":
        pass
    for _ in range(12):
        line: Element | None = next((one for one in unit.elements() if (one.name, one.text) == (name, text)), None)
        if line:
            return unit.tap(*line.box.center)
        assert unit.scroll("down") == "", f"no {name} is called {text}"
    raise AssertionError(f"no {name} is called {text}")


@pytest.fixture
def networks(head_unit: HeadUnit, world: World) -> HeadUnit:
    """The list of networks, with all of them found."""
    tap(head_unit, "connectivity_panel_button")
    tap(head_unit, "wifi_networks_button")
    happen(world, "time passes", seconds=SEARCH_SECONDS)
    return head_unit


def test_a_search_fills_the_list(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "connectivity_panel_button")
    tap(head_unit, "wifi_networks_button")
    assert not find(head_unit, "search_button").enabled
    before = rows(head_unit, "network_item")
    happen(world, "time passes", seconds=SEARCH_SECONDS)
    assert len(rows(head_unit, "network_item")) > len(before)
    assert set(rows(head_unit, "network_item")) == {"Maple House", *(network.name for network in wifi.in_range(world))}


def test_a_password_is_asked_for_checked_and_remembered(networks: HeadUnit, world: World) -> None:
    network = next(one for one in wifi.in_range(world)[1:] if one.security)
    assert choose(networks, "network_item", network.name) == ""
    assert find(networks, FIELD).focused, "the keyboard is there"
    for typed, says in (
        ("short", wifi.SHORT_PASSWORD),
        ("not the password", wifi.WRONG_PASSWORD),
        ("x" * 120, wifi.WRONG_PASSWORD),
    ):
        networks.tap(*find(networks, FIELD).box.center)
        assert networks.type_text(typed) == ""
        networks.enter()
        assert find(networks, "dialog_text").text == says
        assert world.networks.current != network.name
    networks.tap(*find(networks, FIELD).box.center)
    networks.type_text(network.password)
    tap(networks, "confirm_dialog_button")
    assert wifi.used(world) == network
    assert world.system.foreground_screen == "wifi_networks"
    assert choose(networks, "network_item", "Robin's phone") == ""
    assert choose(networks, "network_item", network.name) == "", "it is known now"
    assert wifi.used(world) == network


def test_a_network_is_forgotten_after_a_question(networks: HeadUnit, world: World) -> None:
    assert choose(networks, "network_item", "Robin's phone") == "", "what is connected leads to its page"
    tap(networks, "forget_button")
    tap(networks, "keep_network_button")
    assert world.networks.knows("Robin's phone")
    tap(networks, "forget_button")
    tap(networks, "confirm_forget_button")
    assert (world.networks.knows("Robin's phone"), world.networks.current) == (False, "")


def test_an_open_network_is_joined_at_once_and_says_that_it_leads_nowhere(networks: HeadUnit, world: World) -> None:
    network = next(one for one in wifi.in_range(world) if not one.internet)
    assert choose(networks, "network_item", network.name) == ""
    assert wifi.used(world) == network
    while networks.scroll("up") == "":
        pass
    first = next(one for one in networks.elements() if one.name == "network_item")
    assert (first.text, first.description) == (network.name, "Connected, no internet")


def test_nothing_is_typed_while_driving(networks: HeadUnit, world: World) -> None:
    network = next(one for one in wifi.in_range(world)[1:] if one.security)
    drives(world)
    assert "park" in choose(networks, "network_item", network.name)
    open_one = next(one for one in wifi.in_range(world) if not one.security)
    assert choose(networks, "network_item", open_one.name) == ""
    assert wifi.used(world) == open_one


def test_a_dialog_is_locked_when_the_car_starts_to_move(networks: HeadUnit, world: World) -> None:
    network = next(one for one in wifi.in_range(world)[1:] if one.security)
    choose(networks, "network_item", network.name)
    drives(world)
    assert find(networks, "activity_blocking_content")
    assert not any(element.name == FIELD for element in networks.elements())


@pytest.mark.parametrize("size", SIZES)
def test_the_field_of_a_dialog_lies_above_the_keyboard(size: tuple[int, int]) -> None:
    unit = HeadUnit(World(), size)
    unit.restore(
        UiState((ScreenEntry("settings", "wifi_networks"), ScreenEntry("settings", "wifi_password", ("x" * 32,), focus=FIELD)))
    )
    elements = unit.elements()
    keys = min(element.box.top for element in elements if element.window == "InputMethod")
    for name in (FIELD, "cancel_dialog_button", "confirm_dialog_button", "dialog_text"):
        assert next(element for element in elements if element.name == name).box.bottom <= keys


def test_the_hotspot_takes_a_name_and_a_password_that_fit(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "connectivity_panel_button")
    tap(head_unit, "hotspot_button")
    for id, typed, path in (
        ("hotspot_name", "Our car", "networks.hotspot_name"),
        ("hotspot_password", "blue-lake-77", "networks.hotspot_password"),
    ):
        before = world.get(path)
        for wrong in ("", "y" * 64):
            tap(head_unit, id)
            head_unit.type_text(wrong)
            head_unit.enter()
            assert world.get(path) == before
            tap(head_unit, "cancel_dialog_button")
        tap(head_unit, id)
        assert find(head_unit, FIELD).text == before
        head_unit.type_text(typed)
        head_unit.enter()
        assert world.get(path) == typed


def test_a_phone_is_paired_by_its_number(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "bluetooth_panel_button")
    tap(head_unit, "pair_button")
    assert find(head_unit, "empty_text").text == "No device found yet."
    happen(world, "time passes", seconds=8)
    name = next(one.name for one in bluetooth_devices.nearby(world) if (one.kind, one.answer) == ("phone", "accepts"))
    assert choose(head_unit, "nearby_item", name) == ""
    pin = find(head_unit, "pairing_pin").text
    assert pin.replace(" ", "") == world.pairing.pin
    tap(head_unit, "confirm_pairing_button")
    assert find(head_unit, "cancel_pairing_button")
    happen(world, "time passes", seconds=5)
    tap(head_unit, "close_button")
    assert world.pairing.devices[-1].name == name
    head_unit.back()
    assert choose(head_unit, "device_item", name) == ""
    assert bluetooth_devices.is_connected(world, name)


@pytest.mark.parametrize("answer", ["refuses", "silent"])
def test_a_pairing_that_fails_can_be_tried_again(head_unit: HeadUnit, world: World, answer: str) -> None:
    tap(head_unit, "bluetooth_panel_button")
    tap(head_unit, "pair_button")
    happen(world, "time passes", seconds=8)
    name = next(one.name for one in bluetooth_devices.nearby(world) if one.answer == answer)
    choose(head_unit, "nearby_item", name)
    tap(head_unit, "confirm_pairing_button")
    happen(world, "time passes", seconds=20)
    tap(head_unit, "try_again_button")
    tap(head_unit, "decline_pairing_button")
    assert (world.pairing.stage, len(world.pairing.devices)) == ("idle", 3)
    assert world.system.foreground_screen == "pair_device"


def test_bluetooth_that_goes_off_ends_the_pairing_under_way(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "bluetooth_panel_button")
    tap(head_unit, "pair_button")
    happen(world, "time passes", seconds=8)
    choose(head_unit, "nearby_item", bluetooth_devices.nearby(world)[0].name)
    world.call("bluetooth.carcontrol_connection_bluetooth_switch", {"switch": False})
    assert "begin it anew" in head_unit.tap(*find(head_unit, "confirm_pairing_button").box.center)
    happen(world, "time passes")
    assert find(head_unit, "alertTitle").text == "Pairing has ended"
    assert "Bluetooth is off" in head_unit.tap(*find(head_unit, "try_again_button").box.center)


def test_what_a_phone_is_used_for(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "bluetooth_panel_button")
    assert choose(head_unit, "device_item", "Robin's phone") == ""
    world.call("conversation.conversation_phone_call", {"contact": "Mum"})
    tap(head_unit, "use_for_calls")
    assert not find(head_unit, "use_for_calls").checked
    assert world.conversation.call_state == "idle"
    tap(head_unit, "phone_button")
    assert "calls are switched off" in head_unit.tap(*find(head_unit, "call_button").box.center)


def test_airplane_mode_ends_the_call(head_unit: HeadUnit, world: World) -> None:
    world.call("conversation.conversation_phone_call", {"contact": "Mum"})
    tap(head_unit, "connectivity_panel_button")
    tap(head_unit, "airplane_mode")
    assert world.conversation.call_state == "idle"
    tap(head_unit, "wifi_networks_button")
    assert find(head_unit, "empty_text").text.startswith("Airplane mode is on")


def test_a_device_that_is_not_paired_offers_to_pair(head_unit: HeadUnit, world: World) -> None:
    head_unit.restore(UiState((ScreenEntry("settings", "bluetooth_device", ("Nobody's phone",)),)))
    tap(head_unit, "pair_button")
    assert (world.system.foreground_screen, world.pairing.search_seconds > 0) == ("pair_device", True)
