from __future__ import annotations

import pytest
from shared_devices import shared_device

from automotive_env.emulator.virtual.device import VirtualDevice


@pytest.fixture
def device() -> VirtualDevice:
    return shared_device()
