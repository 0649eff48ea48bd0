"""Tasks as environments of OpenEnv: over the wire, with a car for each client."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from registered import PAIR, TWO_TURNS

pytest.importorskip("openenv")
pytest.importorskip("uvicorn")

import httpx
import uvicorn

from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.adapters.openenv.client import CarClient
from automotive_env.adapters.openenv.environment import CarEnvironment
from automotive_env.adapters.openenv.messages import CarAction
from automotive_env.adapters.openenv.server import make_app
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.serving.page_server import listen

TASK = EpisodeSettings(PAIR, ending=None)
DONE = CarAction(text='{"action_type": "status", "goal_status": "complete"}')
CLIMATE = CarAction(text='I open it. {"action_type": "open_app", "app_name": "climate"}')


@contextmanager
def served() -> Iterator[str]:
    with listen(0) as listener:
        port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(make_app(TASK, port), log_level="error"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(20)


def test_clients_play_at_a_time_each_in_a_car_of_its_own() -> None:
    with served() as address, client(address) as first, client(address) as second:
        ours, theirs = (one.reset(seed=1, episode_id="a").observation for one in (first, second))
        assert ours == theirs
        assert "app: climate" in first.step(CLIMATE).observation.seen
        assert "app: climate" not in second.step(CarAction(text="Let me think.")).observation.seen
        result = first.step(DONE)
        assert (result.done, result.reward) == (True, 0.0)
        state = first.state()
        assert (state.episode_id, state.step_count, state.seed, state.task) == ("a", 2, 1, TASK.task)
        assert state.verdict.startswith("not met: wanted hvac.air_source")
        assert len(state.state) == 64
        assert second.state().verdict == ""
        with pytest.raises(RuntimeError, match=r"reset\(\)"):
            first.step(DONE)
        assert "no action found" in second.step(CarAction.model_construct(text="a half \ud83d")).observation.outcome
        with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
            second.step(CarAction.model_construct(text="x" * 30_000))
        assert {httpx.post(f"{address}/{name}", json={}).status_code for name in ("reset", "step", "state")} == {404}


def test_a_conversation_is_one_episode() -> None:
    env = CarEnvironment(EpisodeSettings(TWO_TURNS))
    goal = env.reset(seed=1).goal
    seen = env.step(DONE)
    assert (seen.done, seen.goal == goal) == (False, False)
    seen = env.step(DONE)
    assert (seen.done, seen.reward) == (True, 0.0)
    env.close()


def client(address: str) -> Any:
    return CarClient(base_url=address).sync()


def test_equal_seeds_give_equal_episodes_and_what_does_not_fit_leaves_the_episode() -> None:
    env = CarEnvironment(TASK)
    with pytest.raises(EnvironmentFault, match="reset"):
        env.step(DONE)
    seen = env.reset(seed=5, place="Dubai")
    assert env.state.place == "Dubai"
    with pytest.raises(UsageError, match="Atlantis"):
        env.reset(seed=5, place="Atlantis")
    with pytest.raises(UsageError, match="'place' of reset must be a text"):
        env.reset(seed=5, place=5)
    with pytest.raises(UsageError, match="place, ending"):
        env.reset(weather="fog")
    assert "no action found" in env.step(CarAction(text="?")).outcome
    assert env.reset(seed=5, place="Dubai") == seen
    assert env.reset() != env.reset()
    env.close()
