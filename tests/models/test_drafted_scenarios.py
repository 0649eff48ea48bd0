"""Scenarios that a model drafts: whatever it says is judged and kept, nothing is paid for twice, and what is accepted plays."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cases import cases
from command_line import run_here
from model_server import OPENAI, Loopback, Reply

from automotive_env.car.calls.api import Api
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.world import MODULES
from automotive_env.cli import exit_status
from automotive_env.errors import UsageError
from automotive_env.scripts.draft_scenarios import main
from automotive_env.suites.data_files import write_rows
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.drafted import accepted_scenarios
from automotive_env.suites.vehicleworld.generation.pipeline import (
    DRAWN,
    DuplicateFilter,
    ScenarioBrief,
    draw_brief,
    judge,
    make_row,
    read_reply,
)
from automotive_env.suites.vehicleworld.generation.review import CachedReply, ReviewQueue
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario
from automotive_env.suites.vehicleworld.shipped import row_id, shipped_scenarios

BRIEF = ScenarioBrief(
    ("radio", "fogLight"),
    ("Environment.init1()", "vw.radio = Radio.init1()", "vw.fogLight = FogLight.default()"),
    turns=2,
    several=False,
    seed=1,
)
FOG = "vw.fogLight.carcontrol_fogLight_switch(switch=True, position='front')"
VOLUME = "vw.radio.radio_soundVolume_set(value=31)"


def reply(*turns: tuple[str, str]) -> str:
    parts = (f"<query>{query}</query>\n<api_call>\n{calls}\n</api_call>\n" for query, calls in turns)
    return f"<scenario>\n{''.join(parts)}</scenario>"


GOOD = reply(
    ("The announcer mumbles, thirty-one for the wireless please.", VOLUME),
    ("Grey soup ahead, light it up low at the nose.", FOG),
    ("Whistle me a tune.", "pass"),
)


def about(query: str = "Grey soup ahead, light it up low at the nose.", calls: str = FOG) -> str:
    return reply((query, calls))


HOSTILE = {
    "": "0 scenarios",
    "I would rather not.": "0 scenarios",
    "<scenario></scenario>": "the tags of the scenario",
    GOOD + GOOD: "2 scenarios",
    "<scenario>" * 1_000: "0 scenarios",
    GOOD.replace("</api_call>\n</scenario>", "</scenario>"): "the tags of the scenario",
    about("Light</query><query>it"): "the tags of the scenario",
    about("Light</scenario>it"): "the tags of the scenario",
    about("Light<query>it"): "the tags of the scenario",
    reply(*[("Grey soup ahead.", FOG)] * 9): "the tags of the scenario are not 1 to 8 times",
    about("x" * 30_000): "at most 20000 are read",
    about("x" * 401): "what is said",
    about(""): "what is said",
    about("Two\nlines"): "what is said",
    about("\x1b[31mred"): "what is said",
    about("Call carcontrol_fogLight_switch, please."): "what is said",
    about("Do vw.fogLight for me."): "what is said",
    about(calls="import os; os.abort()"): "not a call: import os",
    about(calls="__import__('os').abort()"): "not a name",
    about(calls="eval('1')"): "eval is no API of radio, fogLight",
    about(calls="while True: pass"): "not a call",
    about(calls=f"{FOG}\nopen('/etc/passwd')"): "open is no API",
    about(calls="\n".join([FOG] * 14)): "14 calls; at most 13",
    about(calls="\n".join([FOG] * 230)): "230 calls",
    about(calls="vw.music.music_local_play()"): "music.music_local_play is no API of radio, fogLight",
    about(calls="Environment.set_volume(3)"): "Environment.set_volume is no API",
    about(calls="vw.fogLight.__init__()"): "fogLight.__init__ is no API",
    about(calls="vw.fogLight.carcontrol_fogLight_switch(switch=True, place='front')"): "turn 1: .*place",
    about(calls="vw.fogLight.carcontrol_fogLight_switch(switch='banana')"): "turn 1: .*switch",
    about(calls="vw.fogLight.carcontrol_fogLight_switch(True, 'front', 3)"): "turn 1: ",
    about(calls="vw.fogLight.carcontrol_fogLight_switch(**{'switch': True})"): "turn 1: ",
    about(calls="vw.fogLight.carcontrol_fogLight_switch(*[True])"): "malformed",
    about(calls="vw.radio.radio_soundVolume_set(value=1e999)"): "turn 1: ",
    about(calls="vw.radio.radio_soundVolume_set(value={[]: 1})"): "not a literal",
    about(calls="vw.radio.radio_soundVolume_set(value={[1]})"): "not a literal",
    about(calls=f"vw.radio.radio_soundVolume_set(value={'9' * 5_000})"): "no Python",
    about(calls=f"f({'[' * 3_000}{']' * 3_000})"): "no Python",
    about(calls=f"1{'+1' * 9_000}"): "no Python",
    about(calls="a\0b"): "no Python",
    about(calls="pass"): "asks for nothing",
    about(calls="vw.radio.radio_soundVolume_set(value=0)\n" + VOLUME): "passes without",
}


def judged(text: str, folder: Path) -> tuple[str, ReviewQueue]:
    queue = ReviewQueue(folder)
    draft = CachedReply(draft="d1", model="m", reply=text, tokens=7)
    return judge(BRIEF, draft, queue, DuplicateFilter(())), queue


@cases("text, why", HOSTILE.items())
def test_what_is_no_sound_scenario_is_refused_with_the_reason(text: str, why: str, tmp_path: Path) -> None:
    (folder := tmp_path / str(len(list(tmp_path.iterdir())))).mkdir()
    _, queue = judged(text, folder)
    (refusal,) = ReviewQueue(folder).refused.values()
    assert refusal == queue.refused["d1"]
    assert len(refusal.reason) <= 300
    assert not ReviewQueue(folder).rows
    assert re.search(why, refusal.reason), refusal.reason


def test_a_sound_scenario_waits_with_what_its_calls_change_and_is_taken_once(tmp_path: Path) -> None:
    line, queue = judged(f"Here it is:\n{GOOD}\nEnjoy!", tmp_path)
    (row,) = ReviewQueue(tmp_path).pending.values()
    assert line == f"{row.id} waits for a person"
    assert row.id.startswith("drafted.")
    assert [turn.calls for turn in row.turns] == [(VOLUME,), (FOG,), ()]
    assert row.turns[0].changes["environment.volume"] == 31
    assert row.turns[2].changes == {}
    known = DuplicateFilter([row.scenario])
    with pytest.raises(ValueError, match=rf"too much like vehicleworld\.{row.id}"):
        known.add(row.scenario)
    with pytest.raises(UsageError, match="is named twice"):
        queue.decide([row.id], [row.id])
    with pytest.raises(UsageError, match=rf"'drafted\.x' is not pending; these are pending: {row.id}"):
        queue.decide([row.id, "drafted.x"])
    assert list(ReviewQueue(tmp_path).pending) == [row.id]
    queue.decide(refused=[row.id], reason="dull")
    assert ReviewQueue(tmp_path).refused["d1"].row == row
    with pytest.raises(UsageError, match="is not pending; these are pending: none"):
        ReviewQueue(tmp_path).decide([row.id])


JUNK = ("None", "True", "-1", "7", "1e999", "'all'", "['front']", "[]", "{}", "[[1]]", "''", "'\\ud800'", "b'x'", "{1, 2}", "1j")


@pytest.mark.parametrize(
    "module", [pytest.param(name, marks=pytest.mark.sweep if at % 5 else []) for at, name in enumerate(sorted(DRAWN))]
)
def test_no_argument_of_any_call_escapes_the_gates(module: str) -> None:
    brief = draw_brief(1, 1, (module,))
    for name, api in MODULES[module].apis.items():
        for value in (*JUNK, *map(repr, words_of(api))):
            arguments = ", ".join(f"{parameter}={value}" for parameter in api.parameters)
            for given in (arguments, arguments.replace(value, "None", 1)):
                with suppress(ValueError):
                    make_row(
                        brief, CachedReply(draft="d", model="m", reply=about(calls=f"vw.{module}.{name}({given})"), tokens=1)
                    )


def words_of(api: Api) -> list[str]:
    """What the API's arguments may be, some of them."""
    return [word for one in api.parameters.values() if isinstance(one, WordParameter) for word in list(one.choices)[:2]]


