"""`automotive-env serve --adb`, as a person runs it."""

import os
import subprocess
from pathlib import Path

import pytest
from command_line import PROGRAM, run_here
from processes import started

from automotive_env.android.controller import AndroidController
from automotive_env.emulator.adb_server import AdbServer

SERVE = [*PROGRAM, "serve", "--adb"]


def test_cars_stand_where_they_were_asked_for_and_what_they_leave_is_nothing() -> None:
    with AdbServer() as server:
        command = [*SERVE, "--devices", "2", "--place", "Tokyo", "--scenario", "start-017"]
        with started(command, env={**os.environ, **server.env}, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            serials = [process.stdout.readline().split()[2] for _ in range(2)]
            assert "adb devices" in process.stdout.readline()
            for serial in serials:
                subprocess.run([server.path, "-s", serial, "wait-for-device"], env=server.env, check=True, timeout=20)
                car = AndroidController(serial, adb_port=server.port, backend="virtual")
                gps = car.observe().gps
                car.close()
                assert gps
                assert (round(gps.latitude), round(gps.longitude)) == (36, 140)
            process.terminate()
            assert process.wait(20) == 0
        servers_own = {".android", "adb.log", "lock", "server.log"}
        assert {path.name for path in server.home.iterdir()} - servers_own == {".emulator_console_auth_token"}


@pytest.mark.parametrize("clock", ["real", pytest.param("still", marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_the_clock_follows_real_time_unless_it_is_to_stand_still(clock: str) -> None:
    with AdbServer() as server:
        environ = {**os.environ, **server.env}
        command = [*SERVE, *(["--clock", "still"] if clock == "still" else [])]
        with started(command, env=environ, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            adb = [server.path, "-s", process.stdout.readline().split()[2]]
            subprocess.run([*adb, "wait-for-device"], env=environ, check=True, timeout=20)
            line = [*adb, "shell", "date +%s; sleep 2; date +%s"]
            said = subprocess.run(line, env=environ, check=True, capture_output=True, timeout=20).stdout.split()
        passed = int(said[1]) - int(said[0])
        assert passed == 0 if clock == "still" else 2 <= passed <= 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--place", "Atlantis"], "Atlantis"),
        (["--scenario", "monday"], "start-001"),
        (["--android", "12"], "13, 14, 15"),
        (["--port", "5555"], "must be even"),
        (["--clock", "fast"], "real, still"),
    ],
)
def test_what_cannot_be_served_says_what_can(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run_here("serve", "--adb", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
