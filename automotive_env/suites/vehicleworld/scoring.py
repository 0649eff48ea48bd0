"""What a turn of a scenario comes to: the right calls on a car of their own, and scores of what both cars became."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum
from typing import Any

from automotive_env.car.calls.look_ups import LOOK_UPS
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.schema import NumberProperty
from automotive_env.car.core.world import SCHEMA, World, all_apis
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.suites.vehicleworld.device_scores import DeviceSelectionScore, selected_devices
from automotive_env.suites.vehicleworld.noticing import NOTICED, TurnSnapshots, quantities
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn
from automotive_env.suites.vehicleworld.score import TurnScore, changed_slots, score_changes
from automotive_env.suites.vehicleworld.verdict import scenario_verdict, turn_verdict
from automotive_env.validators.criterion import Criterion

SCORES = ("accuracy", "f1_negative", "f1_positive")
"""Scores of a turn, each told as "strict.NAME" and "paper.NAME"."""
NUMBERS = frozenset(slot for slot, named in enumerate(SCHEMA) if isinstance(named.prop, NumberProperty))


@dataclass(frozen=True, slots=True)
class TurnScores:
    """A turn scored in both ways."""

    strict: TurnScore
    paper: TurnScore


@dataclass
class VehicleWorldTally:
    """What has been played so far.

    Attributes:
        scenario: what is played.
        turns: the scores of the turns that were played.
        followed: for each of them, whether its calls were the right ones to the letter; None where state was written.
        selected: for each of them whose right calls name a device, how its devices were selected.
        verdicts: on each of them.
    """

    scenario: VehicleWorldScenario
    turns: list[TurnScores] = field(default_factory=list)
    followed: list[bool | None] = field(default_factory=list)
    selected: list[DeviceSelectionScore] = field(default_factory=list)
    verdicts: list[Criterion] = field(default_factory=list)

    @property
    def planned(self) -> int:
        """Turns that there are."""
        return len(self.scenario.turns)

    @property
    def perfect(self) -> bool:
        """Whether every turn was played and is perfect."""
        return len(self.turns) == self.planned and all(turn.strict.perfect for turn in self.turns)

    @property
    def harmed(self) -> list[str]:
        """Paths that changed and should not have, in any turn."""
        return sorted({path for turn in self.turns for path in _paths(turn.strict.harmed)})

    def verdict(self) -> dict[str, Any]:
        """The verdict for a record; empty where no turn was played."""
        return scenario_verdict(self.verdicts, self.planned).to_json() if self.verdicts else {}

    def scores(self) -> dict[str, float]:
        """Each score's mean over the turns; one that was not played is 0 in `strict`, and `paper` is told of whole scenarios."""
        turns, planned = self.turns, self.planned
        found = {f"strict.{name}": fsum(getattr(turn.strict, name) for turn in turns) / planned for name in SCORES}
        found["strict.turns"] = sum(turn.strict.perfect for turn in turns) / planned
        found["damage"] = float(bool(self.harmed))
        if len(turns) == planned:
            found |= {f"paper.{name}": fsum(getattr(turn.paper, name) for turn in turns) / planned for name in SCORES}
            if None not in self.followed:
                found["rules.turns"] = sum(map(bool, self.followed)) / planned
        if self.selected:
            found["devices.found"] = sum(turn.found for turn in self.selected) / len(self.selected)
            found["devices.exact"] = sum(turn.exact for turn in self.selected) / len(self.selected)
        return {name: round(found[name], 4) for name in sorted(found)}

    def add(
        self,
        turn: VehicleWorldTurn,
        cars: TurnSnapshots,
        left_open: set[int],
        calls: Sequence[ReleaseCall] | None,
        chosen: object,
    ) -> dict[str, Any]:
        """Score the next turn; returns what a record says of it.

        Args:
            turn: which.
            cars: the car of the right calls before and after the turn, and the player's own before and after it.
            left_open: slots of numbers whose amount the user left open.
            calls: the player's; None where it wrote state.
            chosen: names of the devices that the player chose before it acted; anything else where it did not choose.
        """
        score = score_both(cars, left_open, scenario_slots(self.scenario))
        self.turns.append(score)
        self.verdicts.append(turn_verdict(score.strict, cars, left_open))
        followed = None if calls is None else follows(calls, turn.calls())
        self.followed.append(followed)
        if selected := selected_devices(turn.calls(), calls, chosen):
            self.selected.append(selected)
        return {**_notes_of(turn, score, left_open), "follows": followed}


