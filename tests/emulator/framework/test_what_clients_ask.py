"""What clients ask of a shell, and the patterns by which they find the answer."""

from __future__ import annotations

import asyncio
import re

import pytest
from cases import cases
from shared_devices import shared_device

from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, ShellInput

ACTIVITY = r"[\w.]+/[\w.$]+"

ASKED = [
    ("getprop ro.serialno", r"\S+\n\Z"),
    ("getprop ro.build.version.sdk", r"\d\d\n\Z"),
    ("getprop ro.build.version.release", r"1[345]\n\Z"),
    ("getprop ro.product.brand", r"\S+\n\Z"),
    ("getprop ro.product.model", r"\S.*\n\Z"),
    ("getprop ro.product.name", r"\S+\n\Z"),
    ("getprop ro.product.device", r"\S+\n\Z"),
    ("getprop ro.product.cpu.abi", r"\S+\n\Z"),
    ("getprop", r"(?m)^\[[\w.]+\]: \[.*\]$"),
    ("wm size", r"Physical size: 1408x792\n"),
    ("dumpsys display", r"orientation=0"),
    ("dumpsys window windows", rf"mCurrentFocus=Window\{{[0-9a-f]+ u10 {ACTIVITY}\}}"),
    ("dumpsys activity activities", rf"mResumedActivity: ActivityRecord\{{[0-9a-f]+ u10 {ACTIVITY} t\d+\}}"),
    ("dumpsys activity top", rf"ACTIVITY {ACTIVITY} [0-9a-f]+ pid=\d+"),
    ("dumpsys window | grep mCurrentRotation", r"\A\s+mCurrentRotation=ROTATION_0\n\Z"),
    ("dumpsys input", r"(?m)^ +InputDeviceOrientation: +.*0$"),
    ("dumpsys input | grep logicalFrame", r"logicalFrame=\[0, 0, 1408, 792\]"),
    ("am stack list", rf"(?m)^ *taskId=\d+: {ACTIVITY} .*visible=true.*topActivity=ComponentInfo{{{ACTIVITY}}}$"),
    ("am stack remove 1; echo $?", r"\A0\n\Z"),
    ("pm list libraries", r"(?m)^library:"),
    ("service call alarm 3 s16 UTC", r"\AResult: Parcel\("),
    ("service call nothing 3", r"does not exist"),
    ("dumpsys SurfaceFlinger --display-id", r"Display 4619827259835644672 \(HWC"),
    ("screencap -p", r"\A\x89PNG"),
    ("screencap -p -d 4619827259835644672", r"\A\x89PNG"),
    ("/system/bin/screencap -p", r"\A\x89PNG"),
    ("screencap", r"(?s)\A\x80\x05\0\0\x18\x03\0\0\x01\0\0\0"),
    ("rm -f /data/local/tmp/u.xml; uiautomator dump /data/local/tmp/u.xml && echo success", r"success\n\Z"),
    ("uiautomator dump /dev/tty", r"\A<\?xml"),
    ("toybox md5sum /data/local/tmp/u2.jar", r"No such file"),
    ("ime list -s -a", r"(?m)^[\w.]+/[\w.]+$"),
    ("settings get secure default_input_method", r"\A[\w.]+/[\w.]+\n\Z"),
    ("settings put secure x y; settings get secure x", r"\Ay\n\Z"),
    ("ps -A", r"(?m)^\S+ +\d+ +\d+( +\S+){5} com\.android\.systemui$"),
    ("pm list packages", r"(?m)^package:com\.android\.systemui$"),
    ("pm list packages -3 ''", r"\A\Z"),
    ("pm path com.android.systemui", r"\Apackage:/\S+\.apk\n\Z"),
    ("dumpsys package com.android.systemui", r"(?s)versionCode=\d+.*versionName=\S+"),
    ("pm clear com.android.car.media", r"Success\n"),
    ("monkey -p com.android.car.media -c android.intent.category.LAUNCHER 1", r"Events injected: 1"),
    ("am force-stop com.android.car.media; echo $?", r"0\n\Z"),
    ("input tap 5 5; input swipe 9 9 10 10 5; input text hi; input keyevent HOME; echo $?", r"0\n\Z"),
    ("input draganddrop 9 9 100 100 5; echo $?", r"0\n\Z"),
    ("dumpsys battery", r"(?m)^ *level: \d+"),
    ("dumpsys power", r"mHoldingDisplaySuspendBlocker=true"),
    ("svc wifi enable; echo $?", r"\A0\n\Z"),
    ("ifconfig wlan0", r"inet addr:[\d.]+"),
    ("ip addr", r"inet [\d.]+/\d+"),
    ("ip route", r"src [\d.]+"),
    ("export ANDROID_LOG_TAGS=''; exec logcat '-d'", r"beginning of main"),
    ("false; echo X4EXIT:$?", r"X4EXIT:1\n\Z"),
    ("cmd package 'list' 'packages'", r"(?m)^package:"),
    # mobile-mcp
    (
        "cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
        r"packageName=com\.android\.car",
    ),
    ("cmd package resolve-activity --brief com.android.car.media | tail -n 1", r"\Acom\.android\.car\.media/\.MediaActivity\n\Z"),
    ("cmd package resolve-activity com.android.car.media", r"(?m)^ *name=com\.android\.car\.media\.MediaActivity$"),
    ("pm resolve-activity --components com.android.car.radio", r"\Acom\.android\.car\.radio/\.RadioActivity\n\Z"),
    ("cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.HOME", r"CarLauncher"),
    ("cmd package query-activities -a nothing", r"No activities found"),
    ("cmd package resolve-activity --brief com.nobody", r"No activity found"),
    ("logcat -d -v time -t 5", r"beginning of main"),
    ("logcat -d -v long,year,UTC", r"beginning of main"),
    ("logcat -d -vthreadtime --buffer=main", r"beginning of main"),
    ("log -t Here it is; logcat -d -v raw -s Here", r"(?m)^it is$"),
    ("log -t Here it is; logcat -d -v tag Here:I '*:S'", r"(?m)^I/Here *: it is$"),
    ("logcat -v nonsense", r'Invalid parameter "nonsense" to -v'),
    # airtest
    ("getevent -p", r"(?m)^ +(ABS \(0003\):)? +0035 +: value \d+, min \d+, max 32767, fuzz"),
    ("getevent -p", r"(?m)^ +0036 +: value \d+, min \d+, max 32767, fuzz"),
    ("getevent -i /dev/input/event1", r"INPUT_PROP_DIRECT"),
    ("getevent -p /dev/input/event9", r"could not open"),
    # androidviewclient
    ("dumpsys window policy", r"mShowingLockscreen=(true|false)"),
    ("dumpsys window policy", r"(?m)^ +showing=false$"),
    # mobly and AndroidWorld
    ("command -v am", r"\A/system/bin/am\n\Z"),
    ("command -v cd; command -V input", r"\Acd\ninput is /system/bin/input\n\Z"),
    ("command -v nothing; echo $?", r"\A1\n\Z"),
    ("command echo it", r"\Ait\n\Z"),
    ("command cd /sdcard && pwd", r"\A/sdcard\n\Z"),
    ("wm user-rotation", r"\Alock 0\n\Z"),
    ("wm user-rotation lock 0; echo $?", r"\A0\n\Z"),
    ("wm user-rotation -d 0 lock 1; echo $?", r"does not rotate[^\n]*\n255\n\Z"),
    ("settings put system user_rotation 1; echo $?", r"Invalid value: 1[^\n]*\n255\n\Z"),
    ("settings put system user_rotation 0; echo $?", r"\A0\n\Z"),
    ("pm dump com.android.car.radio", r"versionName="),
    ("bugreportz -v", r"\A1\.1\n\Z"),
    ("bugreportz", r"\AOK:/\S+\.zip\n\Z"),
    ("bugreportz -p", r"(?s)\ABEGIN:(/\S+)\nPROGRESS:.*OK:\1\n\Z"),
    ("bugreport", r"(?s)dumpstate.*getprop.*DUMP OF SERVICE window:"),
    ("bugreportz --help; echo $?", r"usage.*\n1\n\Z"),
    # Appium, scrcpy and scripts
    ("logcat -g", r"\Amain: ring buffer is 256 KiB .*\n\Z"),
    ("logcat -G 16M; echo $?", r"\A0\n\Z"),
    ("logcat -b all -G 4M -c; echo $?", r"\A0\n\Z"),
    ("logcat --buffer-size=1M; echo $?", r"\A0\n\Z"),
    ("svc power stayon true; echo $?", r"\A0\n\Z"),
    ("pm list instrumentation; echo $?", r"\A0\n\Z"),
    ("pm get-install-location", r"\A0\[auto\]\n\Z"),
    ("getenforce", r"\AEnforcing\n\Z"),
    ("uptime", r"\A \d\d:\d\d:\d\d up +\d+:\d\d, "),
    ("[ 3 -gt 2 ] && echo more", r"\Amore\n\Z"),
    ("test -5 -le 5 -a x; echo $?", r"unexpected operator"),
    ("[ a -gt 2 ]; echo $?", r"unexpected operator"),
    ("test 7 -ne 7; echo $?", r"\A1\n\Z"),
]

ORIENTATION = {
    13: r"InputDeviceOrientation: (\d)$",
    14: r"InputDeviceOrientation: Rotation(\d+)$",
    15: r"InputDeviceOrientation: Rotation(\d+)$",
}


@pytest.mark.parametrize("release", [13, 14, 15])
@cases(("line", "answer"), ASKED)
def test_the_answer_is_found_where_clients_look_for_it(line: str, answer: str, release) -> None:
    said = MemoryOutput()
    asyncio.run(ShellInterpreter(shared_device(release), ShellInput(), said, said).run(line))
    assert re.search(answer, said.data.decode("latin-1"))


@pytest.mark.parametrize("release", ORIENTATION)
def test_the_orientation_is_spelt_as_in_each_android(release) -> None:
    said = MemoryOutput()
    asyncio.run(ShellInterpreter(shared_device(release), ShellInput(), said, said).run("dumpsys input"))
    assert re.findall(f"(?m){ORIENTATION[release]}", said.data.decode()) == ["0"]