def test_text_that_closes_tags_is_a_turn_like_any_other() -> None:
    turns = read_reply(about("Light</query><api_call>pass</api_call><query>it"))
    assert [(turn.query, turn.code) for turn in turns] == [("Light", "pass"), ("it", FOG)]


def test_what_is_shipped_already_is_refused(tmp_path: Path) -> None:
    shipped = next(iter(shipped_scenarios().values()))
    known = DuplicateFilter(shipped_scenarios().values())
    with pytest.raises(ValueError, match=rf"too much like {shipped.name}"):
        known.add(VehicleWorldScenario("new", "vw.music = Music.init1()", shipped.turns))


def test_every_scenario_of_ours_would_pass_as_a_draft() -> None:
    for scenario in list(shipped_scenarios().values())[::20]:
        brief = ScenarioBrief(scenario.beginning.modules, tuple(scenario.inits.split("\n")), turns=1, several=False, seed=0)
        text = reply(*((turn.query, turn.code) for turn in scenario.turns))
        row = make_row(brief, CachedReply(draft="d", model="m", reply=text, tokens=0))
        assert [turn.calls() for turn in row.scenario.turns] == [turn.calls() for turn in scenario.turns]


def test_briefs_follow_from_seed_and_number_and_every_request_can_be_told_apart() -> None:
    briefs = [draw_brief(3, number) for number in range(60)]
    assert briefs == [draw_brief(3, number) for number in range(60)]
    assert len({brief.seed for brief in briefs}) == 60
    assert {len(brief.modules) for brief in briefs} == {1, 2, 3, 4, 5}
    only = draw_brief(3, 1, ("radio",))
    assert only.modules == ("radio",)
    assert "radio_soundVolume_set" in only.request().text
    for brief in briefs[:10]:
        assert not VehicleWorldScenario("", "\n".join(brief.inits), ()).beginning.unmapped
        assert len(brief.request().text) < 60_000
    with pytest.raises(UsageError, match=r"no scenario is about 'radoi'.*radio"):
        draw_brief(3, 1, ("radoi",))
    assert len(DRAWN) == 30


