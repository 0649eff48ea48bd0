"""What experiments will cost: each arm is played on a few items with the built-in model, and its requests are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio

from automotive_env.models.model import Usage
from automotive_env.models.prices import PriceTable
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.told import PREFIX
from automotive_env.runs.tables.figures import Table, TableRow, table_of
from automotive_env.scripts.experiments.planning import EvidencePlan, PlannedRun

SAMPLE = 12
"""Items of each arm that are played for the estimate."""
PICTURE_TOKENS = 1_105
"""Tokens of a picture of 1408x792 pixels: what OpenAI's guide gives for six tiles of high detail; Gemini counts about as many."""
_CAPTION = (
    "Estimated offline: the built-in model plays {sample} items of each arm. Its requests, prompts and pictures are counted "
    "({picture:,} tokens each), and a reply is taken to have {reply} tokens. If replies are sampled, every request "
    "is taken to need a choice. A model that takes more steps or thinks aloud costs more. "
    "--max-price bounds what is spent. Prices in US dollars."
)


@dataclass(frozen=True, slots=True)
class EpisodeUse:
    """What an episode uses on average."""

    requests: float
    replies: float
    prompt_tokens: float

    def cost(self, episodes: int, reply_tokens: int, model: str, prices: PriceTable) -> float | None:
        """What episodes cost with a model; None if its price is unknown."""
        price = prices.of(model)
        if price is None:
            return None
        return price.of(Usage(round(episodes * self.prompt_tokens), round(episodes * self.replies * reply_tokens), 0))


class _Unwatched:
    """Follows a run in silence."""

    def planned(self, *_: Any) -> None:
        pass

    warned = started = finished = planned


def measured(planned: PlannedRun, sample: int = SAMPLE) -> EpisodeUse:
    """What an episode of a run uses, with the built-in model in place of the run's own."""
    with TemporaryDirectory() as folder:
        limit = min(sample, planned.plan.shared.get("limit") or sample)
        options = planned.options(model="builtin", limit=limit, trials=1, label=(), concurrency=1, out=Path(folder, "run"))
        anyio.run(run, options, _Unwatched())
        samples, chooses = _sampling(options)
        return _used(RunFolder.open(options.out or folder), samples, chooses)


def _sampling(options: ResolvedOptions) -> tuple[int, bool]:
    """How many replies a request of a step has, and whether the model then chooses one; the built-in model never disagrees."""
    if not any(agent.startswith(PREFIX) for agent in options.agents):
        return options.samples or 1, False
    width = options.activation.width
    return width, width > 1 and options.aggregate != "self"


def _used(folder: RunFolder, samples: int, chooses: bool) -> EpisodeUse:
    records = folder.episodes()
    calls = [call for record in records for step in folder.steps(record.id) for call in step.calls]
    pictures = sum(len(message.images) for call in calls for message in call.messages)
    tokens = sum(record.prompt_tokens for record in records) + PICTURE_TOKENS * pictures
    requests, n, times = sum(record.model_calls for record in records), max(1, len(records)), 1 + chooses
    return EpisodeUse(times * requests / n, (samples + chooses) * requests / n, times * tokens / n)


def estimate(plan: EvidencePlan, lists: Mapping[str, PriceTable], reply_tokens: int) -> Table:
    """Episodes, requests, tokens and costs of each experiment and model, and in all; a column for each list of prices."""
    uses: dict[tuple[str, str], tuple[int, EpisodeUse]] = {}
    rows: list[TableRow] = []
    sums: dict[str, float | None] = dict.fromkeys(lists, 0.0)
    for name in plan.experiments:
        for model in plan.models:
            runs = [one for one in plan.runs() if (one.experiment, one.model) == (name, model)]
            for one in runs:
                if (name, one.arm) not in uses:
                    uses[name, one.arm] = (one.episodes(), measured(one))
            parts = [uses[name, one.arm] for one in runs]
            costs = {of: _sum([use.cost(n, reply_tokens, model, prices) for n, use in parts]) for of, prices in lists.items()}
            sums = {of: _sum([sums[of], cost]) for of, cost in costs.items()}
            rows.append((name, model, *_amounts(parts, reply_tokens), *map(_dollars, costs.values())))
    heads = ("experiment", "model", "episodes", "requests", "prompt tokens", "reply tokens", *lists)
    caption = _CAPTION.format(sample=SAMPLE, picture=PICTURE_TOKENS, reply=reply_tokens)
    return table_of("Estimated costs", heads, [*rows, ("in all", "", "", "", "", "", *map(_dollars, sums.values()))], caption)


def _amounts(parts: list[tuple[int, EpisodeUse]], reply_tokens: int) -> tuple[str, ...]:
    sums = (
        sum(n for n, _ in parts),
        sum(n * use.requests for n, use in parts),
        sum(n * use.prompt_tokens for n, use in parts),
        sum(n * use.replies * reply_tokens for n, use in parts),
    )
    return tuple(f"{amount:,.0f}" for amount in sums)


def _sum(parts: list[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _dollars(amount: float | None) -> str:
    return "unknown" if amount is None else f"{amount:,.2f}"
