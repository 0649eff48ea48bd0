"""The client of the server: `with CarClient(base_url="http://127.0.0.1:8000").sync() as env: env.reset(seed=1)`."""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from automotive_env.adapters.openenv.messages import CarAction, CarObservation, CarState


class CarClient(EnvClient[CarAction, CarObservation, CarState]):
    """Plays episodes of a car of its own; `reset`, `step(CarAction(text=...))` and `state` as those of `EnvClient`."""

    def _step_payload(self, action: CarAction) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[CarObservation]:
        told = {name: payload.get(name) for name in ("reward", "done")}
        seen = CarObservation(**payload["observation"], reward=told["reward"], done=bool(told["done"]))
        return StepResult(observation=seen, reward=seen.reward, done=seen.done)

    def _parse_state(self, payload: dict[str, Any]) -> CarState:
        return CarState(**payload)
