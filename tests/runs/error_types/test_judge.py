"""A model that judges how episodes failed: what it is told, what of its replies counts, and what is kept."""

import json

import anyio
import pytest
from command_line import run_here
from knowledge_fakes import Writing
from result_fakes import HOSTILE, add_episode, episode, manifest, step

from automotive_env.errors import ModelFault, UsageError
from automotive_env.runs.error_types.judge import AT_A_TIME, FILE, TRIES, ErrorTypeJudgement, judge_runs
from automotive_env.runs.error_types.transcript import MAX_PART, told_of
from automotive_env.runs.records.files import read_lines
from automotive_env.runs.records.folder import RunFolder

REPLY = json.dumps({"why": "It stopped.", "type": "premature stop"})
FAILED = AT_A_TIME + 2


@pytest.fixture
def run(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("good"), [step()])
    for number in range(FAILED):
        add_episode(folder, episode(f"bad-{number}", "fail", goal="Warm my hands."), [step()])
    return folder


def judge(folder, model, told=lambda total: None):
    return anyio.run(judge_runs, [folder], model, told, lambda: None)


def test_what_failed_is_judged_once_and_kept_with_what_was_asked(run):
    model, told = Writing(f"Here: {REPLY}"), []
    found = judge(run, model, told.append)
    assert [found(record) for record in run.episodes()] == [None] + ["premature stop"] * FAILED
    kept = read_lines(run.path / FILE, ErrorTypeJudgement).records
    assert [line.id for line in kept] == [f"bad-{number}" for number in range(FAILED)]
    assert (kept[0].model, kept[0].why, kept[0].calls[0].purpose) == ("writing", "It stopped.", "judge")
    assert "Warm my hands." in kept[0].calls[0].messages[0].text
    again = judge(run, model, told.append)
    assert [again(record) for record in run.episodes()] == [found(record) for record in run.episodes()]
    assert told == [FAILED, 0]
    assert len(model.asked) == FAILED


@pytest.mark.parametrize(
    "reply", ["nothing", "{}", '{"type": "bad luck"}', '{"type": ["parse"]}', "[" * 5_000, '{"why": "parse"}']
)
def test_a_reply_that_holds_no_type_is_asked_for_again_and_given_up(reply, tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("bad", "fail"), [step()])
    model = Writing(reply)
    assert judge(folder, model)(folder.episodes()[0]) is None
    assert len(model.asked) == TRIES
    assert "could not be used" in model.asked[-1].text
    assert judge(folder, model)(folder.episodes()[0]) is None
    assert len(model.asked) == TRIES


class Failing(Writing):
    """Gives up after some replies."""

    async def complete(self, request):
        if len(self.asked) == AT_A_TIME:
            raise ModelFault("gone")
        return await super().complete(request)


def test_what_was_judged_before_the_model_gave_up_or_a_crash_came_is_kept(run):
    with pytest.raises(ModelFault, match="gone"):
        judge(run, Failing(REPLY))
    assert len(read_lines(run.path / FILE, ErrorTypeJudgement).records) == AT_A_TIME
    with (run.path / FILE).open("a") as file:
        file.write('{"id": "bad-9"')
    model = Writing(REPLY)
    assert judge(run, model)(run.episodes()[-1]) == "premature stop"
    assert len(model.asked) == FAILED - AT_A_TIME


def test_the_built_in_model_and_a_run_that_is_played_are_refused(run):
    model = Writing(REPLY)
    with run.owned(), pytest.raises(UsageError, match="in use"):
        judge(run, model)
    model.name = "builtin"
    with pytest.raises(UsageError, match="understands the prompts of agents only"):
        judge(run, model)


def test_what_a_judge_is_told_is_bounded_and_says_what_was_right():
    long = [step(number, action={"action_type": "input_text", "text": "x" * 900}) for number in range(1, 99)]
    right = {"right": "vw.fogLight.switch(switch=True)", "query": HOSTILE}
    turn = step(notes=right, action={"action_type": "calls", "calls": [3, {"api": "a.b"}]})
    params = {"turns": [{"right": ["cd()"]}, 7]}
    told = told_of(episode(outcome="fail", side_effects=("a.b",), params=params), [turn, *long])
    assert told["right"] == "turn 1: vw.fogLight.switch(switch=True)"
    assert "changed besides: a.b" in told["why"]
    assert len(told["did"]) < MAX_PART + 20
    assert "[...]" in told["did"]
    assert told_of(episode(outcome="fail", params=params), [])["right"] == "turn 1: cd()"


def test_a_report_shows_the_judgements_beside_the_rule(run, tmp_path):
    asked = ("report", str(run.path), "--judge", f"knowledge_fakes:writing:{REPLY}")
    (table,) = (one for one in json.loads(run_here(*asked, "--json").stdout)["tables"] if "judges" in one["title"])
    assert table["rows"][0][:2] == ["t3a", str(FAILED)]
    assert "The rule agrees in 0.0 % of" in table["caption"]
    done = run_here(*asked, "--paper", str(tmp_path / "paper"))
    assert (done.returncode, (tmp_path / "paper" / "errors-judged.svg").is_file()) == (0, True)
    assert run_here("report", str(run.path), "--judge", "builtin").returncode == 2
