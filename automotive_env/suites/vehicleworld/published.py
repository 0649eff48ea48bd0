"""Figures that the VehicleWorld paper gives (Table 4: ReAct, accuracy in percent), quoted to be compared with.

They were made with the public release's evaluator on its scenarios: see `paper` in `automotive_env.world.score`.
"""

from __future__ import annotations

from collections.abc import Mapping

DOMAINS = {"multimedia": "Multimedia", "touch": "Touch control", "car": "Car control", "light": "Light"}
"""Domain as records call it -> as the paper does."""
KINDS = ("S-S", "S-M", "M-S", "M-M")
"""A single turn or multiple turns, then single intents or multiple intents a turn."""

_FIGURES = {
    "GPT-4o, FC": "70.2 77.1 66.1 68.4 56.4 78.1 45.6 92.4 58.4 69.9 60.5 55.9 56.4 75.3 60.3 81.6 62.2",
    "GPT-4o, SFC": "70.9 67.2 57.3 72.0 56.1 69.8 36.3 90.9 72.8 69.3 55.1 57.3 61.3 77.3 51.1 79.7 64.2",
    "mean of 8, FC": "51.1 65.4 41.7 59.0 42.9 46.8 24.1 79.1 37.1 46.6 30.2 43.6 42.9 38.7 27.2 57.6 45.7",
    "mean of 8, SFC": "61.5 66.2 48.4 64.8 47.4 65.5 28.0 85.3 49.0 54.9 40.8 48.3 49.8 70.2 39.9 75.0 54.3",
}
_CELLS = ("", *(f"{domain} {kind}" for domain in DOMAINS for kind in KINDS))

ACCURACY: Mapping[str, Mapping[str, float]] = {
    name: dict(zip(_CELLS, map(float, figures.split()), strict=True)) for name, figures in _FIGURES.items()
}
"""Who -> "domain kind", or "" for all -> accuracy in percent."""
