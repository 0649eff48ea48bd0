"""`run --as-paper`: all options of a paper at once; typed options win."""

import json

import pytest
from command_line import run_here

from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.options import RunOptions
from automotive_env.runs.paper_options import PAPERS, effective, typed_options
from automotive_env.runs.records.folder import RunFolder
from automotive_env.text.option import declared

FEW = ("--limit", "1", "--no-images", "--json")


@pytest.mark.parametrize("name", PAPERS)
def test_the_options_of_a_paper_are_options_of_a_run_with_allowed_values(name):
    known = declared(RunOptions)
    for option, value in PAPERS[name].options.items():
        known[option].check(value)


def test_options_are_printed_as_they_are_typed():
    assert typed_options(PAPERS["vehicleworld"].options) == (
        "--suite vehicleworld --agent fc,sfc,fc_sfc --temperature 0.7 --reflection 0 --long-state --trials 1"
    )


def test_a_run_has_the_options_of_the_paper_except_those_that_were_typed(tmp_path):
    asked = ("--tasks", "vehicleworld.test.0*", "--temperature", "0.2", "--agent", "fc,sfc")
    done = run_here("run", "--as-paper", "vehicleworld", *asked, *FEW, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = done.stderr.splitlines()[0]
    assert told == "as in the VehicleWorld paper: --suite vehicleworld --reflection 0 --long-state --trials 1"
    assert len(json.loads(done.stdout)["agents"]) == 2
    options = RunFolder.open(tmp_path / "run").manifest.options
    assert (options["suite"], options["temperature"], options["long_state"]) == ("vehicleworld", 0.2, True)


@pytest.mark.parametrize(
    ("typed", "without"),
    [
        ({"knowledge": ()}, {"knowledge", "knowledge_at", "embedder", "match", "infer_intents", "keep_knowledge"}),
        ({"sample": False}, {"sample", "samples", "aggregate", "temperature"}),
        ({"samples": 1}, {"samples", "aggregate", "temperature"}),
        ({"agents": ("fc",)}, {"agents", "sample", "aggregate", *(name for name in PAPERS["kate"].options if "know" in name)}),
    ],
)
def test_options_of_a_paper_give_way_where_typed_ones_leave_them_without_effect(typed, without):
    assert without <= PAPERS["kate"].options.keys() - effective(PAPERS["kate"].options, typed).keys()


def test_every_agent_of_a_paper_plays_without_the_knowledge(tmp_path):
    asked = ("--no-knowledge", "--suite", "vehicleworld", *FEW, "--out", "run")
    done = run_here("run", "--as-paper", "kate", *asked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"].keys() == {"fc", "kate:fc"}


def test_a_paper_without_samples_keeps_its_temperature():
    assert effective(PAPERS["vehicleworld"].options, {"samples": 1})["temperature"] == 0.7


@pytest.mark.parametrize(("typed", "temperature"), [((), 0.0), (("--temperature", "1"), 1.0)])
def test_one_reply_is_drawn_at_temperature_0_unless_another_is_typed(typed, temperature, tmp_path):
    asked = ("--no-knowledge", "--no-sampling", *typed, "--suite", "vehicleworld")
    done = run_here("run", "--as-paper", "kate", *asked, *FEW, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    options = ResolvedOptions.of_run(RunFolder.open(tmp_path / "run").manifest.options)
    assert (options.activation.width, options.activation.heat, options.sampling.temperature) == (1, temperature, temperature)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--as-paper", "vehicleword"), "did you mean 'vehicleworld'"),
        (("--as-paper", "kate", "--resume", "nowhere"), "a resumed run keeps its options; omit --as-paper"),
    ],
)
def test_wrong_uses_are_refused(asked, says, tmp_path):
    done = run_here("run", *asked, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
