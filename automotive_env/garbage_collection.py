"""The garbage collector, told what an episode's objects are like: many live as long as the process, few refer to themselves."""

from __future__ import annotations

import gc

YOUNG = 50_000
"""Objects that come to be before the collector looks at the youngest; Python's own 700 costs a quarter of a run's CPU time."""


def collect_seldom() -> None:
    """Leave alone what lives already, and look less often for what is no longer reached. To be called once all is imported."""
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
