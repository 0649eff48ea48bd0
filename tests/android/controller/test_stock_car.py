"""A stock car has no vendor properties: apps under other names, signals that are written back, alerts that are counted here."""

from collections.abc import Iterable, Mapping

import pytest

from automotive_env.android.apps import InstalledApps
from automotive_env.android.shell import DeviceFault, ShellReply
from automotive_env.android.snapshots import DeviceSnapshots, SignalSnapshots
from automotive_env.android.touch import list_at, page, topmost_list
from automotive_env.car.core.values import Scalar
from automotive_env.episode.observation import Box, Element, GpsFix, RangeInfo
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal

STOCK = (
    "com.android.car.carlauncher",
    "com.android.systemui",
    "com.android.car.settings",
    "com.android.car.media",
    "com.android.car.dialer",
    "com.android.car.mapsplaceholder",
)


class FakeShell:
    """Answers as told, and keeps what it was asked."""

    def __init__(self, packages: Iterable[str] = STOCK, start: ShellReply | None = None) -> None:
        self.packages = packages
        self.start = start or ShellReply("Status: ok")
        self.asked: list[str] = []

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        self.asked.append(command)
        if command == "am get-current-user":
            return ShellReply("11\n")
        if command == "pm list packages --user 11":
            return ShellReply("".join(f"package:{name}\n" for name in self.packages))
        return self.start


def test_a_stock_car_has_the_apps_that_are_installed() -> None:
    apps = InstalledApps(FakeShell())
    assert apps.names == ("home", "maps", "phone", "media", "climate", "settings")
    assert [apps.find(name) for name in ("Dialer", "HVAC", "radio", "nonsense")] == ["phone", "climate", None, None]


def test_apps_are_started_by_activity_or_by_the_launcher() -> None:
    shell = FakeShell()
    apps = InstalledApps(shell)
    assert [apps.start(name) for name in ("settings", "maps")] == ["", ""]
    assert shell.asked[-2:] == [
        "am start -W -n 'com.android.car.settings/.common.CarSettingActivities$HomepageActivity'",
        "monkey -p com.android.car.mapsplaceholder -c android.intent.category.LAUNCHER 1",
    ]


def test_an_app_that_does_not_start_says_why() -> None:
    error = "Starting: Intent { cmp=x }\nError type 3\nError: Activity class {x} does not exist.\n"
    assert InstalledApps(FakeShell(start=ShellReply(error))).start("phone") == "Error type 3"
    aborted = "** No activities found to run, monkey aborted.\n"
    assert "aborted" in InstalledApps(FakeShell(start=ShellReply(aborted, 252))).start("maps")
    assert InstalledApps(FakeShell(start=ShellReply("", 1))).start("phone") == "phone could not be started"


def test_a_device_without_packages_is_a_fault() -> None:
    with pytest.raises(DeviceFault, match="lists no packages"):
        InstalledApps(FakeShell(packages=()))


# Putting a stock car back


class FakeAccess:
    """Signals of a car in which the fan can only be set while the climate is on."""

    def __init__(self) -> None:
        self.kept: dict[str, Scalar] = {"road.weather": "clear"}
        self.values: dict[Signal, Scalar] = {s.CLIMATE_POWER: True, s.FAN_SPEED: 3, s.GEAR: "park"}
        self.stuck: set[Signal] = set()
        self.written: list[str] = []

    def read_told(self, signals: Iterable[Signal]) -> dict[Signal, Scalar]:
        return {signal: self.values[signal] for signal in signals if signal in self.values and not self.is_off(signal)}

    def is_off(self, signal: Signal) -> bool:
        return signal is s.FAN_SPEED and not self.values[s.CLIMATE_POWER]

    def write(self, signal: Signal, value: Scalar) -> None:
        if self.is_off(signal):
            raise DeviceFault("not available")
        self.written.append(signal.name)
        if signal not in self.stuck:
            self.values[signal] = value

    def put_back_around(self, kept: Mapping[str, Scalar]) -> None:
        self.kept = dict(kept)

    def moment(self) -> object:
        class Moment:
            gps = GpsFix(48.0, 11.0)

        return Moment()


