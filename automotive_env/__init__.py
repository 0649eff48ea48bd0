"""Automotive-ENV: a benchmark and environment for agents that operate a car."""

from pathlib import Path

from automotive_env.version import __version__

__all__ = ["__version__"]

# In a checkout the sibling folders (agents/, tasks/, validators/ ...) are subpackages too, installed or not.
_checkout = Path(__file__).resolve().parent.parent
if (_checkout / "pyproject.toml").is_file():
    __path__.append(str(_checkout))
