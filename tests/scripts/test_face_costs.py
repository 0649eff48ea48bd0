"""T3A without a mistake, on each face."""

import pytest
from registered import MUSIC, PAIR, PLAIN, TWO_TURNS

from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.headless import HeadlessController
from automotive_env.scripts.face_costs import episodes, looked_up
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.registry import TASKS


@pytest.mark.parametrize("face", FACES)
def test_it_passes_and_its_prompts_are_counted(face: Face) -> None:
    names = (PAIR, PLAIN, TWO_TURNS, MUSIC)
    found = list(episodes(face, HeadlessController(), [TASKS[name] for name in names]))
    assert [(record.success, record.face) for record in found] == [(True, face)] * 4
    assert all(record.tokens > 1_000 * record.steps for record in found)
    assert all(record.steps <= record.model_calls < 2 * record.steps for record in found)


def test_devices_are_looked_up_once_before_a_plan_and_within_its_waiting() -> None:
    plan = looked_up(CallPlan().wait(20).call("hazardLight.switch", switch=True).call("hazardLight.switch", switch=False))
    search, describe, wait, *calls = plan.moves
    assert [getattr(move, "api", "") for move in (search, describe)] == ["environment.search_module", "environment.search_api"]
    assert describe.to_json()["arguments"] == {"modules": ["hazardLight"]}
    assert (wait.to_json()["seconds"], len(calls)) == (18, 2)
    told = CallPlan().call("system.wifi_switch", switch=False)
    assert looked_up(told) == told
