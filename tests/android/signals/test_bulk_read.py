"""Many signals are asked for with few commands, and each is told or says why not."""

from signal_shells import CannedShell, DeviceShell, device

from automotive_env.android.bulk_read import bulk_read
from automotive_env.android.features import AUDIO, DeviceFeatures
from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.android.signal_bindings import binding_of
from automotive_env.car.vhal.properties import catalogue
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS

HAL = "dumpsys android.hardware.automotive.vehicle.IVehicle/default --get"


STOCK = DeviceFeatures(14, 10, properties=catalogue(14), vendor=False, sound_zones=True, telephony=False)


def read(answers, signals):
    shell = CannedShell(answers)
    return bulk_read(shell, {signal: binding_of(signal, STOCK) for signal in signals}), shell


def test_in_bulk_and_one_by_one_say_the_same():
    for release in (13, 14, 15):
        signals = SignalAccess(DeviceShell(device(release, stock=True)))
        asked = [signal for signal in SIGNALS.values() if signals.supports(signal)]
        one_by_one = {}
        for signal in asked:
            try:
                one_by_one[signal] = signals.read(signal)
            except DeviceFault:
                continue  # switched off with its unit
        told = signals.read_told(asked)
        assert told.keys() == one_by_one.keys()
        assert [signal.name for signal in told if not signal.holds(told[signal], one_by_one[signal])] == []


def test_one_command_shows_all_that_it_can_show():
    wanted = [s.SPEED, s.GEAR, s.WIFI, s.BLUETOOTH, s.MUTED, s.VOLUME]
    expected = [f"{HAL} 289408000 291504647", "settings list --user 10 global", AUDIO]
    assert read({}, wanted)[1].commands == expected
    assert read({}, wanted[:1])[1].commands == [f"{HAL} 291504647"]


def test_what_is_not_told_says_what_was_asked():
    line = (
        "2: VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504647, status: AVAILABLE, value: RawPropValues{"
        "int32Values: [], floatValues: [22.219999], int64Values: [], byteValues: [], stringValue: }}\n"
    )
    failed = "1-0: failed to get property value: 289408000, error: hvac not available, code: 6\n"
    told, _ = read({f"{HAL} 289408000 291504647": failed + line}, [s.SPEED, s.GEAR])
    assert round(told[s.SPEED], 2) == 79.99
    assert isinstance(told[s.GEAR], DeviceFault)
    assert f"`{HAL} 289408000` was answered with" in str(told[s.GEAR])


def test_settings_are_seen_in_their_list_but_a_broken_list_says_nothing():
    asked = [s.SCREEN_BRIGHTNESS, s.TIME_FORMAT, s.WIFI]
    answers = {
        "settings list --user 10 system": "screen_brightness=128\nother=a=b\n",
        "settings list --user 10 global": "wifi_on=1\n",
    }
    told, shell = read(answers, asked)
    assert (told[s.SCREEN_BRIGHTNESS], told[s.WIFI]) == (50, True)
    assert sorted(shell.commands) == sorted(answers)
    told, _ = read({"settings list --user 10 system": "cmd: Can't find service: settings\n"}, asked)
    assert all(isinstance(value, DeviceFault) for value in told.values())
