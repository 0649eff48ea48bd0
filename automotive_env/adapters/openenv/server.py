"""The environment over HTTP and web sockets."""

from __future__ import annotations

from openenv.core.env_server.http_server import create_fastapi_app
from starlette.types import ASGIApp

from automotive_env.adapters.car_episode import CarEpisode, EpisodeSettings
from automotive_env.adapters.openenv.environment import CarEnvironment
from automotive_env.adapters.openenv.messages import CarAction, CarObservation, CarState
from automotive_env.adapters.own_pages import SameOriginGuard

MAX_SESSIONS = 32
"""Cars at a time; each client has its own."""


def make_app(settings: EpisodeSettings, port: int) -> ASGIApp:
    """An application for a port of 127.0.0.1, which plays over web sockets: of OpenEnv's routes without a session, none can.

    Raises:
        UsageError: the settings do not fit.
    """
    CarEpisode(settings).close()  # so that what does not fit is said now, and not to each client
    app = create_fastapi_app(
        lambda: CarEnvironment(settings),
        CarAction,
        CarObservation,
        max_concurrent_envs=MAX_SESSIONS,
        state_cls=CarState,
        mode="production",  # leaves out /reset, /step and /state, each request to which has a new car
    )
    return SameOriginGuard(app, port)
