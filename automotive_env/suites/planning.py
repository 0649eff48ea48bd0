"""Choosing scenarios: what all suites of scenarios do with a selection."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping

from automotive_env.errors import UsageError
from automotive_env.suites.playing import PlayableScenario
from automotive_env.suites.suite import PlanItem, Selection, repeated


def plan_scenarios(scenarios: Mapping[str, PlayableScenario], selection: Selection) -> list[PlanItem]:
    """The chosen scenarios, up to the limit, each as often as there are trials.

    Raises:
        UsageError: nothing matches.
    """
    for pattern in selection.tasks:
        if not fnmatch.filter(scenarios, pattern):
            raise UsageError(f"no scenario matches {pattern!r}; scenarios have names such as {', '.join(sorted(scenarios)[:2])}")
    dimensions = sorted({scenario.dimension for scenario in scenarios.values()})
    if selection.dimension not in (None, *dimensions):
        raise UsageError(f"no scenario has the dimension {selection.dimension!r}; choose from {', '.join(dimensions)}")
    chosen = [scenario for scenario in scenarios.values() if _is_chosen(scenario, selection)]
    if not chosen:
        raise UsageError(f"none of the chosen scenarios has the dimension {selection.dimension!r}")
    return repeated(map(_item, chosen), selection)


def _item(scenario: PlayableScenario) -> PlanItem:
    """A scenario as an item; only some suites have contrast pairs."""
    return PlanItem(scenario.name, scenario.instance.id, content=scenario, pair=getattr(scenario, "pair", ""))


def _is_chosen(scenario: PlayableScenario, selection: Selection) -> bool:
    named = not selection.tasks or any(fnmatch.fnmatchcase(scenario.name, pattern) for pattern in selection.tasks)
    return named and selection.dimension in (None, scenario.dimension)
