from __future__ import annotations

import pytest

from automotive_env.emulator.virtual.device import VirtualDevice


@pytest.fixture
def device() -> VirtualDevice:
    return VirtualDevice()
