"""The same car behind ADB and in this process: the same elements, the same pixels, the same after the same actions."""

from random import Random

import pytest
from contracts.controller_contract import any_action

from automotive_env.android.controller import AndroidController
from automotive_env.android.touch import TOAST
from automotive_env.episode.action import Call, Click, InputText, NavigateHome, OpenApp, Wait
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element, GpsFix, Observation
from automotive_env.headunit.registry import apps
from automotive_env.validators import signals as s

FACTS = ("vehicle", "gps", "network", "driving_state", "time", "app", "screen")
Pair = tuple[AndroidController, HeadlessController]


@pytest.fixture
def pair(virtual_car: AndroidController) -> Pair:
    return virtual_car, HeadlessController()


def shown(seen: Observation) -> list[Element]:
    """The elements, toasts aside: on Android one stays until the next touch."""
    return [element._replace(index=0) for element in seen.elements if element.window != TOAST]


def assert_same(pair: Pair) -> Observation:
    android, headless = (car.observe() for car in pair)
    assert shown(android) == shown(headless)
    for fact in FACTS:
        assert getattr(android, fact) == getattr(headless, fact), fact
    return headless


def both(pair: Pair, action: object) -> None:
    for car in pair:
        assert car.act(action, car.observe()).done


def test_what_agents_are_told_is_the_same(pair: Pair) -> None:
    android, headless = pair
    assert (android.apps, android.apis) == (headless.apps, headless.apis)


@pytest.mark.parametrize("app", [pytest.param(app, marks=pytest.mark.sweep if at % 4 else []) for at, app in enumerate(apps())])
def test_every_app_looks_the_same(app: str, pair: Pair) -> None:
    both(pair, OpenApp(app_name=app))
    headless = assert_same(pair)
    android = pair[0].observe()
    assert android.elements == headless.elements
    assert (android.screenshot == headless.screenshot).all()


def test_what_lies_on_top_looks_the_same(pair: Pair) -> None:
    for car in pair:
        car.happen("incoming call", {"contact": "Mum"})
        car.happen("message", {"contact": "Kenji Morita", "content": "Wo bist du? <東京> & more"})
        car.act(Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice ahead."}), car.observe())
    headless = assert_same(pair)
    android = pair[0].observe()
    assert android.elements == headless.elements
    assert (android.screenshot == headless.screenshot).all()


def test_dialogs_the_keyboard_and_chinese_look_the_same(pair: Pair) -> None:
    from automotive_env.validators.signals import Signal

    language = Signal("environment.language", "environment.language")
    for car in pair:
        car.write(language, "Chinese")
        car.act(OpenApp(app_name="maps"), car.observe())
        field = next(e for e in car.observe().elements if e.editable)
        assert car.act(Click(index=field.index), car.observe()).done
        assert car.act(InputText(text="火车站"), car.observe()).done
    headless = assert_same(pair)
    assert (pair[0].observe().screenshot == headless.screenshot).all()


def test_a_moving_car_looks_and_refuses_the_same(pair: Pair) -> None:
    for car in pair:
        car.write(s.GEAR, "drive")
        car.write(s.SPEED, 60.0)
        car.write(s.LIGHT, "night")
        car.set_gps(GpsFix(48.8566, 2.3522, 35.0, 90.0, 3.0))
        car.act(OpenApp(app_name="maps"), car.observe())
    headless = assert_same(pair)
    assert (pair[0].observe().screenshot == headless.screenshot).all()
    field = next(e for e in headless.elements if e.editable)
    said = [car.act(InputText(text="x", index=field.index), car.observe()) for car in pair]
    assert [outcome.done for outcome in said] == [False, False]
    assert said[0].message.casefold() == said[1].message.casefold()
    assert_same(pair)


def test_disabled_elements_are_refused_alike(pair: Pair) -> None:
    both(pair, OpenApp(app_name="climate"))
    seen = assert_same(pair)
    fan = next(e for e in seen.elements if e.name == "fan_max")
    said = [car.act(Click(index=fan.index), seen) for car in pair]
    assert said[0] == said[1]
    assert (said[0].done, said[0].message) == (False, f"element {fan.index} is disabled")


def test_signals_are_the_same(pair: Pair) -> None:
    android, headless = pair
    for signal in s.SIGNALS.values():
        assert android.supports(signal) is headless.supports(signal)
        assert android.read(signal) == headless.read(signal), signal.name


def test_changes_are_the_same(pair: Pair) -> None:
    def changed(car: Controller) -> list[tuple[str, object, object]]:
        car.drain_changes()
        for name in ("wifi_toggle", "hvac_increase_button", "mute_toggle"):
            button = next(e for e in car.observe().elements if e.name == name)
            assert car.act(Click(index=button.index), car.observe()).done
        car.act(Wait(), car.observe())
        return [(change.path, change.before, change.after) for change in car.drain_changes()]

    android, headless = (changed(car) for car in pair)
    assert sorted(android, key=str) == sorted(headless, key=str)


@pytest.mark.parametrize(("seed", "moves"), [(0, 8), *(pytest.param(seed, 20, marks=pytest.mark.sweep) for seed in range(8))])
def test_random_actions_lead_to_the_same_screens(seed: int, moves: int, pair: Pair) -> None:
    rng = Random(seed)
    for _ in range(moves):
        seen = assert_same(pair)
        action = any_action(rng, seen)
        done = [car.act(action, seen).done for car in pair]
        assert action.action_type in ("double_tap", "keyboard_enter") or done[0] == done[1], (action, done)
    both(pair, NavigateHome())
    assert_same(pair)
