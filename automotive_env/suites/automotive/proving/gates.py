"""The gates of a task: solutions pass and do no harm, near misses, doing nothing and a constant reply fail.

A gate yields a sentence for each fault of a task, and nothing for a task that passes.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.agents.constant import ConstantAgent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.automotive.proving.call_gates import calls_pass
from automotive_env.suites.automotive.proving.fixed_script import FixedScript, ScriptTouch, recorded
from automotive_env.suites.automotive.proving.playing import instance, instance_text, played
from automotive_env.tasks.kit.scene import Scene
from automotive_env.tasks.kit.task import Task, TaskInstance

Gate: TypeAlias = Callable[[Task, HeadlessController], Iterator[str]]
SEEDS = (0, 1, 2)
"""Numbers of the instances, of each ending, on which solutions and near misses are played."""
VARIETY_INSTANCES = 24
"""Instances of a template over which fixed rows and the variety are counted."""
DISTINCT = 20
"""How many of those differ, at least."""
PHRASINGS, SHORT = 6, 8
"""Phrasings of each turn in which somebody speaks, at least, and the words that the shortest of the first turn may have."""
PAIRS = 6
"""Pairs that a fixed row is tried on."""
BLIND = 0.6
"""Share of a template's instances that one fixed row of actions may pass where the place decides on what is right."""
SCRIPTS = 5
"""Fixed rows that are tried on a template, taken from its solutions of several instances."""
CONSTANT = "It is already so, nothing to do."
"""What somebody says who always says the same; no item may be won by it."""


def faults(task: Task, car: HeadlessController | None = None, progress: Callable[[str], None] = lambda gate: None) -> list[str]:
    """The faults of a task: one sentence each, beginning with the name of the gate; empty for a good task.

    Args:
        task: what is proven; whatever its own code raises is raised.
        car: the car to play it on (default: a new one); it is restored before this returns.
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
            yield line.partition("FILL IN")[2].partition('"')[0].strip(" :,.")


def solutions_pass(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every solution passes without harm, in the steps declared."""
    for drawn in _cases(task, seeds):
        ways, turns = list(task.solutions(drawn)), 1 + len(drawn.later)
        if not ways:
            yield f"there is no solution for {instance_text(drawn)}"
        for number, way in enumerate(ways, 1):
            record = played(task, drawn, car, OracleAgent(way)).record
            which = f"solution {number} of {instance_text(drawn)}"
            if record.outcome != "pass":
                yield f"{which} does not pass: {_why(record)}"
            if record.harm:
                yield f"{which} does harm: {', '.join(harm.name for harm in record.harm)}"
            if record.steps > (task.steps + 1) * turns:  # and the end of each turn
                yield f"{which} takes {record.steps - 1} steps; the task declares {task.steps}"


