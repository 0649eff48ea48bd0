"""Figures that the VehicleWorld paper gives (Table 2: tasks; Table 4: ReAct, accuracy in percent), quoted to be compared with.

They were made with the public release's evaluator on its scenarios: see `paper` in `automotive_env.suites.vehicleworld.score`.
"""

from __future__ import annotations

from collections.abc import Mapping

DOMAINS = {"multimedia": "Multimedia", "touch": "Touch control", "car": "Car control", "light": "Light"}
"""Domain as records call it -> as the paper does."""
KINDS = ("S-S", "S-M", "M-S", "M-M")
"""A single turn or multiple turns, then single intents or multiple intents a turn."""

_FIGURES = {
    "Claude-3.7-Sonnet, FC": "62.9 74.3 40.0 66.5 48.5 50.5 31.4 90.3 50.6 65.0 38.7 51.9 55.0 57.1 36.0 79.0 59.5",
    "GPT-4o, FC": "70.2 77.1 66.1 68.4 56.4 78.1 45.6 92.4 58.4 69.9 60.5 55.9 56.4 75.3 60.3 81.6 62.2",
    "DeepSeek-v3, FC": "70.0 65.2 58.1 70.1 59.0 67.4 48.0 92.9 60.6 68.4 56.2 58.6 62.2 73.4 56.3 82.1 66.9",
    "Qwen2.5-7B, FC": "33.0 65.0 32.4 49.7 32.3 32.3 11.9 66.6 15.8 17.3 10.9 28.2 21.9 9.1 8.8 29.6 23.1",
    "Qwen2.5-14B, FC": "38.0 59.3 33.3 52.5 33.8 32.3 13.0 68.1 24.1 33.8 13.1 35.6 29.2 11.7 9.7 36.1 29.3",
    "Qwen2.5-32B, FC": "46.8 62.1 39.6 58.9 35.6 40.6 14.6 77.0 24.8 44.4 22.9 42.1 41.9 22.1 11.8 53.1 44.7",
    "Qwen2.5-72B, FC": "58.8 69.9 41.7 63.1 46.5 46.9 15.6 85.6 46.7 60.2 29.6 50.8 56.3 50.6 26.4 72.9 58.3",
    "Llama-3.1-8B, FC": "28.7 50.0 22.1 42.5 31.0 26.0 12.5 59.5 15.8 13.5 9.7 25.8 20.1 10.4 8.1 26.7 21.6",
    "mean of 8, FC": "51.1 65.4 41.7 59.0 42.9 46.8 24.1 79.1 37.1 46.6 30.2 43.6 42.9 38.7 27.2 57.6 45.7",
    "Claude-3.7-Sonnet, SFC": "73.4 72.3 66.6 74.0 55.6 73.8 46.4 94.1 72.8 69.9 68.2 63.2 65.7 74.7 58.0 83.2 69.8",
    "GPT-4o, SFC": "70.9 67.2 57.3 72.0 56.1 69.8 36.3 90.9 72.8 69.3 55.1 57.3 61.3 77.3 51.1 79.7 64.2",
    "DeepSeek-v3, SFC": "71.9 67.1 63.9 71.6 54.3 74.9 43.6 93.7 69.4 72.3 60.3 59.7 61.9 74.7 60.0 81.6 66.0",
    "Qwen2.5-7B, SFC": "49.0 60.3 32.9 55.4 34.9 60.9 12.5 73.9 18.9 46.0 18.4 33.4 32.1 61.4 23.7 65.4 37.3",
    "Qwen2.5-14B, SFC": "57.3 66.8 33.7 59.8 45.0 62.0 22.4 82.1 41.8 56.1 30.7 42.6 44.9 73.4 27.3 71.8 49.9",
    "Qwen2.5-32B, SFC": "57.5 65.4 42.1 65.1 47.3 55.7 18.4 81.8 36.5 36.1 27.3 45.7 50.6 72.7 36.4 76.1 56.2",
    "Qwen2.5-72B, SFC": "64.8 67.5 47.2 65.4 49.7 76.6 34.8 91.1 55.1 58.4 47.0 53.2 52.3 76.6 44.4 78.2 55.9",
    "Llama-3.1-8B, SFC": "46.8 63.2 43.2 54.9 36.2 50.0 9.9 74.9 24.5 30.8 19.2 31.5 29.8 50.6 18.6 63.7 35.5",
    "mean of 8, SFC": "61.5 66.2 48.4 64.8 47.4 65.5 28.0 85.3 49.0 54.9 40.8 48.3 49.8 70.2 39.9 75.0 54.3",
}
_CELLS = ("", *(f"{domain} {kind}" for domain in DOMAINS for kind in KINDS))
TASKS: Mapping[str, tuple[int, int, int, int]] = {
    "multimedia": (59, 96, 251, 53),
    "touch": (34, 93, 107, 15),
    "car": (135, 178, 205, 173),
    "light": (79, 75, 159, 161),
}
"""Domain -> tasks of each kind (Table 2). A task counts in each of its domains: these sum to 1,873, and there are 1,291 tasks."""
COUNTS: Mapping[str, int] = {f"{domain} {kind}": n for domain, row in TASKS.items() for kind, n in zip(KINDS, row, strict=True)}
"""The same by "domain kind"."""

ACCURACY: Mapping[str, Mapping[str, float]] = {
    name: dict(zip(_CELLS, map(float, figures.split()), strict=True)) for name, figures in _FIGURES.items()
}
"""Who -> "domain kind", or "" for all -> accuracy in percent."""

SHOWN = ("GPT-4o, FC", "GPT-4o, SFC", "mean of 8, FC", "mean of 8, SFC")
"""Those that stand beside a run's own figures; the table of the paper has all of them."""
