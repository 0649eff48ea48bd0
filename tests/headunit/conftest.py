from __future__ import annotations

import pytest

from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.world.world import World


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def head_unit(world: World) -> HeadUnit:
    return HeadUnit(world)
