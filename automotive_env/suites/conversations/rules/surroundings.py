"""Thresholds that several rules share."""

from __future__ import annotations

WALKING_KMH = 6
"""Walking speed."""
FOG_METRES = 100
"""Visibility below which it is seriously reduced (United Kingdom, Highway Code, rule 226)."""
DARK = ("night", "tunnel")
WET = ("rain", "heavy rain", "snow", "hail")
WIDE_OPEN = 25
"""Percent from which on a window counts as wide open."""
