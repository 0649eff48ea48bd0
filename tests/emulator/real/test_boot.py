"""Booting as told by a shell that reaches its stages one by one, in a time of its own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from automotive_env.android.shell import DeviceFault, ShellReply
from automotive_env.emulator.boot import PREPARATION, STAGES, BootClock, BootFault, examine, wait_for_boot, wait_until
from automotive_env.errors import EnvironmentFault

WELL = {
    "true": "",
    "getprop sys.boot_completed": "1\r\n",
    "am get-current-user": "10\n",
    "service check car_service": "Service car_service: found\n",
    "cmd car_service get-vhal-backend": "Vehicle HAL backend: AIDL\n",
    "dumpsys car_service --services CarDrivingStateService": "*CarDrivingStateService*\nCurrent Driving State: 0\nmore\n",
    "cat /proc/loadavg": "0.50 4.00 6.00 1/900 4711\n",
    "df -k /data": "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/block/dm-5 6082144 1500000 4500000 25% /data\n",
    "date +%s": "1744545600\n",
    "getprop ro.build.date.utc": "1700000000\n",
}


@dataclass
class Car:
    """A shell on a car that boots in its own time; `late` holds, by command, when and what it says until then."""

    time: float = 0.0
    late: dict[str, tuple[float, str]] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=lambda: dict(WELL))
    asked: list[str] = field(default_factory=list)
    refused: str = ""

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        self.asked.append(command)
        until, before = self.late.get(command, (0.0, ""))
        if self.time < until:
            if before == "silence":
                raise DeviceFault(f"did not answer {command!r}")
            return ShellReply(before, 1)
        if command == self.refused:
            return ShellReply("Security exception", 255)
        return ShellReply(self.said.get(command, ""))

    def sleep(self, seconds: float) -> None:
        assert 0 < seconds <= 1
        self.time += seconds

    @property
    def clock(self) -> BootClock:
        return BootClock(lambda: self.time, self.sleep)

    def boot(self, timeout: float = 600, connect: "Callable[[], Car] | None" = None) -> None:
        wait_for_boot(connect or (lambda: self), lambda: None, timeout=timeout, clock=self.clock)


def test_a_car_that_has_booted_is_only_made_steady() -> None:
    car = Car()
    car.boot()
    assert car.time == 0
    assert car.asked == [*(stage.command for stage in STAGES), "cat /proc/loadavg", *PREPARATION]


LATE = {
    "getprop sys.boot_completed": "",
    "am get-current-user": "0",
    "service check car_service": "Service car_service: not found",
    "cmd car_service get-vhal-backend": "cmd: Can't find service: car_service",
    "dumpsys car_service --services CarDrivingStateService": "Current Driving State: -1",
}


@pytest.mark.parametrize("command", LATE)
def test_each_stage_is_waited_for(command: str) -> None:
    car = Car(late={command: (100, LATE[command])})
    car.boot()
    assert 100 <= car.time < 102


@pytest.mark.parametrize("command", LATE)
def test_a_stage_that_is_not_reached_is_named_with_what_was_said(command: str) -> None:
    name = next(stage.name for stage in STAGES if stage.command == command)
    car = Car(late={command: (1e9, LATE[command])})
    with pytest.raises(BootFault, match="did not boot within 30 s") as fault:
        car.boot(timeout=30)
    assert name in str(fault.value)
    assert repr(LATE[command]) in str(fault.value)
    assert car.time == 30
    assert not set(car.asked) & set(PREPARATION)


def test_a_stage_on_which_the_device_hangs_up_is_asked_again() -> None:
    car = Car(late={"am get-current-user": (50, "silence")})
    car.boot()
    assert 50 <= car.time < 52


def test_one_limit_holds_for_all_stages_together() -> None:
    car = Car(
        late={"getprop sys.boot_completed": (200, ""), "am get-current-user": (290, "0"), "service check car_service": (400, "")}
    )
    with pytest.raises(BootFault, match="car service is registered"):
        car.boot(timeout=300)


def test_a_device_that_adb_does_not_see_yet_is_waited_for() -> None:
    car = Car()

    def connect() -> Car:
        if car.time < 40:
            raise DeviceFault("device offline")
        return car

    car.boot(connect=connect)
    assert 40 <= car.time < 42
    car.time = 0
    with pytest.raises(BootFault, match="adb sees it: device offline"):
        car.boot(timeout=20, connect=connect)


def test_nobody_waits_for_an_emulator_that_has_ended() -> None:
    car = Car(late={"am get-current-user": (1e9, "0")})

    def alive() -> None:
        if car.time > 20:
            raise EnvironmentFault("the emulator ended")

    with pytest.raises(EnvironmentFault, match="the emulator ended"):
        wait_for_boot(lambda: car, alive, timeout=600, clock=car.clock)
    assert car.time < 25


def test_a_busy_car_is_given_time_to_settle_and_is_used_all_the_same() -> None:
    car = Car(late={"cat /proc/loadavg": (30, "9.50 8 7 1/2 3")})
    car.boot()
    assert 30 <= car.time < 32
    car = Car(late={"cat /proc/loadavg": (1e9, "9.50 8 7 1/2 3")})
    car.boot()
    assert car.time == 90
    assert car.asked[-1] == PREPARATION[-1]


def test_a_car_that_cannot_be_made_steady_is_a_fault() -> None:
    with pytest.raises(BootFault, match=r"refuses 'settings put global animator_duration_scale 0\.0': Security exception"):
        Car(refused="settings put global animator_duration_scale 0.0").boot()


def test_waiting_asks_at_least_once_and_pauses_longer_and_longer() -> None:
    car = Car(time=5)
    assert wait_until(lambda: True, 0, car.clock)
    assert not wait_until(lambda: False, 0, car.clock)
    times: list[float] = []

    def never() -> bool:
        times.append(car.time)
        return False

    assert not wait_until(never, 35, car.clock)
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses[:-1] == sorted(pauses[:-1])
    assert car.time == 35
    assert len(times) < 50


# Health


def test_a_car_that_has_booted_is_well() -> None:
    assert examine(Car()) == ()


@pytest.mark.parametrize(
    ("command", "answer", "problem"),
    [
        ("getprop sys.boot_completed", "0", "Android has booted"),
        ("am get-current-user", "11", "user 10"),
        ("cmd car_service get-vhal-backend", "Exception", "vehicle HAL"),
        ("df -k /data", WELL["df -k /data"].replace("4500000", "40000"), "39 MB are free"),
        ("df -k /data", "", "how full"),
        ("date +%s", "300", "clock is wrong: 300 s"),
        ("date +%s", "noon", "what time it is"),
    ],
)
def test_what_is_wrong_with_a_car_is_said(command: str, answer: str, problem: str) -> None:
    car = Car()
    car.said[command] = answer
    (said,) = examine(car)
    assert problem in said


def test_a_car_that_does_not_answer_is_asked_once() -> None:
    car = Car(late={"true": (1e9, "silence")})
    assert examine(car) == ("did not answer 'true'",)
    assert car.asked == ["true"]


def test_an_image_that_does_not_say_when_it_was_built_is_well() -> None:
    car = Car()
    car.said["getprop ro.build.date.utc"] = ""
    assert examine(car) == ()
