"""What fingers and keys do, and what the car says about it."""

from __future__ import annotations

from random import Random

import pytest

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.world import World, changes
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.registry import apps

DRIVER = "airConditioner.ac_states.driver's seat"
PASSENGER = "airConditioner.ac_states.passenger seat"


def element(head_unit: HeadUnit, name: str, label: str = "") -> Element:
    found = [e for e in head_unit.elements() if e.name == name and label in f"{e.text} {e.description}"]
    assert found, f"{name} is not among {[e.name for e in head_unit.elements()]}"
    return found[0]


def tap(head_unit: HeadUnit, name: str, label: str = "") -> str:
    return head_unit.tap(*element(head_unit, name, label).box.center)


def drive(world: World, speed: float = 50) -> None:
    world.set("road.gear", "drive")
    world.set("road.speed", speed)


def test_elements_are_numbered_in_order(head_unit: HeadUnit) -> None:
    assert [e.index for e in head_unit.elements()] == list(range(len(head_unit.elements())))


def test_unchanged_state_gives_the_same_objects(head_unit: HeadUnit) -> None:
    elements, frame = head_unit.elements(), head_unit.frame()
    assert head_unit.elements() is elements
    assert head_unit.frame() is frame


def test_a_change_renews_only_the_elements_that_show_it(head_unit: HeadUnit, world: World) -> None:
    before = head_unit.elements()
    world.set("system.wifi", False)
    after = head_unit.elements()
    renewed = {e.name for e, old in zip(after, before, strict=True) if e is not old}
    assert renewed == {"wifi_toggle", "connectivity_panel_button"}


def test_a_frame_is_rgb_of_the_given_size(world: World) -> None:
    frame = HeadUnit(world, (1600, 900)).frame()
    assert frame.shape == (900, 1600, 3)
    assert frame.dtype == "uint8"


