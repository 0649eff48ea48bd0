"""Signals, and the checks that read them."""

if __name__ != "automotive_env.validators":
    raise ImportError("this folder cannot be imported as validators; it is the package automotive_env.validators")

from automotive_env.validators.check import Episode, shown
from automotive_env.validators.criterion import Criterion, every, some
from automotive_env.validators.signals import Signal

__all__ = ["Criterion", "Episode", "Signal", "every", "shown", "some"]
