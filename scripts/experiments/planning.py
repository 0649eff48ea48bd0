"""The runs of experiments: a folder and options for each arm and model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from automotive_env.models.prices import PriceTable
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.scripts.experiments.declared import EXPERIMENTS
from automotive_env.suites.registry import find_suite


@dataclass(frozen=True, slots=True)
class EvidencePlan:
    """What is asked for.

    Attributes:
        out: folder of all runs and tables.
        experiments: names of `EXPERIMENTS`.
        models: as `run --model` names them.
        shared: options that all runs have, such as trials.
        knowledge_base: what agents with knowledge are told from.
        embedder: how it is searched; empty for the usual one.
    """

    out: Path
    experiments: tuple[str, ...]
    models: tuple[str, ...]
    shared: Mapping[str, Any]
    knowledge_base: Path
    embedder: str = ""

    def runs(self) -> Iterator[PlannedRun]:
        """The runs, in the order in which they are played."""
        for name in self.experiments:
            for arm in EXPERIMENTS[name].arms:
                for model in self.models:
                    yield PlannedRun(self, name, arm, model)


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run of an arm with a model."""

    plan: EvidencePlan
    experiment: str
    arm: str
    model: str

    @property
    def folder(self) -> Path:
        """Where its records are."""
        return self.plan.out / "runs" / self.experiment / self.arm / re.sub(r"[^A-Za-z0-9.]+", "-", self.model).strip("-")

    def options(self, **more: Any) -> ResolvedOptions:
        """What it plays, and how."""
        options = {**EXPERIMENTS[self.experiment].options_of(self.arm), **self.plan.shared, "model": self.model, "images": False}
        if "knowledge" in options and options["knowledge"] != ():
            options |= {"knowledge_base": self.plan.knowledge_base, "embedder": self.plan.embedder}
        return ResolvedOptions(**options | more)

    def episodes(self) -> int:
        """How many episodes it has."""
        options = self.options()
        return len(find_suite(options.suite).plan(options.selection)) * len(options.agents)


def unknown_prices(models: Sequence[str], table: PriceTable) -> list[str]:
    """The models whose price is not in a table."""
    return [model for model in models if table.of(model) is None]