def near_misses_fail(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every near miss can be carried out and fails by the verdict, and so does doing nothing."""
    for drawn in _cases(task, seeds):
        ways = list(task.near_misses(drawn))
        if not ways:
            yield f"there is no near miss for {instance_text(drawn)}"
        agents = {f"near miss {number}": OracleAgent(way) for number, way in enumerate(ways, 1)} | {"doing nothing": NoopAgent()}
        for which, agent in agents.items():
            episode = played(task, drawn, car, agent, keep_steps=True)
            if episode.record.outcome != "fail" or (episode.record.verdict or {}).get("met") is not False:
                yield f"{which} does not fail in {instance_text(drawn)}: {_why(episode.record)}"
            refused = [step for step in episode.steps if step.outcome is not None and not step.outcome.done]
            if any(step.action is None or step.action["action_type"] != "scroll" for step in refused):  # to a list's end
                yield f"{which} is refused on the way in {instance_text(drawn)}"


def no_constant_reply(task: Task, car: HeadlessController, seeds: Sequence[int] = SEEDS[:1]) -> Iterator[str]:
    """Nobody wins an item, all halves of a pair, by saying the same whatever is asked, as complete or as infeasible."""
    for seed in seeds:
        for status in ("complete", "infeasible"):
            halves = [instance(task, seed, ending) for ending in task.endings]
            if all(played(task, half, car, ConstantAgent(CONSTANT, status)).record.outcome == "pass" for half in halves):
                yield f"a constant reply, ended as {status}, passes {instance_text(halves[0])}"


def smaller_displays(task: Task, car: HeadlessController) -> Iterator[str]:
    """The first solution passes on smaller displays."""
    for size in SIZES[1:]:
        record = played(task, instance(task, 0), _smaller_car(size), OracleAgent()).record
        if record.outcome != "pass":
            yield f"the first solution does not pass at {size[0]}x{size[1]}: {_why(record)}"


def no_fixed_row(task: Task, car: HeadlessController, rows: int = SCRIPTS, instances: int = VARIETY_INSTANCES) -> Iterator[str]:
    """No fixed row of actions, taken from the solutions, passes more than `BLIND` of the instances of a task of places.

    A command may be carried out by the same touches in every car; what is right by the rules of a place may not.
    """
    if type(task).rule is Task.rule:
        return
    drawn = _drawn(task, instances)
    ways = [(number, inst, way) for inst in drawn[:6] for number, way in enumerate(task.solutions(inst))]
    scripts: dict[tuple[ScriptTouch, ...], str] = {}
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
            yield f"only {failed} of {len(drawn)} instances withstand {script}; {needed} must"


def no_pair_by_a_fixed_row(task: Task, car: HeadlessController, count: int = PAIRS) -> Iterator[str]:
    """No fixed row of actions, taken from the solutions, wins both halves of a pair."""
    if len(task.endings) < 2:
        return
    pairs = [[instance(task, number, ending) for ending in task.endings] for number in range(count)]
    scripts = {recorded(task, half, car, next(iter(task.solutions(half)))) for half in pairs[0]}
    for script in scripts:
        for pair in pairs:
            if all(played(task, half, car, FixedScript(script)).record.outcome == "pass" for half in pair):
                yield f"{script} passes both halves of a pair: {instance_text(pair[0])}"
                break


def phrasings_vary(task: Task, car: HeadlessController) -> Iterator[str]:
    """Each turn in which somebody speaks has six phrasings or more, and the first a short one."""
    for number, turn in enumerate(task.turns(instance(task, 0)), 1):
        says = set(turn.says)
        if (says or number == 1) and len(says) < PHRASINGS:
            yield f"turn {number} has {len(says)} phrasings; {PHRASINGS} are needed"
        if number == 1 and says and min(len(one.split()) for one in says) > SHORT:
            yield f"no phrasing has at most {SHORT} words"


def instances_vary(task: Task, car: HeadlessController) -> Iterator[str]:
    """Instances are many, their scenes fit together, and the same seed draws the same."""
    drawn = _drawn(task)
    distinct = len({(one.goal, one.later, str(one.params), str(one.scene)) for one in drawn})
    if distinct < DISTINCT:
        yield f"{distinct} of {VARIETY_INSTANCES} instances differ; at least {DISTINCT} must"
    if [one.id for one in drawn] != [one.id for one in _drawn(task)]:
        yield "the same seeds draw different instances the second time"
    for one in drawn:
        if any("{" in said for said in (one.goal, *one.later)):
            yield f"a phrasing holds a bracket: {one.goal!r}"
        if not _is_coherent(one.scene):
            yield f"the scene contradicts itself: {one.scene}"


def car_put_back(task: Task, car: HeadlessController) -> Iterator[str]:
    """The car is as before when the episode is over."""
    before, elements = car.world.snapshot(), car.observe().elements
    played(task, instance(task, 0), car, OracleAgent())
    if car.world.snapshot() != before:
        yield "the car's state is not restored"
    if car.observe().elements != elements:
        yield "the screen is not restored"


_IN_ORDER: tuple[Gate, ...] = (
    *(filled_in, instances_vary, phrasings_vary, solutions_pass, near_misses_fail, no_constant_reply),
    *(calls_pass, car_put_back, no_fixed_row, no_pair_by_a_fixed_row, smaller_displays),
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
    return f"{record.outcome}, {record.why or 'every criterion is met'}"
