"""Compare our verdicts on BFCL with those of its own checker, on right calls and on changed ones.

    python -m automotive_env.scripts.conformance_bfcl [--every N] [--json]

Needs bfcl-eval. Its checker evaluates calls as Python, so it is given calls of its own data only, changed here.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, TypeAlias

from automotive_env.suites.bfcl.calls import BfclCall
from automotive_env.suites.bfcl.judging import BfclTally
from automotive_env.suites.bfcl.package import installed
from automotive_env.suites.bfcl.scenario import CATEGORIES, BfclScenario, all_scenarios
from automotive_env.suites.bfcl.session import BfclSession
from automotive_env.text.output import prepare_output

CallTurns: TypeAlias = list[list[BfclCall]]
_names = count()


def right(turns: CallTurns, draw: random.Random) -> CallTurns:
    """The right calls."""
    return turns


def dropped(turns: CallTurns, draw: random.Random) -> CallTurns:
    """A call is left out."""
    turn, at = _one(turns, draw)
    del turns[turn][at]
    return turns


def doubled(turns: CallTurns, draw: random.Random) -> CallTurns:
    """A call is made twice."""
    turn, at = _one(turns, draw)
    turns[turn].insert(at, turns[turn][at])
    return turns


def turned_round(turns: CallTurns, draw: random.Random) -> CallTurns:
    """The calls of each turn in the other order."""
    return [turn[::-1] for turn in turns]


def early(turns: CallTurns, draw: random.Random) -> CallTurns:
    """A call is made a turn before it should be."""
    turn, at = _one(turns, draw)
    if turn:
        turns[turn - 1].append(turns[turn].pop(at))
    return turns


def other_value(turns: CallTurns, draw: random.Random) -> CallTurns:
    """An argument has another value."""
    turn, at = _one(turns, draw)
    call = turns[turn][at]
    if call.arguments:
        name = draw.choice(sorted(call.arguments))
        turns[turn][at] = BfclCall(call.name, {**call.arguments, name: _other(call.arguments[name])})
    return turns


def other_name(turns: CallTurns, draw: random.Random) -> CallTurns:
    """A function is called that is not there, and one with an argument that it does not have."""
    turn, at = _one(turns, draw)
    call = turns[turn][at]
    turns[turn][at : at + 1] = [BfclCall("no_function", {}), BfclCall(call.name, {**call.arguments, "no_argument": 1})]
    return turns


def repeated_later(turns: CallTurns, draw: random.Random) -> CallTurns:
    """A call is made again in the last turn, and one where nothing should be called."""
    turn, at = _one(turns, draw)
    for calls in (turns[-1], next((calls for calls in turns if not calls), turns[-1])):
        calls.append(turns[turn][at])
    return turns


CHANGES: Sequence[Callable[[CallTurns, random.Random], CallTurns]] = (
    right, dropped, doubled, turned_round, early, other_value, other_name, repeated_later,
)  # fmt: skip


def _one(turns: CallTurns, draw: random.Random) -> tuple[int, int]:
    turn = draw.choice([number for number, calls in enumerate(turns) if calls])
    return turn, draw.randrange(len(turns[turn]))


def _other(value: Any) -> Any:
    return f"{value}x" if isinstance(value, str) else not value if isinstance(value, bool) else [] if value is None else "1"


def ours(scenario: BfclScenario, turns: CallTurns) -> tuple[bool, bool]:
    """Our verdict, without and with turns in which nothing is to be called."""
    tally = BfclTally(scenario)
    with BfclSession(scenario) as session:
        for turn, right, calls in zip(scenario.turns, scenario.right, turns, strict=True):
            if calls:
                session.call(calls)
            tally.add(turn, len(calls), bool(calls), session.compare(right))
    return bool(tally.scores()["without_irrelevance"]), tally.perfect


def theirs(entry: Mapping[str, Any], truth: list[list[str]], turns: CallTurns) -> tuple[bool, bool]:
    """The verdict of bfcl-eval, without and with its checker of irrelevance."""
    from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_checker as checker

    steps = [[[call.text for call in calls]] if calls else [] for calls in turns]
    name = f"conformance{next(_names)}"  # a run of the same name would go on with the same instances
    found = checker.multi_turn_checker(steps, truth, dict(entry), "", name)["valid"]
    return found, found and checker.multi_turn_irrelevance_checker(steps, truth)["valid"]


def compared(every: int = 1) -> dict[str, Counter[str]]:
    """Change -> how often both accept, both refuse, or differ; over every n-th entry of each category."""
    found = {change.__name__: Counter[str]() for change in CHANGES}
    scenarios = {(one.dimension, one.name.rpartition(".")[2]): one for one in all_scenarios().values()}
    for category in CATEGORIES:
        for entry, truth in list(installed().rows(category))[::every]:
            scenario = scenarios[category, entry["id"].rpartition("_")[2]]
            for change in CHANGES:
                turns = change([list(calls) for calls in scenario.right], random.Random(f"{entry['id']} {change.__name__}"))
                pair = ours(scenario, turns), theirs(entry, truth, turns)
                key = "differ" if pair[0] != pair[1] else "accepted" if pair[0][1] else "refused"
                found[change.__name__][key] += 1
    return found


def main() -> None:
    """Print a line for each change; exit status 1 if a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="take every n-th entry")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    found = compared(arguments.every)
    if arguments.json:
        print(json.dumps({"version": installed().version, "changes": found}))
    else:
        print(f"bfcl-eval {installed().version}")
        for name, counts in found.items():
            print(f"{name:>16}", *(f"{counts[key]:>5} {key}" for key in ("accepted", "refused", "differ")))
    raise SystemExit(any(counts["differ"] for counts in found.values()))


if __name__ == "__main__":
    prepare_output()
    main()
