import io
import re
import struct
import zipfile

import pytest

from automotive_env.emulator.virtual.apk import ApkFault, manifest_of
from automotive_env.headunit.registry import apps

OURS = {app.package for app in apps().values()}


def manifest(package: str = "com.example.tool", version: str = "1.2", code: int = 34) -> bytes:
    """A binary manifest with one element and three attributes."""
    texts = ["manifest", "package", package, "versionName", version, "versionCode"]
    data, offsets = b"", []
    for text in texts:
        offsets.append(len(data))
        data += struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0"
    data += b"\0" * (-len(data) % 4)
    start = 28 + 4 * len(texts)
    pool = struct.pack("<HHIIIIII", 1, 28, start + len(data), len(texts), 0, 0, start, 0)
    pool += struct.pack(f"<{len(texts)}I", *offsets) + data
    rows = [(1, 2, 3, 2), (3, 4, 3, 4), (5, -1, 16, code)]
    attributes = b"".join(
        struct.pack("<iiiHBBI", -1, name, text, 8, 0, kind, value & 0xFFFFFFFF) for name, text, kind, value in rows
    )
    element = struct.pack("<HHIIi", 0x0102, 16, 36 + len(attributes), 1, -1)
    element += struct.pack("<iiHHHHHH", -1, 0, 20, 20, len(rows), 0, 0, 0) + attributes
    return struct.pack("<HHI", 3, 8, 8 + len(pool) + len(element)) + pool + element


def apk(content: bytes | None = None) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("AndroidManifest.xml", manifest() if content is None else content)
    return file.getvalue()


def packages(out: str) -> set[str]:
    return {line.removeprefix("package:") for line in out.splitlines()}


def test_all_apps_of_the_head_unit_are_installed(car):
    listed = packages(car.out("pm list packages --user 10"))
    assert listed >= OURS | {"android", "com.android.shell", "com.android.car"}
    assert packages(car.out("pm list packages -s")) == listed
    assert car.out("pm list packages -3") == ""
    assert packages(car.out("pm", "list", "packages", "")) == listed


def test_a_filter_and_options(car):
    assert car.out("pm list packages car.radio") == "package:com.android.car.radio\n"
    path = car.out("pm path com.android.car.radio").strip()
    assert car.out("pm list packages -f car.radio") == f"{path}=com.android.car.radio\n"
    assert re.fullmatch(r"package:com.android.car.radio uid:10100\d\d\n", car.out("pm list packages -U --user 10 car.radio"))


def test_path_of_what_is_not_installed(car):
    ran = car.run("pm path com.foo")
    assert (ran.status, ran.out) == (1, "")


def test_features(car):
    assert "feature:android.hardware.type.automotive" in car.run("pm list features").lines
    assert car.run("pm list nothing").err == "Error: unknown list type 'nothing'\n"


def test_the_dump_has_what_libraries_read(car):
    out = car.out("dumpsys package com.android.car.radio")
    assert re.search(r"versionName=(?P<name>[^\s]+)", out)
    assert re.search(r"versionCode=(\d+)", out)[1] == "34"  # type: ignore[index]
    assert re.search(r"pkgFlags=\[\s*(.*)\s*\]", out)[1].split()[0] == "SYSTEM"  # type: ignore[index]
    assert "User 10: ceDataInode=0 installed=true" in out
    assert car.out("pm dump com.android.car.radio") == out
    assert car.out("dumpsys package com.foo") == "Unable to find package: com.foo\n"


def test_an_apk_from_a_file(car):
    car.device.files.write("/data/local/tmp/tool.apk", apk())
    assert car.out("pm install -r -t /data/local/tmp/tool.apk") == "Success\n"
    assert car.out("pm list packages -3") == "package:com.example.tool\n"
    assert car.out("pm path com.example.tool") == "package:/data/app/com.example.tool-1/base.apk\n"
    assert "versionName=1.2\n" in car.out("dumpsys package com.example.tool")
    assert car.out("pm uninstall com.example.tool") == "Success\n"
    assert car.out("pm list packages -3") == ""


