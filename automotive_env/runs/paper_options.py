"""The options with which each paper played: `run --as-paper NAME` sets all of them at once; what a user types wins.
An option that has no effect together with what was typed is left out.

To add a paper, add an entry to `PAPERS`. Its options are names of fields of `RunOptions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from automotive_env.car.core.errors import suggest
from automotive_env.errors import UsageError
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.runs.options import RunOptions
from automotive_env.runs.records.told import PREFIX
from automotive_env.text.lists import any_of
from automotive_env.text.option import declared


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
        "The wording of prompts is our own. Install bfcl-eval, and name a folder of knowledge with --knowledge-base.",
    ),
}
"""Name on the command line -> the options."""


def paper_options(name: str) -> PaperOptions:
    """The options of a paper.

    Raises:
        UsageError: there is none of this name.
    """
    if name not in PAPERS:
        raise UsageError(f"--as-paper takes {any_of(PAPERS)}, not {name[:40]!r}{suggest(name, PAPERS)}")
    return PAPERS[name]


def effective(options: Mapping[str, Any], typed: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a paper that were not typed otherwise, without those that have no effect together with what was typed."""
    together = {**options, **typed}
    known = declared(ActivationOptions)
    activation = ActivationOptions(**{name: value for name, value in together.items() if name in known})
    idle = activation.idle
    if "samples" in options and activation.width == 1:
        idle |= {"temperature"}  # the paper's is that of several replies
    if not any(agent.startswith(PREFIX) for agent in together["agents"]):
        idle |= {name for name, one in known.items() if one.users == "kate"}
    return {name: value for name, value in options.items() if name not in typed and name not in idle}


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
