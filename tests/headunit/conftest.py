from __future__ import annotations

import pytest

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def head_unit(world: World) -> HeadUnit:
    return HeadUnit(world)
