"""The suite of BFCL on a package made here: what runs and what does not, what is right, and what records say of it."""

import json
import sys
from contextlib import suppress
from dataclasses import replace

import anyio
import pytest
from bfcl_stub import forget, stub  # noqa: F401
from cases import cases
from command_line import run_here
from hypothesis import given
from hypothesis import strategies as st
from report_data import report_data
from scripted_model import ScriptedModel

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.standing import is_privileged
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import Contradiction, NotScored, UsageError
from automotive_env.kate.acquisition.episodes import turns_of
from automotive_env.kate.acquisition.gold import gold, items_of, other_starts
from automotive_env.kate.activation.candidates import candidate_of
from automotive_env.kate.activation.programs import done_by
from automotive_env.kate.learning.extractor import KnowledgeExtractor
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import CarFacts, Choice, ModelRequest, PromptFacts, ToolCall
from automotive_env.suites.bfcl import session
from automotive_env.suites.bfcl.calls import BfclCall, call_of, read_calls, read_tool_calls
from automotive_env.suites.bfcl.functions import functions_by_name
from automotive_env.suites.bfcl.judging import MAX_STEPS
from automotive_env.suites.bfcl.scenario import all_scenarios
from automotive_env.suites.bfcl.suite import BfclSuite
from automotive_env.suites.suite import PlayerSeat, Selection

pytestmark = pytest.mark.usefixtures("stub")
SUITE = BfclSuite()
DONE = "It is done."


def play(name, player, *replies):
    """An episode; for a model, what it says in each turn."""
    (item,) = SUITE.plan(Selection(tasks=(name,)))
    model = MeteredModel(ScriptedModel(*replies)) if replies else None
    spec = SUITE.player(player)
    agent = spec.make(model, None, AgentOptions())
    seat = PlayerSeat(HeadlessController(), model, privileged=is_privileged(spec))
    return anyio.run(SUITE.play, item, agent, seat)


def as_tools(text):
    calls = read_calls(text, functions_by_name(("TicketAPI", "MathAPI")))
    return [(call.name, json.dumps(dict(call.arguments))) for call in calls]


RIGHT = ("[create_ticket(title='broken 1', priority=1)]", DONE, "[open_ticket(number='2'), list_tickets()]", DONE)


def test_entries_are_scenarios_by_category_split_and_number():
    names = [item.task for item in SUITE.plan(Selection())]
    assert len(names) == 16
    assert names[:2] == ["base.train.0", "base.test.1"]
    assert [item.task for item in SUITE.plan(Selection(tasks=("*.test.*",), dimension="miss_func"))] == [
        "miss_func.test.1",
        "miss_func.test.3",
    ]


def test_the_right_calls_pass_every_time_and_records_make_the_same_verdict():
    for _ in range(2):
        for item in SUITE.plan(Selection()):
            played = play(item.task, "oracle")
            assert played.record.outcome == "pass", played.record.why
            assert SUITE.rescore(played.record, played.steps) == played.record
            assert play(item.task, "noop").record.outcome == "fail"


@pytest.mark.parametrize(("player", "form"), [("prompt", str), ("fc", as_tools)])
def test_both_forms_of_calls_play_by_the_same_loop(player, form):
    replies = [text if text == DONE else form(text) for text in RIGHT]
    played = play("base.test.1", player, *replies)
    assert played.record.outcome == "pass", played.record.why
    assert [len(step.calls) for step in played.steps] == [2, 2]
    said = [message.text for message in played.steps[1].calls[-1].messages]
    assert any('"title": "broken 1"' in text for text in said), said
    assert SUITE.rescore(played.record, played.steps) == played.record


@cases(
    "calls, passes",
    [
        ("[open_ticket(number='2'), list_tickets()]", True),
        ("[list_tickets(), open_ticket('2')]", True),
        ("[power(base=2, exponent=3), open_ticket(number='2'), list_tickets()]", True),
        ("[open_ticket(number='2')]", False),
        ("[list_tickets()]", False),
        ("[open_ticket(number='2'), open_ticket(number='2'), list_tickets()]", False),
        ("[open_ticket(number='b'), list_tickets()]", False),
        ("[open_the_ticket(number='2'), list_tickets()]", False),
    ],
)
def test_a_turn_is_right_where_state_and_answers_are_those_of_the_right_calls(calls, passes):
    played = play("base.test.1", "prompt", *RIGHT[:2], calls, DONE)
    assert played.record.success is passes, played.record.why
    assert played.record.scores["turns"] == (1.0 if passes else 0.5)


def test_in_turns_that_lack_something_nothing_is_to_be_called():
    replies = (RIGHT[0], DONE, "Which one?", *RIGHT[2:])
    assert play("miss_param.test.1", "prompt", *replies).record.success
    guessed = play("miss_param.test.1", "prompt", *replies[:2], "[list_tickets()]", DONE, *RIGHT[2:])
    assert guessed.record.scores == {"turns": pytest.approx(2 / 3, abs=1e-4), "without_irrelevance": 1.0}
    assert not guessed.record.success


