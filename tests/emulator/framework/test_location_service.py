import re

import pytest

from automotive_env.android import dumps

LAST = re.compile(r"last location=Location\[(\w+) (-?[\d.]+),(-?[\d.]+)")
MOCK = ("cmd", "location", "providers")


def allow(car):
    car.out("appops set 2000 android:mock_location allow")


def test_the_position_is_that_of_the_car(car):
    out = car.out("dumpsys location")
    block = out.split("    gps provider:")[1]
    assert block.split()[:2] == ["user", "0:"]
    assert LAST.search(block.split("user 10:")[1]).groups() == ("gps", "52.520000", "13.405000")  # type: ignore[union-attr]
    fix = dumps.location(out)
    assert fix is not None
    gps = car.world.road.gps
    assert (fix.latitude, fix.longitude, fix.altitude, fix.bearing, fix.accuracy) == (
        gps.latitude,
        gps.longitude,
        gps.altitude,
        gps.bearing,
        gps.accuracy,
    )


def test_a_test_provider_moves_the_car(car):
    allow(car)
    car.out(*MOCK, "add-test-provider", "gps")
    car.out(*MOCK, "set-test-provider-enabled", "gps", "true")
    car.out(*MOCK, "set-test-provider-location", "gps", "--location", "48.8566,2.3522", "--accuracy", "3")
    gps = car.world.road.gps
    assert (gps.latitude, gps.longitude, gps.accuracy) == (48.8566, 2.3522, 3)
    out = car.out("dumpsys location")
    assert "gps provider [mock]:" in out
    assert dumps.location(out).latitude == 48.8566  # type: ignore[union-attr]
    car.out(*MOCK, "remove-test-provider", "gps")
    assert "[mock]" not in car.out("dumpsys location")
    assert car.world.road.gps.latitude == 48.8566


def test_who_may_not_mock_changes_nothing_and_is_not_told(car):
    before = car.world.snapshot()
    car.out(*MOCK, "add-test-provider", "gps")
    car.out(*MOCK, "set-test-provider-location", "gps", "--location", "48.8566,2.3522")
    assert car.world.snapshot() == before
    assert "[mock]" not in car.out("dumpsys location")


def test_the_permission_is_that_of_the_user_who_asks(car):
    allow(car)
    car.device.root = True
    car.out(*MOCK, "add-test-provider", "gps")
    assert "[mock]" not in car.out("dumpsys location")
    car.out("appops set 0 android:mock_location allow")
    car.out(*MOCK, "add-test-provider", "gps")
    assert "[mock]" in car.out("dumpsys location")


def test_a_package_may_be_allowed_instead(car):
    car.out("appops set com.android.shell android:mock_location allow")
    car.out(*MOCK, "add-test-provider", "gps")
    assert "[mock]" in car.out("dumpsys location")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("set-test-provider-location", "network", "--location", "1,2"), "network provider is not a test provider"),
        (("set-test-provider-location", "gps", "--location", "1"), "must be in the form of LATITUDE,LONGITUDE"),
        (("set-test-provider-location", "gps", "--location", "91,2"), "latitude"),
        (("set-test-provider-location", "gps", "--location", "nan,2"), "latitude"),
        (("set-test-provider-location", "gps", "--location", "1,2", "--accuracy", "x"), "float"),
        (("set-test-provider-enabled", "gps", "maybe"), "Invalid boolean value: maybe"),
    ],
)
def test_what_does_not_fit_is_an_exception(car, args, says):
    allow(car)
    car.out(*MOCK, "add-test-provider", "gps")
    before = car.world.snapshot()
    ran = car.run(*MOCK, *args)
    assert ran.status == 255
    assert "java.lang.IllegalArgumentException: " in ran.err
    assert says in ran.err
    assert car.world.snapshot() == before


def test_location_is_switched_for_a_user(car):
    assert car.out("cmd location is-location-enabled") == "true\n"
    car.out("cmd location set-location-enabled false")
    assert car.out("cmd location is-location-enabled") == "false\n"
    assert car.out("cmd location is-location-enabled --user 0") == "true\n"
    assert car.world.system.location is False
    assert "Location[" not in car.out("dumpsys location")
    car.world.system.location = True
    assert car.out("cmd location is-location-enabled --user 10") == "true\n"
    assert car.run("cmd location set-location-enabled perhaps").status == 255


def test_app_operations(car):
    assert car.out("appops get 2000") == "No operations.\n"
    allow(car)
    assert car.out("appops get 2000 android:mock_location") == "MOCK_LOCATION: allow\n"
    assert car.run("appops set com.foo android:mock_location allow").status == 255
    assert car.run("appops set 2000 android:mock_location perhaps").status == 255
    car.out("appops reset")
    assert car.out("appops get 2000") == "No operations.\n"
