"""The package's version and the comparability number of its task sets."""

__version__ = "0.1.0"

TASK_SET_VERSION = 3
"""Raised whenever a change makes scores incomparable with those of an earlier release."""
