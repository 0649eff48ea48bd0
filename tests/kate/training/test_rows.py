"""Rows: what is right is in them whole, whatever kinds of arguments it has, and nothing of what went wrong."""

import json
from collections import Counter
from functools import cache

import anyio
import pytest
from command_line import run_here
from registered import DEGREES, PLAIN, THREE_TURNS

from automotive_env.agents.agent import AgentOptions
from automotive_env.car.calls.catalogue import api_name
from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.training.row import read_rows
from automotive_env.kate.training.rows import TrainedAgent, gold_rows, half_of, run_rows, without_long
from automotive_env.models.model import Completion
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import Selection
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios


def gold(suite: str, tasks=(), agent="", split="train", retriever=None):
    async def collect():
        return [
            row
            async for row in gold_rows(
                find_suite(suite), Selection(tasks=tuple(tasks)), split, left_out, TrainedAgent(agent, retriever)
            )
        ]

    left_out: Counter[str] = Counter()
    return anyio.run(collect), left_out


def kinds_of_arguments(scenario) -> frozenset[str]:
    calls = [call for turn in scenario.turns for call in turn.calls()]
    return frozenset(type(value).__name__ for call in calls for value in call.arguments.values())


@cache
def scenarios_of_all_kinds() -> list[str]:
    """The fewest first scenarios of the training split that have every kind of argument, several calls, and none."""
    seen: set[object] = set()
    found = []
    for name, scenario in shipped_scenarios().items():
        new = {*kinds_of_arguments(scenario), *(min(2, len(turn.calls())) for turn in scenario.turns)}
        if ".train." in name and not new <= seen:
            seen |= new
            found.append(name)
    return found


@pytest.mark.parametrize("agent", ["fc_given", "fc"])
def test_the_replies_of_a_scenario_are_its_right_calls_with_all_their_arguments(agent: str) -> None:
    names = scenarios_of_all_kinds()
    assert {kind for name in names for kind in kinds_of_arguments(shipped_scenarios()[name])} >= {"bool", "int", "str", "list"}
    rows, left_out = gold("vehicleworld", names, agent)
    assert not left_out
    for name in names:
        for number, turn in enumerate(shipped_scenarios()[name].turns):
            own = [row for row in rows if (row.task, row.turn) == (name, number)]
            said = [(api_name(call.name), json.loads(call.arguments)) for call in own[-1].calls]
            assert said == [(call.name, dict(call.arguments)) for call in turn.calls()]
            assert turn.query == own[-1].query
            assert json.dumps(turn.query, ensure_ascii=False) in own[-1].prompt[-1].content or agent == "fc"


@pytest.mark.parametrize("agent", ["fc_given", "fc"])
def test_every_call_of_a_reply_is_one_of_a_tool_that_the_row_has(agent: str) -> None:
    rows, _ = gold("vehicleworld", scenarios_of_all_kinds()[:4], agent)
    for row in rows:
        assert {call.name for call in row.calls} <= {tool["function"]["name"] for tool in row.tool_list()}
        assert row.prompt[0].role == "system"
        assert row.prompt[-1].role in ("user", "tool")
        assert [message.role for message in row.completion] == ["assistant"]


def test_a_conversation_is_taught_to_ask_to_act_and_to_decline() -> None:
    rows, left_out = gold("conversations", ["ambiguity.train.[0-7]*"])
    said = {call.name for row in rows for call in row.calls}
    assert {"ask", "say", "search_api"} <= said
    assert set(left_out) <= {"scenarios with the same start as one of another split"}


def test_the_screen_is_taught_action_by_action() -> None:
    rows, left_out = gold("automotive", [DEGREES])
    assert not left_out
    actions = [json.loads(row.completion[0].content.partition("Action: ")[2]) for row in rows]
    assert len(actions) > 2
    assert actions[-1]["action_type"] == "status"
    assert all(f"## Goal\n{row.query}" in row.prompt[-1].content for row in rows)


def test_the_screen_is_taught_turn_by_turn() -> None:
    rows, _ = gold("automotive", [THREE_TURNS], split="dev")
    actions = [json.loads(row.completion[0].content.partition("Action: ")[2]) for row in rows]
    ends = [number for number, action in enumerate(actions) if action["action_type"] == "status"]
    assert len(ends) == 3
    assert ends[-1] == len(actions) - 1


