"""Success rates that the Automotive-ENV paper gives (Table 3, in percent), quoted to stand beside those of runs.

They were taken on 185 other tasks and another head unit: nothing follows from comparing them with ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from automotive_env.tasks.kit.task import Dimension

DIMENSIONS = (
    Dimension.EXPLICIT_CONTROL,
    Dimension.IMPLICIT_INTENT,
    Dimension.DRIVING_ALIGNMENT,
    Dimension.ENVIRONMENT_ALERTS,
)
"""The columns of the figures."""

TREE, SCREEN, GPS = "a11y tree", "a11y tree + screen", "a11y tree + screen + GPS"
INPUTS: Mapping[str, str] = MappingProxyType({"T3A": TREE, "M3A": SCREEN, "ASURADA": GPS, "Human": "screen"})
"""Method -> what it is given."""

SUCCESS: Mapping[tuple[str, str], tuple[float, float, float, float]] = MappingProxyType(
    {
        ("", "Human"): (90.0, 82.0, 100.0, 88.0),
        ("GPT-4o mini", "T3A"): (43.1, 5.2, 45.0, 55.0),
        ("GPT-4o mini", "M3A"): (52.1, 13.6, 50.0, 55.0),
        ("GPT-4o mini", "ASURADA"): (52.3, 14.2, 60.0, 65.0),
        ("Gemini 1.5 Pro", "T3A"): (30.0, 38.0, 55.0, 80.0),
        ("Gemini 1.5 Pro", "M3A"): (40.0, 33.3, 55.0, 80.0),
        ("Gemini 1.5 Pro", "ASURADA"): (43.3, 33.3, 90.0, 90.0),
        ("Gemini 1.5 Flash", "T3A"): (43.3, 28.5, 55.0, 45.0),
        ("Gemini 1.5 Flash", "M3A"): (46.6, 33.3, 75.0, 55.0),
        ("Gemini 1.5 Flash", "ASURADA"): (46.6, 33.3, 90.0, 85.0),
        ("Gemini 2.0 Flash", "T3A"): (30.0, 38.1, 65.0, 55.0),
        ("Gemini 2.0 Flash", "M3A"): (43.3, 38.0, 65.0, 45.0),
        ("Gemini 2.0 Flash", "ASURADA"): (46.6, 45.7, 90.0, 70.0),
        ("Gemini 2.0 Flash-Lite", "T3A"): (43.3, 32.8, 50.0, 60.0),
        ("Gemini 2.0 Flash-Lite", "M3A"): (33.3, 33.3, 42.8, 60.0),
        ("Gemini 2.0 Flash-Lite", "ASURADA"): (40.0, 35.0, 90.0, 60.0),
    }
)
"""Base model and method -> success rates by dimension, in percent."""
