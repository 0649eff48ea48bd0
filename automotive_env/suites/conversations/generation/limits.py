"""The set *limits*: what the car lacks, does not know, or must not do now; and the same wishes where it can.

Wishes of VehicleWorld's tables are asked of a car without the APIs that fulfil them, or without their parameter for places.
What is not answered, impossible or unsafe now stands in a table of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from automotive_env.car.core.world import SCHEMA, World, all_apis
from automotive_env.suites.conversations.generation.gates import faults
from automotive_env.suites.conversations.generation.written import made, written
from automotive_env.suites.conversations.scenario import ConversationScenario, content_hash
from automotive_env.suites.splits import Split
from automotive_env.suites.vehicleworld.generation.corpus import CellUnfillable
from automotive_env.suites.vehicleworld.generation.drafting import DeadEnd, PhraseUsage, ScenarioBuilder, count_use
from automotive_env.suites.vehicleworld.generation.overlap import FUNCTION_WORDS, TOO_ALIKE, content_words, jaccard, words
from automotive_env.suites.vehicleworld.generation.tables import IntentTemplate, PhraseTemplate, intents
from automotive_env.suites.vehicleworld.release import read_calls
from automotive_env.suites.vehicleworld.score import changed_slots
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios

WANTED: Mapping[Split, Mapping[str, int]] = {
    "train": {"api": 57, "parameter": 18},
    "dev": {"api": 19, "parameter": 6},
    "test": {"api": 19, "parameter": 6},
}
"""Wishes that the car lacks an API or a parameter for, by split; each makes two scenarios."""
TRIES = 20_000
"""Drafts of a split, most of which come to nothing; some 500 are enough."""
MAX_REMOVED = 8
"""APIs that are taken away for one wish."""
SHARED = ("environment.", "airConditioner.ac_states")
"""Properties that APIs of several devices change, or whose warmth another device could give as well."""
UNSUITED = frozenset({"fogLight.front.off/6", "radio.play.off/4"})
"""Phrases that are no sentence within a frame, or that the volume fulfils as well."""
GENERIC = FUNCTION_WORDS | set(
    words(
        "on off up down out in into turn turned switch set increase decrease raise lower open close choose start stop take bring "
        "give make keep leave adjust go goes going ahead come show enable disable carcontrol car thanks need bit little touch "
        "lot deal good much slightly cannot can't sorry able left right hand front back rear first second third row two both all "
        "driver driver's passenger passenger's percent level levels degree degrees centimetres nits gear way further own itself "
        "whoever sits mode play read see behind while after hold over through before again don't know what's completely fully "
        "quite add put pull move shift drop slide lift extend activate save spring run sit lay aim stow count current alone "
        "whenever themselves themself last past way"
    )
)
"""Words that do not say what a wish is about."""
OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "HUD": ("hud", "head-up", "projection"),
    "airConditioner": ("climate", "ac", "a/c", "ventilation", "airflow", "recirculation", "recirculate"),
    "conversation": ("call", "calls", "telephone", "text", "contact", "contacts", "caller"),
    "frontTrunk": ("lid", "frunk", "hood", "bonnet", "front luggage"),
    "highBeamHeadlight": ("main beam", "full beam"),
    "instrumentPanel": ("cluster", "dashboard"),
    "lowBeamHeadlight": ("dipped beam", "dipped"),
    "music": ("song", "songs", "playback", "repeat"),
    "navigation": ("route", "waypoint", "waypoints", "guidance"),
    "overheadScreen": ("ceiling",),
    "radio": ("station", "stations", "fm"),
    "sunroof": ("roof",),
    "sunshade": ("shade", "shades", "blind", "blinds"),
    "trunk": ("boot", "tailgate", "trunk"),
    "video": ("film", "clip", "resolution", "playback"),
}
"""Module -> other words that a refusal may name it by."""


def scenarios(split: Split, seed: int) -> Iterator[ConversationScenario]:
    """The scenarios of a split, always the same for a seed.

    Raises:
        Full: the tables have too few wishes.
    """
    table = list(written("limits", split, seed))
    yield from table
    rng, usage, missing = Random(f"{seed} limits {split}"), PhraseUsage(), Counter(WANTED[split])
    said = [content_words(one.turns[0].says) for one in table]
    for _ in range(TRIES):
        if not +missing:
            return
        draft = _draft(split, usage, rng)
        if draft is None or _is_near(draft.turns[0].query, said):
            continue
        found = _lacking(draft, "parameter" if missing["parameter"] > 0 else "api")
        if found is None or any(map(faults, halves := _halves(draft, split, *found))):
            continue
        missing[found[0]] -= 1
        said.append(content_words(draft.turns[0].query))
        count_use(usage, [call.name for call in read_calls(draft.turns[0].calls[0])], draft.turns[0].templates)
        yield from halves
    raise CellUnfillable(f"no more wishes of limits in {split}")


def _draft(split: Split, usage: PhraseUsage, rng: Random) -> ScenarioBuilder | None:
    """One plain wish, said outright, or None where the draw came to nothing."""
    draft = ScenarioBuilder(split, _wishes(), usage, rng)
    try:
        draft.ask(1)
    except DeadEnd:
        return None
    template, *others = draft.turns[0].templates
    return None if others or template in UNSUITED or _phrases()[template].is_reason else draft


def _is_near(query: str, said: Iterable[frozenset[str]]) -> bool:
    return any(jaccard(content_words(query), other) > TOO_ALIKE for other in said)


@cache
def _phrases() -> Mapping[str, PhraseTemplate]:
    return {phrase.id: phrase for intent in _wishes() for phrase in intent.phrases}


@cache
def _wishes() -> tuple[IntentTemplate, ...]:
    return tuple(intent for intent in intents().values() if not all_apis()[intent.api].reads_only)


def _lacking(draft: ScenarioBuilder, wanted: str) -> tuple[str, dict[str, Any]] | None:
    """The kind of what is taken away, so that the wish cannot be fulfilled, and what; None where that is not plain."""
    (call,) = read_calls(draft.turns[0].calls[0])
    car = _begun(draft)
    before, speaker = car.snapshot(), car.environment.speaker
    call.perform(car)
    patterns = {SCHEMA[slot].pattern for slot in changed_slots(before, car.snapshot())}
    patterns = {pattern for pattern in patterns if not pattern.startswith(SHARED)}
    names = sorted({name for name, reached in _effects().items() if reached & patterns} | {call.name})
    if not patterns or len(names) > MAX_REMOVED:
        return None
    paths = [slot.path for slot in SCHEMA if slot.pattern in patterns]
    position = call.arguments.get("position")
    elsewhere = isinstance(position, list) and speaker not in position and "all" not in position
    if wanted == "parameter":
        if not elsewhere or not all("position" in all_apis()[name].parameters for name in names):
            return None
        hidden = [path for path in paths if f".{speaker}." not in path]
        return "parameter", {"parameters": dict.fromkeys(names, ("position",)), "hidden": hidden}
    return "api", {"apis": names, "hidden": paths}


def _begun(draft: ScenarioBuilder) -> World:
    return made("limits", draft.split, {"inits": draft.inits, "turns": [{"says": "-"}]}).start()


def _halves(draft: ScenarioBuilder, split: Split, kind: str, removed: Mapping[str, Any]) -> list[ConversationScenario]:
    """The wish where it cannot be fulfilled, and where it can."""
    turn = draft.turns[0]
    pair = f"limits.{kind}.{turn.templates[0].replace('/', '.')}.{content_hash({'says': turn.query})[:4]}"
    shared = {"inits": draft.inits, "templates": turn.templates, "pair": pair}
    lacks = {"says": turn.query, "ending": "decline", "facts": [{"words": _topic(draft)}]}
    return [
        made("limits", split, {**shared, "removed": removed, "turns": [lacks]}),
        made("limits", split, {**shared, "turns": [{"says": turn.query, "ends": [turn.calls]}]}),
    ]


def _topic(draft: ScenarioBuilder) -> list[str]:
    """Words of which a refusal has to say one: those of the wish, and of the names of its API and device."""
    (call,) = read_calls(draft.turns[0].calls[0])
    said = words(draft.turns[0].query)
    named = words(" ".join(re.findall("[A-Z]?[a-z]+", call.name)))
    found = [word for word in (*said, *named) if word not in GENERIC and len(word) > 2]
    forms = [form for word in found for form in (word, word[:-1] if word.endswith("s") else f"{word}s")]
    return list(dict.fromkeys((*forms, *OTHER_NAMES.get(call.module, ()))))


@cache
def _effects() -> Mapping[str, frozenset[str]]:
    """API -> patterns of the properties that it changes, as seen in all scenarios of VehicleWorld."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for scenario in shipped_scenarios().values():
        car = scenario.start()
        for turn in scenario.turns:
            for call in turn.calls():
                before = car.snapshot()
                call.perform(car)
                found[call.name] |= {SCHEMA[slot].pattern for slot in changed_slots(before, car.snapshot())}
    return {name: frozenset(patterns) for name, patterns in found.items()}
