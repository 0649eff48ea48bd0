"""Tasks as Gymnasium environments: spaces, seeds, wrong actions, rewards and vectors."""

import json
import pickle
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registered import DEGREES, PAIR, TWO_TURNS

gymnasium = pytest.importorskip("gymnasium")

import numpy as np  # noqa: E402
from gymnasium.spaces import Box  # noqa: E402
from gymnasium.spaces.utils import flatten, flatten_space, unflatten  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

import automotive_env  # noqa: E402
from automotive_env.adapters.gym import id_of  # noqa: E402
from automotive_env.adapters.gym.any_text import AnyText  # noqa: E402
from automotive_env.adapters.gym.environment import AutomotiveEnvironment  # noqa: E402
from automotive_env.adapters.gym.observing import FLAGS, MAX_ELEMENTS  # noqa: E402
from automotive_env.adapters.gym.pixels import PixelSpace  # noqa: E402
from automotive_env.episode.action import ACTION_TYPES, Click, Status  # noqa: E402
from automotive_env.errors import EnvironmentFault, UsageError  # noqa: E402
from automotive_env.tasks.registry import TASKS  # noqa: E402

TASK = DEGREES
DONE = '{"action_type": "status", "goal_status": "complete"}'
MAPS = '{"action_type": "open_app", "app_name": "maps"}'


NO_SUCH_ELEMENT: dict[str, Any] = {
    "text": '{"action_type": "click", "index": 9999}',
    "structured": {"type": ACTION_TYPES.index("click"), "element": 9_999},
    "browsergym": "click('900')",
}


def made(**settings: Any) -> AutomotiveEnvironment:
    env = gymnasium.make(id_of(TASK), **settings).unwrapped
    assert isinstance(env, AutomotiveEnvironment)
    return env


def test_every_task_is_registered() -> None:
    assert {id_of(name) for name in TASKS} == {name for name in gymnasium.registry if name.startswith("AutomotiveEnv/")}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"actions": "structured", "observe": ("arrays", "pixels"), "reward": "criteria"},
        pytest.param({"actions": "browsergym", "observe": ("text",), "face": "both"}, marks=pytest.mark.sweep),
        {"face": "calls"},
    ],
)
@pytest.mark.at_once(1)
def test_an_environment_is_clean_for_gymnasiums_own_checker(settings: dict[str, Any]) -> None:
    task = PAIR if "face" in settings else TASK
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id_of(task), **settings).unwrapped)


def test_arrays_and_text_are_those_of_the_tree() -> None:
    env = made(observe=("text", "arrays", "pixels"))
    seen, info = env.reset(seed=4)
    for action in (None, MAPS, json.dumps({"action_type": "navigate_home"})):
        if action:
            seen, *_ = env.step(action)
        now = env.played.seen
        assert now is not None
        count = len(now.elements)
        assert seen["tree"] == now.lines()
        assert seen["boxes"][:count].tolist() == [list(element.box) for element in now.elements]
        assert seen["flags"][:count].tolist() == [[getattr(element, flag) for flag in FLAGS] for element in now.elements]
        assert not seen["boxes"][count:].any()
        assert not seen["flags"][count:].any()
        assert seen["mask"].tolist() == [1] * count + [0] * (MAX_ELEMENTS - count)
        assert (seen["screenshot"] == now.screenshot).all()
        assert f"speed: {now.vehicle['speed']}" in seen["vehicle"]
        assert seen["gps"].tolist() == [now.gps.latitude, now.gps.longitude]
    assert info["seed"] == 4


def test_pictures_that_are_kept_stay_and_those_that_are_not_are_painted_on() -> None:
    actions = [MAPS, "", json.dumps({"action_type": "navigate_home"}), "", "", MAPS.replace("maps", "climate"), MAPS]
    kept, dropped = made(observe=("pixels",)), made(observe=("pixels",))
    pictures, hashes, arrays = [kept.reset(seed=4)[0]["screenshot"]], [], set()
    picture = dropped.reset(seed=4)[0]["screenshot"]
    for action in [*actions * 2, None]:
        hashes.append(hash(picture.tobytes()))
        arrays.add(picture.ctypes.data)
        if action is not None:
            pictures.append(kept.step(action)[0]["screenshot"])
            picture = dropped.step(action)[0]["screenshot"]
    assert [hash(one.tobytes()) for one in pictures] == hashes
    assert not any(np.shares_memory(one, other) for number, one in enumerate(pictures) for other in pictures[:number])
    assert len(arrays) == 2
    assert not picture.flags.writeable


