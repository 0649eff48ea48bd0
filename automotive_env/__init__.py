"""Automotive-ENV: a benchmark and environment for agents that operate a car."""

from automotive_env.version import __version__

__all__ = ["__version__"]
