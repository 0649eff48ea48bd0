"""Play the papers' experiments with your models: Table 3 of Automotive-ENV, Table 4 of VehicleWorld, the ablation of KATE.

    python -m automotive_env.scripts.evidence --out evidence --model openai:gpt-4o-mini,gemini:gemini-2.0-flash
    python -m automotive_env.scripts.evidence --out evidence --model openai:gpt-4o-mini,gemini:gemini-2.0-flash --max-price 20

Without --max-price it prints what the runs will cost, and plays nothing. The same command continues what was stopped.
docs/papers.md describes the experiments.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from automotive_env.cli import STOPPED, exit_status
from automotive_env.errors import UsageError
from automotive_env.models.prices import PriceTable, load_prices
from automotive_env.runs.execution.signals import RunInterrupted
from automotive_env.runs.tables.table_formats import FORMATS
from automotive_env.scripts.experiments.declared import EXPERIMENTS, USUAL
from automotive_env.scripts.experiments.estimating import estimate
from automotive_env.scripts.experiments.planning import EvidencePlan, unknown_prices
from automotive_env.scripts.experiments.playing import check_begun, is_begun, play_all
from automotive_env.scripts.experiments.tables import write_table, write_tables
from automotive_env.suites.selection import MAX_TRIALS
from automotive_env.text.option import words

MAX_CONCURRENCY = 4_096
MAX_PRICE = 10**12


def main(line: list[str] | None = None) -> None:
    """Do what the command line says."""
    about = "\n".join(f"  {name}: {one.title}" for name, one in EXPERIMENTS.items())
    parser = argparse.ArgumentParser(
        prog="evidence", description=__doc__, epilog=f"experiments:\n{about}", formatter_class=argparse.RawTextHelpFormatter
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="DIR", help="folder of runs, tables and the estimate")
    add("--model", required=True, metavar="MODEL,...", help="models, as `run --model` names them")
    add("--experiments", default=",".join(USUAL), metavar="NAME,...", help="what to play (default: %(default)s)")
    add("--trials", type=int, default=1, metavar="N", help="play each item N times (default: 1)")
    add("--limit", type=int, metavar="N", help="play only N items of each run, spread evenly over it, as a pilot")
    add("--seed", type=int, default=0, metavar="N", help="draw instances from this seed (default: 0)")
    add("--concurrency", type=int, default=1, metavar="N", help="play N episodes at once (default: 1)")
    add("--max-price", type=float, metavar="USD", help="play, and start no further episode once all runs have cost so much")
    add("--prices", type=Path, action="append", default=[], metavar="FILE", help="list of prices; the first one bounds the costs")
    add("--reply-tokens", type=int, default=200, metavar="N", help="tokens of a reply in the estimate (default: 200)")
    add("--knowledge-base", type=Path, metavar="DIR", help="knowledge for the ablation (default: built into DIR/knowledge)")
    add("--embedder", default="", metavar="NAME", help="minilm | lexical (default: minilm if it is installed)")
    with exit_status():
        try:
            _do(parser.parse_args(line))
        except RunInterrupted as interrupted:
            raise SystemExit(interrupted.status) from None


def _do(given: argparse.Namespace) -> None:
    plan, lists = _plan(given), _lists(given.prices)
    check_begun(plan)
    _build_knowledge(plan, given)
    if given.max_price is None or not any(map(is_begun, plan.runs())):
        table = estimate(plan, lists, given.reply_tokens)
        write_table(table, plan.out / "estimate")
        print(FORMATS["md"](table))
    if given.max_price is None:
        print("Nothing was played. Add --max-price USD to play within a budget.")
        return
    first = next(iter(lists.values()))
    if unknown := unknown_prices(plan.models, first):
        raise UsageError(f"no price is known for {unknown[0][:80]}; use --prices to name a table that has it")
    stopped = play_all(plan, given.max_price, given.prices[0] if given.prices else None)
    for file in write_tables(plan):
        print(f"wrote {file}")
    if stopped:
        print(f"{stopped}; the same command with a higher --max-price continues", file=sys.stderr)
        raise SystemExit(STOPPED)


def _plan(given: argparse.Namespace) -> EvidencePlan:
    names, models = words(given.experiments, "--experiments"), words(given.model, "--model")
    if strange := [name for name in names if name not in EXPERIMENTS]:
        raise UsageError(f"there is no experiment {strange[0][:40]!r}; choose from {', '.join(EXPERIMENTS)}")
    bounds = {"trials": MAX_TRIALS, "limit": 10**6, "concurrency": MAX_CONCURRENCY, "reply_tokens": 10**6}
    for name, most in bounds.items():
        value = getattr(given, name)
        if value is not None and not 1 <= value <= most:
            raise UsageError(f"--{name.replace('_', '-')} must be from 1 to {most:,}, not {value}")
    if given.max_price is not None and not 0 <= given.max_price <= MAX_PRICE:
        raise UsageError(f"--max-price must be from 0 to {MAX_PRICE:,}, not {given.max_price}")
    shared: dict[str, Any] = {"trials": given.trials, "seed": given.seed, "concurrency": given.concurrency}
    shared |= {} if given.limit is None else {"limit": given.limit}
    plan = EvidencePlan(given.out, names, models, shared, given.knowledge_base or given.out / "knowledge", given.embedder)
    folders = [one.folder for one in plan.runs()]
    if len(set(folders)) < len(folders):
        raise UsageError(
            f"two of the models or experiments have the same folder in {given.out}; name each once, or play them apart"
        )
    return plan


def _lists(files: list[Path]) -> dict[str, PriceTable]:
    """Heading of a column -> list of prices."""
    if not files:
        table = load_prices()
        return {f"USD, prices of {table.date}": table}
    return {f"USD, {file.stem}": load_prices(file) for file in files}


def _build_knowledge(plan: EvidencePlan, given: argparse.Namespace) -> None:
    """Build the knowledge that experiments need, unless it is there."""
    from automotive_env.cli.knowledge import build

    needing = [EXPERIMENTS[name] for name in plan.experiments if EXPERIMENTS[name].tells_knowledge]
    if needing and not plan.knowledge_base.is_dir():
        if given.knowledge_base:
            raise UsageError(f"there is no folder {given.knowledge_base}; build it with `automotive-env knowledge build`")
        for one in needing:
            build(
                source=one.suite, out=plan.knowledge_base, embedder=given.embedder, tasks="base.*" if one.suite == "bfcl" else ""
            )


if __name__ == "__main__":
    main()
