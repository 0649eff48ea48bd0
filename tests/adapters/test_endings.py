"""One policy of endings: every adapter draws all endings of a task, and the same words are judged alike on each of them.

An adapter that takes seeds draws what `automotive_env.make(ending="random")` draws; one that takes a plan plays every ending.
"""

import importlib.util
import json
from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from registered import PAIR

import automotive_env
from automotive_env.adapters.androidworld import reports_status, task_class
from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode.action import Action, Answer, Status
from automotive_env.tasks.registry import TASKS as REGISTERED

DECLINES = "media.play_the_title"
ASKS = "hvac.tell_how_warm"
TASKS = (PAIR, DECLINES, ASKS)
SEEDS = range(8)
WHY = "It is as it should be."
WORDS: tuple[tuple[Action, ...], ...] = (
    (Status(goal_status="complete"),),
    (Answer(text=WHY), Status(goal_status="complete")),
    (Answer(text=WHY), Status(goal_status="infeasible")),
    (Status(goal_status="infeasible", reason=WHY),),
    (Status(goal_status="infeasible"),),
)
"""What an agent says that touches nothing."""


class Came(NamedTuple):
    """What came of an episode: its goal, the ending that was right, and whether it was met."""

    goal: str
    ending: str
    met: bool


Play = Callable[[str, int, Sequence[Action]], Came]


@cache
def expected(task: str, seed: int, words: Sequence[Action], ending: Any = "random") -> Came:
    with automotive_env.make(task, seed=seed, ending=ending) as env:
        env.reset()
        for action in words:
            env.step(action)
        return Came(env.instance.goal, env.instance.ending, env.verdict().met)


def by_gymnasium(task: str, seed: int, words: Sequence[Action]) -> Came:
    import gymnasium

    import automotive_env.adapters.gym  # noqa: F401

    env = gymnasium.make(f"AutomotiveEnv/{task}-v0")
    env.reset(seed=seed)
    for action in words:
        *_, info = env.step(json.dumps(action.to_json()))
    return Came(env.unwrapped.played.env.goal, info["ending"], info["success"])


def by_mcp(task: str, seed: int, words: Sequence[Action]) -> Came:
    from automotive_env.adapters.mcp.car import McpCar

    car = McpCar(EpisodeSettings(task), seed)
    for action in words:
        fields = action.to_json()
        car.call(fields.pop("action_type"), fields)
    verdict = json.loads(car.documents["task://verdict"].read())
    return Came(car.documents["task://goal"].read(), verdict["ending"], verdict["success"])


def by_openenv(task: str, seed: int, words: Sequence[Action]) -> Came:
    from automotive_env.adapters.openenv.environment import CarEnvironment
    from automotive_env.adapters.openenv.messages import CarAction

    env = CarEnvironment(EpisodeSettings(task))
    env.reset(seed=seed)
    for action in words:
        seen = env.step(CarAction(text=json.dumps(action.to_json())))
    return Came(seen.goal, seen.metadata["ending"], bool(seen.reward))


def by_a2a(task: str, seed: int, words: Sequence[Action]) -> Came:
    import anyio

    from automotive_env.adapters.a2a.assessment import play_episode
    from automotive_env.adapters.a2a.messages import AssessmentPlan

    said, told = iter(words), []
    plan = AssessmentPlan(tasks=(task,), seed=seed)

    async def ask(text: str, conversation: str) -> str:
        told.append(text)
        return json.dumps(next(said).to_json())

    result = anyio.run(play_episode, EpisodeSettings(task, plan.place, plan.ending), plan.seed, "1", ask)
    return Came(told[0].partition("\n")[0], result["ending"], result["success"])


def by_trl(task: str, seed: int, words: Sequence[Action]) -> Came:
    from automotive_env.adapters.trl import environment_class

    car = environment_class("automotive")()
    car.reset(task=task, seed=seed)
    for action in words:
        fields = action.to_json()
        getattr(car, fields.pop("action_type"))(**fields)
    return Came(car.task.goal, car.task.instance.ending, car.get_reward() == 1.0)


BY_SEED: dict[str, Play] = {
    "gymnasium": by_gymnasium,
    "mcp": by_mcp,
    "openenv": by_openenv,
    "a2a": by_a2a,
    "trl": by_trl,
}
NEEDS = {"gymnasium": "gymnasium", "openenv": "openenv", "a2a": "httpx2", "inspect": "inspect_ai", "verifiers": "verifiers"}


