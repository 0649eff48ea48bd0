"""Where sentences about numbers begin to hold: at the limit that they name."""

import pytest

from automotive_env.validators import signals as s
from automotive_env.validators.answers import Word
from automotive_env.validators.check import Episode
from automotive_env.validators.episode_log import Contacted, EpisodeLog
from automotive_env.validators.signals import Signal
from automotive_env.world.values import Scalar


def episode(**held: Scalar) -> Episode:
    """A car that holds some values, by the names of their signals in the table, is all on, and began at 20 °C."""

    def read(signal: Signal) -> Scalar:
        return next((value for name, value in held.items() if getattr(s, name) == signal), True)

    return Episode(read, EpisodeLog(start={s.DRIVER_TEMPERATURE.name: 20}))


@pytest.mark.parametrize(
    ("celsius", "warmer", "cooler"), [(20.9, False, False), (21, True, False), (19.1, False, False), (19, False, True)]
)
def test_warmer_and_cooler_mean_a_degree(celsius: float, warmer: bool, cooler: bool) -> None:
    then = episode(DRIVER_TEMPERATURE=celsius)
    assert (then.set_warmer().met, then.set_cooler().met) == (warmer, cooler)


@pytest.mark.parametrize(("opening", "open_"), [(9, False), (10, True)])
def test_a_window_lets_air_in_from_a_tenth(opening: float, open_: bool) -> None:
    for window, other in (("DRIVER_WINDOW", "PASSENGER_WINDOW"), ("PASSENGER_WINDOW", "DRIVER_WINDOW")):
        assert episode(**{window: opening, other: 0}).opened_to_air().met == open_


@pytest.mark.parametrize(("value", "near"), [(20, True), (20.25, True), (19.75, True), (20.3, False), (19.5, False)])
def test_near_is_less_than_half_a_step(value: float, near: bool) -> None:
    assert episode(DRIVER_TEMPERATURE=value).near(s.DRIVER_TEMPERATURE, 20).met == near


@pytest.mark.parametrize(("texts", "told"), [(["Late."], True), (["Late."] * 3, True), (["Late."] * 4, False), ([], False)])
def test_a_few_messages_tell_somebody_and_many_are_a_nuisance(texts: list[str], told: bool) -> None:
    then = episode()
    then.log.contacted += [Contacted("Mum", text) for text in texts]
    assert then.phone.told("Mum", Word(("late",))).met == told