def test_the_space_of_pictures_is_gymnasiums_own_but_for_the_memory_of_its_bounds() -> None:
    space, own = PixelSpace((6, 4, 3)), Box(0, 255, (6, 4, 3), np.uint8)
    for one, other in ((space, own), (batch_space(space, 2), batch_space(own, 2)), (pickle.loads(pickle.dumps(space)), own)):
        one.seed(5), other.seed(5)
        assert (one, repr(one)) == (other, repr(other))
        assert other == one
        assert (one.sample() == other.sample()).all()
        assert one.sample() in one
        assert one.is_bounded()
        assert len({bound.strides for bound in (one.low, one.high)} - {(0,) * len(one.shape)}) == 0
    assert (flatten_space(space), flatten(space, space.sample()).shape) == (flatten_space(own), (72,))
    assert len(pickle.dumps(PixelSpace((792, 1408, 3)))) < 2_000


def test_the_same_seed_is_the_same_instance_as_of_the_public_door() -> None:
    env = made(ending=None)
    seen, info = env.reset(seed=7, options={"place": "Dubai"})
    drawn = automotive_env.make(TASK, seed=7, place="Dubai").instance
    assert (info["instance"], info["place"], seen["goal"]) == (drawn.id, "Dubai", drawn.goal)
    further = [env.reset()[1]["seed"] for _ in range(3)]
    env.reset(seed=7)
    assert [env.reset()[1]["seed"] for _ in range(3)] == further
    assert len(set(further)) == 3


def test_which_ending_is_right_is_drawn_by_the_seed() -> None:
    env = gymnasium.make(id_of(PAIR)).unwrapped
    endings = []
    for seed in range(12):
        env.reset(seed=seed)
        endings.append(env.step(DONE)[4]["ending"])
    assert set(endings) == {"act", "refrain"}
    env.reset(seed=0, options={"ending": "refrain"})
    assert env.step(DONE)[4]["ending"] == "refrain"


WRONG: dict[str, list[Any]] = {
    "text": ["", "{", '{"action_type": "fly"}', "x" * 100_000, 5, None, b"", []],
    "structured": [
        {},
        {"type": 99},
        {"type": "a"},
        {"type": 0, "element": 2**70},
        {"type": ACTION_TYPES.index("call"), "text": "[" * 9_999},
        {"type": ACTION_TYPES.index("call"), "text": "5"},
        0,
        None,
    ],
    "browsergym": ["import os", "x" * 9_999, 3.5],
}


@pytest.mark.parametrize("form", WRONG)
def test_a_wrong_action_is_a_step_that_does_nothing_and_says_why(form: str) -> None:
    env = made(actions=form, max_steps=50)
    before, _ = env.reset(seed=1)
    for chosen in (*WRONG[form], NO_SUCH_ELEMENT[form]):
        seen, reward, terminated, truncated, info = env.step(chosen)
        assert (reward, terminated, truncated, info["done"]) == (0, False, False, False)
        assert info["message"]
        assert env.observation_space.contains(seen)
        assert seen["outcome"] == info["message"]
        if chosen != NO_SUCH_ELEMENT[form]:  # to look for it takes the time of a touch
            assert data_equivalence(seen | {"outcome": ""}, before)


def test_a_structured_action_chooses_the_fields_of_its_type() -> None:
    env = made(actions="structured")
    space = env.action_space
    space.seed(3)
    env.reset(seed=1)
    for _ in range(200):
        chosen = space.sample()
        chosen["text"] = '{"api": "system.safety_alert", "arguments": {"kind": "ice"}}'
        action = env._read(chosen)
        assert action.action_type == ACTION_TYPES[chosen["type"]]
    base = space.sample() | {"type": ACTION_TYPES.index("click")}
    assert env._read(base | {"element": 5}) == Click(index=5)
    assert env._read(base | {"element": -1, "point": np.array([7, 8])}) == Click(x=7, y=8)
    assert env._read(Status(goal_status="complete")) == Status(goal_status="complete")


def test_the_reward_is_the_verdict_and_comes_once() -> None:
    env = made(reward="success", max_steps=3)
    shares = made(reward="criteria", max_steps=3)
    for one in (env, shares):
        one.reset(seed=1)
        _, reward, terminated, truncated, info = one.step(DONE)
        assert (terminated, truncated, info["success"]) == (True, False, False)
        assert info["verdict"].startswith("not met")
        assert (reward == 0) == (one is env)
        assert 0 <= reward < 1
        with pytest.raises(gymnasium.error.ResetNeeded):
            one.step(DONE)


