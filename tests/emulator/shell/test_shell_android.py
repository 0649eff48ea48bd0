"""What is Android's about the shell: messages, paths, users, processes, and the lines that clients send."""

from __future__ import annotations

import re

from cases import cases
from shell_runs import shell

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.headunit.registry import apps


@cases(
    ("line", "status", "err"),
    [
        ("foo", 127, "/system/bin/sh: foo: inaccessible or not found\n"),
        ("/system/bin/foo", 127, "/system/bin/sh: /system/bin/foo: inaccessible or not found\n"),
        ("exec foo", 127, "/system/bin/sh: foo: inaccessible or not found\n"),
        ("echo )", 1, "/system/bin/sh: syntax error: unexpected ')'\n"),
        ("true &&", 1, "/system/bin/sh: syntax error: unexpected EOF\n"),
        ("echo 'a", 1, "/system/bin/sh: no closing quote\n"),
        ("| cat", 1, "/system/bin/sh: syntax error: unexpected '|'\n"),
        ("cat < nofile", 1, "/system/bin/sh: can't open nofile: No such file or directory\n"),
        ("echo > /no/file", 1, "/system/bin/sh: can't create /no/file: Permission denied\n"),
        ("echo > no/file", 1, "/system/bin/sh: can't create no/file: No such file or directory\n"),
        ("cd /nowhere", 2, "/system/bin/sh: cd: /nowhere: No such file or directory\n"),
        ("cat nofile", 1, "cat: nofile: No such file or directory\n"),
        ("rm nofile", 1, "rm: nofile: No such file or directory\n"),
        ("rm /system/bin/sh", 1, "rm: /system/bin/sh: Permission denied\n"),
        ("ls nofile", 1, "ls: nofile: No such file or directory\n"),
        ("echo x 3>f", 1, "/system/bin/sh: 3: bad file descriptor\n"),
        ("/data", 126, "/system/bin/sh: /data: can't execute: Is a directory\n"),
    ],
)
def test_messages(line, status, err):
    done = shell(line)
    assert (done.status, done.out, done.err) == (status, "", err)


@cases(
    ("line", "out"),
    [
        ("export ANDROID_LOG_TAGS=''; exec echo '-d'", "-d\n"),
        ("CLASSPATH=/data/local/tmp/u2.jar sh -c 'echo $CLASSPATH'", "/data/local/tmp/u2.jar\n"),
        ("echo hi; echo X4EXIT:$?", "hi\nX4EXIT:0\n"),
        ("rm -f /sdcard/d.xml; echo x > /sdcard/d.xml && echo success", "success\n"),
        ("/system/bin/echo path; /bin/echo bin", "path\nbin\n"),
        ("toybox echo toy", "toy\n"),
        ("cd /sdcard; echo a > f; cat /storage/emulated/0/f /storage/emulated/10/f /mnt/sdcard/f", "a\na\na\n"),
        ("test -x /system/bin/ls && [ -d /data/local/tmp ] && ! [ -f /dev/null ] && echo y", "y\n"),
        ('A=\'x  y\'; export B="$A"; sh -c \'echo "$B"\'; echo a &> /dev/null; C=$A; echo "$C"', "x  y\nx  y\n"),
        ("echo 'a\\tb'; echo -E 'a\\tb'; echo -n x; echo -e '\\x41'", "a\tb\na\\tb\nxA\n"),
    ],
)
def test_lines_of_clients_and_of_mksh(line, out):
    done = shell(line)
    assert (done.out, done.err) == (out, "")


def test_the_processes_are_those_of_the_apps():
    rows = [row.split() for row in shell("ps -A").out.splitlines()]
    assert rows[0] == ["USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"]
    assert {app.package for app in apps().values()} <= {row[-1] for row in rows}
    assert len({row[1] for row in rows[1:]}) == len(rows) - 1
    row = next(row for row in rows if row[-1] == "com.android.systemui")
    assert shell("pidof com.android.systemui").out.strip() == row[1]
    assert shell("pidof nobody").status == 1


def test_users_and_what_they_may_write():
    device = VirtualDevice()
    assert shell("whoami; id -u; su 0 whoami; su root id -u; su -c 'id -u'", device=device).out == "shell\n2000\nroot\n0\n0\n"
    assert shell("su 0 sh -c 'echo x > /system/x && cat /system/x'; su 0 rm /system/x", device=device).out == "x\n"
    assert shell("echo x > /system/x", device=device).status == 1
    device.root = True
    assert shell("whoami; echo y > /system/x; cat /system/x", device=device).out == "root\ny\n"


def test_the_clock_is_the_cars_and_root_may_set_it():
    device = VirtualDevice()
    device.world.set("environment.timestamp", "2025-04-13 12:34:56")
    assert shell("date; date +%s; date '+%F %T'", device=device).out == (
        "Sun Apr 13 12:34:56 UTC 2025\n1744547696\n2025-04-13 12:34:56\n"
    )
    assert shell("date 041408302025", device=device).status == 1
    assert device.world.get("environment.timestamp") == "2025-04-13 12:34:56"
    device.root = True
    for text in ("041408302025.15", "0414083025.15", "04140830.15"):
        assert shell(f"date {text}", device=device).status == 0
        assert device.world.get("environment.timestamp") == "2025-04-14 08:30:15"
    assert shell("date 99999999", device=device).status == 1
    assert " 2025-04-14 08:30 f\n" in shell("echo > f; ls -l f", device=device).out


def test_files_made_up_by_the_kernel():
    assert re.match(r"MemTotal: +\d+ kB\nMemFree: +\d+ kB\n", shell("cat /proc/meminfo").out)


def test_addresses():
    for line in ("ifconfig wlan0", "ip addr show wlan0"):
        assert re.search(r"inet (addr:)?10\.0\.2\.16\b", shell(line).out)
    assert shell("ifconfig eth9").status == 1


def test_a_long_listing():
    assert shell("mkdir d; echo hello > d/f; ls -l d; ls -a d; ls").out == (
        "total 4\n-rw-r--r-- 1 shell shell       6 2025-04-13 12:00 f\n.\n..\nf\nd\n"
    )
