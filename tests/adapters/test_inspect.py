"""The door of Inspect: its logs say what our records say, and its models and agents play in our runs. No model is asked."""

import asyncio
import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio
import pytest
from command_line import run_here
from registered import DEGREES, MUSIC, PAIR, PLAIN, TWO_TURNS

pytest.importorskip("inspect_ai")

from inspect_ai import Task, eval, task_with
from inspect_ai import score as score_again
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.agent import react
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import SolverSpec
from inspect_ai.tool import ToolCall as Called

import automotive_env
from automotive_env.adapters import inspect as door
from automotive_env.adapters.inspect.model_api import MAX_REQUESTS
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import LimitReached, ModelFault, ModelUnavailable, UsageError
from automotive_env.models.kinds.inspect import InspectModel
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import ModelMessage, ModelRequest, Sampling, Tool, ToolCall
from automotive_env.models.specification import make_model
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import PlayerSeat, Selection

TASK = PLAIN


def says(text: str = "", *calls: tuple[str, dict[str, Any]]) -> ModelOutput:
    """A reply; with its usage, which Inspect would need a vocabulary to count."""
    called = [Called(id=f"c{number}", function=name, arguments=args) for number, (name, args) in enumerate(calls)]
    message = ChatMessageAssistant(content=text, tool_calls=called or None)
    choice = ChatCompletionChoice(message=message, stop_reason="tool_calls" if called else "stop")
    return ModelOutput(model="mockllm", choices=[choice], usage=ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5))


def mock(*outputs: ModelOutput) -> Any:
    return get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)


def played(task: Task, folder: Path, *outputs: ModelOutput, **options: Any) -> EvalLog:
    (log,) = eval(task, model=mock(*outputs), log_dir=str(folder), display="none", **options)
    return read_eval_log(log.location)


def end(status: str = "complete") -> tuple[str, dict[str, Any]]:
    return ("status", {"goal_status": status})


def test_a_log_tells_the_verdict_and_its_criteria(tmp_path: Path) -> None:
    log = played(door.automotive(tasks=TASK), tmp_path, says("", end()))
    assert log.status == "success", log.error
    (sample,) = log.samples
    score = sample.scores["verdict"]
    assert (score.value, score.metadata["verdict"]["met"]) == ("I", False)
    assert score.explanation.startswith("not met: wanted")
    assert sample.metadata["task"] == TASK
    assert [message.role for message in sample.messages] == ["system", "user", "assistant", "tool"]
    assert "## Elements" in sample.messages[1].text
    assert score.answer == "complete"
    again = score_again(log, door.verdict(), action="overwrite", display="none")
    assert again.samples[0].scores["verdict"].model_dump(exclude={"history"}) == score.model_dump(exclude={"history"})


@pytest.mark.parametrize(
    ("reason", "text", "finish"),
    [("stop", "Hi.", "stop"), ("max_tokens", "Hi", "length"), ("content_filter", "", "refused"), ("unknown", "Hi.", "stop")],
)
def test_the_end_of_a_reply_of_a_model_of_inspect(reason: Any, text: str, finish: str) -> None:
    output = says("Hi.")
    output.choices[0].stop_reason = reason
    output.choices[0].message.content = text
    choice = anyio.run(InspectModel("x", mock(output)).complete, ModelRequest.of("act", "?")).choice
    assert (choice.text, choice.finish) == (text, finish)


def test_a_reply_that_broke_off_is_an_outage_of_the_model() -> None:
    output = says("Hal")
    output.error = "the provider broke off"
    with pytest.raises(ModelUnavailable, match=r"broke off its reply .the provider broke off"):
        anyio.run(InspectModel("x", mock(output)).complete, ModelRequest.of("act", "?"))


def test_every_task_is_a_sample_and_a_pattern_chooses_some() -> None:
    assert len(door.automotive(tasks=[DEGREES, TASK]).dataset) == 2
    some = {sample.id.partition("/")[0] for sample in door.automotive(tasks=f"hvac.*,{MUSIC}").dataset}
    assert MUSIC in some
    assert {name.partition(".")[0] for name in some} == {"hvac", "media"}
    with pytest.raises(UsageError, match=r"hvac\.nothing"):
        door.automotive(tasks="hvac.nothing")