def test_functions_that_are_held_out_are_announced():
    played = play("miss_func.test.1", "fc", *(text if text == DONE else as_tools(text) for text in (RIGHT[0], DONE, *RIGHT[1:])))
    assert played.record.success, played.record.why
    tools = [{tool.name for tool in step.calls[0].tools} for step in played.steps]
    assert ["open_ticket" in names for names in tools] == [False, False, True]
    assert "further functions" in played.steps[2].calls[0].messages[-1].text


@cases(
    "reply",
    [
        "[create_ticket(title=__import__('os').getcwd())]",
        "[create_ticket(title=open('/etc/passwd').read())]",
        "[create_ticket(title=list_tickets())]",
        "[create_ticket(title=f'{1}')]",
        "[create_ticket(title='a'*1000)]",
        "[create_ticket(**{'title': 'x'})]",
        "[create_ticket('a', title='b')]",
        "[create_ticket(title=1e999)]",
        "[create_ticket(title=b'x')]",
        "[create_ticket(title={1})]",
        "[create_ticket(priority=" + "9" * 30 + ", title='x')]",
        "[(lambda: 1)()]",
        "[" + "list_tickets()," * 101 + "]",
        "[create_ticket(title=" + "[" * 60 + "]" * 60 + ")]",
        "import os; os.getcwd()",
        "list_tickets",
        "(" * 10_000,
    ],
)
def test_a_reply_with_code_in_it_runs_nothing(reply):
    played = play("base.test.1", "prompt", reply)
    assert [step.action["calls"] for step in played.steps] == [[], []]
    assert played.record.outcome == "fail"


@cases("arguments", ["{", "[]", '"x"', "{" * 50_000, '{"title": ' + "[" * 5000 + "]" * 5000 + "}", '{"title": NaN}'])
def test_tool_calls_that_cannot_be_read_run_nothing_and_are_answered(arguments):
    played = play("base.test.1", "fc", [("create_ticket", arguments)], DONE)
    assert played.steps[0].action["calls"] == []
    assert played.steps[0].error.startswith("no call was made")
    roles = [message.role for message in played.steps[1].calls[0].messages]
    assert roles == ["user", "assistant", "tool", "user"]


@cases("name", ["_load_scenario", "__init__", "queue", "eval", "os.system", "__class__"])
def test_only_public_functions_of_the_classes_are_called(name):
    played = play("base.test.1", "fc", [(name, "{}")], DONE)
    assert "is not defined" in played.steps[0].outcome.message
    assert not played.record.success


@pytest.mark.sweep
def test_what_never_ends_ends_its_own_episode_only():
    scenario = all_scenarios()["base.test.1"]
    with session.BfclSession(scenario) as other:
        other.call([BfclCall("create_ticket", {"title": "mine"})])
        played = play("base.test.1", "prompt", "[wait()]")
        assert (played.record.outcome, played.steps) == ("agent_error", ())
        assert "wait did not finish: it took too much processor time" in played.record.error
        assert other.call([BfclCall("list_tickets", {})]) == ['{"tickets": ["b", "a", "2"]}']


@pytest.mark.sweep
@pytest.mark.parametrize("call", ["wait", "hoard"])
def test_what_used_up_its_bounds_is_judged_again_alike(call):
    played = play("base.test.1", "prompt", f"[{call}()]", DONE)
    assert (played.record.outcome, played.steps) == ("agent_error", ())
    assert SUITE.rescore(played.record, played.steps) == played.record


def test_what_speaks_on_the_standard_streams_is_not_heard():
    speaks = play("base.test.1", "prompt", "[speak()]", DONE)
    assert "EOF" in speaks.steps[0].outcome.message


@pytest.mark.sweep
def test_memory_that_others_hold_is_no_fault_of_an_episode():
    scenario, fill = all_scenarios()["base.test.1"], [BfclCall("fill", {})]
    with session.BfclSession(scenario) as first, session.BfclSession(scenario) as second:
        assert first.call(fill) == second.call(fill) == ['{"filled": true}']
        assert first.call([BfclCall("list_tickets", {})]) == ['{"tickets": ["b", "a"]}']


def test_a_turn_of_too_many_steps_fails_the_entry():
    played = play("base.test.1", "prompt", "[list_tickets()]")
    assert (played.record.outcome, len(played.steps)) == ("step_limit", 1)
    assert played.steps[0].action["rounds"] == MAX_STEPS + 1
    assert SUITE.rescore(played.record, played.steps) == played.record


