"""All adapters play the same episodes: one task, one seed and the same actions give the same verdict and the same state.

An adapter is a function in `ADAPTERS`: it plays a script on the instance of its task and seed, and tells what came of it.
"""

import importlib.util
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
import scripted
from command_line import run_here
from registered import PLAIN, TWO_TURNS

import automotive_env
from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.car.core.documents import state_hash
from automotive_env.episode.action import Action, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.session import Session
from automotive_env.episode.verdict import Verdict
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.registry import TASKS

RUN_SEED = 3


class Script(NamedTuple):
    """What is played.

    Attributes:
        task: on which task.
        actions: of all turns, each with its status.
    """

    task: Task
    actions: tuple[Action, ...]

    @property
    def seed(self) -> int:
        """Of the instance, as a run draws it."""
        return instance_seed(RUN_SEED, self.task.name, 0)

    @property
    def env_id(self) -> str:
        """What Gymnasium calls the task."""
        return f"AutomotiveEnv/{self.task.name}-v0"


class Played(NamedTuple):
    """What came of an episode.

    Attributes:
        met: whether it was a success.
        said: the verdict as text.
        state: hash of the car's state at its end, before the car was put back.
    """

    met: bool
    said: str
    state: str


@cache
def written(name: str, way: str) -> Script:
    """The actions of a task's first solution or of its first near miss on the instance."""
    script = Script(TASKS[name], ())
    with automotive_env.make(name, seed=script.seed) as env:
        seen, actions = env.reset(), list[Action]()
        moves = next(iter(getattr(script.task, way)(env.instance)))(UiScript()).play(seen)
        action = next(moves)
        while not env.ended:
            actions.append(action)
            seen, _ = env.step(action)
            if not env.ended:
                action = moves.send(seen)
    return script._replace(actions=tuple(actions))


