"""Every validator can be asked of an environment at any time, those of the paper's Table 2 among them."""

import inspect

import pytest

import automotive_env
from automotive_env.episode.action import Click, OpenApp
from automotive_env.tasks.kit.free_drive import FREE_DRIVE
from automotive_env.validators.criterion import Criterion

TABLE_2 = (
    "fan_speed_max",
    "driver_seat_heater_enable",
    "ac_auto",
    "media.play",
    "front_defroster_enable",
    "rear_defroster.enable",
    "screen.brightness",
)


@pytest.mark.parametrize("name", TABLE_2)
def test_the_validators_of_table_2_answer_before_and_after_the_start(name: str) -> None:
    with automotive_env.make(FREE_DRIVE, seed=1) as env:
        for _ in range(2):
            check = env.check
            for part in name.split("."):
                check = getattr(check, part)
            criterion = check()
            assert isinstance(criterion, Criterion)
            assert name == "media.play" or not criterion  # its music may play already
            env.reset()


def test_a_validator_sees_what_was_done() -> None:
    with automotive_env.make(FREE_DRIVE, seed=1) as env:
        seen = env.reset()
        assert not env.check.front_defroster_enable()
        seen, _ = env.step(OpenApp(app_name="climate"))
        button = next(one.index for one in seen.elements if one.name == "defroster_button")
        env.step(Click(index=button))
        assert env.check.front_defroster_enable()


def test_validators_without_arguments_all_answer() -> None:
    with automotive_env.make(FREE_DRIVE, seed=1) as env:
        env.reset()
        groups = [env.check, *(value for value in vars(env.check).values() if type(value).__name__.endswith("Criteria"))]
        asked = 0
        for group in groups:
            for name, method in inspect.getmembers(group, inspect.ismethod):
                signature = inspect.signature(method)
                if not name.startswith("_") and signature.return_annotation == "Criterion" and not signature.parameters:
                    assert isinstance(method(), Criterion), name
                    asked += 1
        assert asked > 20
