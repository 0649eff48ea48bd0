"""The gates of a task: solutions pass and do no harm, cheats and doing nothing fail, no fixed row of actions is enough.

A gate yields a sentence for each fault of a task, and nothing for a task that passes.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.headunit.display_size import SIZES
from automotive_env.proving.call_gates import calls_pass, wrong_calls_fail
from automotive_env.proving.early import early, is_early
from automotive_env.proving.fixed_script import FixedScript, Touch, recorded
from automotive_env.proving.playing import instance, instance_text, played
from automotive_env.results.records import EpisodeRecord
from automotive_env.scene import Scene
from automotive_env.task import Task, TaskInstance

Gate: TypeAlias = Callable[[Task, HeadlessController], Iterator[str]]
SEEDS = (0, 1, 2)
"""Numbers of the instances, of each ending, on which solutions and cheats are played."""
VARIETY_INSTANCES = 24
"""Instances of a template over which the fixed scripts and the variety are counted."""
DISTINCT = 20
"""How many of those differ, at least."""
PHRASINGS, CHEATS = 6, 3
"""Ways in which the user says it, and ways to get an instance wrong, at least."""
TELLING = 1 / 3
"""Share of the phrasings that may name the control."""
FUNCTION_WORDS = frozenset(
    {
        "the",
        "and",
        "for",
        "off",
        "out",
        "not",
        "that",
        "this",
        "with",
        "you",
        "your",
        "all",
        "any",
        "are",
        "but",
        "can",
        "could",
        "from",
        "have",
        "here",
        "its",
        "our",
    }
)
PAIRS = 6
"""Pairs that a fixed row is tried on."""
BLIND = 0.6
"""Share of a template's instances that one fixed row of actions may pass."""
SCRIPTS = 5
"""Fixed rows that are tried on a template, taken from its solutions of several instances."""


def faults(task: Task, car: HeadlessController | None = None, progress: Callable[[str], None] = lambda gate: None) -> list[str]:
    """What keeps a task from being trusted: a sentence for each fault, the name of its gate first; empty for a good task.

    Args:
        task: what is proven; whatever its own code raises is raised.
        car: where it is played, a new one by default; it is as it was when this returns.
        progress: told the name of each gate before it is asked.
    """
    car, found = car or HeadlessController(), list[str]()
    for name, gate in GATES.items():
        progress(name)
        found += [f"{name}: {fault}" for fault in gate(task, car)]
    return found


def filled_in(task: Task, car: HeadlessController) -> Iterator[str]:
    """Nothing of the skeleton is left."""
    source = ""
    with suppress(OSError, TypeError, KeyError):  # a class that stands in no file is no skeleton
        if "FILL IN" in inspect.getsource(sys.modules[type(task).__module__]):  # to find a class, its whole file is parsed
            source = inspect.getsource(type(task))
    for line in source.splitlines():
        if "FILL IN" in line:
            yield line.partition("FILL IN")[2].strip(' :",.')


