"""The built-in model plays the real head unit as T3A. The sentences are the test's own, not those of tasks."""

import anyio
import pytest

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.t3a import t3a
from automotive_env.episode.action import Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.models.builtin import BuiltinModel
from automotive_env.validators import signals

STEPS = 15


async def play(car: HeadlessController, goal: str) -> str:
    """Play an episode; returns how the model ended it, empty where it did not."""
    agent = t3a.make(BuiltinModel())
    agent.reset(goal, EpisodeContext(seed=0, apps=car.apps, apis=car.apis, max_steps=STEPS))
    for _ in range(STEPS):
        decision = await agent.act(car.observe())
        assert decision.action is not None, decision.error
        if isinstance(decision.action, Status):
            return decision.action.goal_status
        outcome = car.act(decision.action, car.observe())
        await agent.reflect(decision, outcome, car.observe())
    return ""


def after(goal: str, unit: str = "celsius") -> HeadlessController:
    car = HeadlessController()
    car.write(signals.TEMPERATURE_UNIT, unit)
    assert anyio.run(play, car, goal) == "complete"
    return car


@pytest.mark.parametrize(
    ("goal", "signal", "value"),
    [
        ("Please bring the passenger's side down to 20.5 degrees", signals.PASSENGER_TEMPERATURE, 20.5),
        ("Make it two degrees warmer", signals.DRIVER_TEMPERATURE, 24),
        ("Blower to level five", signals.FAN_SPEED, 5),
        ("Steam is covering the windscreen", signals.FRONT_DEFROSTER, True),
        ("A lorry in front of us stinks horribly", signals.AIR_SOURCE, "internal circulation"),
        ("Let the headlights work automatically: headlights to auto", signals.LOW_BEAM, "auto"),
        ("Switch the rear fog light on", signals.REAR_FOG_LIGHT, True),
        ("It has begun to drizzle", signals.FRONT_WIPER, True),
        ("I'd like the economy driving mode", signals.DRIVE_MODE, "eco"),
        ("Turn the volume to 35", signals.VOLUME, 35),
        ("Loop this song", signals.MEDIA_MODE, "Single Repeat"),
        ("Guide me to Pension Keller", signals.DESTINATION, "Pension Keller"),
        ("Ring Kenji", signals.CALL_CONTACT, "Kenji Morita"),
        ("Tell Diego that I will be late", signals.LAST_MESSAGE_TEXT, "I will be late."),
        ("This screen is glaring, set its brightness to 20 percent", signals.SCREEN_BRIGHTNESS, 20),
        ("I prefer miles", signals.DISTANCE_UNIT, "mile"),
        ("Give me the 12 hour clock", signals.TIME_FORMAT, "12-hour format"),
        ("I keep yawning", signals.LAST_ALERT, "fatigue"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_wish_comes_true(goal: str, signal: signals.Signal, value: object) -> None:
    found = after(goal).read(signal)
    assert found == (pytest.approx(value, abs=1) if isinstance(value, float | int) and not isinstance(value, bool) else value)


def test_several_wishes_in_one_sentence() -> None:
    car = after("Turn on the front fog light, then set the volume to 20 and open my window")
    assert car.read(signals.FRONT_FOG_LIGHT) is True
    assert car.read(signals.VOLUME) == pytest.approx(20, abs=1)
    assert car.read(signals.DRIVER_WINDOW) == 100


def test_what_is_already_so_is_left_alone() -> None:
    car = HeadlessController()
    assert car.read(signals.HIGH_BEAM) is False
    assert anyio.run(play, car, "Switch off the high beam") == "complete"
    assert {change.path for change in car.drain_changes()} <= {"system.foreground_app", "system.foreground_screen"}


@pytest.mark.parametrize("goal", ["Turn on the flux capacitor", "Ring Professor Nobody"])
def test_what_cannot_be_done_is_admitted(goal: str) -> None:
    assert anyio.run(play, HeadlessController(), goal) == "infeasible"


@pytest.mark.parametrize(
    ("unit", "goal", "celsius"),
    [
        ("fahrenheit", "Set the passenger temperature to 68 °F", 20),
        ("fahrenheit", "The passenger wants 20 degrees Celsius", 20),
        ("celsius", "Set the passenger temperature to 68 °F", 20),
    ],
)
def test_temperatures_are_set_in_the_unit_that_is_shown(unit: str, goal: str, celsius: float) -> None:
    assert after(goal, unit).read(signals.PASSENGER_TEMPERATURE) == celsius


def test_what_is_locked_is_unlocked_first() -> None:
    car = HeadlessController()
    assert car.world.get("trunk.is_locked") is True
    assert anyio.run(play, car, "Open the tailgate") == "complete"
    assert car.world.get("trunk.is_locked") is False
    assert car.world.get("trunk.current_open_degree_percentage") > 0