def snapshots_of(access: FakeAccess, done: list[object] | None = None) -> SignalSnapshots:
    steps: list[object] = [] if done is None else done
    return SignalSnapshots(access, steps.append, lambda: steps.append("tidy"))  # type: ignore[arg-type]


def test_signals_are_written_back_in_as_many_turns_as_they_need() -> None:
    access = FakeAccess()
    done: list[object] = []
    snapshots = snapshots_of(access, done)
    kept = snapshots.keep()
    access.values |= {s.FAN_SPEED: 6, s.GEAR: "drive", s.CLIMATE_POWER: False}
    access.kept["road.weather"] = "fog"
    snapshots.put_back(kept)
    assert access.values == {s.CLIMATE_POWER: True, s.FAN_SPEED: 3, s.GEAR: "park"}
    assert access.kept == {"road.weather": "clear"}
    assert done == ["tidy", GpsFix(48.0, 11.0)]


def test_nothing_is_written_that_is_as_it_was() -> None:
    access = FakeAccess()
    snapshots = snapshots_of(access)
    snapshots.put_back(snapshots.keep())
    assert access.written == []


def test_a_car_that_cannot_be_put_back_is_a_fault() -> None:
    access = FakeAccess()
    snapshots = snapshots_of(access)
    kept = snapshots.keep()
    access.values[s.GEAR] = "drive"
    access.stuck.add(s.GEAR)
    with pytest.raises(DeviceFault, match=r"could not be put back: road\.gear differs"):
        snapshots.put_back(kept)


class FakeConsole:
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def avd_snapshot_save(self, name: str) -> None:
        self.names.append(name)

    def avd_snapshot_load(self, name: str) -> None:
        assert name in self.names

    def avd_snapshot_delete(self, name: str) -> None:
        self.names.remove(name)


def test_a_device_keeps_no_more_snapshots_than_it_can() -> None:
    console = FakeConsole()
    snapshots = DeviceSnapshots(console)  # type: ignore[arg-type]
    kept = [snapshots.keep() for _ in range(100)]
    assert len(console.names) == 30
    snapshots.put_back(kept[-30])
    with pytest.raises(DeviceFault, match="there is no snapshot"):
        snapshots.put_back(kept[-31])


# Where a scrolling finger goes


def part(kind: str, box: tuple[int, int, int, int], window: str = "App", **states: object) -> Element:
    return Element(0, f"android.widget.{kind}", box=Box(*box), window=window, **states)  # type: ignore[arg-type]


LIST = part("RecyclerView", (0, 100, 800, 700), scrollable=True)


def test_a_page_is_a_list_but_for_its_margins() -> None:
    assert page("down", LIST, [LIST]) == (400, 652, 400, 148)
    assert page("up", LIST, [LIST]) == (400, 148, 400, 652)
    assert page("right", LIST, [LIST]) == (752, 400, 48, 400)


def test_no_slider_is_moved_by_scrolling() -> None:
    slider = part("SeekBar", (100, 630, 700, 690), range=RangeInfo(0, 100, 50))
    x, y, *_ = page("down", LIST, [LIST, slider])
    assert not slider.box.contains(x, y)
    assert LIST.box.contains(x, y)


def test_the_list_on_top_is_the_one_that_scrolls() -> None:
    panel = part("ListView", (300, 200, 500, 600), window="Panel", scrollable=True)
    assert topmost_list([LIST, panel]) is panel
    assert list_at([LIST, panel], 400, 300) is panel
    assert list_at([LIST, panel], 10, 300) is LIST
    assert list_at([LIST, panel], 900, 300) is None
    assert topmost_list([part("Button", (0, 0, 9, 9))]) is None
