"""Rates that the KATE paper gives for BFCL-V3 (Table 1) and AppWorld (Table 2), in percent, to stand beside those of runs.

Those of BFCL-V3 are of one run each, on the 100 scenarios with odd numbers of each category, in the data of autumn 2025. Averages
stand as they were printed: those of KATE, KATE + SFT and KATE + RL with Qwen3-8B are up to 1.25 above the mean of their columns,
and that of Memp on AppWorld with Qwen3-8B is 0.255 below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CATEGORIES = ("base", "miss_func", "miss_param", "long_context")
"""The columns of the figures, before their mean."""

SUCCESS: Mapping[tuple[str, str], tuple[float, float, float, float, float]] = MappingProxyType(
    {
        ("gpt-5", "FC"): (49.0, 35.0, 30.0, 37.0, 37.75),
        ("gpt-4.1", "FC"): (52.0, 39.0, 36.0, 50.0, 44.25),
        ("Qwen3-8B", "FC"): (43.0, 30.0, 31.0, 27.0, 32.75),
        ("Qwen3-8B", "Prompt"): (38.0, 38.0, 28.0, 17.0, 30.25),
        ("Qwen3-8B", "Memp"): (52.0, 25.0, 36.0, 31.0, 36.00),
        ("Qwen3-8B", "KATE"): (59.0, 41.0, 41.0, 40.0, 46.00),
        ("Qwen3-8B", "KATE, w/o PS"): (49.0, 35.0, 38.0, 30.0, 38.00),
        ("Qwen3-8B", "KATE, w/o Exp"): (56.0, 48.0, 32.0, 35.0, 42.75),
        ("Qwen3-8B", "KATE, r PS-Con."): (56.0, 35.0, 37.0, 37.0, 41.25),
        ("Qwen3-8B", "KATE + SFT"): (62.0, 41.0, 39.0, 36.0, 45.75),
        ("Qwen3-8B", "KATE + RL"): (64.0, 43.0, 42.0, 42.0, 48.25),
        ("Qwen3-8B", "KATE + SFT + RL"): (59.0, 45.0, 39.0, 42.0, 46.25),
        ("Qwen3-32B", "FC"): (55.0, 52.0, 38.0, 39.0, 46.00),
        ("Qwen3-32B", "Prompt"): (55.0, 47.0, 42.0, 37.0, 45.25),
        ("Qwen3-32B", "Memp"): (63.0, 44.0, 47.0, 42.0, 49.00),
        ("Qwen3-32B", "KATE"): (62.0, 53.0, 42.0, 45.0, 50.50),
        ("Qwen3-32B", "KATE, w/o PS"): (62.0, 43.0, 48.0, 43.0, 49.00),
        ("Qwen3-32B", "KATE, w/o Exp"): (52.0, 48.0, 35.0, 41.0, 44.0),
        ("Qwen3-32B", "KATE, r PS-Con."): (65.0, 44.0, 46.0, 46.0, 50.25),
    }
)
"""Base model and method -> success rates by category and their mean, in percent. PS: parallel sampling; Exp: knowledge."""

DATASETS = ("test_normal", "test_challenge")
"""Of AppWorld, for each of which goals of tasks and of scenarios are counted."""

GOALS: Mapping[tuple[str, str], tuple[float, float, float, float, float]] = MappingProxyType(
    {
        ("Qwen3-8B", "ReAct"): (10.1, 1.8, 3.8, 0.7, 4.1),
        ("Qwen3-8B", "ReAct + ST"): (26.2, 10.7, 4.8, 0.7, 10.6),
        ("Qwen3-8B", "Memp"): (22.0, 7.1, 3.6, 0.0, 7.92),
        ("Qwen3-8B", "KATE"): (26.8, 10.7, 5.5, 0.7, 10.92),
        ("Qwen3-32B", "ReAct"): (16.7, 1.8, 6.2, 1.4, 6.52),
        ("Qwen3-32B", "ReAct + ST"): (27.4, 1.8, 8.6, 0.0, 9.45),
        ("Qwen3-32B", "Memp"): (22.6, 5.4, 9.1, 1.4, 9.62),
        ("Qwen3-32B", "KATE"): (32.7, 10.7, 7.4, 0.7, 12.87),
    }
)
"""Base model and method -> goals of tasks and of scenarios, by dataset, and their mean, in percent. ST: trajectories."""
