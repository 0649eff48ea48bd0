"""What a device can do is found in one round trip."""

import aaos_captures as said
import pytest
from signal_shells import CannedShell

from automotive_env.android.features import AUDIO, DeviceFeatures, find_features
from automotive_env.android.shell import DeviceFault
from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version

STOCK = {
    "getprop ro.build.version.release": "14\n",
    f"getprop {SCHEMA_PROPERTY}": "\n",
    "id -u": "0\n",
    "am get-current-user": "10\n",
    "pm list features": "feature:reqGlEsVersion=0x30000\nfeature:android.hardware.telephony.ims\n",
    "cmd car_service get-carpropertyconfig": said.NEW_CONFIGS,
    AUDIO: said.AUDIO,
}


def found(**changed: str) -> DeviceFeatures:
    names = {"release": "getprop ro.build.version.release", "schema": f"getprop {SCHEMA_PROPERTY}", "uid": "id -u"}
    names |= {"user": "am get-current-user", "phone": "pm list features", "audio": AUDIO}
    names |= {"configs": "cmd car_service get-carpropertyconfig"}
    shell = CannedShell(STOCK | {names[name]: answer for name, answer in changed.items()})
    features = find_features(shell)
    assert shell.round_trips == 1
    return features


def test_a_stock_emulator():
    features = found()
    assert (features.release, features.user, features.vendor) == (14, 10, False)
    assert (features.sound_zones, features.telephony) == (True, False)
    assert list(features.properties) == ["HVAC_FAN_SPEED", "PERF_VEHICLE_SPEED"]


def test_one_area_may_hold_several_places():
    features = found(release="13\n", audio="*CarAudioService*\n  Run in legacy mode? true\n", configs=said.OLD_CONFIGS)
    assert (features.release, features.sound_zones) == (13, False)
    assert features.properties["HVAC_FAN_SPEED"].area(1) == 117


def test_telephony_is_a_declared_feature():
    assert found(phone="feature:android.hardware.telephony\r\n").telephony
    assert not found(phone="").telephony


def test_ours_is_known_by_its_version_alone():
    assert found(schema=schema_version() + "\n").vendor
    assert not found(schema="0123456789abcdef\n").vendor


@pytest.mark.parametrize(("answer", "user"), [("0\n", 0), ("11\n", 11), ("Exception occurred\n", 10)])
def test_the_user_in_front(answer, user):
    assert found(user=answer).user == user


def test_what_is_no_car_says_so():
    with pytest.raises(DeviceFault, match="Android release"):
        found(release="\n")
    with pytest.raises(DeviceFault, match="Android 12; 13 or later"):
        found(release="12\n")
    with pytest.raises(DeviceFault, match="adb root"):
        found(uid="2000\n")
    with pytest.raises(DeviceFault, match=r"not an Android Automotive device.*non-user build"):
        found(configs="java.lang.SecurityException: The command 'get-carpropertyconfig' requires non-user build\n")
    with pytest.raises(DeviceFault, match=r"not an Android Automotive device.*not found"):
        find_features(CannedShell({"getprop ro.build.version.release": "14"}))
