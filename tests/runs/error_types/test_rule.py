"""The primary type of error of an episode, by the rule."""

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from result_fakes import add_episode, episode, manifest, observation, step, steps_path

from automotive_env.runs.error_types.rule import ERROR_TYPES, error_type
from automotive_env.runs.error_types.runs import RunErrorTypes
from automotive_env.runs.error_types.table import error_table
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.run_comparison import compare_runs

LIGHT, SEAT = "fogLight.switch", "seat.carcontrol_carSeat_heater_switch"
RIGHT = f"vw.{LIGHT}(switch=True)\nvw.{SEAT}(switch=True)"


def calls(*made, error="", right=RIGHT, changed=()):
    action = {"action_type": "calls", "calls": [{"api": api, "arguments": {"switch": on}} for api, on in made]}
    caused = [{"path": "a.b", "before": 1, "after": 2, "cause": f"call {api}"} for api in changed]
    return step(action=action, notes={"right": right, "perfect": False}, changes=caused, error=error)


def writes(written, missed=(), harmed=(), error=""):
    notes = {"perfect": False, "missed": list(missed), "harmed": list(harmed)}
    return step(action={"action_type": "writes", "writes": written}, notes=notes, changes=[], error=error)


def screen(*changed, status="complete", error=""):
    seen = [{"path": path, "before": 1, "after": 2, "cause": "touch x"} for path in changed]
    action = None if error else {"action_type": "status", "goal_status": status}
    return [step(1, changes=seen), step(2, action=action, outcome=None, changes=[], error=error)]


def verdict(*unmet):
    parts = [{"name": name, "wanted": name, "found": "off", "met": False} for name in unmet]
    return {"name": "all", "wanted": "all", "found": "", "met": False, "all": parts}


POWER = "airConditioner.ac_states.driver's seat.is_on"


@cases(
    ("expected", "fields", "steps"),
    [
        ("parse", {}, [calls(error="no Python: line 1")]),
        ("parameters", {}, [calls((LIGHT, True), (SEAT, False))]),
        ("parameters", {}, [calls((LIGHT, True), (SEAT, False), ("trunk.x", True), changed=[LIGHT])]),
        ("wrong tool", {}, [calls((LIGHT, True), ("made.up", True))]),
        ("wrong tool", {}, [calls((LIGHT, True), (SEAT, True), ("hazardLight.switch", True), changed=["hazardLight.switch"])]),
        ("premature stop", {}, [calls((LIGHT, True), ("hazardLight.switch", True))]),
        ("premature stop", {}, [calls()]),
        ("planning", {}, [calls((SEAT, True), (LIGHT, True))]),
        ("wrong tool", {}, [calls((LIGHT, True), right="pass", changed=[LIGHT])]),
        ("planning", {"outcome": "step_limit"}, [calls()]),
        ("parse", {}, [writes({}, ["a.b"], error="no Python")]),
        ("wrong tool", {}, [writes({"a.b": 1}, ["a.b"], ["c.d"])]),
        ("parameters", {}, [writes({"a.b": 1}, ["a.b", "c.d"])]),
        ("premature stop", {}, [writes({"a.b": 1}, ["c.d"])]),
        ("parse", {"outcome": "agent_error"}, screen(error="the reply holds no action")),
        ("wrong tool", {"side_effects": ("environment.volume",)}, screen("environment.volume")),
        ("planning", {}, screen(status="infeasible")),
        ("planning", {"ending": "refrain"}, screen()),
        ("parameters", {"verdict": verdict("hvac.power")}, screen(POWER)),
        ("parameters", {"verdict": verdict("hvac.power_higher")}, screen(POWER)),
        ("premature stop", {"verdict": verdict("hvac.power")}, screen("environment.volume")),
        ("premature stop", {}, screen()),
        (None, {"outcome": "pass"}, screen()),
        (None, {"outcome": "model_error"}, screen()),
        (None, {"outcome": "agent_error"}, screen()),
        (None, {}, []),
    ],
)
def test_the_first_that_the_records_show_is_the_type(expected, fields, steps):
    record = episode(**{"outcome": "fail"} | fields)
    assert error_type(record, steps) == expected


