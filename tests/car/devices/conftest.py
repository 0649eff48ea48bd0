import pytest

from automotive_env.car.core.world import World


@pytest.fixture
def call():
    """Calls an API in a fresh car; returns the answer and what changed, path within the module -> new value."""

    def play(name, arguments, start="default", **before):
        module = name.partition(".")[0]
        car = World({module: start})
        for path, value in before.items():
            car.set(path, value)
        snapshot = car.snapshot()
        result = car.call(name, arguments)
        return result, {path.removeprefix(f"{module}."): after for path, (_, after) in car.diff(snapshot).items()}

    return play
