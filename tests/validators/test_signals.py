"""The signal table: every row leads somewhere, and checks read nothing else."""

import inspect
import re
from collections import Counter
from pathlib import Path

import pytest

from automotive_env.android.places import place_of
from automotive_env.car.core.values import Scalar
from automotive_env.episode.headless import HeadlessController
from automotive_env.validators import check as check_module
from automotive_env.validators import signals
from automotive_env.validators.check import Episode
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.signals import SIGNALS, Signal

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def test_every_signal_can_be_read(car: HeadlessController) -> None:
    for name, signal in SIGNALS.items():
        assert car.supports(signal), name
        assert isinstance(car.read(signal), (bool, int, float, str, type(None))), name


def test_every_signal_is_read_or_is_a_fact_of_android() -> None:
    folders = ("automotive_env", "tasks", "validators", "emulator")
    code = "\n".join(file.read_text("utf-8") for folder in folders for file in (ROOT / folder).rglob("*.py"))
    times = Counter(re.findall(r"\w+", code))
    by_path = {signals.DRIVER_SEAT_VENTILATION, signals.DRIVER_SEAT_MASSAGE}  # subjects/comfort.py
    for name, signal in vars(signals).items():
        if isinstance(signal, Signal) and signal not in by_path and place_of(signal) is None:
            assert times[name] > 1, name


def test_an_unknown_signal_is_not_supported(car: HeadlessController) -> None:
    assert not car.supports(Signal("no.such", "airConditioner.no_such"))


def test_checks_read_signals_and_nothing_else() -> None:
    read: list[str] = []

    def recorder(signal: Signal) -> Scalar:
        read.append(signal.name)
        return True

    assert Episode(recorder, EpisodeLog()).front_defroster_enable()
    assert Episode(recorder, EpisodeLog()).rear_defroster.enable()
    assert list(dict.fromkeys(read)) == ["hvac.defroster.front", "hvac.defroster.rear"]
    source = inspect.getsource(check_module)
    assert "headless" not in source
    assert "world.world" not in source


def test_fan_max_is_what_the_screen_reaches() -> None:
    values: dict[str, Scalar] = {"hvac.power": True, "hvac.fan_speed": 5}
    check = Episode(lambda signal: values[signal.name], EpisodeLog())
    assert not check.fan_speed_max()
    values["hvac.fan_speed"] = 6
    assert check.fan_speed_max()
    values["hvac.power"] = False
    assert not check.fan_speed_max()
