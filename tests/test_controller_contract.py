"""Every controller keeps the contract: in this process, on a virtual device, on the emulator that AUTOMOTIVE_ENV_SERIAL names.

An emulator is reached through the ADB server that ANDROID_ADB_SERVER_PORT names (5037 without it); it is put back, but do not
run this on one that somebody uses.
"""

import os
from collections.abc import Iterator

import pytest
from contracts.controller_contract import ControllerContract

from automotive_env.controller import Controller
from automotive_env.headless import HeadlessController

SERIAL = os.environ.get("AUTOMOTIVE_ENV_SERIAL", "")


class TestHeadless(ControllerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def fresh(cls) -> Controller:
        return HeadlessController()


class TestVirtual(ControllerContract):
    @pytest.fixture(scope="class")
    @classmethod
    def fresh(cls) -> Iterator[Controller]:
        from automotive_env.android.controller import AndroidController
        from automotive_env.emulator.virtual.host import VirtualHost

        with VirtualHost(1) as host:
            car = AndroidController.virtual(host)
            yield car
            car.close()


if SERIAL:

    class TestEmulator(ControllerContract):
        test_any_text_can_be_typed = None  # no field and no long list is sure to be on a stock car
        test_lists_scroll_until_they_end = None

        @pytest.fixture(scope="class")
        @classmethod
        def fresh(cls) -> Iterator[Controller]:
            from automotive_env.android.controller import AndroidController
            from automotive_env.emulator.console_client import Console, console_token

            console = Console(int(SERIAL.rpartition("-")[2]), console_token()) if SERIAL.startswith("emulator-") else None
            port = int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037"))
            car = AndroidController(SERIAL, adb_port=port, backend="emulator", console=console)
            yield car
            car.close()
