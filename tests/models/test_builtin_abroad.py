"""The built-in model abroad and on displays in other languages. The sentences are the test's own, not those of tasks."""

import anyio
import pytest

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.options import AgentOptions
from automotive_env.agents.registry import find_agent
from automotive_env.episode.action import Answer, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import GpsFix
from automotive_env.models.builtin import BuiltinModel
from automotive_env.place.context_provider import ContextProvider, OfflineContext
from automotive_env.place.places import place_by_name
from automotive_env.runs.execution.network_context import NetworkContext
from automotive_env.validators import signals

STEPS = 25
WITHOUT_PICTURES = AgentOptions(see=("elements", "sensors"))
"""The built-in model does not look at them."""


async def play(car: HeadlessController, goal: str) -> list[str]:
    """Play an episode as ASURADA, with a context provider; returns the answers and why it ended."""
    return await _play(car, goal, NetworkContext(car, OfflineContext()))


async def play_unknowing(car: HeadlessController, goal: str) -> list[str]:
    """Play an episode as ASURADA without a context provider."""
    return await _play(car, goal, None)


async def _play(car: HeadlessController, goal: str, provider: ContextProvider | None) -> list[str]:
    agent, said = find_agent("asurada").make(BuiltinModel(), provider, WITHOUT_PICTURES), list[str]()
    agent.reset(goal, EpisodeContext(seed=0, apps=car.apps, apis=car.apis, max_steps=STEPS))
    for _ in range(STEPS):
        seen = car.observe()
        decision = await agent.act(seen)
        assert decision.action is not None, decision.error
        if isinstance(decision.action, Status):
            return [*said, decision.action.reason]
        if isinstance(decision.action, Answer):
            said.append(decision.action.text)
        await agent.reflect(decision, car.act(decision.action, seen), car.observe())
    return said


def car_in(city: str, **surroundings: object) -> HeadlessController:
    car, place = HeadlessController(), place_by_name(city)
    car.set_gps(GpsFix(place.latitude, place.longitude))
    for name, value in {"ROAD_TYPE": "urban", **surroundings}.items():
        car.write(getattr(signals, name), value)
    return car


@pytest.mark.parametrize(
    ("city", "goal", "signal", "value"),
    [
        ("London", "Use the units of this country for distances", signals.DISTANCE_UNIT, "mile"),
        ("Stockholm", "Set the lights as the law here demands", signals.LOW_BEAM, "on"),
        ("Paris", "Set the speed warning to the legal limit here", signals.SPEED_LIMIT, 30),
    ],
)
def test_what_is_left_to_the_place_is_done_as_the_place_has_it(
    city: str, goal: str, signal: signals.Signal, value: object
) -> None:
    car, unknowing = car_in(city), car_in(city)
    anyio.run(play, car, goal)
    assert car.read(signal) == value
    anyio.run(play_unknowing, unknowing, goal)
    assert unknowing.read(signal) != value


def test_a_fog_light_is_on_only_where_the_law_allows_it() -> None:
    goal = "Turn on the rear fog light"
    munich, london = car_in("Munich", WEATHER="fog", VISIBILITY=80), car_in("London", WEATHER="fog", VISIBILITY=80)
    assert "unlawful" in anyio.run(play, munich, goal)[-1]
    anyio.run(play, london, goal)
    assert (munich.read(signals.REAR_FOG_LIGHT), london.read(signals.REAR_FOG_LIGHT)) == (False, True)


def test_help_is_called_by_the_number_of_the_place() -> None:
    car = car_in("New York")
    anyio.run(play, car, "Call an ambulance")
    assert "911" in str(car.world.get("conversation.current_contact")) + str(car.read(signals.CALL_CONTACT))


def test_a_question_is_answered_with_the_rule_that_it_is_about() -> None:
    said = anyio.run(play, car_in("Zurich"), "Am I allowed to use the horn here?")
    assert said[0] == "In Zurich the horn may only warn of danger."


@pytest.mark.parametrize("language", ["German", "Japanese"])
def test_displays_in_other_languages_are_operated(language: str) -> None:
    car = HeadlessController()
    car.world.set("environment.language", language)
    anyio.run(play_unknowing, car, "Turn on the front fog light and set the passenger temperature to 24 degrees")
    assert car.read(signals.FRONT_FOG_LIGHT) is True
    assert car.read(signals.PASSENGER_TEMPERATURE) == 24
