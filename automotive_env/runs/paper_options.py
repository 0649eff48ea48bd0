"""The options with which each paper played: `run --as-paper NAME` sets all of them at once; what a user types wins.

To add a paper, add an entry to `PAPERS`. Its options are names of fields of `RunOptions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from automotive_env.car.core.errors import suggest
from automotive_env.errors import UsageError
from automotive_env.runs.options import RunOptions
from automotive_env.text.option import declared

SAMPLING = frozenset({"sample", "samples", "temperature", "aggregate"})
KNOWLEDGE = frozenset({"knowledge", "knowledge_at", "knowledge_base", "embedder", "match", "infer_intents", "keep_knowledge"})
_SWITCHED_BY: Mapping[str, frozenset[str]] = {"sample": SAMPLING, "knowledge": KNOWLEDGE}
"""Option that switches something off -> all options that then have no effect."""


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """How a paper played.

    Attributes:
        title: the paper.
        options: field of `RunOptions` -> value.
        differs: what no option makes equal, one sentence.
    """

    title: str
    options: Mapping[str, Any]
    differs: str

    def but(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """The options that were not typed otherwise, and that what was typed leaves an effect.

        >>> PAPERS["kate"].but({"agents": ("kate:fc",), "sample": False, "knowledge": ()})
        {'suite': 'bfcl', 'trials': 1}
        """
        idle = frozenset[str]().union(*(names for switch, names in _SWITCHED_BY.items() if not typed.get(switch, True)))
        return {name: value for name, value in self.options.items() if name not in typed and name not in idle}


PAPERS: Mapping[str, PaperOptions] = {
    "automotive": PaperOptions(
        "Automotive-ENV",
        {"suite": "automotive", "agents": ("t3a", "m3a", "asurada"), "context": "offline", "temperature": 0.0, "trials": 1},
        "The tasks, the head unit and the wording of prompts are our own.",
    ),
    "vehicleworld": PaperOptions(
        "VehicleWorld",
        {
            "suite": "vehicleworld",
            "agents": ("fc", "sfc", "fc_sfc"),
            "temperature": 0.7,
            "reflections": 0,
            "examples": True,
            "plan": False,
            "long_state": True,
            "trials": 1,
        },
        "The wording of prompts is our own, and so are the scenarios without --data; compare the scores named paper.*.",
    ),
    "kate": PaperOptions(
        "KATE",
        {
            "suite": "bfcl",
            "agents": ("fc", "kate:fc"),
            "knowledge": ("st",),
            "knowledge_at": "turn",
            "embedder": "minilm",
            "match": "cosine",
            "infer_intents": False,
            "keep_knowledge": True,
            "sample": True,
            "samples": 4,
            "temperature": 1.0,
            "aggregate": "write",
            "trials": 1,
        },
        "The wording of prompts is our own; bfcl-eval has to be installed, and --knowledge-base names the knowledge.",
    ),
}
"""Name on the command line -> the options."""


def paper_options(name: str) -> PaperOptions:
    """The options of a paper.

    Raises:
        UsageError: there is none of this name.
    """
    if name not in PAPERS:
        raise UsageError(f"--as-paper takes {', '.join(PAPERS)}; not {name[:40]!r}{suggest(name, PAPERS)}")
    return PAPERS[name]


def typed_options(options: Mapping[str, Any]) -> str:
    """Options as a user types them; switches that are as usual are left out."""
    known, words = declared(RunOptions), []
    for name, value in options.items():
        option = known[name]
        if option.kind is bool:
            words += [option.change] if value != option.default else []
        else:
            words += [option.flag, ",".join(map(str, value)) if option.many else f"{value}"]
    return " ".join(words)