def test_a_conversation_is_one_sample(tmp_path: Path) -> None:
    log = played(door.automotive(tasks=TWO_TURNS), tmp_path, says("", end()), says("", end()))
    assert log.status == "success", log.error
    (sample,) = log.samples
    told = [message.text for message in sample.messages if message.role == "tool"]
    assert "minutes later, the driver says: " in told[0]
    assert sample.scores["verdict"].value == "I"


def test_by_calls_the_tools_are_those_without_a_screen(tmp_path: Path) -> None:
    right = ("call", {"api": "airConditioner.recycle_mode_switch", "arguments": {"mode": "internal circulation"}})
    log = played(door.automotive(tasks=PAIR, face="calls"), tmp_path, says("", right), says("", end()), limit=1)
    (sample,) = log.samples
    assert sample.scores["verdict"].value == "C", sample.scores["verdict"].explanation
    assert {tool.name for event in sample.events if event.event == "model" for tool in event.tools} == {
        "call",
        "wait",
        "answer",
        "status",
    }


WRONG = [
    ("click", {"index": 9_999}),
    ("click", {}),
    ("click", {"index": "x"}),
    ("no_such_tool", {}),
    ("wait", {"seconds": 10**9}),
]


def test_wrong_calls_are_answered_and_a_model_that_goes_on_forever_is_stopped(tmp_path: Path) -> None:
    log = played(door.automotive(tasks=TASK), tmp_path, *[says("", call) for call in WRONG * 20])
    (sample,) = log.samples
    assert log.status == "success"
    assert sample.scores["verdict"].value == "I"
    assert 5 < len([one for one in sample.messages if one.role == "assistant"]) < 50


def test_a_reply_without_a_call_ends_the_sample_unsolved_and_the_car_is_put_back(tmp_path: Path) -> None:
    from automotive_env.adapters.inspect.tools import CARS

    log = played(door.automotive(tasks=TASK), tmp_path, says("It is done."))
    assert log.samples[0].scores["verdict"].value == "I"
    assert CARS == {}


def test_another_agent_of_inspect_plays_with_the_same_tools(tmp_path: Path) -> None:
    task = task_with(door.automotive(tasks=TASK), solver=react(tools=door.tools()))
    log = played(task, tmp_path, says("", end()), says("", ("submit", {"answer": "done"})))
    assert log.samples[0].scores["verdict"].explanation.startswith("not met: wanted")


