"""The options of a run that choose what is played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from automotive_env.episode.faces import Face
from automotive_env.text.option import OptionGroup

plays = OptionGroup("What is played")
MAX_TRIALS = 1_000


@dataclass(frozen=True)
class Selection:
    """The part of a suite to play."""

    tasks: tuple[str, ...] = plays(
        (), "Names or patterns, separated by commas, such as 'hvac.*' (default: all tasks).", selects=True
    )
    dimension: str | None = plays(
        None,
        "Play one dimension: explicit_control | implicit_intent | driving_alignment | environment_alerts. Other suites have "
        "other dimensions, such as text | icon in grounding.",
        selects=True,
    )
    instances: int = plays(1, "Draw N instances of each task.", within=(1, 10**6), users="suites", selects=True)
    limit: int | None = plays(
        None,
        "Play only N items, spread evenly over the plan; a pair is one item.",
        within=(1, 10**6),
        users="suites",
        selects=True,
    )
    trials: int = plays(1, "Play each instance N times.", within=(1, MAX_TRIALS))
    seed: int = plays(0, "Draw instances from this seed.")
    place: str = plays("random", "Where the car is: CITY | LAT,LON | random.", users="suites", selects=True)
    face: tuple[Face, ...] = plays(
        ("screen",),
        "How agents operate the car: screen, calls or both. Separate several by commas to play each of them.",
        users="suites",
    )
    data: Path | None = plays(
        None,
        "Play the scenarios in this folder instead of the built-in ones: a checkout of VehicleWorld, or drafted scenarios.",
        users="suites",
        selects=True,
        opens_files=True,
    )
    private_seed: int | None = plays(
        None,
        "Play a hidden set drawn from this number of 10 to 40 digits; only its hash is kept.",
        users="suites",
        recorded=False,
    )