def solutions_pass(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every solution passes without harm, in the steps declared."""
    for drawn in _cases(task, seeds):
        ways = list(task.solutions(drawn))
        if not ways:
            yield f"there is no solution for {instance_text(drawn)}"
        for number, way in enumerate(ways, 1):
            record = played(task, drawn, car, OracleAgent(way)).record
            which = f"solution {number} of {instance_text(drawn)}"
            if record.outcome != "pass":
                yield f"{which} does not pass: {_why(record)}"
            if record.harm:
                yield f"{which} does harm: {', '.join(harm.name for harm in record.harm)}"
            if record.steps > task.steps + 1:  # and the end
                yield f"{which} takes {record.steps - 1} steps; the task declares {task.steps}"


def cheats_fail(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every cheat can be carried out and fails by the verdict, and so does doing nothing."""
    for drawn in _cases(task, seeds):
        ways = list(task.cheats(drawn))
        if len(ways) < CHEATS:
            number = f"{len(ways)} cheats; {CHEATS} are needed" if ways else "no cheat"
            yield f"there {'are' if ways else 'is'} {number} for {instance_text(drawn)}"
        agents = {f"cheat {number}": OracleAgent(way) for number, way in enumerate(ways, 1)} | {"doing nothing": NoopAgent()}
        for which, agent in agents.items():
            episode = played(task, drawn, car, agent, keep_steps=True)
            if episode.record.outcome != "fail" or (episode.record.verdict or {}).get("met") is not False:
                yield f"{which} does not fail by the verdict in {instance_text(drawn)}: {_why(episode.record)}"
            refused = [step for step in episode.steps if step.outcome is not None and not step.outcome.done]
            if any(step.action is None or step.action["action_type"] != "scroll" for step in refused):  # to a list's end
                yield f"{which} is refused on the way in {instance_text(drawn)}"


def no_reaction_before_its_reason(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Where a solution waits for something that happens, it does not pass with all its waits moved last: too early for it."""
    for drawn in _cases(task, seeds):
        hurried = early(next(iter(task.solutions(drawn)))) if task.events(drawn) else None
        episode = played(task, drawn, car, OracleAgent(hurried), keep_steps=True) if hurried else None
        if episode and episode.record.outcome == "pass" and is_early(episode.steps, task.events(drawn)):
            yield f"what is done before there is a reason for it passes in {instance_text(drawn)}"


def smaller_displays(task: Task, car: HeadlessController) -> Iterator[str]:
    """The first solution passes on smaller displays."""
    for size in SIZES[1:]:
        record = played(task, instance(task, 0), _smaller_car(size), OracleAgent()).record
        if record.outcome != "pass":
            yield f"the first solution does not pass at {size[0]}x{size[1]}: {_why(record)}"


def no_fixed_row(task: Task, car: HeadlessController, rows: int = SCRIPTS, instances: int = VARIETY_INSTANCES) -> Iterator[str]:
    """No fixed row of actions, taken from the solutions, passes more than `BLIND` of the instances."""
    drawn = _drawn(task, instances)
    ways = [(number, inst, way) for inst in drawn[:6] for number, way in enumerate(task.solutions(inst))]
    scripts: dict[tuple[Touch, ...], str] = {}
    for _, inst, way in sorted(ways, key=lambda row: row[0]):  # the most natural way of each instance first
        if len(scripts) < rows:
            scripts.setdefault(recorded(task, inst, car, way), inst.ending)
    needed = len(drawn) - int(BLIND * len(drawn))
    for script, ending in scripts.items():
        failed = 0
        for inst in sorted(drawn, key=lambda one: one.ending == ending):  # those that it was not made for first
            failed += played(task, inst, car, FixedScript(script)).record.outcome != "pass"
            if failed == needed:
                break  # however the others end, it passes too few
        if failed < needed:
            yield f"only {failed} of {len(drawn)} instances stand {script}; {needed} must"


def no_pair_by_a_fixed_row(task: Task, car: HeadlessController, count: int = PAIRS) -> Iterator[str]:
    """No fixed row of actions, taken from the solutions, wins both halves of a pair."""
    if len(task.endings) < 2:
        return
    pairs = [[instance(task, number, ending) for ending in task.endings] for number in range(count)]
    scripts = {recorded(task, half, car, next(iter(task.solutions(half)))) for half in pairs[0]}
    for script in scripts:
        for pair in pairs:
            if all(played(task, half, car, FixedScript(script)).record.outcome == "pass" for half in pair):
                yield f"both halves of a pair are won by {script}: {instance_text(pair[0])}"
                break


def wording(task: Task, car: HeadlessController) -> Iterator[str]:
    """Few phrasings name the control: at most a third share a word with the label that the first solution touches last."""
    drawn = instance(task, 0)
    drawn = replace(drawn, scene=replace(drawn.scene, language="English"))  # labels are compared with what is said in English
    touched = [label for _, label, _ in recorded(task, drawn, car, next(iter(task.solutions(drawn)))) if label]
    named = {word for value in drawn.params.values() for word in _content_words(str(value))}
    label = _content_words(touched[-1]) - named if touched else set()
    telling = [says for says in task.says if label & _content_words(re.sub(r"{\w+}", "", says))]
    if len(telling) > len(task.says) * TELLING:
        yield f"{len(telling)} of {len(task.says)} phrasings name the control {touched[-1]!r}; a third may: {telling}"


def _content_words(text: str) -> set[str]:
    """The stems of the words of a text that mean something, in lower case: "wiper", "wipers" and "wiping" are one."""
    return {_ENDING.sub("", word) for word in re.findall(r"[a-z]{3,}", text.casefold()) if word not in FUNCTION_WORDS}


_ENDING = re.compile(r"(?<=[a-z]{3})(?:ings?|ers?|(?<!e)ed|e?s|e)$")
"""What a word is without."""


def instances_vary(task: Task, car: HeadlessController) -> Iterator[str]:
    """Instances are many, their scenes fit together, and the same seed draws the same."""
    drawn = _drawn(task)
    distinct = len({(one.goal, str(one.params), str(one.scene)) for one in drawn})
    if distinct < DISTINCT:
        yield f"{distinct} of {VARIETY_INSTANCES} instances differ; {DISTINCT} must"
    if len(set(task.says)) < PHRASINGS:
        yield f"the user says it in {len(set(task.says))} ways; {PHRASINGS} are needed"
    if [one.id for one in drawn] != [one.id for one in _drawn(task)]:
        yield "the same seeds draw other instances the second time"
    for one in drawn:
        if "{" in one.goal:
            yield f"what the user says holds a bracket: {one.goal!r}"
        if not _is_coherent(one.scene):
            yield f"the scene does not fit together: {one.scene}"


def car_put_back(task: Task, car: HeadlessController) -> Iterator[str]:
    """The car is as before when the episode is over."""
    before, elements = car.world.snapshot(), car.observe().elements
    played(task, instance(task, 0), car, OracleAgent())
    if car.world.snapshot() != before:
        yield "the car's state is not put back"
    if car.observe().elements != elements:
        yield "the screen is not put back"


_IN_ORDER: tuple[Gate, ...] = (
    *(filled_in, instances_vary, solutions_pass, cheats_fail, no_reaction_before_its_reason, wording),
    *(calls_pass, wrong_calls_fail, car_put_back, no_fixed_row, no_pair_by_a_fixed_row, smaller_displays),
)
GATES: Mapping[str, Gate] = MappingProxyType({gate.__name__: gate for gate in _IN_ORDER})
"""Every gate by its name."""


def _cases(task: Task, seeds: Sequence[int]) -> Iterator[TaskInstance]:
    return (instance(task, seed, ending) for seed in seeds for ending in task.endings)


def _drawn(task: Task, count: int = VARIETY_INSTANCES) -> list[TaskInstance]:
    return [instance(task, number, task.endings[number % len(task.endings)]) for number in range(count)]


@cache
def _smaller_car(size: tuple[int, int]) -> HeadlessController:
    return HeadlessController(size=size)


def _is_coherent(scene: Scene) -> bool:
    cold_enough = scene.weather != "snow" or scene.outside <= 1
    return cold_enough and (scene.light == "tunnel" or scene.moving or scene.road == "parking")


def _why(record: EpisodeRecord) -> str:
    return f"{record.outcome}, {record.error or record.verdict}"
