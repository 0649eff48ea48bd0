"""Where sentences about numbers begin to hold: at the limit that they name."""

import pytest

from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks
from automotive_env.validators.signals import Signal
from automotive_env.world.values import Scalar


def checks(**held: Scalar) -> Checks:
    """A car that holds some values, by the names of their signals in the table, and is all on."""

    def read(signal: Signal) -> Scalar:
        return next((value for name, value in held.items() if getattr(s, name) == signal), True)

    return Checks(read)


@pytest.mark.parametrize(
    ("celsius", "warmer", "cooler"), [(20.9, False, False), (21, True, False), (19.1, False, False), (19, False, True)]
)
def test_warmer_and_cooler_mean_a_degree(celsius: float, warmer: bool, cooler: bool) -> None:
    car = checks(DRIVER_TEMPERATURE=celsius)
    assert (car.warmer_than(20), car.cooler_than(20)) == (warmer, cooler)


@pytest.mark.parametrize(("opening", "fresh"), [(9, False), (10, True)])
def test_a_window_lets_air_in_from_a_tenth(opening: float, fresh: bool) -> None:
    for window, other in (("DRIVER_WINDOW", "PASSENGER_WINDOW"), ("PASSENGER_WINDOW", "DRIVER_WINDOW")):
        assert checks(**{window: opening, other: 0, "AIR_SOURCE": "internal circulation"}).fresh_air() == fresh


@pytest.mark.parametrize(("value", "near"), [(20, True), (20.25, True), (19.75, True), (20.3, False), (19.5, False)])
def test_near_is_less_than_half_a_step(value: float, near: bool) -> None:
    car = checks(DRIVER_TEMPERATURE=value)
    assert car.near(s.DRIVER_TEMPERATURE, 20) == near