@pytest.mark.parametrize(
    ("task", "asked", "says"),
    [
        (door.automotive, {"tasks": "hvac.nope"}, "no task matches 'hvac.nope'"),
        (door.automotive, {"face": "voice"}, "not 'voice'"),
        (door.vehicleworld, {"tasks": "nope"}, "nope"),
    ],
)
def test_what_does_not_exist_is_told_by_its_command_line_without_a_traceback(task: Any, asked: dict[str, str], says: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        task(**asked)
    assert isinstance(caught.value, UsageError)
    assert says in caught.value.message


def test_tools_without_a_sample_say_so() -> None:
    with pytest.raises(UsageError, match="work only while a sample"):
        anyio.run(lambda: door.tools()[0](index=1))


def test_our_agent_plays_with_the_model_of_inspect(tmp_path: Path) -> None:
    replies = ['Reason: so.\nAction: {"action_type": "open_app", "app_name": "climate"}', "It opened.", "nonsense"]
    replies += ['Reason: so.\nAction: {"action_type": "status", "goal_status": "complete"}']
    log = played(door.automotive(tasks=TASK), tmp_path, *map(says, replies), solver=door.player("t3a"))
    assert log.status == "success", log.error
    (sample,) = log.samples
    record = sample.store["automotive_env:record"]
    assert (record["outcome"], record["steps"], record["agent"], record["model"]) == ("fail", 3, "t3a", "inspect:mockllm/model")
    assert sample.scores["verdict"].explanation == f"not met: {EpisodeRecord.model_validate(record).why}"
    assert sample.scores["verdict"].explanation.startswith("not met: wanted")
    assert record["tokens"] == 20


def test_a_log_of_our_agent_tells_what_it_touched_what_changed_and_what_it_said(tmp_path: Path) -> None:
    log = played(door.automotive(tasks=PAIR, seed=1), tmp_path, solver=door.player("oracle"))
    by_ending = {sample.target: sample for sample in log.samples}
    said = [message.text for message in by_ending["act"].messages if message.role == "user"]
    assert any(re.search(r"^\d+ .*#\w+ .*\n(.*\n)*.+: .+ -> .+ \(touch ", text, re.MULTILINE) for text in said)
    assert not any("time passes" in text for text in said)
    for sample in log.samples:
        steps = [event for event in sample.events if event.event == "info" and event.source.startswith("step ")]
        assert len(steps) == sample.store["automotive_env:record"]["steps"]
        assert sample.scores["verdict"].answer.endswith("complete")
    assert "; complete" in by_ending["refrain"].scores["verdict"].answer  # after what was said


@pytest.mark.parametrize(("agent", "value"), [("oracle", "C"), ("noop", "I")])
@pytest.mark.parametrize("suite", ["automotive", "vehicleworld", "conversations"])
def test_every_suite_is_played_by_its_players(suite: str, agent: str, value: str, tmp_path: Path) -> None:
    name = TASK if suite == "automotive" else find_suite(suite).plan(Selection())[0].task
    log = played(getattr(door, suite)(tasks=name), tmp_path, solver=door.player(agent))
    assert log.status == "success", log.error
    assert [sample.scores["verdict"].value for sample in log.samples] == [value]


def test_scenarios_are_played_by_calls_of_tools_or_by_text(tmp_path: Path) -> None:
    name = "vehicleworld.train.e65a468474dc"
    log = played(door.vehicleworld(tasks=name), tmp_path, *[says("I cannot.")] * 40)
    assert log.status == "success", log.error
    assert log.samples[0].store["automotive_env:record"]["agent"] == "fc"


def test_a_limit_of_inspect_ends_the_episode_with_a_verdict_and_a_fault_is_an_error(tmp_path: Path) -> None:
    task = door.automotive(tasks=TASK)
    log = played(task, tmp_path, *[says("nonsense")] * 9, solver=door.player("t3a"), token_limit=8)
    (sample,) = log.samples
    assert sample.limit is not None or sample.store["automotive_env:record"]["outcome"] == "step_limit"
    log = played(door.automotive(tasks=TASK), tmp_path, solver=door.player("t3a"))  # the model has nothing to say
    assert log.status == "error"
    assert "ran out of values" in log.samples[0].error.message


def test_the_entry_point_registers_the_tasks() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    module = import_module(project["entry-points"]["inspect_ai"]["automotive_env"])
    assert {"automotive", "vehicleworld", "conversations", "player", "react"} <= {*module.__all__}


def test_files_of_a_checkout_are_found_where_nothing_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the page, without a model: Inspect's entry points are those of installed packages."""
    monkeypatch.chdir(Path(__file__).parents[2])
    command = next(
        line.split() for line in Path("docs/inspect.md").read_text().splitlines() if ".py@" in line and "--solver" in line
    )
    solver = SolverSpec(command[command.index("--solver") + 1], args_passed={"agent": "oracle"})
    (log,) = eval(command[2], task_args={"tasks": TASK}, solver=solver, model=mock(), log_dir=str(tmp_path), display="none")
    assert (log.status, log.results.scores[0].metrics["accuracy"].value) == ("success", 1.0), log.error


# Models of Inspect in our runs


def ask(model: InspectModel, request: ModelRequest) -> Any:
    return anyio.run(model.complete, request)


def test_a_request_and_its_reply_keep_what_they_say() -> None:
    heard: list[Any] = []

    def answer(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        heard.extend([messages, tools, config])
        return says("Yes.", ("look", {"at": "road"}))

    call = ToolCall("c0", "look", '{"at": "sky"}')
    messages = (
        ModelMessage("system", "Be brief."),
        ModelMessage("user", "Look.", images=(automotive_env.make(TASK).reset().screenshot,)),
        ModelMessage("assistant", "", tool_calls=(call,)),
        ModelMessage("tool", "blue", tool_call_id="c0"),
    )
    tool = Tool("look", "Looks.", {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]})
    sampling = Sampling(temperature=0.5, max_tokens=7, seed=3, stop=("x",))
    model = InspectModel("mockllm/model", get_model("mockllm/model", custom_outputs=answer, memoize=False))
    completion = ask(model, ModelRequest("act", messages, tools=(tool,), sampling=sampling))
    told, tools, config = heard
    assert [message.role for message in told] == ["system", "user", "assistant", "tool"]
    assert told[1].content[1].image.startswith("data:image/png;base64,")
    assert told[2].tool_calls[0].arguments == {"at": "sky"}
    assert (tools[0].name, tools[0].parameters.required) == ("look", ["at"])
    assert (config.temperature, config.max_tokens, config.seed, config.stop_seqs) == (0.5, 7, 3, ["x"])
    assert (completion.text, completion.usage.tokens, completion.choice.finish) == ("Yes.", 5, "tool_calls")
    (made,) = completion.choice.tool_calls
    assert (made.name, json.loads(made.arguments)) == ("look", {"at": "road"})
    assert made.id != "c0"  # which the conversation has already


def test_a_model_that_fails_is_a_fault_without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "secret-secret-secret")

    def fails(*_: Any) -> ModelOutput:
        raise ValueError("bad key secret-secret-secret\nin line 2")

    model = InspectModel("mockllm/model", get_model("mockllm/model", custom_outputs=fails, memoize=False))
    with pytest.raises(ModelFault, match="did not answer: ValueError") as caught:
        ask(model, ModelRequest.of("act", "Hello."))
    assert "secret" not in str(caught.value)
    with pytest.raises(ModelFault, match="did not answer"):
        ask(make_model("inspect:nobody/nothing"), ModelRequest.of("act", "Hello."))
    assert issubclass(LimitReached, Exception)


