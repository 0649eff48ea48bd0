"""`run --agent kate:NAME`: what is typed, recorded, verified, resumed, replayed and refused."""

import json
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cases import cases
from command_line import run_here
from knowledge_fakes import entry
from registered import PLAIN
from result_fakes import add_episode

from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import StepRecord, digest_of
from automotive_env.runs.records.verification import verify
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection

RUN = ("run", "--suite", "vehicleworld", "--tasks", "vehicleworld.test.0f*")
DOUBTFUL = ("--model", "activation_fakes:doubtful")


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is right in some scenarios of the training split, and for what is said first in one that is tested."""
    folder = tmp_path_factory.mktemp("knowledge") / "kb"
    build = ("knowledge", "build", "vehicleworld", "--tasks", "vehicleworld.train.0*", "--embedder", "lexical")
    assert run_here(*build, "--out", str(folder)).returncode == 0
    tested = OURS["vehicleworld"].plan(Selection(tasks=("vehicleworld.test.0f*",)))[0].content
    KnowledgeStore.open(folder).add([entry(tested.turns[0].query)])
    return folder


def played(out: Path, *options: str) -> RunFolder:
    done = run_here(*RUN, *options, "--out", str(out))
    assert done.returncode == 0, done.stderr
    return RunFolder.open(out)


def notes_of(run: RunFolder) -> list[dict]:
    return [call.notes for record in run.episodes() for step in run.steps(record.id) for call in step.calls if call.notes]


@pytest.fixture(scope="module")
def doubtful(kb: Path, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run of one agent with and without, whose model doubts."""
    out = tmp_path_factory.mktemp("runs") / "doubtful"
    told = ("--knowledge-base", str(kb), "--embedder", "lexical")
    return played(out, *DOUBTFUL, "--agent", "fc,kate:fc", *told)


def test_records_name_the_agent_and_hold_what_was_told_and_voted(doubtful: RunFolder, kb: Path):
    records = list(doubtful.episodes())
    assert {record.agent for record in records} == {"fc", "kate:fc"} == set(doubtful.manifest.agents)
    assert len({record.id for record in records}) == len(records)
    plain, kate = ({record.task: record for record in records if record.agent == agent} for agent in ("fc", "kate:fc"))
    assert {task: record.outcome for task, record in plain.items()} == {task: record.outcome for task, record in kate.items()}
    assert not any(call.notes for record in plain.values() for step in doubtful.steps(record.id) for call in step.calls)
    for record in kate.values():
        for step in doubtful.steps(record.id):
            for call in step.calls:
                assert set(call.notes) == ({"told", "vote"} if call.purpose == "act" else set())
            assert step.reply == [call.choices[call.acted_on].text for call in step.calls if call.purpose == "act"][-1]
    known = {one.id for one in KnowledgeStore.open(kb).entries}
    told = [hit for notes in notes_of(doubtful) for hit in notes["told"]]
    assert told
    assert all(hit["id"] in known and -1 <= hit["similarity"] <= 1 for hit in told)
    assert {notes["vote"]["by"] for notes in notes_of(doubtful)} >= {"model"}
    assert all(notes["vote"]["chosen"] == 1 for notes in notes_of(doubtful))


def test_the_manifest_tells_what_was_known(doubtful: RunFolder, kb: Path):
    assert {"knowledge", "embedder"} <= doubtful.manifest.hashes.keys()
    line = (kb / "entries.jsonl").read_text().splitlines()[0]
    more = json.loads(line) | {"query": "something else"}
    with (kb / "entries.jsonl").open("a") as file:
        file.write(json.dumps(more) + "\n")
    try:
        refused = run_here("run", "--resume", str(doubtful.path), "--knowledge-base", str(kb))
    finally:
        lines = (kb / "entries.jsonl").read_text().splitlines(keepends=True)
        (kb / "entries.jsonl").write_text("".join(lines[:-1]))
    assert refused.returncode == 2
    assert "it was started: source of knowledge" in refused.stderr
    assert run_here("run", "--resume", str(doubtful.path), "--knowledge-base", str(kb)).returncode == 0


def test_it_is_verified_shown_compared_and_listed(doubtful: RunFolder, tmp_path: Path):
    assert run_here("verify", str(doubtful.path)).returncode == 0
    report = run_here("report", str(doubtful.path))
    assert "kate:fc" in report.stdout + report.stderr
    assert run_here("compare", str(doubtful.path), str(doubtful.path)).returncode == 0
    assert "kate:AGENT" in run_here("agents").stdout