def needs(adapter: str) -> None:
    if (library := NEEDS.get(adapter)) and importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("adapter", BY_SEED)
@pytest.mark.at_once(4)
def test_the_seed_draws_the_ending_and_words_are_judged_alike(adapter: str, task: str) -> None:
    needs(adapter)
    first = dict[str, int]()
    for seed in SEEDS:
        came = BY_SEED[adapter](task, seed, WORDS[0])
        assert came == expected(task, seed, WORDS[0])
        first.setdefault(came.ending, seed)
    assert first.keys() == set(REGISTERED[task].endings)
    for seed in first.values():
        for words in WORDS[1:]:
            assert BY_SEED[adapter](task, seed, words) == expected(task, seed, words)


@pytest.mark.parametrize("ending", ["refrain", "decline"])
def test_words_alone_are_right_where_nothing_is_to_be_done(ending: str) -> None:
    task = {"refrain": PAIR, "decline": DECLINES}[ending]
    met = [expected(task, 1, words, ending).met for words in WORDS]
    assert met == ([False, True, False, False, False] if ending == "refrain" else [False, False, True, True, False])
    assert not any(expected(task, 1, words, "act").met for words in WORDS)


class AgentOfAndroidWorld:
    """An agent of AndroidWorld that says given words: it tells the environment of answers, and only itself of its status."""

    def __init__(self, env: Any, words: Sequence[Action]) -> None:
        self.env = env
        self._words = list(words)

    def step(self, goal: str) -> Any:
        action = self._words.pop(0)
        said = {name: value for name, value in action.to_json().items() if name != "reason"}
        if isinstance(action, Answer):
            self.env.interaction_cache = action.text
        why = getattr(action, "reason", "")
        reply = f"Reason: {why}\nAction: {json.dumps(said)}"
        return SimpleNamespace(done=isinstance(action, Status), data={"action_output": reply})


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (PAIR, WORDS[1:2]),
        (DECLINES, WORDS[3:4]),
        *(pytest.param(task, WORDS, marks=pytest.mark.sweep) for task in TASKS),
    ],
)
@pytest.mark.at_once(1)
def test_androidworld_draws_and_judges_as_the_others(host: VirtualHost, task: str, said: Sequence[tuple[Action, ...]]) -> None:
    kind = task_class(task, host.serials[0])
    drawn = {kind({"seed": seed}).instance.ending: seed for seed in SEEDS}
    assert drawn.keys() == set(kind.task.endings)
    for seed in drawn.values():
        for words in said:
            env = SimpleNamespace(interaction_cache="left over")
            played, agent = kind({"seed": seed}), reports_status(AgentOfAndroidWorld(env, words))
            played.initialize_task(env)
            while not agent.step(played.goal).done:
                pass
            came = Came(played.goal, played.instance.ending, played.is_successful(env) == 1.0)
            played.tear_down(env)
            assert came == expected(task, seed, words)


def endings_of_inspect(task: str) -> set[str]:
    from automotive_env.adapters.inspect import automotive

    return {sample.target for sample in automotive(tasks=task).dataset}


def endings_of_verifiers(task: str) -> set[str]:
    from automotive_env.adapters.verifiers import CarConfig, CarTaskset

    return {one.data.ending for one in CarTaskset(CarConfig(tasks=[task])).load()}


BY_PLAN = {"inspect": endings_of_inspect, "verifiers": endings_of_verifiers}


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("adapter", BY_PLAN)
def test_a_plan_holds_every_ending(adapter: str, task: str) -> None:
    needs(adapter)
    assert BY_PLAN[adapter](task) == set(REGISTERED[task].endings)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("words", WORDS)
def test_inspect_judges_as_the_others(task: str, words: Sequence[Action], tmp_path: Any) -> None:
    needs("inspect")
    from inspect_ai import eval
    from inspect_ai.log import read_eval_log
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from automotive_env.adapters.inspect import automotive

    asked = automotive(tasks=task)
    outputs = []
    for action in [*words] * len(asked.dataset):
        fields = action.to_json()
        outputs.append(ModelOutput.for_tool_call("mockllm", fields.pop("action_type"), fields))
        outputs[-1].usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs, memoize=False)
    (log,) = eval(asked, model=model, log_dir=str(tmp_path), display="none", max_samples=1)
    for sample in read_eval_log(log.location).samples:
        told = sample.metadata
        came = expected(task, told["seed"], words, told["ending"])
        assert (sample.scores["verdict"].value == "C") == came.met
