import re

from automotive_env.android import dumpsys

LAST = re.compile(r"last location=Location\[(\w+) (-?[\d.]+),(-?[\d.]+)")


def test_the_position_is_that_of_the_car(car):
    out = car.out("dumpsys location")
    block = out.split("    gps provider:")[1]
    assert block.split()[:2] == ["user", "0:"]
    assert LAST.search(block.split("user 10:")[1]).groups() == ("gps", "52.520000", "13.405000")  # type: ignore[union-attr]
    fix = dumpsys.location(out)
    assert fix is not None
    gps = car.world.road.gps
    assert (fix.latitude, fix.longitude, fix.altitude, fix.bearing, fix.accuracy) == (
        gps.latitude,
        gps.longitude,
        gps.altitude,
        gps.bearing,
        gps.accuracy,
    )


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


def test_the_position_is_not_mocked(car):
    ran = car.run("cmd location providers add-test-provider gps")
    assert (ran.status, ran.err) == (255, "Unknown command: providers\n")
