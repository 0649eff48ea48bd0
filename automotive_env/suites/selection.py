"""The options of a run that choose what is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from automotive_env.episode.faces import Face
from automotive_env.text.option import Option

PLAYED = "What is played"
MAX_TRIALS = 1_000


@dataclass(frozen=True)
class Selection:
    """What of a suite is to be played."""

    tasks: Annotated[
        tuple[str, ...],
        Option("Names or patterns of tasks, with commas, such as 'hvac.*' (default: all).", PLAYED, selects=True),
    ] = ()
    dimension: Annotated[
        str | None,
        Option(
            "Play only tasks of this dimension: explicit_control | implicit_intent | driving_alignment | environment_alerts.",
            PLAYED,
            selects=True,
        ),
    ] = None
    instances: Annotated[int, Option("Draw N instances of each task.", PLAYED, users="suites", selects=True)] = 1
    trials: Annotated[int, Option("Play each instance N times.", PLAYED, within=(1, MAX_TRIALS))] = 1
    seed: Annotated[int, Option("Draw instances from this seed.", PLAYED)] = 0
    place: Annotated[str, Option("Where the car is: CITY | LAT,LON | random.", PLAYED, users="suites", selects=True)] = "random"
    face: Annotated[
        tuple[Face, ...],
        Option(
            "How agents reach the car: screen, calls, both, with commas; each instance is played in every way.",
            PLAYED,
            users="suites",
        ),
    ] = ("screen",)
    data: Annotated[
        Path | None,
        Option(
            "Play the scenarios in this folder instead of the built-in ones: a checkout of VehicleWorld, or drafted scenarios.",
            PLAYED,
            users="suites",
            selects=True,
            opens_files=True,
        ),
    ] = None
    private_seed: Annotated[
        int | None,
        Option(
            "Play a hidden set drawn from this number of 10 to 40 digits; only its hash is kept.",
            PLAYED,
            users="suites",
            recorded=False,
        ),
    ] = field(default=None, repr=False)