def states_at_the_end(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Hashes of the states in which episodes will be judged."""
    states = []

    def finish(session: Session, *told: Any) -> Verdict:
        states.append(state_hash(session._controller.world))
        return judge(session, *told)

    judge = Session.finish
    monkeypatch.setattr(Session, "finish", finish)
    return states


def by_run(script: Script, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    states = states_at_the_end(monkeypatch)
    monkeypatch.setattr(scripted, "ACTIONS", [*script.actions])
    asked = ("--agent", "scripted:AGENT", "--tasks", script.task.name, "--seed", str(RUN_SEED), "--no-images")
    done = run_here("run", *asked, "--out", str(folder / "run"))
    assert done.returncode == 0, done.stderr
    record = json.loads((folder / "run" / "episodes.jsonl").read_text())
    return Played(record["success"], "met" if record["success"] else record["verdict"]["found"], states[-1])


def by_session(script: Script, *_: Any) -> Played:
    drawn, car = instantiate(script.task, script.seed), HeadlessController()
    assert drawn is not None
    session = Session(script.task, drawn, car)
    session.start()
    for action in script.actions:
        session.step(action)
    return told(session.finish(), state_hash(car.world))


def by_hand(script: Script, *_: Any) -> Played:
    with automotive_env.make(script.task.name, seed=script.seed) as env:
        env.reset()
        for action in script.actions:
            env.step(action)
        return told(env.verdict(), env.state_hash())


def told(verdict: Verdict, state: str) -> Played:
    return Played(verdict.met, "met" if verdict.met else verdict.criterion.found, state)


def by_gymnasium(form: str) -> Callable[..., Played]:
    def play(script: Script, *_: Any) -> Played:
        import gymnasium

        import automotive_env.adapters.gym  # noqa: F401

        env = gymnasium.make(script.env_id, actions=form, ending=None)
        env.reset(seed=script.seed)
        for action in script.actions:
            _, reward, ended, _, info = env.step(spelled(form, action))
        assert ended
        assert reward == info["success"]
        return told(env.unwrapped.played.env.verdict(), env.unwrapped.state_hash())

    return play


def by_vector(mode: str) -> Callable[..., Played]:
    def play(script: Script, *_: Any) -> Played:
        import gymnasium

        import automotive_env.adapters.gym  # noqa: F401

        cars = gymnasium.make_vec(script.env_id, num_envs=2, vectorization_mode=mode, actions="structured", ending=None)
        cars.reset(seed=[script.seed, script.seed + 1])
        for action in script.actions:
            both = [cars.single_action_space.sample() | spelled("structured", action) for _ in range(2)]
            _, rewards, ended, _, infos = cars.step(gathered(cars, both))
        assert ended.all()
        state, said = cars.call("state_hash")[0], infos["verdict"][0]
        cars.close()
        assert rewards[0] == infos["success"][0]
        return Played(bool(infos["success"][0]), "met" if said == "met" else said.partition("found ")[2], state)

    return play


def gathered(cars: Any, each: Sequence[dict[str, Any]]) -> Any:
    from gymnasium.vector.utils import concatenate, create_empty_array

    space = cars.single_action_space
    return concatenate(space, each, create_empty_array(space, len(each)))


def by_mcp(script: Script, *_: Any) -> Played:
    import anyio
    import mcp

    from automotive_env.adapters.mcp.car import McpCar
    from automotive_env.adapters.mcp.server import make_server

    async def play() -> Played:
        served = McpCar(EpisodeSettings(script.task.name, ending=None), script.seed)
        async with mcp.Client(make_server(served)) as client:
            for action in script.actions:
                await client.call_tool(action.action_type, action.to_json() | {"action_type": None})
            verdict = json.loads((await client.read_resource("task://verdict")).contents[0].text)
        return Played(verdict["success"], verdict["verdict"].removeprefix("not met: "), verdict["state"])

    return anyio.run(play)


def by_openenv(script: Script, *_: Any) -> Played:
    from automotive_env.adapters.openenv.environment import CarEnvironment
    from automotive_env.adapters.openenv.messages import CarAction

    env = CarEnvironment(EpisodeSettings(script.task.name, ending=None))
    env.reset(seed=script.seed)
    for action in script.actions:
        seen = env.step(CarAction(text=json.dumps(action.to_json())))
    assert seen.done
    state = env.state
    return Played(bool(seen.reward), state.verdict.removeprefix("not met: "), state.state)


def by_a2a(script: Script, *_: Any) -> Played:
    import a2a_fakes

    from automotive_env.adapters.a2a.server import make_app

    player = a2a_fakes.Scripted([json.dumps(action.to_json()) for action in script.actions])
    with a2a_fakes.served(make_app) as agent, a2a_fakes.served(player.app) as address:
        answer = a2a_fakes.assessed(address, agent, tasks=[script.task.name], seed=script.seed, ending=None)
    (result,) = a2a_fakes.verdicts(answer)["results"]
    return Played(result["success"], result["verdict"].removeprefix("not met: "), result["state"])


def spelled(form: str, action: Action) -> Any:
    """The action as a policy chooses it."""
    said = action.to_json()
    name, names = said.pop("action_type"), automotive_env.episode.action.ACTION_TYPES
    if form == "text":
        return f"Thought: so.\nAction: {json.dumps({'action_type': name, **said})}"
    if form == "browsergym" and name == "click":
        return f"click('{said['index']}')"
    if form == "browsergym":
        return f"{name}({', '.join(f'{key}={value!r}' for key, value in said.items())})"
    apps = HeadlessController().apps
    chosen: dict[str, Any] = {"type": names.index(name), "element": said.pop("index", -1), "goal_status": 0, "text": ""}
    chosen |= {"app": apps.index(said["app_name"])} if "app_name" in said else {}
    return chosen | {key: value for key, value in said.items() if key in ("seconds", "text")}


def by_trl(script: Script, *_: Any) -> Played:
    from automotive_env.adapters.trl import environment_class

    car = environment_class("automotive")()
    car.reset(task=script.task.name, seed=script.seed, ending=script.task.endings[0])
    for action in script.actions:
        fields = action.to_json()
        assert "FAILED" not in getattr(car, fields.pop("action_type"))(**fields)
    assert car.over
    assert car.get_reward() == car.task.verdict().met
    return told(car.task.verdict(), car.task.state_hash())


def by_verifiers(script: Script, *_: Any) -> Played:
    import verifiers_fakes

    trace = verifiers_fakes.episode(script.actions, tasks=[script.task.name], seed=RUN_SEED)
    return Played(trace.reward == 1.0, trace.info["verdict"].removeprefix("not met: "), trace.info["state"])


def model_of_inspect(actions: Sequence[Action]) -> Any:
    """A model of Inspect that calls a tool for each action; with usage, which it would need a vocabulary to count."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    outputs = []
    for action in actions:
        fields = action.to_json()
        outputs.append(ModelOutput.for_tool_call("mockllm", fields.pop("action_type"), fields))
        outputs[-1].usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def by_inspect(solver: str) -> Callable[..., Played]:
    def play(script: Script, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
        from inspect_ai import eval
        from inspect_ai.log import read_eval_log

        from automotive_env.adapters.inspect import automotive, player

        states = states_at_the_end(monkeypatch)
        monkeypatch.setattr(scripted, "ACTIONS", [*script.actions])
        how = {"solver": player("scripted:AGENT")} if solver == "player" else {}
        task = automotive(tasks=script.task.name, seed=RUN_SEED)
        (log,) = eval(task, model=model_of_inspect(script.actions), log_dir=str(folder), display="none", **how)
        (sample,) = read_eval_log(log.location).samples
        score = sample.scores["verdict"]
        return Played(score.value == "C", score.explanation, states[-1])

    return play


def by_agent_of_inspect(script: Script, _: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    from automotive_env.adapters.inspect import react
    from automotive_env.models.kinds.inspect import InspectModel
    from automotive_env.models.metered import MeteredModel
    from automotive_env.suites.automotive.suite import AutomotiveSuite, item_of
    from automotive_env.suites.suite import PlayerSeat

    states, model = states_at_the_end(monkeypatch), MeteredModel(InspectModel("mockllm/model", model_of_inspect(script.actions)))
    drawn = instantiate(script.task, script.seed)
    assert drawn is not None
    played = anyio.run(AutomotiveSuite().play, item_of(drawn), react.make(model), PlayerSeat(HeadlessController(), model))
    assert played.record.model_calls == len(script.actions)
    return Played(played.record.success, played.record.outcome, states[-1])


ADAPTERS: dict[str, Callable[..., Played]] = {
    "run": by_run,
    "session": by_session,
    "by hand": by_hand,
    "gymnasium text": by_gymnasium("text"),
    "gymnasium structured": by_gymnasium("structured"),
    "gymnasium browsergym": by_gymnasium("browsergym"),
    "gymnasium sync": by_vector("sync"),
    "gymnasium async": by_vector("async"),
    "trl": by_trl,
    "verifiers": by_verifiers,
    "mcp": by_mcp,
    "openenv": by_openenv,
    "a2a": by_a2a,
    "inspect tools": by_inspect("tools"),
    "inspect player": by_inspect("player"),
    "inspect agent": by_agent_of_inspect,
}
NEEDS = {
    "gymnasium": "gymnasium",
    "inspect": "inspect_ai",
    "mcp": "mcp_types",
    "openenv": "openenv",
    "a2a": "uvicorn",
    "verifiers": "verifiers",
}
"""First word of an adapter -> the library of an extra that it needs."""


SCRIPTS = [
    (PLAIN, "solutions"),
    (TWO_TURNS, "near_misses"),
    pytest.param(PLAIN, "near_misses", marks=pytest.mark.sweep),
    pytest.param(TWO_TURNS, "solutions", marks=pytest.mark.sweep),
]


@pytest.mark.parametrize(("name", "way"), SCRIPTS)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_every_adapter_gives_the_same_verdict_and_the_same_state(
    adapter: str, name: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = NEEDS.get(adapter.partition(" ")[0])
    if library and importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    script = written(name, way)
    played, expected = ADAPTERS[adapter](script, tmp_path, monkeypatch), by_hand(script)
    assert (played.met, played.state) == (expected.met, expected.state)
    assert played.met == (way == "solutions")
    assert played.said


def test_a_conversation_has_a_status_for_each_turn() -> None:
    assert [isinstance(action, Status) for action in written(TWO_TURNS, "solutions").actions].count(True) == 2
