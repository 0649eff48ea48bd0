"""Destinations that the maps always offer."""

from __future__ import annotations

SUGGESTIONS = (
    ("Home", "home"),
    ("Work", "work"),
    ("Airport", "flight"),
    ("Central Station", "train"),
    ("City Hospital", "local_hospital"),
    ("Fuel Station", "local_gas_station"),
    ("Charging Station", "ev_station"),
    ("Riverside Park", "park"),
    ("Museum of Technology", "museum"),
    ("Grand Hotel", "hotel"),
)
"""Name and icon."""