def test_a_run_teaches_what_passed_and_nothing_else(tmp_path) -> None:
    done = run_here("run", "--agent", "t3a", "--tasks", f"{PLAIN},{THREE_TURNS}", "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    folder, left_out = RunFolder.open(tmp_path / "run"), Counter()
    rows = list(run_rows(folder, find_suite("automotive"), None, left_out))
    episodes = list(folder.episodes())
    passed = {record.id for record in episodes if record.success}
    assert {row.id.partition("/")[0] for row in rows} == passed
    assert 0 < left_out["episodes that did not pass"] == len(episodes) - len(passed)


def test_a_run_that_was_told_its_own_answers_teaches_no_copying(tmp_path) -> None:
    kb, tasks = str(tmp_path / "kb"), ("--tasks", "vehicleworld.train.0b*")
    assert run_here("knowledge", "build", "vehicleworld", *tasks, "--embedder", "lexical", "--out", kb).returncode == 0
    for name, told in (("fc", ()), ("kate:fc", ("--knowledge-base", kb, "--embedder", "lexical"))):
        out = str(tmp_path / name.replace(":", "-"))
        assert run_here("run", "--suite", "vehicleworld", *tasks, "--agent", name, "--tools", *told, "--out", out).returncode == 0
        left_out: Counter[str] = Counter()
        rows = list(run_rows(RunFolder.open(out), find_suite("vehicleworld"), None, left_out))
        copied = left_out["episodes that were told the right answer of their own task"]
        assert (bool(rows), bool(copied)) == (not told, bool(told))


def test_a_turn_tells_the_turns_before_it() -> None:
    name = scenarios_of_all_kinds()[0]
    rows, _ = gold("vehicleworld", [name])
    assert [message.role for message in rows[-1].prompt].count("user") == len(shipped_scenarios()[name].turns)
    assert len({row.id for row in rows}) == len(rows)


def test_what_cannot_be_taught_says_what_can() -> None:
    with pytest.raises(UsageError, match="fc_given or fc"):
        gold("vehicleworld", agent="sfc")


def test_rows_are_split_in_two_halves_by_their_ids() -> None:
    rows, _ = gold("vehicleworld", scenarios_of_all_kinds()[:4])
    first, second = half_of(rows, "sft"), half_of(rows, "rl")
    assert len(first) - len(second) in (0, 1)
    assert sorted([*first, *second], key=rows.index) == rows
    assert half_of(rows[::-1], "rl") == second[::-1]
    with pytest.raises(UsageError, match="choose from sft, rl"):
        half_of(rows, "dpo")


def test_long_rows_are_left_out_and_counted() -> None:
    rows, left_out = gold("vehicleworld", scenarios_of_all_kinds()[:3])
    assert without_long(rows, 1, left_out) == []
    assert left_out["rows of more than 1 tokens"] == len(rows)


def test_a_file_of_rows_reads_back_and_is_never_written_over(tmp_path) -> None:
    name, file = scenarios_of_all_kinds()[0], tmp_path / "rows.jsonl"
    for _ in range(2):
        done = run_here("train", "rows", "vehicleworld", "--tasks", name, "--out", str(file))
    assert done.returncode == 2
    assert "already" in done.stderr
    assert list(read_rows(file)) == gold("vehicleworld", [name])[0]


@pytest.mark.parametrize("text", ["", "{}\n", '{"id": 1', '{"id": "a", "suite": "s", "task": "t", "prompt": []}\n', "[[[[\n"])
def test_a_file_that_holds_no_rows_is_refused(tmp_path, text: str) -> None:
    (tmp_path / "rows.jsonl").write_text(text)
    with pytest.raises(UsageError, match="row"):
        list(read_rows(tmp_path / "rows.jsonl"))


class Listener:
    """Keeps what it is asked, and calls nothing."""

    name = "listener"

    def __init__(self) -> None:
        self.requests = []

    async def complete(self, request):
        self.requests.append(request)
        return Completion.of("Nothing to do.")


@pytest.mark.parametrize("tools", [True, False])
def test_given_devices_are_told_as_tools_or_as_text(tools: bool) -> None:
    scenario, listener = shipped_scenarios()[scenarios_of_all_kinds()[0]], Listener()
    anyio.run(lambda: play(scenario, PLAYERS["fc_given"].make(listener, None, AgentOptions(tools=tools)), privileged=True))
    assert bool(listener.requests[0].tools) == tools
    assert ("APIs:" in listener.requests[0].messages[-1].text) != tools


def test_prompts_tell_what_is_known_of_other_tasks_and_never_the_answer_itself(tmp_path) -> None:
    name = "vehicleworld.train.53c4ffd8cc9c"
    own = KnowledgeEntry(
        kind="st", suite="vehicleworld", task=name, query="Can you keep the music a bit lower?", text="THE ANSWER"
    )
    other = own.model_copy(update={"task": "vehicleworld.train.other", "text": "HOW OTHERS DID"})
    store = KnowledgeStore(tmp_path / "kb")
    store.add([own, other])
    rows, _ = gold("vehicleworld", [name], retriever=KnowledgeRetriever(store, LexicalEmbedder()))
    assert "HOW OTHERS DID" in rows[0].prompt[-1].content
    assert not any("THE ANSWER" in message.content for row in rows for message in row.prompt)
    assert rows[0].prompt[-1].content.endswith('Person: "Can you keep the music a bit lower?"\n')