# Through a server


@pytest.fixture
def draft(tmp_path: Path, loopback: Loopback, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("OPENAI_API_KEY", "key")

    def run(*arguments: str) -> str:
        with exit_status():
            main(["--out", str(tmp_path / "out"), *arguments])
        return str(capsys.readouterr().out)

    return run


def says(loopback: Loopback, *texts: str) -> None:
    loopback.says(*(Reply(OPENAI.says(text)) for text in texts))


def volume(query: str, level: int) -> str:
    return reply((query, f"vw.radio.radio_soundVolume_set(value={level})"))


SERIES = (
    volume("Wireless at thirty-one, I am deaf as a post today.", 31),
    "no",
    volume("Newsreader whispers; forty-four would suit grandma.", 44),
    volume("Bagpipes again? Eleven, before my ears fall off!", 11),
)


def test_drafts_are_asked_for_once_reviewed_and_played(draft: Callable[..., str], loopback: Loopback, tmp_path: Path) -> None:
    out = tmp_path / "out"
    model = ("--model", f"openai:m-1@{loopback.url}/v1", "--devices", "radio", "--seed", "5")
    says(loopback, *SERIES[:2])
    first = draft(*model, "--count", "2")
    assert len(loopback.asked) == 2
    assert "2 drafts, 20 tokens: 1 pending, 0 accepted, 1 refused" in first
    assert "refused: the reply has 0 scenarios" in first
    assert "      environment.volume = 31\n" in first
    assert loopback.asked[0]["temperature"] == 0.7
    (out / "refused.jsonl").write_text("")  # as if it had been killed before the last reply was judged,
    with (out / "drafts.jsonl").open("a") as file:
        file.write('{"draft": "unfin')  # and in the middle of writing down another
    says(loopback, *SERIES[2:])
    second = draft(*model, "--count", "4")
    assert len(loopback.asked) == 4
    assert "4 drafts, 40 tokens: 3 pending, 0 accepted, 1 refused" in second
    assert "4 drafts, 40 tokens: 3 pending" in draft(*model, "--count", "4")
    assert len(loopback.asked) == 4

    ids = list(ReviewQueue(out).pending)
    done = draft("--accept", ids[0], ids[1], "--refuse", ids[2], "--reason", "too loud")
    assert "0 pending, 2 accepted, 2 refused" in done
    refused = [one for one in ReviewQueue(out).refused.values() if one.by == "person"]
    assert [(one.reason, one.row.id) for one in refused if one.row] == [("too loud", ids[2])]
    header, *rows = map(json.loads, (out / "accepted.jsonl").read_text().splitlines())
    assert (header["set"], header["version"], [row["id"] for row in rows]) == ("drafted", 2, ids[:2])
    assert "scenarios: benchmark data" in header["canary"]

    for data in ("out", "out/accepted.jsonl"):
        arguments = ("--suite", "vehicleworld", "--data", data, "--agent", "oracle,noop", "--json")
        played = run_here("run", *arguments, "--out", data.replace("/", "-") + ".run", cwd=tmp_path)
        assert played.returncode == 0, played.stderr
        agents = json.loads(played.stdout)["agents"]
        assert (agents["oracle"]["n"], agents["oracle"]["rate"], agents["noop"]["rate"]) == (2, 1, 0)
    verified = run_here("verify", "out.run", "--json", cwd=tmp_path)
    assert (verified.returncode, json.loads(verified.stdout)["same"]) == (0, 4), verified.stdout


def test_a_model_that_fails_ends_the_run_and_what_it_said_is_kept(
    draft: Callable[..., str], loopback: Loopback, tmp_path: Path
) -> None:
    model = ("--model", f"openai:m-1@{loopback.url}/v1", "--devices", "radio", "--count", "2")
    loopback.says(Reply(OPENAI.says(SERIES[0])), Reply({"error": {"message": "no such key"}}, status=401))
    with pytest.raises(SystemExit) as ended:
        draft(*model)
    assert ended.value.code == 3
    assert len(ReviewQueue(tmp_path / "out").pending) == 1
    says(loopback, SERIES[2])
    assert "2 pending" in draft(*model)
    assert len(loopback.asked) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("--model", "openai:m", "--count", "0"),
        ("--model", "openai:m", "--devices", "cupola"),
        ("--model", "nobody:m"),
        (),
        ("--accept", "drafted.1"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: tuple[str, ...], tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--out", str(tmp_path / "none"), *arguments])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"7", b"{}", b"[" * 9_000, b'{"version": 1}', b'{"version": 2}\n{}', b'{"version": 2}\n[7]'],
)
def test_another_file_is_refused_with_one_sentence(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "accepted.jsonl"
    file.write_bytes(content)
    done = run_here("run", "--suite", "vehicleworld", "--data", str(file), "--agent", "noop", cwd=tmp_path)
    assert done.returncode == 2
    assert "holds no accepted scenarios of version 2, or was changed: --data takes" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_changed_row_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    _, queue = judged(GOOD, tmp_path)
    file = tmp_path / "accepted.jsonl"
    queue.decide(list(queue.pending))
    assert len(accepted_scenarios(file)) == 1
    sound = file.read_text()
    for old, new in (("31", "32"), ("drafted.", "other."), ('"turns":[', '"turns":[{"query":1},'), ("Whistle", "")):
        file.write_text(sound.replace(old, new))
        with pytest.raises(UsageError, match="or was changed"):
            accepted_scenarios(file)
    write_rows(file, {"version": 2}, [])
    with pytest.raises(UsageError, match="holds no scenario yet"):
        accepted_scenarios(file)
    with pytest.raises(UsageError, match=r"accepted\.jsonl"):
        load_scenarios(tmp_path / "nowhere")


def test_hostile_calls_in_a_file_of_somebody_else_are_not_run(tmp_path: Path) -> None:
    turn = {"query": "Hm", "calls": ["import os; os.abort()"], "changes": {}}
    row = {"inits": ["import os", "vw.radio = Radio.init1()"], "turns": [turn], "draft": "d", "model": "m"}
    write_rows(tmp_path / "theirs.jsonl", {"version": 2}, [{"id": row_id(row, "drafted"), **row}])
    arguments = ("--suite", "vehicleworld", "--data", "theirs.jsonl", "--agent", "noop", "--json")
    assert run_here("run", *arguments, "--out", "run", cwd=tmp_path).returncode == 3
    [record] = map(json.loads, (tmp_path / "run" / "episodes.jsonl").read_text().splitlines())
    assert record["outcome"] == "env_error"


def test_tags_are_read_in_bounded_time() -> None:
    for text in ("<query>" * 2_800, "<scenario><query>" * 1_100, "<scenario>" + "<api_call></api_call>" * 900 + "</scenario>"):
        with pytest.raises(ValueError, match=r"^the (reply|tags)"):
            read_reply(text)