def bfcl(*made, right):
    """An episode of two turns, of which the second is not right; its records say so as those of BFCL do."""
    turns = [{"says": "x", "right": ["pwd()"]}, {"says": "y", "right": list(right)}]
    calls = [{"api": api, "arguments": arguments} for api, arguments in made]
    acts = [{"action_type": "calls", "calls": [{"api": "pwd", "arguments": {}}]}, {"action_type": "calls", "calls": calls}]
    steps = [step(number, action=act, notes={"perfect": number == 1}, changes=[]) for number, act in enumerate(acts, 1)]
    return episode(outcome="fail", suite="bfcl", params={"turns": turns}), steps


@cases(
    ("expected", "made", "right"),
    [
        ("premature stop", [], ["cd('x')", "ls()"]),
        ("premature stop", [("cd", {"folder": "x"})], ["cd('x')", "ls()"]),
        ("parameters", [("cd", {"folder": "y"})], ["cd('x')"]),
        ("parameters", [("mv", {"source": "a", "destination": "c"})], ["mv(source='a', destination='b')"]),
        ("wrong tool", [("rm", {"name": "x"})], ["cd('x')"]),
        ("wrong tool", [("rm", {"name": "x"})], []),
        ("planning", [("ls", {}), ("cd", {"folder": "x"})], ["cd('x')", "ls()"]),
    ],
)
def test_turns_of_bfcl_are_held_against_the_right_calls_of_the_scenario(expected, made, right):
    assert error_type(*bfcl(*made, right=right)) == expected


def test_the_first_turn_that_went_wrong_decides():
    right = step(action=calls().action, notes={"right": RIGHT, "perfect": True})
    assert (
        error_type(episode(outcome="fail"), [right, calls((LIGHT, True), (SEAT, False)), calls(error="no Python")])
        == "parameters"
    )


def test_an_answer_that_is_wrong_is_a_matter_of_planning_and_none_one_of_stopping():
    told = [step(1, action={"action_type": "answer", "text": "20"}), *screen()[1:]]
    record = episode(outcome="fail", ending="answer", verdict=verdict("answer_amount"))
    assert error_type(record, [one.model_copy(update={"changes": ()}) for one in told]) == "planning"
    assert error_type(record, screen()) == "premature stop"


NAMES = st.sampled_from(["calls", "writes", "events", "goal_status", "api", "arguments", "kind", "right"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner),
)
NOTES = st.dictionaries(st.sampled_from(["right", "missed", "harmed"]), JSON)


@given(st.dictionaries(NAMES, JSON, max_size=3) | st.none(), NOTES, st.booleans())
def test_records_of_strangers_have_some_type(action, notes, perfect):
    odd = step(action=action, notes=notes | {"perfect": perfect}, observation=observation())
    assert error_type(episode(outcome="fail", verdict={"name": 3, "all": [None]}), [odd]) in ERROR_TYPES


@pytest.fixture
def run(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest(suite="vehicleworld"))
    for agent, made in (("fc", [(LIGHT, True)]), ("sfc", [(LIGHT, True), (SEAT, False)])):
        for number in range(3):
            record = episode(f"{agent}-{number}", "fail", agent=agent, task=f"t.{number}", suite="vehicleworld")
            add_episode(folder, record, [calls(*made)] if number else None)
    return folder


def test_the_table_has_shares_of_those_whose_type_is_known(run):
    table = error_table(run.episodes(), RunErrorTypes([run]))
    assert table.columns == ("agent", "failed", *ERROR_TYPES, "unknown")
    assert [row[:2] for row in table.rows] == [("fc", "2"), ("sfc", "2")]
    assert [row[-1] for row in table.rows] == ["1", "1"]
    assert table.rows[0][2:-1] == (0.0, 0.0, 100.0, 0.0, 0.0)
    assert error_table([episode()], RunErrorTypes([run])) is None


def test_two_agents_are_compared_by_how_they_failed(run):
    (found,) = compare_runs(run, None, ("fc", "sfc"), type_of=RunErrorTypes([run])).comparisons
    assert {kind: (rates.only_first, rates.only_second) for kind, rates in found.error_types.items()} == {
        "parameters": (0, 2),
        "premature stop": (2, 0),
    }


def test_steps_that_cannot_be_read_have_no_type(run):
    steps_path(run.path, "fc-1").write_text("{")
    type_of = RunErrorTypes([run, run])
    assert [type_of(record) for record in run.episodes()][:3] == [None, None, "premature stop"]
