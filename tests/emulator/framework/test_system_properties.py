import re

import pytest

from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version
from automotive_env.emulator.virtual.device import VirtualDevice


@pytest.mark.parametrize(("release", "sdk"), [(13, "33"), (14, "34"), (15, "35")])
def test_the_release_decides_versions(release, sdk):
    properties = VirtualDevice(release=release).properties
    assert properties["ro.build.version.release"] == str(release)
    assert properties["ro.build.version.sdk"] == sdk
    assert f":{release}/" in properties["ro.build.fingerprint"]


def test_what_boot_detection_and_libraries_read(car):
    for name, value in {
        "sys.boot_completed": "1",
        "dev.bootcomplete": "1",
        "init.svc.bootanim": "stopped",
        "ro.build.type": "userdebug",
        "ro.hardware.type": "automotive",
        "ro.fw.mu.headless_system_user": "true",
        "ro.product.name": "sdk_gcar_x86_64",
        "ro.product.cpu.abi": "x86_64",
        SCHEMA_PROPERTY: schema_version(),
    }.items():
        assert car.out("getprop", name) == f"{value}\n"
    for name in ("ro.serialno", "ro.product.brand", "ro.product.model", "ro.product.device", "ro.product.manufacturer"):
        assert car.out("getprop", name).strip()


def test_two_devices_have_two_serial_numbers():
    assert VirtualDevice(port=5554).properties["ro.serialno"] != VirtualDevice(port=5556).properties["ro.serialno"]


def test_the_whole_list_is_sorted_and_in_brackets(car):
    lines = car.run("getprop").lines
    found = [re.fullmatch(r"\[(.*)\]: \[(.*)\]", line) for line in lines]
    assert all(found)
    names = [match[1] for match in found if match]
    assert names == sorted(names)
    assert set(names) > set(car.device.properties)


def test_a_property_that_is_not_set(car):
    assert car.out("getprop no.such") == "\n"
    assert car.out("getprop no.such usual") == "usual\n"


def test_what_follows_the_device(car):
    assert car.out("getprop persist.sys.locale") == "en-US\n"
    assert car.out("getprop service.adb.root") == "0\n"
    car.world.environment.language = "Chinese"
    car.device.root = True
    assert car.out("getprop persist.sys.locale") == "zh-CN\n"
    assert "[service.adb.root]: [1]" in car.run("getprop").lines