@cases(
    ("changed", "says"),
    (
        ({"vote": {"chosen": 3}}, "vote"),
        ({"vote": {"by": "first"}}, "vote"),
        ({"vote": {"groups": [[0], [1, 2]]}}, "vote"),
        ({"vote": {"groups": [[0], [1, 3], [2, 4]]}}, "votes on 5 of 4 replies"),
        ({"told": [{"id": "x", "kind": "st", "similarity": 7}]}, "invalid notes"),
        ({"told": []}, "turns with knowledge"),
    ),
)
def test_a_vote_that_was_changed_is_found(doubtful: RunFolder, changed, says):
    record = next(one for one in doubtful.episodes() if one.told and one.told.told)
    with TemporaryDirectory() as path:
        forged = RunFolder.create(Path(path) / "forged", doubtful.manifest)
        steps = [step.model_dump() for step in doubtful.steps(record.id)]
        for call in (call for step in steps for call in step["calls"] if call.get("notes")):
            for name, value in changed.items():
                call["notes"][name] = call["notes"][name] | value if isinstance(value, dict) else value
        add_episode(forged, record, [StepRecord.model_validate(step) for step in steps])
        (found,) = verify(forged, {"vehicleworld": OURS["vehicleworld"].rescore}).different
    assert says in found.found, found.found


def test_a_vote_that_was_taken_out_is_missed(doubtful: RunFolder, tmp_path: Path):
    record = next(one for one in doubtful.episodes() if one.told and one.told.told)
    steps = [step.model_dump() for step in doubtful.steps(record.id)]
    del next(call["notes"] for call in steps[-1]["calls"] if call.get("notes"))["vote"]
    options = doubtful.manifest.options
    found = []
    for number, changed in enumerate(({}, {"samples": 3}, {"sample": False}, {"samples": 1})):
        manifest = doubtful.manifest.model_copy(update={"options": options | changed})
        forged = RunFolder.create(tmp_path / f"forged{number}", manifest)
        kept = [StepRecord.model_validate(step) for step in steps]
        add_episode(forged, record.model_copy(update={"steps_digest": digest_of(kept)}), kept)
        found.append([one.found for one in verify(forged, {"vehicleworld": lambda record, steps: record}).different])
    missed = [f"step {steps[-1]['step']} holds no vote on a reply that was carried out"]
    assert found == [missed, missed, [], []]


def test_a_written_reply_is_recorded_carried_out_and_verified(tmp_path: Path):
    """Whatever is drawn, the model writes that it would rather ask, and calls nothing; no candidate does that."""
    words = "I would rather ask again."
    options = ("--agent", "kate:fc", "--no-knowledge", "--aggregate", "write", "--model", f"activation_fakes:doubtful:{words}")
    run = played(tmp_path / "written", *options)
    assert run_here("verify", str(run.path)).returncode == 0
    record = run.episodes()[0]
    steps = list(run.steps(record.id))
    acted = [call for call in steps[0].calls if "vote" in call.notes]
    assert acted[-1].notes["vote"]["by"] == "written"
    assert steps[0].reply == acted[-1].acted_reply.text == words
    assert steps[0].action == {"action_type": "calls", "calls": []}
    forged = RunFolder.create(tmp_path / "forged", run.manifest)
    changed = [step.model_dump() for step in steps]
    for call in (call for step in changed for call in step["calls"] if call.get("notes")):
        call["notes"].pop("written", None)
    add_episode(forged, record, [StepRecord.model_validate(step) for step in changed])
    (found,) = verify(forged, {"vehicleworld": OURS["vehicleworld"].rescore}).different
    assert "carries out a written reply that it does not hold" in found.found


def test_a_recording_replays_it_to_the_letter(kb: Path, tmp_path: Path):
    told = ("--agent", "kate:fc", "--knowledge-base", str(kb), "--embedder", "lexical", "--aggregate", "self")
    said = tmp_path / "said.jsonl"
    first = played(tmp_path / "first", *told, "--model", f"record:{said}:activation_fakes:doubtful")
    again = played(tmp_path / "again", *told, "--model", f"replay:{said}")
    assert [record.outcome for record in first.episodes()] == [record.outcome for record in again.episodes()]
    steps = [[run.steps(record.id) for record in run.episodes()] for run in (first, again)]
    assert steps[0] == steps[1]


@pytest.mark.sweep
def test_two_processes_write_what_one_does(kb: Path, tmp_path: Path):
    told = (*DOUBTFUL, "--agent", "kate:fc", "--knowledge-base", str(kb), "--embedder", "lexical")
    one, two = played(tmp_path / "one", *told), played(tmp_path / "two", *told, "--workers", "2", "--concurrency", "2")
    found = [{record.id: run.steps(record.id) for record in run.episodes()} for run in (one, two)]
    assert found[0] == found[1]


def test_options_of_sampling_are_those_of_the_run(tmp_path: Path):
    run = played(tmp_path / "three", "--agent", "kate:fc", "--no-knowledge", "--samples", "3", "--temperature", "0.5")
    call = run.steps(next(iter(run.episodes())).id)[0].calls[0]
    assert (call.sampling["n"], call.sampling["temperature"]) == (3, 0.5)
    one = played(tmp_path / "one", "--agent", "kate:fc", "--no-knowledge", "--no-sampling")
    call = one.steps(next(iter(one.episodes())).id)[0].calls[0]
    assert (call.sampling["n"], call.sampling["temperature"], call.notes) == (1, 0, {})