def score_both(cars: TurnSnapshots, left_open: Collection[int], within: frozenset[int]) -> TurnScores:
    """Score a turn in both ways; slots within the given ones count for `paper`."""
    wanted, changed = changed_slots(*cars[:2]), changed_slots(*cars[2:])
    return TurnScores(
        strict=strict_score(cars, left_open, changes=(wanted, changed)),
        paper=score_changes(wanted, changed, cars, by_trend=NUMBERS, within=within),
    )


def strict_score(
    cars: TurnSnapshots, left_open: Collection[int], *, changes: tuple[frozenset[int], frozenset[int]] | None = None
) -> TurnScore:
    """Score a turn by what a user notices; the gates of scenarios hold near misses against the same.

    Args:
        cars: the car of the right calls before and after the turn, and the other car before and after it.
        left_open: slots of numbers whose amount the user left open.
        changes: the slots in which the first two differ, and the last two, where that is known.
    """
    compared: TurnSnapshots = tuple(map(quantities, cars))  # type: ignore[assignment]
    if changes is None or any(one is not other for one, other in zip(compared, cars, strict=True)):
        changes = changed_slots(*compared[:2]), changed_slots(*compared[2:])
    return score_changes(*changes, compared, by_trend=left_open, within=NOTICED)


def scenario_slots(scenario: VehicleWorldScenario) -> frozenset[int]:
    """The slots that count for `paper`: those of the scenario's modules and of the shared environment."""
    return _slots_of(frozenset({*scenario.beginning.modules, SharedEnvironment.module}))


@lru_cache(maxsize=1_000)
def _slots_of(modules: frozenset[str]) -> frozenset[int]:
    return frozenset(slot for slot, named in enumerate(SCHEMA) if named.path.partition(".")[0] in modules)


def follows(calls: Sequence[ReleaseCall], right: Sequence[ReleaseCall]) -> bool:
    """Whether calls are the right ones to the letter, as the paper's rule-based evaluation has it.

    Names, arguments, number and order count; look-ups of what there is do not.
    """
    acting = [call for call in calls if call.name not in LOOK_UPS]
    return [(call.name, dict(call.arguments)) for call in acting] == [(call.name, dict(call.arguments)) for call in right]


def perform(gold: World, calls: tuple[ReleaseCall, ...]) -> set[int]:
    """Make the right calls; returns the slots of numbers whose amount the user left open, as in "a little louder"."""
    left_open: set[int] = set()
    exact: set[int] = set()
    for call in calls:
        before = gold.snapshot()
        call.perform(gold)
        numbers = [slot for slot in changed_slots(before, gold.values) if isinstance(SCHEMA[slot].prop, NumberProperty)]
        (left_open if _is_a_step(call) else exact).update(numbers)
    return left_open - exact


def _is_a_step(call: ReleaseCall) -> bool:
    """Whether a call goes up or down by a word, not by a value nor to a preset."""
    api = all_apis().get(call.name)
    degree = api.parameters.get("degree") if api and call.arguments.get("degree") is not None else None
    return isinstance(degree, WordParameter) and "max" not in degree.choices


def _notes_of(turn: VehicleWorldTurn, score: TurnScores, left_open: set[int]) -> dict[str, Any]:
    """What a record says of a turn's score."""
    strict = score.strict
    return {
        "query": turn.query,
        "right": turn.code,
        **{name: round(getattr(strict, name), 4) for name in SCORES},
        **{f"paper.{name}": round(getattr(score.paper, name), 4) for name in SCORES},
        "perfect": strict.perfect,
        "missed": _paths(strict.missed),
        "harmed": _paths(strict.harmed),
        "by_trend": _paths(sorted(left_open)),
    }


def _paths(slots: Iterable[int]) -> list[str]:
    return [SCHEMA[slot].path for slot in slots]
