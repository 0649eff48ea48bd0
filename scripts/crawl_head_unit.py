"""Tap whatever can be tapped, at random, and check after each tap that the head unit is sound."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Annotated

import typer

from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.language.completeness import is_known
from automotive_env.headunit.registry import apps
from automotive_env.text.output import prepare_output

MAX_BACK_STEPS = 12
"""So many steps back lead home from anywhere."""
ROUND = 40
"""After so many taps on average the crawl begins at home again."""
FEW = 4
"""Of so many controls the one that was touched least is touched."""
WORDS = ("Work", "7", "Grüße aus dem Tunnel", "example.org")


@dataclass
class Crawl:
    """What was done and what was found wrong.

    Attributes:
        taps, homes: how often something was touched, and home pressed.
        screens: screens that were in front, with how often.
        states: different screens full of controls that were seen.
        faults: what was wrong, with how often.
        used: controls (screen, id, label), with how often they were touched.
    """

    taps: int = 0
    homes: int = 0
    screens: Counter[str] = field(default_factory=Counter)
    states: set[int] = field(default_factory=set)
    faults: Counter[str] = field(default_factory=Counter)
    used: Counter[tuple[str, str, str]] = field(default_factory=Counter)


def crawl(taps: int, seed: int) -> Crawl:
    """Tap so often, in one car that now and then drives off."""
    rng, report, head_unit = Random(seed), Crawl(), HeadUnit(World())
    while report.taps < taps:
        where = _where(head_unit)
        try:
            _touch(head_unit, rng, report)
            _examine(head_unit, report)
            if rng.random() < 1 / ROUND:
                _go_home(head_unit, rng, report)
        except Exception as fault:  # each fault is told once, and the crawl goes on in a new car
            report.faults[f"{where}: {type(fault).__name__}: {fault}"] += 1
            head_unit = HeadUnit(World())
    return report


def _where(head_unit: HeadUnit) -> str:
    return f"{head_unit.world.system.foreground_app}/{head_unit.world.system.foreground_screen}"


def _touch(head_unit: HeadUnit, rng: Random, report: Crawl) -> None:
    """Touch a control, rarely touched ones rather; now and then type, scroll or change how the car moves."""
    elements = head_unit.elements()
    touchable = [element for element in elements if element.clickable]
    report.taps += 1
    chance = rng.random()
    if chance < 0.04:
        head_unit.scroll(rng.choice(("up", "down")))
    elif chance < 0.07:
        head_unit.type_text(rng.choice(WORDS)) or head_unit.enter()
    elif chance < 0.08:
        _drive(head_unit.world, rng)
    elif chance < 0.09:
        x, y = rng.randrange(1408), rng.randrange(792)
        head_unit.drag(x, y, rng.randrange(1408), rng.randrange(792))
    elif touchable:
        where = _where(head_unit)
        few = rng.sample(touchable, min(FEW, len(touchable)))
        element = min(few, key=lambda element: report.used[where, element.name, element.label])
        report.used[where, element.name, element.label] += 1
        refusal = _tap(head_unit, element, rng)
        if refusal and not is_known(refusal[:1].upper() + refusal[1:]):  # as the toast says it
            report.faults[f"{where}: {refusal!r} has no translation"] += 1


def _tap(head_unit: HeadUnit, element: Element, rng: Random) -> str:
    box = element.box
    x, y = (rng.randrange(box.left, box.right), box.center[1]) if element.range else box.center
    return (head_unit.long_press if rng.random() < 0.05 else head_unit.tap)(x, y)


def _drive(world: World, rng: Random) -> None:
    moving = rng.random() < 0.3
    world.set("road.gear", "drive" if moving else "park")
    world.set("road.speed", 60 if moving else 0)


def _examine(head_unit: HeadUnit, report: Crawl) -> None:
    """Look for what must never be."""
    where = _where(head_unit)
    report.screens[where] += 1
    boxes: dict[object, str] = {}
    for element in head_unit.elements():
        if element.clickable:
            if not element.text and not element.description and not element.hint:
                report.faults[f"{where}: {element.name} has no label"] += 1
            if element.box in boxes:
                report.faults[f"{where}: {element.name} has the same box as {boxes[element.box]}"] += 1
            boxes[element.box] = element.name
    report.states.add(hash((where, tuple(sorted(map(str, boxes.items()))))))
    _check_state(head_unit, where, report)


def _check_state(head_unit: HeadUnit, where: str, report: Crawl) -> None:
    for slot, value in zip(SCHEMA, head_unit.world.values, strict=True):
        try:
            slot.prop.check(value)
        except StateError as fault:
            report.faults[f"{where}: {slot.path} {fault}"] += 1
    front = head_unit.snapshot().stack[-1]
    if head_unit.world.system.foreground_app not in (front.app, "climate"):
        report.faults[f"{where}: the screen in front is {front.app}/{front.screen}"] += 1


def _go_home(head_unit: HeadUnit, rng: Random, report: Crawl) -> None:
    """Go home, step by step or at once."""
    report.homes += 1
    where = _where(head_unit)
    if rng.random() < 0.5:
        head_unit.home()
    else:
        steps = 0
        while _where(head_unit) != "home/home" and steps <= MAX_BACK_STEPS:
            head_unit.back()
            steps += 1
    if _where(head_unit) != "home/home":
        report.faults[f"{where}: no way home"] += 1


def main(
    taps: Annotated[int, typer.Option(help="Touches per seed.")] = 20_000,
    seeds: Annotated[int, typer.Option(help="Number of crawls.")] = 3,
) -> None:
    """Crawl with the seeds 0, 1, ... and print one JSON line; exit status 1 if something is wrong."""
    reports = [crawl(taps, seed) for seed in range(seeds)]
    faults = sum((report.faults for report in reports), Counter())
    seen = {screen for report in reports for screen in report.screens}
    line = {
        "taps": sum(report.taps for report in reports),
        "homes": sum(report.homes for report in reports),
        "states": len({state for report in reports for state in report.states}),
        "screens": len(seen),
        "controls": len({control for report in reports for control in report.used}),
        "apps": len({screen.split("/")[0] for screen in seen} & apps().keys()),
        "faults": dict(faults.most_common()),
    }
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