def test_an_apk_through_stdin(car):
    data = apk()
    assert car.out("cmd", "package", "install", "-S", str(len(data)), stdin=data + b"more") == "Success\n"
    assert car.out("pm list packages -3") == "package:com.example.tool\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zip",
        apk(b""),
        apk(b"\0" * 40),
        apk(manifest()[:-30]),
        apk(manifest("no package")),
        apk(b"<manifest package='com.a.b'/>"),
        apk(manifest().replace(b"\x02\x01\x10\x00", b"\x05\x01\x10\x00")),
    ],
)
def test_what_is_no_apk_is_refused(car, data):
    car.device.files.write("/data/local/tmp/bad.apk", data)
    ran = car.run("pm install /data/local/tmp/bad.apk")
    assert ran.status == 1
    assert re.search(r"Failure \[([\w_]+)", ran.out)[1].startswith("INSTALL_PARSE_FAILED")  # type: ignore[index]
    assert car.out("pm list packages -3") == ""


def test_every_cut_of_a_manifest_is_refused_or_read():
    whole = manifest()
    for end in range(len(whole)):
        with pytest.raises(ApkFault):
            manifest_of(apk(whole[:end]))
    assert manifest_of(apk(whole)).package == "com.example.tool"


def test_a_missing_file_and_a_stock_app_are_refused(car):
    assert "Failed to open /nothing.apk" in car.run("pm install /nothing.apk").out
    car.device.files.write("/data/local/tmp/radio.apk", apk(manifest("com.android.car.radio")))
    assert "INSTALL_FAILED_UPDATE_INCOMPATIBLE" in car.run("pm install /data/local/tmp/radio.apk").out


def test_the_platform_is_not_uninstalled(car):
    for package in ("com.android.car.radio", "com.foo"):
        assert car.run(f"pm uninstall {package}").out == "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"
    assert car.run("pm path com.android.car.radio").status == 0


def test_clear_stops_and_knows_its_packages(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    assert car.out("pm clear --user 10 com.android.car.radio") == "Success\n"
    assert car.world.system.foreground_app == "home"
    assert car.run("pm clear com.foo").err == "Failed\n"


def test_permissions_are_taken_for_known_packages(car):
    assert car.out("pm grant com.android.car.radio android.permission.RECORD_AUDIO") == ""
    ran = car.run("pm revoke com.foo android.permission.RECORD_AUDIO")
    assert (ran.status, ran.err.splitlines()[-1]) == (255, "java.lang.IllegalArgumentException: Unknown package: com.foo")


def test_a_split_app_is_installed_in_a_session(car):
    number = re.fullmatch(r"Success: created install session \[(\d+)\]\n", car.out("pm install-create -r -S 2000"))[1]
    part = apk()
    for name in ("split_config.en.apk", "base.apk"):
        written = car.run("pm", "install-write", "-S", str(len(part)), number, name, "-", stdin=part)
        assert written.out == f"Success: streamed {len(part)} bytes\n"
    assert car.out("pm list packages -3") == ""
    assert car.out(f"pm install-commit {number}") == "Success\n"
    assert packages(car.out("pm list packages -3")) == {"com.example.tool"}
    assert car.run(f"pm install-commit {number}").status == 1


@pytest.mark.parametrize(
    "line",
    ["pm install-commit", "pm install-commit 1", "pm install-write -S 5 1 a -", "pm install-write", "pm install-abandon x"],
)
def test_a_session_that_is_not_open_is_refused(car, line):
    refused = car.run(line)
    assert (refused.status, refused.out[:9]) == (1, "Failure [")


def test_sessions_are_few_and_small(car):
    first = car.out("pm install-create")[-9:-2]
    for _ in range(8):
        car.out("pm install-create")
    assert "no session" in car.run(f"pm install-commit {first}").out
    last = car.out("pm install-create")[-9:-2]
    assert "no APK was written" in car.run(f"pm install-commit {last}").out
    again = car.out("pm install-create")[-9:-2]
    assert "32 parts" in [car.run("pm", "install-write", "-S", "1", again, f"p{n}", "-", stdin=b"a").out for n in range(40)][-1]
    assert car.out(f"pm install-abandon {again}") == "Success\n"