# Agents of Inspect in our runs


def test_an_agent_of_inspect_plays_in_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = iter([says("", ("click", {"index": 9_999})), says("", end()), says("Finished.")])
    model = get_model("mockllm/model", custom_outputs=lambda *_: next(replies), memoize=False)
    monkeypatch.setattr(InspectModel, "_made", lambda self: model)
    monkeypatch.setattr(InspectModel, "probe", lambda self, sampling: _able())
    asked = ("--agent", "automotive_env.adapters.inspect:react", "--model", "inspect:mockllm/model", "--tasks", TASK)
    done = run_here("run", *asked, "--no-images", "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "run" / "episodes.jsonl").read_text())
    assert (record["outcome"], record["steps"], record["agent"], record["model_calls"]) == ("fail", 2, "inspect_react", 2)


@pytest.mark.parametrize(
    ("call", "limits"), [(end(), {}), (("wait", {"seconds": 1}), {}), (("wait", {"seconds": 1}), {"tokens": 1})]
)
def test_the_loop_of_an_agent_ends_with_its_episode(call: tuple[str, dict[str, Any]], limits: dict[str, int]) -> None:
    async def play() -> set[str]:
        record = await _hosted(call, **limits)
        assert record.outcome in {"fail", "step_limit"}, record.error
        for _ in range(100):  # turns of the event loop, in which what was cancelled ends
            await asyncio.sleep(0)
        return {task.get_name() for task in asyncio.all_tasks() - {asyncio.current_task()}}

    assert asyncio.run(play()) == set()


@pytest.mark.parametrize("call", [("click", {"index": "x"}), ("no_such_tool", {})])
def test_an_agent_whose_calls_inspect_refuses_is_given_up(call: tuple[str, dict[str, Any]]) -> None:
    record = asyncio.run(_hosted(call))
    assert (record.outcome, record.model_calls) == ("agent_error", MAX_REQUESTS)
    assert "without a valid call" in record.error


async def _hosted(call: tuple[str, dict[str, Any]], **limits: int) -> EpisodeRecord:
    """An episode of `react` with a model that always makes the same call."""
    suite, asked = find_suite("automotive"), get_model("mockllm/model", custom_outputs=lambda *_: says("", call), memoize=False)
    model = MeteredModel(InspectModel("mockllm/model", asked), Sampling())
    item = suite.plan(Selection((TASK,)))[0]
    played = await suite.play(item, door.react.make(model), PlayerSeat(HeadlessController(), model, limits=GivenLimits(**limits)))
    return played.record


async def _able() -> Any:
    from automotive_env.models.model import Abilities

    return Abilities()


def test_an_agent_hears_the_later_turns_in_the_loop_that_it_has() -> None:
    asked: list[list[str]] = []

    def answer(messages: Any, *_: Any) -> ModelOutput:
        asked.append([message.text for message in messages])
        return says("", end())

    record = asyncio.run(_conversed(answer))
    assert (record.outcome, record.steps, record.model_calls) == ("fail", 2, 2)
    assert len(asked) == 2
    assert asked[1][: len(asked[0])] == asked[0]
    assert asked[1][-1].startswith("done; ")
    assert 'the driver says: "' in asked[1][-1]


def test_a_loop_that_is_over_begins_again_and_is_told_what_was_said() -> None:
    asked: list[list[str]] = []

    def answer(messages: Any, *_: Any) -> ModelOutput:
        asked.append([message.text for message in messages])
        return says("It is done.")

    record = asyncio.run(_conversed(answer))
    assert (record.outcome, record.steps) == ("fail", 2)
    assert "## Conversation so far\nDriver: " in asked[-1][1]
    assert "You ended the turn: complete" in asked[-1][1]
    assert "## Goal\n" + record.later[0] in asked[-1][1]


async def _conversed(answer: Any) -> EpisodeRecord:
    """An episode of two turns, played by `react`."""
    suite, asked = find_suite("automotive"), get_model("mockllm/model", custom_outputs=answer, memoize=False)
    model = MeteredModel(InspectModel("mockllm/model", asked), Sampling())
    item = suite.plan(Selection((TWO_TURNS,)))[0]
    played = await suite.play(item, door.react.make(model), PlayerSeat(HeadlessController(), model))
    return played.record


SLOPPY = [
    ("wait", {"seconds": "2"}),
    ("wait", {"seconds": 2.0}),
    ("wait", {"Seconds": 2, "reason": "it loads"}),
    ("wait", {"seconds": None}),
    ("open_app", {"appName": "climate"}),
    ("scroll", {"direction": "Down"}),
    ("answer", {"text": 21}),
    ("call", {"api": "system.safetyAlert", "arguments": '{"kind": "ICE", "message": "Ice ahead.",}'}),
    ("swipe", {"direction": "UP", "amount": "0.3"}),
    ("status", {"goalStatus": "Complete"}),
]


def test_values_in_another_form_are_read_before_inspect_checks_them(tmp_path: Path) -> None:
    log = played(door.automotive(tasks=TASK), tmp_path, *[says("", call) for call in SLOPPY])
    told = [message for message in log.samples[0].messages if message.role == "tool"]
    assert len(told) == len(SLOPPY)
    assert [message.error for message in told] == [None] * len(SLOPPY)
    assert told[-1].text.startswith("done")


def test_calls_of_other_spelling_and_almost_json_are_made_by_a_hosted_agent() -> None:
    def answer(*_: Any) -> ModelOutput:
        return says("", ("Status", {"GoalStatus": "complete"}))

    record = asyncio.run(_conversed(answer))
    assert (record.outcome, record.steps) == ("fail", 2)


@pytest.mark.parametrize(
    "name",
    ["openApp", "OpenApp", "OPEN_APP", "open-app", "open.app", "open app", "Open_App", "open__app", "openapp", "_open_app"],
)
def test_the_loop_of_the_task_finds_a_tool_in_any_spelling(name: str, tmp_path: Path) -> None:
    log = played(door.automotive(tasks=TASK), tmp_path, says("", (name, {"app_name": "media"})), says("", end()))
    (sample,) = log.samples
    told = [message for message in sample.messages if message.role == "tool"]
    assert (told[0].error, told[0].text[:4]) == (None, "done")