@cases(
    ("options", "says"),
    (
        (
            ("--agent", "fc", "--hints", "state"),
            "such as --agent kate:fc, use --hints",
        ),
        (("--agent", "fc", "--no-sampling"), "use --no-sampling"),
        (("--agent", "kate:oracle", "--no-knowledge"), "oracle uses no model"),
        (("--agent", "kate:fc", "--no-knowledge", "--keep-knowledge"), "leaves --keep-knowledge without effect"),
        (("--agent", "kate:fc", "--knowledge-base", "kb", "--infer-intents"), "add sic or tic to --knowledge"),
        (("--agent", "kate:fc"), "no knowledge is given"),
        (("--agent", "kate:fc", "--knowledge-base", ".", "--knowledge", ","), "--knowledge is empty: ','"),
        (("--agent", "kate:fc", "--no-knowledge", "--knowledge", "st"), "exclude each other"),
        (("--agent", "kate:fc", "--no-knowledge", "--embedder", "lexical"), "--no-knowledge leaves --embedder without effect"),
        (("--agent", "kate:fc", "--no-knowledge", "--no-sampling", "--aggregate", "self"), "--aggregate needs several replies"),
        (("--agent", "kate:fc", "--no-knowledge", "--samples", "1", "--aggregate", "self"), "--aggregate needs several replies"),
        (("--agent", "kate:fc", "--no-knowledge", "--no-sampling", "--samples", "3"), "exclude each other"),
        (("--agent", "kate:fc", "--knowledge-base", "."), "holds no knowledge"),
        (
            ("--agent", "kate:fc", "--no-knowledge", "--hints", "x"),
            "--hints takes one or more of intent, reflection and state, not 'x'",
        ),
        (("--agent", "kate:fc", "--no-knowledge", "--aggregate", "x"), "--aggregate takes self, model or write, not 'x'"),
        (("--agent", "kate:fc", "--no-knowledge", "--knowledge-at", "x"), "--knowledge-at takes turn or start, not 'x'"),
        (("--agent", "kate:kate:fc", "--no-knowledge"), "no agent 'kate:fc'"),
        (("--agent", "kate:", "--no-knowledge"), "kate: takes an agent that asks a model, such as kate:fc"),
        (("--agent", "kate:fc", "--no-knowledge", "--see", "marks"), "fc does not use --see"),
    ),
)
def test_what_would_do_nothing_is_refused(options, says):
    refused = run_here(*RUN, *options)
    assert refused.returncode == 2
    assert says in " ".join(refused.stderr.split())


def test_a_kind_of_which_nothing_is_known_is_refused_and_all_is_what_there_is(kb: Path, tmp_path: Path):
    refused = run_here(*RUN, "--agent", "kate:fc", "--knowledge-base", str(kb), "--knowledge", "st,es")
    assert refused.returncode == 2
    assert "has no knowledge of the kind es" in refused.stderr
    assert played(tmp_path / "all", "--agent", "kate:fc", "--knowledge-base", str(kb), "--knowledge", "all").finished_ids()


def test_an_agent_of_another_package_can_be_activated(tmp_path: Path):
    options = ("run", "--agent", "kate:activation_fakes:BRIEF", "--no-knowledge", "--tasks", PLAIN)
    done = run_here(*options, "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    run = RunFolder.open(tmp_path / "run")
    assert [record.agent for record in run.episodes()] == ["kate:brief"]
    assert "agents brief" in run.manifest.plugins


@pytest.mark.sweep
def test_the_example_of_the_document_runs_as_it_is_typed(tmp_path: Path):
    text = (Path(__file__).parents[3] / "docs" / "kate.md").read_text(encoding="utf-8")
    example = text.split("<!-- offline example -->\n```\n")[1].split("```")[0]
    said = [run_here(*shlex.split(line)[1:], cwd=tmp_path) for line in example.splitlines()]
    assert [done.returncode for done in said] == [0] * 5, [done.stderr for done in said]
    run = RunFolder.open(tmp_path / "runs" / "kate")
    outcomes = {agent: {} for agent in run.manifest.agents}
    for record in run.episodes():
        outcomes[record.agent][record.task] = record.outcome
    assert outcomes["fc"] == outcomes["kate:fc"]
    passed = {agent: list(of.values()).count("pass") for agent, of in outcomes.items()}
    assert passed["nearest"] > passed["noop"]
    told = [record.told for record in run.episodes() if record.agent in ("nearest", "kate:fc")]
    assert sum(one.told for one in told) > 0.9 * sum(one.turns for one in told)
    assert "Knowledge shown" in said[4].stdout