def test_a_tap_is_one_change_with_its_cause(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("climate")
    told: list[tuple[ChangeCause, set[str]]] = []
    world.listeners.append(lambda cause, before: told.append((cause, {c.path for c in changes(cause, before, world)})))
    assert tap(head_unit, "ac_master_switch") == ""
    assert [cause for cause, _ in told] == [ChangeCause("touch", "climate/ac_master_switch")]
    assert len(told[0][1]) == 6


class TestClimate:
    @pytest.fixture(autouse=True)
    def _open(self, head_unit: HeadUnit) -> None:
        assert head_unit.open_app("climate")

    def test_fan_outlets_compressor_and_recirculation_need_power(self, head_unit: HeadUnit, world: World) -> None:
        before = world.snapshot()
        for name in ("fan_speed_3", "direction_face", "ac_button", "recycle_air_button"):
            assert not element(head_unit, name).enabled
            assert "cannot be used" in tap(head_unit, name)
        assert world.snapshot() == before

    def test_fan_and_outlets_are_not_for_the_driver_while_auto_regulates(self, head_unit: HeadUnit) -> None:
        tap(head_unit, "ac_master_switch")
        assert element(head_unit, "fan_max").enabled
        tap(head_unit, "auto_button")
        assert not element(head_unit, "fan_max").enabled
        assert not element(head_unit, "direction_floor").enabled
        assert element(head_unit, "ac_button").enabled

    def test_power_is_that_of_all_seats(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "ac_master_switch")
        assert all(unit.is_on for unit in world.airConditioner.ac_states.values())
        assert element(head_unit, "ac_master_switch").checked
        tap(head_unit, "fan_off")
        assert not any(unit.is_on for unit in world.airConditioner.ac_states.values())

    def test_the_fan_is_that_of_all_seats(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "ac_master_switch")
        tap(head_unit, "fan_max")
        assert {unit.wind_speed for unit in world.airConditioner.ac_states.values()} == {7}
        assert element(head_unit, "fan_max").selected
        assert not element(head_unit, "fan_speed_5").selected

    def test_one_outlet_at_a_time(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "ac_master_switch")
        tap(head_unit, "direction_face")
        tap(head_unit, "direction_face_and_floor")
        assert world.get(f"{DRIVER}.outlet_modes.face and feet") is True
        assert world.get(f"{DRIVER}.outlet_modes.face") is False

    @pytest.mark.parametrize("runs", [True, False])
    def test_temperatures_go_in_half_degrees_and_on_their_own(self, head_unit: HeadUnit, world: World, runs: bool) -> None:
        if runs:
            tap(head_unit, "ac_master_switch")
        tap(head_unit, "hvac_increase_button", "driver")
        tap(head_unit, "hvac_decrease_button", "passenger")
        tap(head_unit, "hvac_decrease_button", "passenger")
        assert world.get(f"{DRIVER}.temperature") == 22.5
        assert world.get(f"{PASSENGER}.temperature") == 21
        texts = {(e.description, e.text) for e in head_unit.elements() if e.name == "hvac_temperature_text"}
        assert texts == {("Driver temperature", "22.5°"), ("Passenger temperature", "21.0°")}

    def test_temperatures_stop_at_the_ends(self, head_unit: HeadUnit, world: World) -> None:
        world.set(f"{DRIVER}.temperature", 30)
        tap(head_unit, "hvac_increase_button", "driver")
        assert world.get(f"{DRIVER}.temperature") == 30

    def test_seat_heating_goes_round(self, head_unit: HeadUnit, world: World) -> None:
        said = []
        for _ in range(4):
            tap(head_unit, "seat_heat_level_button_left")
            said.append((element(head_unit, "seat_heat_level_button_left").text, world.get("seat.driver's seat.heater.is_on")))
        assert said == [("Low", True), ("Medium", True), ("High", True), ("Off", False)]

    def test_heating_ends_cooling(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "ac_master_switch")
        tap(head_unit, "cool_mode_button")
        tap(head_unit, "heat_mode_button")
        assert world.airConditioner.heat_mode
        assert not world.airConditioner.cool_mode

    def test_recirculation_is_air_from_inside_or_outside(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "ac_master_switch")
        tap(head_unit, "recycle_air_button")
        assert world.airConditioner.circulation_mode == "internal circulation"
        tap(head_unit, "recycle_air_button")
        assert world.airConditioner.circulation_mode == "external circulation"


class TestNavigation:
    def test_a_call_opens_and_closes_the_climate_panel(self, head_unit: HeadUnit, world: World) -> None:
        world.call("airConditioner.view_switch", {"switch": True})
        assert element(head_unit, "ac_master_switch").window == "SystemUIOverlayWindow"
        assert world.system.foreground_app == "climate"
        world.call("airConditioner.view_switch", {"switch": False})
        assert world.system.foreground_app == "home"
        assert element(head_unit, "maps_card")

    def test_what_lies_under_the_panel_is_absent(self, head_unit: HeadUnit) -> None:
        head_unit.open_app("climate")
        assert "maps_card" not in {e.name for e in head_unit.elements()}
        assert element(head_unit, "clock").window == "TopCarSystemBar"
        assert element(head_unit, "grid_nav").window == "BottomCarSystemBar"

    @pytest.mark.parametrize("name", ["climate", "CLIMATE", "hvac", "Air Conditioning", " Climate "])
    def test_apps_open_by_name_and_alias(self, head_unit: HeadUnit, name: str) -> None:
        assert head_unit.open_app(name)
        assert head_unit.world.airConditioner.ac_view_open

    @pytest.mark.parametrize("name", ["", "clim", "no such app", "climate2"])
    def test_other_names_open_nothing(self, head_unit: HeadUnit, name: str) -> None:
        before = head_unit.elements()
        assert not head_unit.open_app(name)
        assert head_unit.elements() is before

    def test_back_closes_one_thing_after_the_other(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "grid_nav")
        tap(head_unit, "hvac")
        assert world.system.foreground_app == "climate"
        head_unit.back()
        assert world.system.foreground_screen == "apps"
        head_unit.back()
        assert world.system.foreground_screen == "home"
        head_unit.back()
        assert world.system.foreground_screen == "home"

    @pytest.mark.parametrize(
        ("app", "buttons", "screen"),
        [("settings", ("section_profile", "seats_button"), "settings_profile"), ("vehicle", ("care_button",), "vehicle")],
    )
    def test_back_from_another_app_leads_to_where_it_was_opened(
        self, head_unit: HeadUnit, world: World, app: str, buttons: tuple[str, ...], screen: str
    ) -> None:
        assert head_unit.open_app(app)
        for button in buttons:
            tap(head_unit, button)
        assert world.system.foreground_app in ("seats", "care")
        head_unit.back()
        assert world.system.foreground_screen == screen

    def test_home_closes_everything(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "grid_nav")
        tap(head_unit, "notifications")
        head_unit.home()
        assert (world.system.foreground_app, world.system.foreground_screen) == ("home", "home")
        assert not world.system.notification_center_open

    def test_the_grid_opens_apps(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "grid_nav")
        tap(head_unit, "app_item", "Climate")
        assert world.airConditioner.ac_view_open

    def test_the_app_in_front_may_be_set_from_outside(self, head_unit: HeadUnit, world: World) -> None:
        app = next(name for name in head_unit.apps if name not in ("home", "climate"))
        world.set("system.foreground_app", app)
        assert app in {element.window.lower() for element in head_unit.elements()} or world.system.foreground_app == app
        head_unit.home()
        assert world.system.foreground_app == "home"

    def test_a_tap_beside_everything_does_nothing(self, head_unit: HeadUnit, world: World) -> None:
        before = world.snapshot()
        assert head_unit.tap(770, 300) != ""
        assert head_unit.tap(5000, 5000) != ""
        assert head_unit.tap(-1, -1) != ""
        assert world.snapshot() == before


class TestAlerts:
    def test_an_alert_is_on_top_until_it_is_dismissed(self, head_unit: HeadUnit, world: World) -> None:
        world.call("system.safety_alert", {"kind": "ice", "message": "The bridge ahead may be frozen."})
        shown = [e for e in head_unit.elements() if e.window == "HeadsUpNotification"]
        assert [e.text for e in shown if e.name == "notification_body_content"] == ["The bridge ahead may be frozen."]
        tap(head_unit, "alert_dismiss")
        assert world.system.alert_shown == 0
        assert not [e for e in head_unit.elements() if e.window == "HeadsUpNotification"]

    def test_the_centre_keeps_what_happened(self, head_unit: HeadUnit, world: World) -> None:
        world.call("system.safety_alert", {"kind": "fog", "message": "Fog."})
        tap(head_unit, "alert_dismiss")
        tap(head_unit, "notifications")
        assert element(head_unit, "notification_body_title").text == "Fog alert"
        tap(head_unit, "notification_body_title")
        assert world.system.notifications[0].read
        head_unit.back()
        tap(head_unit, "dismiss_button")
        assert world.system.notifications == ()
        assert element(head_unit, "empty_notification_text")

    def test_everything_can_be_cleared(self, head_unit: HeadUnit, world: World) -> None:
        for kind in ("fog", "ice"):
            world.call("system.safety_alert", {"kind": kind, "message": "Slow down."})
        tap(head_unit, "notifications")
        tap(head_unit, "clear_all_button")
        assert world.system.notifications == ()
        assert world.system.alert_shown == 0


class TestTheme:
    def test_auto_follows_the_light(self, head_unit: HeadUnit, world: World) -> None:
        head_unit.open_app("seats")  # which says nothing of the light
        day = head_unit.frame().mean()
        world.set("road.light", "tunnel")
        assert head_unit.frame().mean() < day / 2
        world.set("system.night_mode", "day")
        assert head_unit.frame().mean() == pytest.approx(day)


class TestSnapshots:
    def test_a_snapshot_brings_everything_back(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "grid_nav")
        state, values, elements, frame = head_unit.snapshot(), world.snapshot(), head_unit.elements(), head_unit.frame().copy()
        head_unit.open_app("climate")
        tap(head_unit, "ac_master_switch")
        head_unit.home()
        world.restore(values)
        head_unit.restore(state)
        assert head_unit.elements() == elements
        assert (head_unit.frame() == frame).all()
        assert world.snapshot() == values

    def test_a_snapshot_serves_any_head_unit(self, head_unit: HeadUnit, world: World) -> None:
        tap(head_unit, "grid_nav")
        other = World()
        twin = HeadUnit(other)
        other.restore(world.snapshot())
        twin.restore(head_unit.snapshot())
        assert twin.elements() == head_unit.elements()

    def test_something_else_is_refused(self, head_unit: HeadUnit) -> None:
        with pytest.raises(TypeError, match="snapshot"):
            head_unit.restore("home")


@pytest.mark.parametrize("time", ["1970-01-01 00:00:00", "2025-04-13 23:59:59", "2099-12-31 23:59:59"])
def test_every_screen_can_be_seen_at_any_time_that_the_clock_takes(time):
    world = World()
    world.set("environment.timestamp", time)
    unit = HeadUnit(world)
    for app in apps():
        unit.open_app(app)
        assert unit.elements()
        assert unit.frame().any()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.at_once(1)
def test_a_screen_that_comes_back_shows_what_has_changed_meanwhile(world: World, seed: int) -> None:
    head_unit, random = HeadUnit(world), Random(seed)
    for _ in range(40):
        head_unit.open_app(random.choice(list(apps())))
        head_unit.tap(random.randrange(1408), random.randrange(792))
        world.set("environment.volume", random.randrange(101))
        world.set("road.speed", random.choice((0, 0, 30)))
        if random.random() < 0.5:  # otherwise nobody looks before the next screen is opened
            fresh = HeadUnit(world)
            fresh.restore(head_unit.snapshot())
            assert head_unit.elements() == fresh.elements()
            assert (head_unit.frame() == fresh.frame()).all()


def test_a_plan_that_follows_the_town_is_kept_while_the_car_moves_in_it(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("maps")
    head_unit.elements()
    plans = [layer.plan for layer in head_unit.layers]
    world.set("road.gps.latitude", round(float(str(world.get("road.gps.latitude"))) + 0.001, 6))
    assert all(layer.plan is plan for layer, plan in zip(head_unit.layers, plans, strict=True))
    world.set("road.city", "Oslo")
    world.set("road.gps.latitude", 59.91)
    world.set("road.gps.longitude", 10.75)
    shown = head_unit.elements()
    fresh = HeadUnit(world)
    fresh.restore(head_unit.snapshot())
    assert shown == fresh.elements()
