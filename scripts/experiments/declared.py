"""The experiments of the papers, each a paper's options with what its arms change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from automotive_env.runs.paper_options import PAPERS

SAMPLING = frozenset({"sample", "samples", "temperature", "aggregate"})
KNOWLEDGE = frozenset({"knowledge", "knowledge_at", "knowledge_base", "embedder", "match", "infer_intents", "keep_knowledge"})


@dataclass(frozen=True, slots=True)
class ExperimentArm:
    """One run of an experiment for each model.

    Attributes:
        options: field of `RunOptions` -> value, where it differs from the experiment's.
        without: options of the paper that it leaves at their defaults.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PaperExperiment:
    """A table of a paper.

    Attributes:
        title: which table of which paper.
        paper: whose options it has: a key of `PAPERS`.
        options: what differs from these.
        arms: name of a run -> how it is played.
    """

    title: str
    paper: str
    arms: Mapping[str, ExperimentArm]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def suite(self) -> str:
        """What it plays."""
        return str({**PAPERS[self.paper].options, **self.options}["suite"])

    @property
    def tells_knowledge(self) -> bool:
        """Whether an arm is told knowledge."""
        return any(KNOWLEDGE - arm.without for arm in self.arms.values()) and self.paper == "kate"

    def options_of(self, arm: str) -> dict[str, Any]:
        """The options of an arm."""
        chosen = self.arms[arm]
        whole = {**PAPERS[self.paper].options, **self.options}
        return {name: value for name, value in whole.items() if name not in chosen.without} | dict(chosen.options)


def _ablation(suite: str, calls: Mapping[str, Any], prompt: Mapping[str, Any], tasks: tuple[str, ...]) -> PaperExperiment:
    """Table 1 of the KATE paper without its trained models.

    Args:
        suite: what is played.
        calls: options of agents that call tools of the model's interface.
        prompt: options of the baseline that writes calls as text.
        tasks: the test split.
    """
    plain = SAMPLING | KNOWLEDGE
    kate = {**calls, "agents": ("kate:fc",)}
    return PaperExperiment(
        f"Table 1 of KATE, on {suite}",
        "kate",
        {
            "tools": ExperimentArm({**calls, "agents": ("fc",), "temperature": 0.0}, plain),
            "prompt": ExperimentArm({**prompt, "temperature": 0.0}, plain),
            "whole": ExperimentArm(kate),
            "without-sampling": ExperimentArm({**kate, "sample": False}, SAMPLING),
            "without-knowledge": ExperimentArm({**kate, "knowledge": ()}, KNOWLEDGE),
            "self-consistency": ExperimentArm({**kate, "aggregate": "self"}),
        },
        {"suite": suite, "tasks": tasks},
    )


_ONE = {"main": ExperimentArm()}
EXPERIMENTS: Mapping[str, PaperExperiment] = {
    "table3": PaperExperiment("Table 3 of Automotive-ENV", "automotive", _ONE),
    "table4": PaperExperiment("Table 4 of VehicleWorld", "vehicleworld", _ONE),
    "table5": PaperExperiment("Table 5 of VehicleWorld, with reflection", "vehicleworld", _ONE, {"reflections": 3}),
    "table6": PaperExperiment("Table 6 of VehicleWorld, without examples", "vehicleworld", _ONE, {"examples": False}),
    "ablation": _ablation("vehicleworld", {"tools": True}, {"agents": ("fc",)}, ("vehicleworld.test.*",)),
    "ablation-bfcl": _ablation("bfcl", {}, {"agents": ("prompt",)}, ("*.test.*",)),
}
"""Name -> experiment."""
USUAL = ("table3", "table4", "ablation")
"""Those that need nothing but this package."""
