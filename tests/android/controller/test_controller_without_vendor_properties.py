"""A device that hides its vendor properties is played like a stock emulator: signals, console, notifications."""

import pytest
from contracts.controller_contract import element

from automotive_env.android.controller import AndroidController
from automotive_env.android.shell import DeviceFault
from automotive_env.episode.action import Call, Click, NavigateBack, OpenApp
from automotive_env.episode.observation import GpsFix
from automotive_env.validators import signals as s

ALERT = Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice ahead."})


@pytest.fixture
def car(stock_car: AndroidController) -> AndroidController:
    return stock_car


def test_it_is_put_back_signal_by_signal(car: AndroidController) -> None:
    car.write(s.CLIMATE_POWER, True)
    car.write(s.CLIMATE_AUTO, False)
    before, saved = car.observe(), car.snapshot()
    car.write(s.FAN_SPEED, 5)
    car.write(s.GEAR, "drive")
    car.write(s.WEATHER, "fog")
    car.set_gps(GpsFix(48.8566, 2.3522, 35))
    seen = car.observe()
    assert (seen.vehicle["gear"], round(seen.gps.latitude, 4), round(seen.gps.longitude, 4)) == ("drive", 48.8566, 2.3522)
    assert car.act(ALERT, seen).done
    assert car.read(s.LAST_ALERT) == "ice"
    assert car.act(OpenApp(app_name="climate"), car.observe()).done
    car.restore(saved)
    after = car.observe()
    assert (after.app, after.gps) == ("home", before.gps)
    assert [car.read(signal) for signal in (s.GEAR, s.WEATHER, s.LAST_ALERT)] == ["park", "clear", ""]
    assert not any(e.window == "HeadsUpNotification" for e in after.elements)
    assert car.drain_changes() == []


def test_the_open_panel_is_the_app_in_front(car: AndroidController) -> None:
    car.act(OpenApp(app_name="settings"), car.observe())
    assert car.observe().app == "settings"
    assert car.act(OpenApp(app_name="climate"), car.observe()).done
    assert car.observe().app == "climate"
    assert car.act(OpenApp(app_name="climate"), car.observe()).done  # it is not closed again
    assert car.observe().app == "climate"
    car.act(NavigateBack(), car.observe())
    assert car.observe().app == "settings"


def test_touches_show_in_the_vehicle_hal(car: AndroidController) -> None:
    car.act(OpenApp(app_name="climate"), car.observe())
    before = car.read(s.REAR_DEFROSTER)
    car.drain_changes()
    seen = car.observe()
    assert car.act(Click(index=element(seen, "rear_defroster_button").index), seen).done
    assert car.read(s.REAR_DEFROSTER) is not before
    assert [change.path for change in car.drain_changes()] == [s.REAR_DEFROSTER.world]


def test_an_event_that_needs_the_console_says_so_without_one(car: AndroidController, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(car, "_console", None)
    with pytest.raises(DeviceFault, match="needs the console"):
        car.set_gps(GpsFix(1.0, 2.0))