def test_each_turn_of_a_conversation_has_its_own_limit_and_the_reward_comes_at_the_end() -> None:
    env = gymnasium.make(id_of(TWO_TURNS), max_steps=2).unwrapped
    seen, _ = env.reset(seed=1)
    first = seen["goal"]
    env.step(MAPS)
    seen, reward, terminated, truncated, info = env.step(DONE)
    assert (reward, terminated, truncated, "success" in info) == (0, False, False, False)
    assert (seen["goal"] == first, env.played.env.instance.later[0] in seen["goal"]) == (False, True)
    assert env.played.env.instance.later[0] in info["message"]
    assert env.step(MAPS)[2:4] == (False, False)
    *_, terminated, truncated, info = env.step(DONE)
    assert (terminated, truncated, info["success"]) == (True, False, False)


def test_the_limit_of_steps_truncates() -> None:
    env = made(max_steps=2)
    env.reset(seed=1)
    assert env.step("nothing")[2:4] == (False, False)
    *_, terminated, truncated, info = env.step(MAPS)
    assert (terminated, truncated, info["success"]) == (False, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(MAPS)


@pytest.mark.parametrize(
    "settings",
    [
        {"observe": ("smell",)},
        {"observe": "text"},
        {"actions": "words"},
        {"reward": "much"},
        {"max_steps": 0},
        {"max_steps": "5"},
        {"place": "Atlantis"},
        {"face": "ears"},
        {"face": "calls", "observe": ("pixels",)},
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        AutomotiveEnvironment(PAIR, **settings)


@pytest.mark.parametrize("options", [{"plaice": "Dubai"}, {"place": "Atlantis"}, {"ending": "happy"}, ["place"]])
def test_wrong_options_are_refused_and_the_environment_goes_on(options: Any) -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(UsageError):
        env.reset(seed=1, options=options)
    assert env.step(DONE)[2]
    env.reset(seed=1)


def test_a_car_that_cannot_be_set_up_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    env = made()
    env.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(TASKS[TASK], "setup", lambda *_: (_ for _ in ()).throw(EnvironmentFault("it smokes")))
        with pytest.raises(EnvironmentFault, match="smokes"):
            env.reset(seed=1)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(DONE)
    env.reset(seed=1)
    assert env.step(DONE)[2]


def test_what_is_rendered() -> None:
    with pytest.raises(UsageError, match="render mode"):
        AutomotiveEnvironment(TASK, render_mode="smell")
    pictures, words = made(render_mode="rgb_array"), made(render_mode="ansi")
    pictures.reset(seed=1)
    words.reset(seed=1)
    assert pictures.render().shape == (792, 1408, 3)
    assert words.render() == f"{words.played.env.goal}\n{words.played.seen.lines()}"


@given(st.text(max_size=40))
def test_a_text_of_any_characters_stands_the_way_through_an_array(text: str) -> None:
    space = AnyText(40)
    assert space.contains(text)
    assert unflatten(space, flatten(space, text)) == text
    assert not space.contains(text + "x" * 41)
    assert space.contains(space.sample())


SETTINGS: dict[str, Any] = {"observe": ("text", "arrays"), "actions": "text", "max_steps": 3}


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_a_vector_shows_what_single_environments_show(mode: str) -> None:
    cars = gymnasium.make_vec(id_of(TASK), num_envs=3, vectorization_mode=mode, **SETTINGS)
    single = [made(**SETTINGS) for _ in range(3)]
    seen, _ = cars.reset(seed=5)
    expected = [env.reset(seed=5 + number)[0] for number, env in enumerate(single)]
    rows = [(MAPS, "nothing", DONE), (MAPS, DONE, MAPS), (DONE, DONE, DONE), (MAPS, MAPS, MAPS), (DONE, DONE, DONE)]
    over = [False] * 3
    for row in (None, *rows):
        if row is not None:
            seen, rewards, ended, cut, _ = cars.step(row)
            for number, env in enumerate(single):
                if over[number]:
                    expected[number], done = env.reset()[0], False
                else:
                    expected[number], reward, terminated, truncated, _ = env.step(row[number])
                    done = terminated or truncated
                    assert (rewards[number], ended[number], cut[number]) == (reward, terminated, truncated)
                over[number] = done
        for number, one in enumerate(expected):
            assert data_equivalence({name: seen[name][number] for name in one}, one)
    cars.close()
