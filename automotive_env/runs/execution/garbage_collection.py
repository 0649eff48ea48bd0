"""Thresholds of the garbage collector for episodes, whose objects mostly live as long as the process and rarely form cycles."""

from __future__ import annotations

import atexit
import gc

YOUNG = 2_000_000
"""Objects that are made before the collector looks at the youngest, which takes 0.2 us each, whether they are in use or not.

Python's own 700 costs a quarter of a run's CPU time and 50,000 an eighth. In 300 episodes a million are made that stay: caches of
towns, people and screens, which are bounded. With two million these episodes need no more memory.
"""


def collect_seldom() -> None:
    """Look less often for what is no longer reached. To be called before all is imported, which alone makes it look 100 times."""
    gc.set_threshold(YOUNG, 20, 20)
    atexit.register(gc.freeze)  # otherwise Python looks at everything once more as it ends, a tenth of a run's CPU time
