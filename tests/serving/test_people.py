"""People play the episodes of a run; what they touch becomes the actions that agents have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from cases import cases
from command_line import run_here
from people_client import same_car, sitting, somebody, touches
from registered import TWO_TURNS
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from automotive_env.agents.agent import EpisodeContext
from automotive_env.episode import action as a
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Box, Element, RangeInfo
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.attention import SECONDS_TO_FULFIL
from automotive_env.serving.people.app import state_of
from automotive_env.serving.people.gestures import GestureError, action_of, parse
from automotive_env.serving.people.tester import HumanPlayer, HumanTester
from automotive_env.tasks.kit.planning import plan, select
from automotive_env.tasks.registry import TASKS, find_task

ONE_TOUCH = "one_touch_task:ShowNotifications"
"""Two wishes: what is to be done, and what has been done already."""


def test_a_person_plays_a_wish_and_the_run_can_be_verified(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), out=tmp_path / "run")
    with sitting(options, tells=True) as sat, somebody(sat.addresses[0]) as person, same_car(ONE_TOUCH) as car:
        assert person.state["stage"] == "consent"
        assert person.do("next")["stage"] == "wish"
        assert person.state["goal"] == car.goal
        assert person.do("click", x=1, y=1)["type"] == "refused", "the wish has not been begun"
        assert person.do("next")["stage"] == "playing"
        left = person.state["steps_left"]
        for number, gesture in enumerate(touches(car)):
            assert person.state["steps_left"] == left - number
            person.do(**gesture)
        assert person.pictures >= 2
        assert (person.state["stage"], person.state["result"]) == ("wish", "Fulfilled.")
        person.do("next")
        person.do("infeasible", reason="There is no such thing.")
        assert person.state["stage"] == "over"
    assert sat.finished
    records = sat.finished.folder.read_episodes().records
    assert [record.success for record in records] == [True, False], records[0].why
    assert [SECONDS_TO_FULFIL in record.scores for record in records] == [True, False], "people are measured as agents are"
    assert sat.finished.folder.manifest.track_of("human") == "picture"
    done = run_here("verify", str(tmp_path / "run"), "--json")
    assert (done.returncode, json.loads(done.stdout)["not_scored"]) == (0, []), done.stdout + done.stderr
    kept = "".join(file.read_text() for file in (tmp_path / "run").rglob("*.json*"))
    assert not any(address.rsplit("/", 2)[1] in kept for address in sat.addresses), "no token is kept"


def test_a_person_is_told_each_turn_of_a_conversation(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(TWO_TURNS,), images=False, out=tmp_path / "run")
    with sitting(options) as sat, somebody(sat.addresses[0]) as person, same_car(TWO_TURNS) as car:
        person.do("next")
        person.do("next")
        told, left = [person.state["goal"]], person.state["steps_left"]
        for gesture in touches(car):
            person.do(**gesture)
            if gesture["do"] == "complete" and person.state["stage"] == "playing":
                told.append(person.state["goal"])
                assert person.state["steps_left"] == left
    (later,) = car.instance.later
    assert told[0] == car.instance.goal
    assert [later in line for line in told[1:]] == [True]
    assert sat.finished
    (record,) = sat.finished.folder.read_episodes().records
    assert record.success, record.why


def test_people_are_on_the_track_of_those_who_see_the_picture(tmp_path: Path) -> None:
    sees, reads = tmp_path / "people", tmp_path / "agents"
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), images=False, out=sees)
    with sitting(options) as sat, somebody(sat.addresses[0]) as person:
        person.do("next")
        for _ in range(2):
            person.do("next")
            person.do("infeasible", reason="It is a test.")
    assert sat.finished
    played = run_here("run", "--agent", "t3a", "--tasks", ONE_TOUCH, "--no-images", "--out", str(reads))
    assert played.returncode == 0, played.stderr
    compared = run_here("compare", str(reads), str(sees), "--agents", "t3a,human")
    assert "played on different tracks, tree and picture: they did not see the same things" in compared.stdout, compared.stderr
    assert "picture" in run_here("report", str(sees)).stdout


def test_earlier_runs_of_people_are_verified_with_the_track_that_they_name(tmp_path: Path) -> None:
    run = tmp_path / "run"
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), images=False, out=run)
    with sitting(options) as sat, somebody(sat.addresses[0]) as person:
        person.do("next")
        for _ in range(2):
            person.do("next")
            person.do("infeasible", reason="It is a test.")
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["options"]["see"], manifest["origins"]["human"]["track"] = None, "tree"
    (run / "manifest.json").write_text(json.dumps(manifest))
    done = run_here("verify", str(run), "--json")
    assert (done.returncode, json.loads(done.stdout)["not_scored"]) == (0, []), done.stderr


def test_the_page_shows_the_time_that_the_record_counts() -> None:
    now = iter([10.0, 12.5, 300.0])
    tester = HumanTester(clock=lambda: next(now))
    HumanPlayer(tester).reset("Warmer.", EpisodeContext(seed=0, apps=()))
    assert [state_of(tester)["seconds"] for _ in range(2)] == [2.5, 290.0], "a page that is opened again begins no new time"


@pytest.mark.sweep
def test_whoever_knows_the_way_fulfils_every_wish_with_fingers_alone(tmp_path: Path) -> None:
    tasks = tuple(sorted(TASKS)[::5])
    options = ResolvedOptions(agents=("human",), tasks=tasks, images=False, out=tmp_path / "run")
    with sitting(options) as sat, somebody(sat.addresses[0]) as person:
        person.do("next")
        for drawn in plan(select(tasks), instances=1, seed=0, place="random"):
            assert person.state["goal"] == drawn.goal
            person.do("next")
            with TaskEnvironment(find_task(drawn.task), drawn, HeadlessController()) as car:
                for gesture in touches(car):
                    person.do(**gesture)
    assert sat.finished
    failed = {record.task: record.why for record in sat.finished.folder.read_episodes().records if not record.success}
    assert failed == {}


def test_two_people_share_the_wishes_and_each_is_recorded_once(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), trials=2, concurrency=2, out=tmp_path / "run")
    with sitting(options, 2) as sat, somebody(sat.addresses[0]) as one, somebody(sat.addresses[1]) as other:
        for person in (one, other):
            person.do("next")
        for person in (one, other, one, other):
            person.do("next")
            person.do("answer", text="It is done.")
            person.do("infeasible", reason="The fan is broken.")
    assert sat.finished
    records = RunFolder.open(tmp_path / "run").read_episodes().records
    assert len({record.id for record in records}) == len(records) == 4
    assert {record.outcome for record in records} == {"fail"}


def test_nobody_plays_without_a_token_or_from_another_site(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), out=tmp_path / "run")
    with sitting(options) as sat, somebody(sat.addresses[0]) as person:
        address = sat.addresses[0]
        netloc = address.split("/")[2]
        with urlopen(address, timeout=60) as page:
            policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for wrong in (f"http://{netloc}/guess/", f"{address}../../etc/passwd", f"{address}windscreen.webp"):
            with pytest.raises(HTTPError) as refused:
                urlopen(wrong, timeout=60)
            assert refused.value.code == 404
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(address, headers={"Host": "elsewhere.example"}), timeout=60)
        assert refused.value.code == 400
        for origin in ("http://elsewhere.example", None):
            with pytest.raises((ConnectionClosed, InvalidStatus)):
                connect(f"ws{address[4:]}socket", origin=origin, proxy=None).recv(timeout=60)  # type: ignore[arg-type]
        person.do("next")
        person.do("next")
        assert urlopen(f"{address}windscreen.webp", timeout=60).read()[8:12] == b"WEBP"
        person.do("complete")
        person.do("next")
        person.do("complete")


def test_what_cannot_be_played_by_people_is_refused() -> None:
    done = run_here("play", "--resume", "nowhere")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    done = run_here("play", "--limit", "0")
    assert (done.returncode, "--limit must be from 1" in done.stderr) == (2, True)
    done = run_here("play", "--tasks", "no.such_task")
    assert done.returncode == 2
    assert "no.such_task" in done.stderr


def test_a_folder_that_holds_a_run_is_refused_before_anybody_is_invited(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").touch()
    done = run_here("play", "--tasks", ONE_TOUCH, "--out", str(tmp_path))
    assert done.returncode == 2
    assert "already holds a run" in done.stderr
    assert done.stdout == ""


SLIDER = Element(0, "android.widget.SeekBar", box=Box(100, 0, 300, 40), range=RangeInfo(0, 100, 50), clickable=True)
LIST = Element(1, "android.widget.ListView", box=Box(0, 100, 400, 400), scrollable=True)
FIELD = Element(2, "android.widget.EditText", box=Box(0, 500, 400, 540), editable=True, focused=True)


def acted(elements: tuple[Element, ...], do: str, **fields: Any) -> a.Action:
    with same_car(ONE_TOUCH) as car:
        seen = car.reset()
    vars(seen)["elements"] = elements
    return action_of(parse(json.dumps({"do": do, **fields})), seen)


@cases(
    "do,fields,action",
    [
        ("click", {"x": 150, "y": 7}, a.Click(x=150, y=7)),
        ("long_press", {"x": 150, "y": 7}, a.LongPress(x=150, y=7)),
        ("stroke", {"x": 200, "y": 20, "to_x": 250, "to_y": 22}, a.Swipe(direction="right", index=0, amount=0.25)),
        ("stroke", {"x": 200, "y": 20, "to_x": 0, "to_y": 20}, a.Swipe(direction="left", index=0, amount=1)),
        ("stroke", {"x": 200, "y": 20, "to_x": 206, "to_y": 20}, a.Click(x=206, y=20)),
        ("stroke", {"x": 50, "y": 300, "to_x": 55, "to_y": 200}, a.Scroll(direction="down", index=1)),
        ("stroke", {"x": 800, "y": 300, "to_x": 700, "to_y": 310}, a.Swipe(direction="left")),
        ("scroll", {"x": 50, "y": 300, "direction": "up"}, a.Scroll(direction="up", index=1)),
        ("text", {"text": "Rome", "submit": True}, a.InputText(text="Rome", index=2, submit=True)),
        ("wait", {"seconds": 5}, a.Wait(seconds=5)),
        ("navigate_back", {}, a.NavigateBack()),
        ("answer", {"text": "Yes."}, a.Answer(text="Yes.")),
        (
            "warn",
            {"kind": "ice", "text": "Ice!"},
            a.Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice!"}),
        ),
        ("infeasible", {"reason": "No."}, a.Status(goal_status="infeasible", reason="No.")),
    ],
)
def test_what_a_person_does_is_an_action(do: str, fields: dict[str, Any], action: a.Action) -> None:
    assert acted((SLIDER, LIST, FIELD), do, **fields) == action


@cases(
    "text",
    [
        "",
        "null",
        "[]",
        '{"do": "call", "api": "x"}',
        '{"do": "click"}',
        '{"do": "click", "x": -1, "y": 2}',
        '{"do": "click", "x": 1, "y": 2, "z": 3}',
        '{"do": "click", "x": "1", "y": 2}',
        '{"do": "wait", "seconds": 100000}',
        '{"do": "text", "text": "%s"}' % ("x" * 501),
        '{"do": "answer", "text": "%s"}' % ("x" * 5_000),
    ],
)
def test_a_message_that_says_nothing_known_is_refused(text: str) -> None:
    with pytest.raises(GestureError):
        parse(text)


def test_text_needs_a_field_and_a_wish_that_goes_on_cannot_be_begun() -> None:
    with pytest.raises(GestureError, match="tap one first"):
        acted((LIST,), "text", text="Rome")
    with pytest.raises(GestureError, match="being played"):
        acted((LIST,), "next")


def test_a_person_may_practise_first_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), images=False, out=tmp_path / "run")
    with sitting(options) as sat, somebody(sat.addresses[0]) as person:
        seen = person.do("practise")
        assert (seen["stage"], seen["practice"]) == ("playing", True)
        assert "Practice" in seen["goal"]
        assert person.do("navigate_home")["stage"] == "playing"
        assert person.do("complete")["stage"] == "wish"
        assert not person.state["practice"]
        for _ in range(2):
            assert person.do("next")["stage"] == "playing"
            person.do("infeasible", reason="It is a test.")
    assert sat.finished
    assert [record.steps for record in sat.finished.folder.read_episodes().records] == [1, 1]


def test_a_touch_on_nothing_costs_no_action() -> None:
    car = HeadlessController()
    seen = car.observe()
    x, y = next(
        (x, y)
        for x in range(40, 1370, 7)
        for y in range(100, 660, 7)
        if not any(element.box.contains(x, y) for element in seen.elements)
    )
    with pytest.raises(GestureError, match="cost no action"):
        action_of(parse(json.dumps({"do": "click", "x": x, "y": y})), seen)


def test_a_touch_beside_a_dialog_is_an_action_for_it_closes_the_dialog() -> None:
    car = HeadlessController()
    value = next(e for e in car.observe().elements if e.name == "hvac_temperature_text")
    car.head_unit.tap(*value.box.center)
    seen = car.observe()
    assert {element.window for element in seen.elements} >= {"Climate"}
    touch = action_of(parse(json.dumps({"do": "click", "x": 60, "y": 300})), seen)
    assert car.act(touch, seen).done
    assert "Climate" not in {element.window for element in car.observe().elements}
