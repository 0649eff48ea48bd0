"""The taskset of verifiers as its command line asks for it."""

from typing import Any

import pytest

vf = pytest.importorskip("verifiers.v1")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tasks": ["hvac.nope"]}, "no task matches 'hvac.nope'"),
        ({"place": "Atlantis"}, "unknown place 'Atlantis'"),
        ({"instances": 0}, "instances must be from 1"),
    ],
)
def test_what_does_not_exist_is_refused_with_the_options_and_not_while_tasks_are_loaded(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vf.resolve_env_config({"taskset": {"id": "automotive_env_verifiers", **asked}})
