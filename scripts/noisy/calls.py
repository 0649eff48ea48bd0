"""Function calling beside a noisy model: the right calls of each turn, and calls that are plausible and wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice

from automotive_env.car.core.world import all_apis
from automotive_env.kate.acquisition.episodes import canonical_call
from automotive_env.models.model import ModelRequest
from automotive_env.scripts.noisy.model import MAX_WRONG, NoisyModel, Replies
from automotive_env.scripts.noisy.noise import ToldPart
from automotive_env.suites.vehicleworld.generation.gates import ReleaseCalls, neighbours, other_values, passes
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import PlayedTurn, PlayerBriefing, VehicleWorldPlayer
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario

ENDS = "It is done."
"""A reply that calls nothing."""
DECLINES = "This car cannot do that, so nothing was changed."


class NoisyPlayer:
    """A player that makes calls as text and asks a noisy model; see
    `automotive_env.suites.vehicleworld.players.player.VehicleWorldPlayer`.

    Look-ups, as long as a device is unknown, are always right: they change nothing. The calls of a turn are one step.
    """

    def __init__(self, player: VehicleWorldPlayer, model: NoisyModel) -> None:
        self.name = player.name
        self._player = player
        self._model = model
        self._turns: list[tuple[ReleaseCalls, Sequence[ReleaseCalls]]] = []

    def brief(self, scenario: VehicleWorldScenario) -> None:
        """Take down what is right and what is wrong."""
        self._turns = list(zip((turn.calls() for turn in scenario.turns), wrong_turns(scenario), strict=True))
        self._model.begin(scenario.name, self._replies)

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario."""
        self._player.reset(briefing)

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Play the next turn.

        Raises:
            ModelFault: the model could not be asked.
        """
        played = await self._player.turn(query, interface)
        self._model.acted(played.reply)
        self._turns.pop(0)
        return played

    def _replies(self, request: ModelRequest) -> Replies:
        car, (right, wrong) = request.facts.car, self._turns[0]
        assert car is not None, "players of scenarios tell of the car"
        known = {api.name.partition(".")[0] for api in car.apis}
        needed = [module for module in dict.fromkeys(call.module for call in right) if module not in known]
        if needed and not car.modules:
            return Replies(_block(["search_module()"]))
        if needed:
            return Replies(_block([f"search_api({needed!r})"]))
        return Replies(_reply(right) if right else DECLINES, tuple(map(_reply, wrong)), told_of(right, request.facts.experience))


def told_of(right: ReleaseCalls, experience: Sequence[str]) -> ToldPart:
    """What of the right calls is told: all of them as another request's answer, or what was right with one of the devices."""
    lines = [canonical_call(call.name, call.arguments) for call in right]
    told = [text.partition("What was right:\n")[2].splitlines() for text in experience]
    if right and lines in told:
        return "answer"
    modules = {call.module for call in right}
    return "module" if any(line.partition(".")[0] in modules for text in told for line in text) else ""


@lru_cache(maxsize=2_000)
def wrong_turns(scenario: VehicleWorldScenario) -> Sequence[Sequence[ReleaseCalls]]:
    """Calls that fail in each turn, eight at most; the same ones are for all who play a scenario.

    Raises:
        ValueError: the scenario cannot be played.
    """
    car = scenario.start()
    found: list[Sequence[ReleaseCalls]] = []
    turns = [turn.calls() for turn in scenario.turns]
    for calls in turns:
        before = car.snapshot()
        others = [other for other in turns if other and other != calls]
        failing = (wrong for wrong in _misses(calls, others) if not passes(car, before, calls, wrong))
        found.append(tuple(islice(failing, 2 * MAX_WRONG)))
        car.restore(before)
        for call in calls:
            call.perform(car)
    return found


def _misses(calls: ReleaseCalls, others: Sequence[ReleaseCalls]) -> Iterator[ReleaseCalls]:
    """An end too early, another value, another device, a call too few, what another turn asks for: by turns, while there are."""
    kinds = [iter([()]), _valued(calls), _elsewhere(calls), _short(calls), chain(others, *map(_valued, others))]
    while kinds:
        for kind in kinds.copy():
            if (found := next(kind, None)) is None:
                kinds.remove(kind)
            else:
                yield found


def _valued(calls: ReleaseCalls) -> Iterator[ReleaseCalls]:
    for place, call in enumerate(calls):
        for name, values in other_values(all_apis()[call.name], call).items():
            for value in values:
                yield _with(calls, place, replace(call, arguments={**call.arguments, name: value}))


def _elsewhere(calls: ReleaseCalls) -> Iterator[ReleaseCalls]:
    for place, call in enumerate(calls):
        for name in neighbours(call.name):
            yield _with(calls, place, replace(call, name=name))


def _short(calls: ReleaseCalls) -> Iterator[ReleaseCalls]:
    if len(calls) > 1:
        for place in range(len(calls)):
            yield (*calls[:place], *calls[place + 1 :])


def _with(calls: ReleaseCalls, place: int, call: ReleaseCall) -> ReleaseCalls:
    return (*calls[:place], call, *calls[place + 1 :])


def _reply(calls: ReleaseCalls) -> str:
    return _block([f"vw.{call.text}" for call in calls]) if calls else ENDS


def _block(lines: Sequence[str]) -> str:
    return "```python\n" + "\n".join(lines) + "\n```"
