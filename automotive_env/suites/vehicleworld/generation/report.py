"""What a set of scenarios holds: counts by domain and dimension, means, coverage, and how alike its wordings are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from automotive_env.car.core.world import all_apis
from automotive_env.car.devices import DEVICES
from automotive_env.suites.vehicleworld.generation.corpus import domains
from automotive_env.suites.vehicleworld.generation.overlap import TOO_ALIKE, distinct_ngrams, near_duplicates, ngram_overlap
from automotive_env.suites.vehicleworld.generation.tables import intents
from automotive_env.suites.vehicleworld.published import KINDS, TASKS
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario
from automotive_env.suites.vehicleworld.shipped import scenario_of

DraftRows = Sequence[Mapping[str, Any]]


def counts(rows: DraftRows) -> Counter[tuple[str, str]]:
    """Scenarios by domain and dimension; one that is about several domains counts in each."""
    found: Counter[tuple[str, str]] = Counter()
    for scenario in map(scenario_of, rows):
        found.update((domain, scenario.dimension) for domain in domains(scenario))
    return found


def means(rows: DraftRows) -> dict[str, float]:
    """Devices, different APIs, calls and turns a scenario; and the most of devices and calls."""
    scenarios = [scenario_of(row) for row in rows]
    apis = [[call.name for turn in scenario.turns for call in turn.calls()] for scenario in scenarios]
    devices = [len(scenario.beginning.modules) for scenario in scenarios]
    number = len(rows)
    return {
        "devices": sum(devices) / number,
        "APIs": sum(len(set(names)) for names in apis) / number,
        "calls": sum(map(len, apis)) / number,
        "turns": sum(len(scenario.turns) for scenario in scenarios) / number,
        "most devices": max(devices),
        "most calls": max(map(len, apis)),
    }


def uncovered(rows: DraftRows) -> list[str]:
    """APIs of the 30 devices that no right call uses."""
    used = {call.name for scenario in map(scenario_of, rows) for turn in scenario.turns for call in turn.calls()}
    return sorted(set(all_of_devices()) - used)


def text_of(row: Mapping[str, Any]) -> str:
    """All that is said in a scenario."""
    return " ".join(turn["query"] for turn in row["turns"])


def summary(splits: Mapping[str, DraftRows]) -> Iterator[str]:
    """The whole report as lines of Markdown."""
    rows = [row for own in splits.values() for row in own]
    yield "| domain | " + " | ".join(KINDS) + " | wanted |"
    yield "|---|" + "--:|" * (len(KINDS) + 1)
    found = counts(rows)
    for domain, wanted in TASKS.items():
        cells = " | ".join(str(found[domain, dimension]) for dimension in KINDS)
        yield f"| {domain} | {cells} | {'/'.join(map(str, wanted))} |"
    yield ""
    yield "| split | scenarios | turns | acting | asking | declined | near duplicates | distinct-3 | 4-grams of other splits |"
    yield "|---|" + "--:|" * 8
    texts = {name: [text_of(row) for row in own] for name, own in splits.items()}
    for name, own in splits.items():
        kinds = Counter(kind for row in own for kind in _kinds(scenario_of(row)))
        alike = len(near_duplicates(texts[name]))
        others = [text for other in splits if other != name for text in texts[other]]
        shared = ngram_overlap(texts[name], others, 4)
        turns = f"{kinds.total()} | {kinds['acting']} | {kinds['asking']} | {kinds['declined']}"
        yield f"| {name} | {len(own)} | {turns} | {alike} | {distinct_ngrams(texts[name], 3):.2f} | {shared:.0%} |"
    yield ""
    size, every = means(rows), all_of_devices()
    told = ", ".join(f"{name} {value:.2f}" for name, value in size.items() if not name.startswith("most"))
    yield f"{told} a scenario; at most {size['most devices']} devices and {size['most calls']} calls."
    yield f"{len(every) - len(uncovered(rows))} of {len(every)} APIs are used."
    known = implied()
    said = Counter(template for row in rows for template in row["templates"] if template in known)
    yield f"{len(said)} phrases, said {said.total()} times, only say what is the case: the wish is implied."
    yield f"Near duplicates: Jaccard on content words above {TOO_ALIKE}."


def implied() -> set[str]:
    """The phrases that say what is the case, and nothing of what is to be done."""
    return {phrase.id for intent in intents().values() for phrase in intent.phrases if phrase.implied}


def all_of_devices() -> list[str]:
    """The APIs of the 30 devices."""
    modules = {device.module for device in DEVICES}
    return [name for name, api in all_apis().items() if api.module in modules]


def _kinds(scenario: VehicleWorldScenario) -> Iterator[str]:
    for turn in scenario.turns:
        calls = turn.calls()
        asking = all(all_apis()[call.name].reads_only for call in calls)
        yield "declined" if not calls else "asking" if asking else "acting"
