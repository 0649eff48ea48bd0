"""Let a model draft VehicleWorld scenarios, and accept or refuse those that passed the gates; see `docs/vehicleworld.md`.

With --model it drafts into the folder; a run that was killed goes on where it was, and pays for nothing twice. It ends with what
waits for a decision, which is made with --accept and --refuse.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import anyio

from automotive_env.cli import exit_status
from automotive_env.errors import UsageError
from automotive_env.models.metered import MeteredModel
from automotive_env.models.specification import make_model
from automotive_env.runs.records.files import writing
from automotive_env.runs.records.lock import locked
from automotive_env.suites.vehicleworld.generation.pipeline import ScenarioBrief, draft_scenarios, draw_brief
from automotive_env.suites.vehicleworld.generation.review import ReviewQueue
from automotive_env.text.printable import printable

MAX_COUNT = 10_000


def main(line: list[str] | None = None) -> None:
    """Draft scenarios, or accept and refuse drafts."""
    parser = argparse.ArgumentParser(prog="draft_scenarios", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the drafts and decisions")
    parser.add_argument(
        "--model", metavar="MODEL", help="model that writes, such as openai:NAME or openai:NAME@http://host:8000/v1"
    )
    parser.add_argument("--count", type=int, default=10, metavar="N", help="number of drafts, including those of earlier runs")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed that draws devices and start states")
    parser.add_argument("--devices", default="", metavar="A,B", help="use only these")
    parser.add_argument("--accept", nargs="+", default=[], metavar="ID", help="scenarios to accept")
    parser.add_argument("--refuse", nargs="+", default=[], metavar="ID", help="scenarios to refuse")
    parser.add_argument("--reason", default="", help="reason for refusing them")
    with exit_status():
        try:
            _do(parser.parse_args(line))
        except KeyboardInterrupt:
            raise SystemExit("interrupted; run the same command again to continue") from None


def _do(options: argparse.Namespace) -> None:
    briefs: list[ScenarioBrief] = []
    if options.model:
        if not 0 < options.count <= MAX_COUNT:
            raise UsageError(f"--count {options.count} is not allowed; use 1 to {MAX_COUNT}")
        devices = [name for name in options.devices.split(",") if name]
        briefs = [draw_brief(options.seed, number, devices) for number in range(options.count)]
        with writing(options.out):
            options.out.mkdir(parents=True, exist_ok=True)
    elif not options.out.is_dir():
        raise UsageError(f"there is no folder {options.out}; draft scenarios into it with --model")
    with locked(options.out):
        queue = ReviewQueue(options.out)
        queue.decide(options.accept, options.refuse, options.reason)
        if options.model:
            anyio.run(_draft, options.model, queue, briefs)
        _show(queue)


async def _draft(spec: str, queue: ReviewQueue, briefs: list[ScenarioBrief]) -> None:
    model = make_model(spec)
    try:
        await draft_scenarios(MeteredModel(model), queue, briefs, print)
    finally:
        await model.close()


def _show(queue: ReviewQueue) -> None:
    """What is pending, with what its calls change, and how many there are of each."""
    for row in queue.pending.values():
        lines = [f"{row.id} begins with {', '.join(row.inits)}"]
        for turn in row.turns:
            changes = (f"      {path} = {value}" for path, value in turn.changes.items())
            lines += [f"  {turn.query}", *(f"    {call}" for call in turn.calls), *changes]
        print("\n".join(map(printable, lines)))
    tokens = sum(draft.tokens for draft in queue.drafts.values())
    print(f"{len(queue.drafts)} drafts, {tokens} tokens: ", end="")
    print(f"{len(queue.pending)} pending, {len(queue.accepted)} accepted, {len(queue.refused)} refused")


if __name__ == "__main__":
    main()
