"""Discrete actions of Gymnasium environments: what the mask offers can be done, and what can be done is offered."""

import warnings
from typing import Any

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import FilterObservation
from registered import DEGREES, PAIR, PLAIN

from automotive_env.adapters.gym import id_of
from automotive_env.adapters.gym.discrete import GLOBAL, TOUCHES, DiscreteActions
from automotive_env.adapters.gym.environment import AutomotiveEnvironment
from automotive_env.adapters.gym.observing import FLAGS, MAX_ELEMENTS, NAMES
from automotive_env.episode.action import ActionError, Click, LongPress, NavigateHome, OpenApp, Scroll, Status, Swipe
from automotive_env.episode.observation import Element
from automotive_env.errors import UsageError

DECLINES = "media.play_the_title"
FIRST_GLOBAL = MAX_ELEMENTS * len(TOUCHES)
COMPLETE, INFEASIBLE = (
    FIRST_GLOBAL + [getattr(one, "goal_status", "") for one in GLOBAL].index(status) for status in ("complete", "infeasible")
)
HOME = FIRST_GLOBAL + GLOBAL.index(NavigateHome())
SETTINGS: dict[str, Any] = {"actions": "discrete", "observe": ("arrays",)}


def made(task: str = DEGREES, **settings: Any) -> AutomotiveEnvironment:
    env = gymnasium.make(id_of(task), **SETTINGS | settings).unwrapped
    assert isinstance(env, AutomotiveEnvironment)
    return env


def touch(element: int, kind: str) -> int:
    return element * len(TOUCHES) + TOUCHES.index(kind)


def element_named(env: AutomotiveEnvironment, name: str) -> int:
    return next(one.index for one in env.played.seen.elements if one.name == name)


@pytest.mark.parametrize(
    "settings", [pytest.param({}, marks=pytest.mark.sweep), {"observe": ("text", "arrays", "pixels")}, {"face": "both"}]
)
@pytest.mark.at_once(1)
def test_an_environment_is_clean_for_gymnasiums_own_checker(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(PAIR, **settings))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.at_once(1)
def test_what_is_offered_is_carried_out_or_refused_by_the_car_itself(seed: int) -> None:
    env = made(max_steps=300)
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    tried = set()
    for _ in range(200):
        mask = info["action_mask"]
        mask[[COMPLETE, INFEASIBLE]] = 0
        chosen = env.action_space.sample(mask=mask)
        *_, info = env.step(chosen)
        tried.add(TOUCHES[chosen % len(TOUCHES)] if chosen < FIRST_GLOBAL else "global")
        assert info["done"] or info["message"] in (env.head_unit.toast, "the list ends here")
    assert {"click", "long_press", "global"} <= tried


@pytest.mark.parametrize("seed", range(4))
def test_the_mask_offers_each_touch_that_an_element_takes_and_no_other(seed: int) -> None:
    env = made(max_steps=300)
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    for _ in range(60):
        mask = info["action_mask"]
        flags = {name: seen["flags"][:, column] for column, name in enumerate(FLAGS)}
        sliders = np.zeros(MAX_ELEMENTS, np.int8)
        for one in env.played.seen.elements[:MAX_ELEMENTS]:
            sliders[one.index] = one.range is not None
        offered = mask[:FIRST_GLOBAL].reshape(MAX_ELEMENTS, len(TOUCHES))
        for kind, taken in (
            ("click", flags["clickable"]),
            ("long_press", flags["long_clickable"]),
            ("scroll_up", flags["scrollable"]),
            ("scroll_down", flags["scrollable"]),
            ("swipe_left", sliders),
            ("swipe_right", sliders),
        ):
            assert (offered[:, TOUCHES.index(kind)] == (taken & flags["enabled"])).all()
        assert mask[FIRST_GLOBAL:].all()
        mask[[COMPLETE, INFEASIBLE]] = 0
        seen, *_, info = env.step(env.action_space.sample(mask=mask))


def test_a_masked_action_is_a_step_that_does_nothing_and_says_why() -> None:
    env = made(max_steps=300)
    seen, info = env.reset(seed=1)
    state = env.state_hash()
    for chosen in np.flatnonzero(info["action_mask"] == 0)[::40]:
        after, reward, terminated, truncated, info = env.step(chosen)
        assert (reward, terminated, truncated, info["done"]) == (0, False, False, False)
        assert info["message"].startswith(f"action {chosen} is masked out")
        assert data_equivalence(after, seen)
        assert env.state_hash() == state


@pytest.mark.parametrize("chosen", [-1, 10**6, 2**70, 1.5, "3", None, [], np.float32(2), np.array([1, 2])])
def test_what_is_no_number_of_an_action_is_refused_in_words(chosen: Any) -> None:
    env = made()
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(chosen)
    assert (reward, terminated, truncated, info["done"]) == (0, False, False, False)
    assert info["message"].startswith("an action must be")


def test_each_number_is_one_action() -> None:
    sliders = tuple(
        Element(place, "x", clickable=True, long_clickable=True, scrollable=True, track=(0, 0, 1, 1)) for place in range(200)
    )
    numbered = DiscreteActions(("maps", "climate"), lambda: sliders)
    assert numbered.mask().all()
    actions = [numbered.read(number) for number in range(numbered.count)]
    assert len(set(map(repr, actions))) == numbered.count
    assert actions[touch(5, "click")] == Click(index=5)
    assert actions[touch(0, "long_press")] == LongPress(index=0)
    assert actions[touch(7, "scroll_down")] == Scroll(index=7, direction="down")
    assert actions[touch(127, "swipe_left")] == Swipe(index=127, direction="left", amount=0.1)
    assert actions[FIRST_GLOBAL : FIRST_GLOBAL + len(GLOBAL)] == [*GLOBAL]
    assert actions[FIRST_GLOBAL + len(GLOBAL) :] == [OpenApp(app_name="maps"), OpenApp(app_name="climate")]
    assert [numbered.number(action) for action in actions] == [*range(numbered.count)]
    assert numbered.number(Status(goal_status="complete", reason="It is off.")) == COMPLETE
    for other in (Click(index=128), Click(x=5, y=5), Swipe(index=0, direction="left", amount=0.2), OpenApp(app_name="radio")):
        assert numbered.number(other) is None
    with pytest.raises(ActionError):
        numbered.read(numbered.count)


