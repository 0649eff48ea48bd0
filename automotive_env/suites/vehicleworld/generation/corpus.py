"""The whole set: how many scenarios of which kind, drawn until every cell is full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from random import Random
from typing import Any

from automotive_env.car.core.world import all_apis
from automotive_env.suites.splits import Split
from automotive_env.suites.vehicleworld.generation.drafting import DeadEnd, PhraseUsage, ScenarioBuilder, count_use
from automotive_env.suites.vehicleworld.generation.gates import faults
from automotive_env.suites.vehicleworld.generation.overlap import TOO_ALIKE, content_words, jaccard
from automotive_env.suites.vehicleworld.generation.tables import IntentTemplate, Situation, intents, scenes
from automotive_env.suites.vehicleworld.published import KINDS, TASKS
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, domain_of
from automotive_env.suites.vehicleworld.shipped import changes_of, row_id, scenario_of

TOTAL = 1_400
"""Scenarios altogether; where the cells are full before, more of several turns and wishes follow."""
SHARES: Mapping[Split, float] = {"train": 0.6, "dev": 0.2, "test": 0.2}
SEED = 14
DEVICES = ((1, 2, 3, 4, 5), (13, 39, 29, 13, 6))
"""How many devices a scenario of several calls is about, and how often."""
WISHES = ((2, 3, 4, 5), (11, 38, 34, 17))
"""Wishes of a single turn that has several."""
TURNS = ((2, 3, 4, 5), (6, 28, 40, 26))
IN_TURN = ((1, 2, 3, 4), (20, 45, 27, 8))
LONGEST_SCENARIO_SHARE = 0.13
"""How often scenarios of several turns and wishes have the most of both."""
DECLINED, REFERRING = 0.11, 0.41
"""How often a further turn asks for what no car can do, or refers to the one before."""
MAX_CALLS = 13
REWORDINGS = 30
"""Drafts in a row that are drawn again because one of their sentences is known already."""
TRIES = 4_000
"""Drafts in a row that may fail before a cell counts as impossible to fill."""


class CellUnfillable(Exception):
    """A cell cannot be filled: the tables have too few phrases."""


def scenarios(split: Split, seed: int = SEED, *, known: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """The rows of a split, always the same for a seed.

    Args:
        split: whose phrases are used, and how many scenarios there are.
        seed: source of chance.
        known: sentences that are not said again as far as other wordings can be found.

    Raises:
        Full: a cell cannot be filled.
    """
    rng, usage = Random(f"{seed} {split}"), PhraseUsage()
    missing = Counter(
        {
            (domain, dimension): ceil(number * SHARES[split])
            for domain, cells in TASKS.items()
            for dimension, number in zip(KINDS, cells, strict=True)
        }
    )
    said: list[frozenset[str]] = []
    done: set[str] = set()
    while +missing or len(said) < TOTAL * SHARES[split]:
        wanted = +missing or Counter({(domain, "M-M"): 1 for domain in TASKS})
        domain, dimension = rng.choices(list(wanted), list(wanted.values()))[0]
        rewordings = REWORDINGS if known else 0
        for _ in range(TRIES):
            row = _draft(split, domain, dimension, usage, rng)
            if row is None or (key := _key(row)) in done:
                continue
            if rewordings and any(turn["query"] in known for turn in row["turns"]):
                rewordings -= 1
                continue
            words = content_words(" ".join(turn["query"] for turn in row["turns"]))
            if any(jaccard(words, other) > TOO_ALIKE for other in said):
                continue
            break
        else:
            raise CellUnfillable(f"no more scenarios of {domain} {dimension} in {split}")
        said.append(words)
        done.add(key)
        scenario = scenario_of(row)
        count_use(usage, [call.name for turn in scenario.turns for call in turn.calls()], row["templates"])
        for one in domains(scenario):
            missing[one, dimension] -= 1
        yield row


def domains(scenario: VehicleWorldScenario) -> set[str]:
    """The domains that a scenario counts in."""
    return {domain_of(module) for module in scenario.beginning.modules}


def _key(row: Mapping[str, Any]) -> str:
    """What makes two scenarios equal: how they begin and what is to be done, in whatever words."""
    return repr((row["inits"], [turn["calls"] for turn in row["turns"]]))


def _draft(split: Split, domain: str, dimension: str, usage: PhraseUsage, rng: Random) -> dict[str, Any] | None:
    """A scenario of a cell, or None where the draw came to nothing."""
    scene, pool = _pool(domain, dimension, rng)
    draft = ScenarioBuilder(split, pool, usage, rng)
    try:
        _speak(draft, scene, dimension, rng)
    except DeadEnd:
        return None
    turns: list[dict[str, Any]] = [{"query": turn.query, "calls": turn.calls} for turn in draft.turns]
    row = {"inits": draft.inits, "turns": turns, "templates": [one for turn in draft.turns for one in turn.templates]}
    row = {"id": row_id(row, split), **row}
    scenario = scenario_of(row)
    calls = sum(len(turn.calls) for turn in draft.turns)
    if scenario.dimension != dimension or domain not in domains(scenario) or calls > MAX_CALLS or faults(scenario):
        return None
    for turn, changed in zip(turns, changes_of(scenario), strict=True):
        turn["changes"] = changed
    return row


def _pool(domain: str, dimension: str, rng: Random) -> tuple[Situation | None, Sequence[IntentTemplate]]:
    """What may be wished for: one device's own, or some devices of a situation."""
    known = intents().values()
    of_domain = sorted({intent.module for intent in known if domain_of(intent.module) == domain})
    if dimension == "S-S":
        return None, [one for one in known if one.module in of_domain and not all_apis()[one.api].reads_only]
    count = rng.choices(*DEVICES)[0]
    if count == 1 and rng.random() < 0.5:
        module = rng.choice(of_domain)
        return None, [one for one in known if one.module == module]
    fitting = [scene for scene in scenes().values() if any(one.module in of_domain for one in scene.intents)]
    scene = rng.choice(fitting)
    modules = list(dict.fromkeys(one.module for one in scene.intents))
    rng.shuffle(modules)
    first = next(module for module in modules if module in of_domain)
    chosen = {first, *[module for module in modules if module != first][: count - 1]}
    return scene, [one for one in scene.intents if one.module in chosen]


def _speak(draft: ScenarioBuilder, scene: Situation | None, dimension: str, rng: Random) -> None:
    """Let the turns of a scenario be said.

    Raises:
        DeadEnd: nothing fits any more.
    """
    several = dimension.endswith("-M")
    draft.ask(rng.choices(*WISHES)[0] if several and dimension[0] == "S" else _wishes(several, rng), opener=scene)
    if dimension[0] == "S":
        return
    long = several and rng.random() < LONGEST_SCENARIO_SHARE
    for _ in range(TURNS[0][-1] - 1 if long else rng.choices(*TURNS)[0] - 1):
        drawn = rng.random()
        if (drawn < DECLINED and draft.decline()) or (drawn < DECLINED + REFERRING and draft.follow_up()):
            continue
        draft.ask(max(2, _wishes(several, rng)) if long else _wishes(several, rng))


def _wishes(several: bool, rng: Random) -> int:
    return rng.choices(*IN_TURN)[0] if several else 1
