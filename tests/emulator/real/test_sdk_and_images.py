"""Finding the SDK, its tools and its images."""

import shutil
from pathlib import Path

import pytest
from fake_sdk import program

from automotive_env.emulator.sdk import Sdk, SdkMissing, SystemImage, best_image, find_sdk, images, install_command, installed


def put(sdk: Sdk, image: SystemImage) -> None:
    image.folder(sdk).mkdir(parents=True, exist_ok=True)
    (image.folder(sdk) / "system.img").write_bytes(b"")


def test_android_home_comes_before_android_sdk_root_and_usual_places(sdk: Sdk, tmp_path: Path) -> None:
    (tmp_path / "other" / "emulator").mkdir(parents=True)
    (tmp_path / "home" / "Android" / "Sdk" / "cmdline-tools").mkdir(parents=True)
    (tmp_path / "adb only" / "Android" / "Sdk" / "platform-tools").mkdir(parents=True)
    named = {"ANDROID_HOME": str(sdk.root), "ANDROID_SDK_ROOT": str(tmp_path / "other")}
    assert find_sdk(named, tmp_path) == sdk
    assert find_sdk({**named, "ANDROID_HOME": str(tmp_path / "empty")}, tmp_path) == Sdk(tmp_path / "other")
    assert find_sdk({}, tmp_path / "home") == Sdk(tmp_path / "home" / "Android" / "Sdk")
    assert find_sdk({}, tmp_path / "adb only") != Sdk(tmp_path / "adb only" / "Android" / "Sdk")


def test_tools_come_from_the_newest_command_line_tools(sdk: Sdk) -> None:
    tools = sdk.root / "cmdline-tools"
    program(tools / "9.0" / "bin" / "sdkmanager", "")
    newest = program(tools / "12.0" / "bin" / "sdkmanager", "")
    assert sdk.sdkmanager == tools / "latest" / "bin" / "sdkmanager"
    shutil.rmtree(tools / "latest")
    assert sdk.sdkmanager == newest


def test_a_missing_tool_is_a_fault_that_names_it(sdk: Sdk) -> None:
    assert sdk.need("emulator") == sdk.root / "emulator" / "emulator"
    (sdk.root / "emulator" / "emulator").chmod(0o644)
    with pytest.raises(SdkMissing, match="no emulator"):
        sdk.need("emulator")


def test_the_revision_of_a_part_is_read(sdk: Sdk) -> None:
    assert sdk.revision("emulator") == "35.4.9"
    assert sdk.revision("platform-tools") == ""


def test_android_14_is_the_first_choice_and_no_image_is_a_play_store_one() -> None:
    assert [image.release for image in images("x86_64")] == [14, 13, 15]
    assert [image.package for image in images("arm64")] == [
        "system-images;android-34-ext9;android-automotive;arm64-v8a",
        "system-images;android-35-ext15;android-automotive;arm64-v8a",
    ]
    assert images("riscv64") == ()


def test_the_best_installed_image_is_taken(sdk: Sdk) -> None:
    fourteen, thirteen, fifteen = images("x86_64")
    put(sdk, fifteen)
    put(sdk, thirteen)
    assert installed(sdk, "x86_64") == (fourteen, thirteen, fifteen)
    (fourteen.folder(sdk) / "system.img").unlink()  # the download was broken off
    assert best_image(sdk, "x86_64") == thirteen


def test_without_an_image_the_fault_has_the_command_that_installs_one(sdk: Sdk) -> None:
    with pytest.raises(
        SdkMissing, match=r"sdkmanager emulator platform-tools 'system-images;android-34-ext9;android-automotive;arm64"
    ):
        best_image(sdk, "aarch64")
    with pytest.raises(SdkMissing, match="runs on riscv64"):
        best_image(sdk, "riscv64")


def test_the_install_command_can_be_pasted_without_an_sdk() -> None:
    wanted = images("x86_64")[0]
    tool = '"$ANDROID_HOME"/cmdline-tools/latest/bin/sdkmanager'
    assert install_command(None, wanted) == f"{tool} emulator platform-tools '{wanted.package}'"