def test_what_classes_share_is_not_shared_by_episodes():
    reply = "[open_ticket(number='pad')]"
    first, second = (play("long_context.test.1", "prompt", reply, DONE).steps[0].outcome for _ in range(2))
    assert first == second
    assert '"opened": 1' in first.message


def test_forged_records_are_found():
    played = play("base.test.1", "prompt", RIGHT[0], DONE, "[list_tickets()]", DONE)
    record, steps = played.record, played.steps
    again = SUITE.rescore(record.model_copy(update={"outcome": "pass", "success": True}), steps)
    assert (again.outcome, again.success) == ("fail", False)
    calls = [{"api": "open_ticket", "arguments": {"number": "2"}}, *steps[1].action["calls"]]
    forged = steps[1].model_copy(update={"action": steps[1].action | {"calls": calls}})
    with pytest.raises(Contradiction, match="give other results"):
        SUITE.rescore(record, (steps[0], forged))
    told = steps[1].model_copy(update={"notes": steps[1].notes | {"right": ["list_tickets()"]}})
    with pytest.raises(Contradiction, match="records another right"):
        SUITE.rescore(record, (steps[0], told))
    assert [is_right for _, is_right in turns_of(record, steps)] == [True, False]
    right = steps[1].model_copy(update={"notes": steps[1].notes | {"perfect": True}})
    with pytest.raises(Contradiction, match="says that its turn was right"):
        SUITE.rescore(record, (steps[0], right))
    with pytest.raises(Contradiction, match="only 1 of 2"):
        SUITE.rescore(record, steps[:1])
    easier = record.params | {"turns": [record.params["turns"][0]]}
    with pytest.raises(Contradiction, match="the record describes the instance"):
        SUITE.rescore(record.model_copy(update={"params": easier}), steps[:1])
    with pytest.raises(NotScored, match=r"bfcl-eval 1\.0"):
        SUITE.rescore(record.model_copy(update={"params": record.params | {"version": "1.0"}}), steps)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True).filter(lambda name: name.isidentifier()), VALUES, max_size=3))
def test_both_forms_of_a_call_and_its_record_are_read_alike(arguments):
    told = read_tool_calls([ToolCall("1", "f", json.dumps(arguments))])
    try:
        written = read_calls(f"[{BfclCall('f', arguments).text}]", {})
    except ValueError:
        return  # a keyword of Python is no name of an argument
    if written:
        assert repr(told) == repr(written)
    assert call_of({"api": "f", "arguments": dict(told[0].arguments)}) == told[0]


def test_halves_of_characters_are_called_as_they_are_recorded():
    (call,) = read_tool_calls([ToolCall("1", "f\ud800", r'{"\ud800": {"\ud800": "\ud800", "\ud801": 2}}')])
    assert call == BfclCall("f?", {"?": {"?": 2}})


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(ValueError):
        assert all(isinstance(call, BfclCall) for call in read_calls(text, {}))


@cases(
    "reply",
    [
        "[f(a=1)]",
        "f(a=1)",
        "```python\n[f(a=1)]\n```",
        "```\nf(a=1)\n```",
        "`[f(a=1)]`",
        "x.y.f(a=1)",
        " [f(a=1)] \n",
        "```[f(a=1)]```",
        "This will do it.\n```python\n[f(a=1)]\n```\nLet us see.",
        "<think>First\n```python\n[g()]\n```\nor rather</think>\n[f(a=1)]",
        "I try [g()].</think>\n```python\n[f(a=1)]\n```",
    ],
)
def test_a_list_of_calls_is_read_in_or_out_of_a_block_by_whoever_reads_it(reply):
    assert read_calls(reply, {}) == (BfclCall("f", {"a": 1}),)
    asked = ModelRequest.of("act", "x", facts=PromptFacts("x", car=CarFacts("calls", fenced=False)))
    (does,) = candidate_of(Choice(reply), asked).does
    assert does in ("f(a=1)", "x.y.f(a=1)")


def test_what_is_right_in_training_entries_is_knowledge_and_no_start_of_a_test_is_in_it():
    async def entries():
        return [entry for found in [one async for one in gold(SUITE, Selection(tasks=("base.*",)), "train")] for entry in found]

    found = anyio.run(entries)
    assert [(entry.task, entry.turn, entry.split) for entry in found[:2]] == [
        ("base.train.0", 0, "train"),
        ("base.train.0", 1, "train"),
    ]
    assert found[0].query == "Write down that number 0 is broken."
    assert (found[0].toolset, found[0].calls) == (("TicketAPI", "MathAPI"), ("create_ticket(priority=0, title='broken 0')",))
    shared = other_starts(SUITE, Selection(), "train", SUITE.plan(Selection()))
    assert [entry.start in shared for entry in found] == [True, True, False, False]
    assert other_starts(SUITE, Selection(dimension="miss_func"), "train", SUITE.plan(Selection())) == shared
    assert len(items_of(SUITE, Selection(), "test")) == 8


