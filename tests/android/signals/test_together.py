"""Many signals are asked for with few commands, and each is told or says why not."""

from signal_shells import CannedShell, DeviceShell, device

from automotive_env.android.car_service import GET_ALL
from automotive_env.android.features import Features
from automotive_env.android.homes import homes_of
from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.android.together import FEW, read_together
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS
from automotive_env.vehicle.properties import catalogue

HAL = "dumpsys android.hardware.automotive.vehicle.IVehicle/default --get"


def stock(**changed):
    facts = {"release": 14, "root": True, "commands": frozenset(), "sound_zones": True, "telephony": False, **changed}
    return Features(user=10, properties=catalogue(14), vendor=False, **facts)


def together(answers, signals, **changed):
    shell = CannedShell(answers)
    homes = {signal: homes_of(signal, stock(**changed))[0] for signal in signals}
    return read_together(shell, homes), shell


def test_together_and_one_by_one_say_the_same():
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


def test_root_asks_the_hal_once_and_others_the_car_service():
    few, many = [s.SPEED, s.GEAR], [signal for signal in SIGNALS.values() if signal.vhal][: FEW + 4]
    for signals, changed, expected in (
        (few, {}, [f"{HAL} 289408000 291504647"]),
        (few[:1], {}, ["cmd car_service get-property-value 291504647 0"]),
        (few, {"root": False}, [f"cmd car_service get-property-value {number} 0" for number in (291504647, 289408000)]),
        (many, {"root": False}, [GET_ALL]),
        (many, {"release": 12}, [GET_ALL]),
    ):
        assert together({}, signals, **changed)[1].commands == expected


def test_what_is_not_told_says_what_was_asked():
    line = (
        "2: VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504647, status: AVAILABLE, value: RawPropValues{"
        "int32Values: [], floatValues: [22.219999], int64Values: [], byteValues: [], stringValue: }}\n"
    )
    failed = "1-0: failed to get property value: 289408000, error: hvac not available, code: 6\n"
    told, _ = together({f"{HAL} 289408000 291504647": failed + line}, [s.SPEED, s.GEAR])
    assert round(told[s.SPEED], 2) == 79.99
    assert isinstance(told[s.GEAR], DeviceFault)
    assert "does not tell what `cmd car_service get-property-value 289408000 0` asks for" in str(told[s.GEAR])


def test_settings_are_seen_in_their_list_but_a_broken_list_says_nothing():
    asked = [s.SCREEN_BRIGHTNESS, s.TIME_FORMAT, s.WIFI]
    answers = {
        "settings list --user 10 system": "screen_brightness=128\nother=a=b\n",
        "settings get --user 10 global wifi_on": "1\n",
    }
    told, shell = together(answers, asked)
    assert (told[s.SCREEN_BRIGHTNESS], told[s.WIFI]) == (50, True)
    assert sorted(shell.commands) == sorted(answers)
    told, _ = together({"settings list --user 10 system": "cmd: Can't find service: settings\n"}, asked)
    assert all(isinstance(value, DeviceFault) for value in told.values())
