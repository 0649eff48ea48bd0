"""Making, listing and removing AVDs with a fake avdmanager."""

import threading
from pathlib import Path

import pytest

from automotive_env.emulator.avd import Avd, avd_home, avds, ensure_avd, read_ini, write_ini
from automotive_env.emulator.sdk import Sdk, images
from automotive_env.errors import EnvironmentFault

IMAGE = images("x86_64")[0]


def calls(sdk: Sdk) -> list[str]:
    return (sdk.root / "cmdline-tools" / "latest" / "bin" / "calls").read_text().splitlines()


def mark(sdk: Sdk, name: str) -> None:
    (sdk.root / "cmdline-tools" / "latest" / "bin" / name).touch()


def test_an_avd_is_made_once_of_the_automotive_profile(sdk: Sdk, tmp_path: Path) -> None:
    home = tmp_path / "avd"
    made = ensure_avd(sdk, IMAGE, home=home)
    assert ensure_avd(sdk, IMAGE, home=home) == made
    assert avds(home) == [made]
    assert calls(sdk) == [
        f"create avd --force -n automotive_env_34-ext9 --package {IMAGE.package} "
        "--device automotive_1408p_landscape_with_google_apis 'no\\n'"
    ]


def test_the_display_and_the_memory_are_those_of_a_car(sdk: Sdk, tmp_path: Path) -> None:
    config = read_ini(ensure_avd(sdk, IMAGE, home=tmp_path / "avd").config)
    assert (config["hw.lcd.width"], config["hw.lcd.height"], config["hw.lcd.density"]) == ("1408", "792", "160")
    assert config["hw.ramSize"] == "4096"
    assert (config["hw.keyboard"], config["tag.display"]) == ("no", "a=b"), "what was there stays"


def test_an_avdmanager_that_knows_no_such_profile_is_asked_without(sdk: Sdk, tmp_path: Path) -> None:
    mark(sdk, "knows-no-profile")
    made = ensure_avd(sdk, IMAGE, home=tmp_path / "avd")
    assert read_ini(made.config)["hw.lcd.width"] == "1408"
    assert ["--device" in call for call in calls(sdk)] == [True, False]


def test_a_refusal_is_a_fault_with_the_last_line(sdk: Sdk, tmp_path: Path) -> None:
    mark(sdk, "broken")
    with pytest.raises(EnvironmentFault, match="did not make the AVD automotive_env_34-ext9: Error: Package path is not valid"):
        ensure_avd(sdk, IMAGE, tmp_path / "avd")


def test_an_avd_of_another_image_is_left_alone(sdk: Sdk, tmp_path: Path) -> None:
    made = ensure_avd(sdk, images("arm64")[0], tmp_path / "avd")
    with pytest.raises(EnvironmentFault, match="the AVD automotive_env_34-ext9 was not made from"):
        ensure_avd(sdk, IMAGE, tmp_path / "avd")
    assert made.exists()


def test_half_an_avd_is_made_again(sdk: Sdk, tmp_path: Path) -> None:
    made = ensure_avd(sdk, IMAGE, home=tmp_path / "avd")
    made.config.unlink()
    assert not made.exists()
    assert ensure_avd(sdk, IMAGE, home=tmp_path / "avd").exists()


def test_two_at_a_time_make_one_avd(sdk: Sdk, tmp_path: Path) -> None:
    threads = [threading.Thread(target=ensure_avd, args=(sdk, IMAGE, tmp_path / "avd")) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls(sdk)) == 1


@pytest.mark.parametrize("name", ["../x", "a b", "-" * 65, "x\n"])
def test_a_name_is_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(EnvironmentFault, match="the name of an AVD has"):
        Avd(name, tmp_path)


def test_the_home_of_avds_is_where_the_tools_look(tmp_path: Path) -> None:
    assert avd_home({"ANDROID_AVD_HOME": "/a"}, tmp_path) == Path("/a")
    assert avd_home({"ANDROID_USER_HOME": "/u"}, tmp_path) == Path("/u/avd")
    assert avd_home({}, tmp_path) == tmp_path / ".android" / "avd"


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    config = tmp_path / "config.ini"
    write_ini(config, {"a": "1"})
    with pytest.raises(UnicodeEncodeError):
        write_ini(config, {"a": "\ud800"})
    assert read_ini(config) == {"a": "1"}
    assert [path.name for path in tmp_path.iterdir()] == ["config.ini"]


def test_comments_and_noise_are_no_settings(tmp_path: Path) -> None:
    (tmp_path / "x.ini").write_text("# a=b\n\nnoise\n c = d \n")
    assert read_ini(tmp_path / "x.ini") == {"c": "d"}
    assert Avd("none", tmp_path).folder == tmp_path / "none.avd"
