"""What an episode costs and does, as figures that can be averaged and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.runs.tables.episode import SummedEpisode

Measure: TypeAlias = Callable[[SummedEpisode], float | None]
"""A figure of an episode; None where it is not known."""

COSTS: Mapping[str, Measure] = MappingProxyType(
    {
        "steps": lambda record: float(record.steps),
        "tokens": lambda record: float(record.tokens),
        "seconds": lambda record: record.seconds,
        "price": lambda record: record.price,
    }
)
"""What an episode takes; its price is in US dollars, where it is known."""

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "success %": lambda record: 100.0 * record.success,
        **{name: COSTS[name] for name in ("steps", "tokens", "seconds")},
        "harm %": lambda record: 100.0 * bool(record.harm),
    }
)
"""What agents and faces are compared by."""
