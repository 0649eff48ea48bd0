"""Automotive-ENV: a benchmark and environment for agents that operate a car."""

from typing import TYPE_CHECKING, Any

from automotive_env.version import __version__

if TYPE_CHECKING:
    from automotive_env.episode.task_environment import make

__all__ = ["__version__", "make"]


def __getattr__(name: str) -> Any:
    """Import what is heavy only when it is used."""
    if name == "make":
        from automotive_env.episode.task_environment import make

        return make
    raise AttributeError(f"module 'automotive_env' has no attribute {name!r}")