def test_what_begins_as_a_tested_entry_teaches_nothing_in_a_run_that_learns_from_training():
    teacher = KnowledgeExtractor(SUITE, "train", Selection(), SUITE.plan(Selection()))
    trained = [play(item.task, "oracle") for item in items_of(SUITE, Selection(tasks=("base.*",)), "train")]
    assert [bool(teacher.entries(one.record, one.steps)) for one in trained] == [False, True]


def test_a_list_of_calls_and_one_a_line_do_the_same():
    assert done_by("[f(b=1, a=2), g()]", {}) == done_by("f(a=2, b=1)\ng()", {})


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.sweep)])
def test_a_run_is_recorded_resumed_verified_reported_and_learnt_from(workers, tmp_path, stub):  # noqa: F811
    arguments = ("--suite", "bfcl", "--tasks", "*.test.*", "--agent", "oracle,noop,fc,prompt", "--workers", workers, "--json")
    done = run_here("run", *arguments, "--out", "here", cwd=tmp_path, PYTHONPATH=f"{stub}")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [found["agents"][name]["passed"] for name in ("oracle", "noop")] == [8, 0]
    assert {name for agent in found["agents"].values() for name, n in agent["outcomes"].items() if n} <= {"pass", "fail"}
    assert "BFCL-V3 multi-turn, in percent" in [table["title"] for table in found["tables"]]
    manifest = json.loads((tmp_path / "here" / "manifest.json").read_text())
    assert "bfcl-eval of unknown version" in manifest["hashes"]
    lines = (tmp_path / "here" / "episodes.jsonl").read_text().splitlines()
    (tmp_path / "here" / "episodes.jsonl").write_text("".join(f"{line}\n" for line in lines[:-3]))
    assert run_here("run", *arguments, "--resume", "here", cwd=tmp_path).returncode == 0
    verified = run_here("verify", "here", "--json", cwd=tmp_path)
    assert (verified.returncode, json.loads(verified.stdout)["same"]) == (0, len(lines)), verified.stdout[:500]
    assert "Write down that number" in report_data(tmp_path / "here")
    trained = run_here("run", "--suite", "bfcl", "--tasks", "base.train.*", "--agent", "oracle", "--out", "trained", cwd=tmp_path)
    assert trained.returncode == 0, trained.stderr
    for source, out in (("bfcl", "kb"), ("trained", "of-run")):
        tasks = ("--tasks", "base.*") if source == "bfcl" else ()
        built = run_here("knowledge", "build", source, *tasks, "--out", out, "--embedder", "lexical", cwd=tmp_path)
        assert built.returncode == 0, built.stderr
        checked = run_here("knowledge", "check", out, "--suite", "bfcl", "--embedder", "lexical", "--json", cwd=tmp_path)
        assert (checked.returncode, json.loads(checked.stdout)["leaked"]) == (0, 0), checked.stdout
    told = ("--agent", "kate:fc,kate:prompt", "--knowledge-base", "kb", "--embedder", "lexical", "--out", "kate", "--json")
    kate = run_here("run", "--suite", "bfcl", "--tasks", "base.test.*", *told, cwd=tmp_path)
    assert kate.returncode == 0, kate.stderr
    assert [agent["n"] for agent in json.loads(kate.stdout)["agents"].values()] == [2, 2]
    (stub / "bfcl_eval/eval_checker/multi_turn_eval/func_source_code/math_api.py").write_text("class MathAPI: pass")
    changed = run_here("run", *arguments, "--resume", "here", cwd=tmp_path)
    assert (changed.returncode, "it was started: source of bfcl-eval" in changed.stderr) == (2, True), changed.stderr


@pytest.mark.parametrize(
    ("selection", "says"),
    [(Selection(tasks=("nothing.*",)), "no scenario matches"), (Selection(instances=2), "--instances")],
)
def test_what_cannot_be_planned_says_so(selection, says, tmp_path):
    with pytest.raises(UsageError, match=says):
        SUITE.plan(selection)
    with pytest.raises(UsageError, match=r"does not use .*--data"):
        SUITE.plan(replace(selection, data=tmp_path))


@pytest.mark.sweep
def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(sys, "path", [path for path in sys.path if "stub" not in path])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    forget()
    with pytest.raises(UsageError, match=r"bfcl_eval: pip install --no-deps bfcl-eval==2025\.10\.2 and pip install"):
        SUITE.plan(Selection())


def test_damaged_data_are_named(stub):  # noqa: F811
    (stub / "bfcl_eval/data/BFCL_v9_multi_turn_base.json").write_text("{")
    forget()
    with pytest.raises(UsageError, match="cannot be read"):
        SUITE.plan(Selection())
