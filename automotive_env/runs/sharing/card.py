"""A data set card for Hugging Face: what an export holds, where it comes from, and how to read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.sharing.rows import EPISODES, STEPS
from automotive_env.runs.tables.summary import summarise
from automotive_env.runs.tables.table_formats import markdown_text

FILES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "parquet": {"episodes": "episodes.parquet", "steps": "steps.parquet"},
        "csv": {"episodes": "episodes.csv", "steps": "steps.csv"},
        "sharegpt": {"conversations": "conversations.jsonl"},
    }
)
"""Format -> name of a configuration -> its file."""
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def card(run: RunFolder, kind: str) -> str:
    """The card of an export of a run, as Markdown with a head in YAML."""
    manifest, episodes = run.manifest, run.episodes()
    summary = summarise(episodes)
    size = next((name for most, name in SIZES if len(episodes) < most), "1M<n<10M")
    configs = [f"- config_name: {name}\n  data_files: {file}" for name, file in FILES[kind].items()]
    title = f"Automotive-ENV, {manifest.suite}: {run.path.resolve().name}"
    head = ["---", "license: apache-2.0", "language: [en]", f"pretty_name: {json.dumps(title)}", f"size_categories: [{size}]"]
    head += ["tags: [agents, gui, android-automotive, vehicle]", "configs:", *configs, "---"]
    rates = [
        f"| {markdown_text(name)} | {of.n} | {100 * of.rate:.1f} ({100 * of.low:.1f}..{100 * of.high:.1f}) |"
        for name, of in summary.agents.items()
    ]
    facts = {
        "suite": manifest.suite,
        "task set": str(manifest.task_set),
        "version": manifest.package,
        "model": manifest.model or "none",
        "backend": manifest.backend,
        "seed": str(manifest.seed),
        "played": manifest.started,
        "commit": manifest.git_commit or "unknown",
    }
    return "\n".join(
        [
            *head,
            f"\n# {markdown_text(title)}\n",
            "Episodes of agents that operate a car's head unit, played and judged by Automotive-ENV.\n",
            "| | |\n|---|---|",
            *(f"| {name} | {markdown_text(value)} |" for name, value in facts.items()),
            "\n| agent | scored items | passed, per cent, with 95 % interval |\n|---|--:|--:|",
            *rates,
            "\nA pair of episodes counts as one item and passes when both halves pass.",
            f"\n{_columns(kind)}\n",
            "Goals, people, places of the town and messages are made up. Replies of models are unchanged.\n",
        ]
    )


def _columns(kind: str) -> str:
    """What is in the files."""
    if kind == "sharegpt":
        return "`conversations.jsonl`: a row for each request for an action, with the reply as the last turn."
    named = ", ".join(f"`{name}`" for name in EPISODES)
    steps = ", ".join(f"`{name}`" for name in STEPS)
    return f"`episodes`: {named}.\n\n`steps`: {steps}; `elements` are one a line. Nested values are JSON text."