def test_a_disabled_element_takes_no_touch() -> None:
    numbered = DiscreteActions((), lambda: (Element(0, "x", clickable=True, enabled=False),))
    assert not numbered.mask()[:FIRST_GLOBAL].any()


def test_masks_go_by_the_names_that_policies_ask_for() -> None:
    env = gymnasium.make(id_of(DEGREES), **SETTINGS)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.action_masks()
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()
    assert (info["action_mask"].dtype, info["action_mask"].shape) == (np.int8, (env.action_space.n,))
    kept = info["action_mask"].copy()
    info["action_mask"][:] = 0
    assert (env.unwrapped.action_masks() == kept).all()
    *_, info = env.step(COMPLETE)
    assert info["action_mask"].any()
    text = made(actions="text")
    assert "action_mask" not in text.reset(seed=1)[1]
    with pytest.raises(UsageError, match="discrete"):
        text.action_masks()


def test_a_car_without_a_screen_has_no_discrete_actions() -> None:
    with pytest.raises(UsageError, match="discrete actions need the screen"):
        made(PAIR, face="calls")


def transcript(seed: int) -> list[Any]:
    env = made(max_steps=30)
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    told: list[Any] = [(seen, info)]
    for _ in range(25):
        mask = info["action_mask"].copy()
        mask[[COMPLETE, INFEASIBLE]] = 0
        seen, *come, info = env.step(env.action_space.sample(mask=mask))
        told.append((seen, *come, info))
    return told


def test_equal_seeds_and_choices_give_equal_episodes() -> None:
    assert data_equivalence(tuple(transcript(3)), tuple(transcript(3)))


@pytest.mark.parametrize(("task", "ending", "chosen"), [(PAIR, "refrain", COMPLETE), (DECLINES, "decline", INFEASIBLE)])
def test_a_status_tells_the_driver_so_that_every_ending_but_an_answer_can_be_right(task: str, ending: str, chosen: int) -> None:
    env = made(task)
    for right, met in ((ending, True), ("act", False)):
        env.reset(seed=1, options={"ending": right})
        assert env.step(chosen)[4]["success"] is met


def test_a_task_is_a_success_by_numbers() -> None:
    env = made("system.wifi_off")
    env.reset(seed=2)
    env.step(HOME)
    *_, info = env.step(touch(element_named(env, "wifi_toggle"), "click"))
    assert info["done"]
    _, reward, terminated, *_ = env.step(COMPLETE)
    assert (reward, terminated) == (1, True)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_a_vector_tells_the_masks_of_its_cars(mode: str) -> None:
    cars = gymnasium.make_vec(id_of(DEGREES), num_envs=2, vectorization_mode=mode, max_steps=3, **SETTINGS)
    single = [made(max_steps=3) for _ in range(2)]
    _, infos = cars.reset(seed=5)
    expected = [env.reset(seed=5 + number)[1]["action_mask"] for number, env in enumerate(single)]
    draw = np.random.default_rng(0)
    for step in range(3):
        assert infos["_action_mask"].all()
        assert (infos["action_mask"] == np.stack(expected)).all()
        assert (np.stack(cars.call("action_masks")) == infos["action_mask"]).all()
        chosen = np.array([COMPLETE if step == 1 else draw.choice(np.flatnonzero(mask)) for mask in expected])
        _, _, ended, cut, infos = cars.step(chosen)
        expected = [env.step(number)[4]["action_mask"] for env, number in zip(single, chosen, strict=True)]
        if (ended | cut).any():
            break
    assert ended.all()
    cars.close()


def test_stock_wrappers_leave_arrays_alone_and_the_mask_in_reach() -> None:
    env = FilterObservation(gymnasium.make(id_of(PLAIN), **SETTINGS), ("boxes", "flags", "mask", "names", "values", "words"))
    seen, info = env.reset(seed=1)
    assert all(isinstance(part, np.ndarray) for part in seen.values())
    assert env.observation_space.contains(seen)
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"]).all()


def test_names_values_and_words_describe_elements_and_goal() -> None:
    env = made("media.set_volume")
    drawn = {}
    for seed, place in ((1, "Munich"), (2, "Dubai"), (3, "Tokyo")):
        env.reset(seed=seed, options={"place": place})
        seen, *_ = env.step(OpenApp(app_name="settings"))
        elements = env.played.seen.elements
        for one in elements:
            number = seen["names"][one.index]
            assert drawn.setdefault(one.name, number) == number
            assert (number == 0) == (not one.name)
            value = (one.range.value - one.range.low) / (one.range.high - one.range.low) if one.range else 0
            assert seen["values"][one.index] == pytest.approx(value)
        assert not seen["names"][len(elements) :].any()
        assert not seen["values"][len(elements) :].any()
    assert len(set(drawn.values())) > 0.98 * len(drawn)
    assert max(drawn.values()) < NAMES
    assert seen["words"].sum() == len(set(env.played.env.goal.casefold().replace("?", "").replace(".", "").split()))
    before = seen["words"].copy()
    assert (env.step(Status(goal_status="complete"))[0]["words"] == before).all()
