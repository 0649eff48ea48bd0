"""`run --as-paper`: all options of a paper at once; typed options win."""

import json

import pytest
from command_line import run_here

from automotive_env.runs.options import RunOptions
from automotive_env.runs.paper_options import PAPERS, typed_options
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


def test_options_that_a_typed_one_leaves_without_effect_are_left_out(tmp_path):
    asked = ("--suite", "vehicleworld", "--agent", "kate:fc", "--no-knowledge", "--no-sampling", *FEW)
    done = run_here("run", "--as-paper", "kate", *asked, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0] == "as in the KATE paper: --trials 1"


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
