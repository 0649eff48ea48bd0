"""The comparison with recorded tasks, on records made up here."""

import json
from pathlib import Path

import pytest

from automotive_env.car.core.documents import to_flat
from automotive_env.car.core.world import World
from automotive_env.scripts.conformance_vehicleworld import REASONS, compare, main
from automotive_env.suites.vehicleworld.release import ReleaseCall, read_calls


def task(*queries, modules=("music",), state=None, caveats=()):
    turns = [{"query": "", "api_calls": code, "diff": diff, "returns": returns} for code, diff, returns in queries]
    init = to_flat(World(), [*modules, "environment"]) if state is None else state
    return {"modules": list(modules), "init_state": init, "caveats": list(caveats), "queries": turns}


def replayed(tmp_path, *tasks):
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in tasks))
    return compare(path).to_json()


LOUDER = ('vw.music.music_soundVolume_increase(degree="tiny")', {"environment.volume": [50, 55]}, [{"success": True}])


def test_calls_are_read_from_text_and_never_run():
    text = "vw.music.music_playList_switch(True)\\nvw.music.music_soundVolume_set(\n  value=-3)\npass"
    assert read_calls(text) == (
        ReleaseCall("music.music_playList_switch", {"switch": True}),
        ReleaseCall("music.music_soundVolume_set", {"value": -3}),
    )
    for code in ("x = 1", "vw.music.music_soundVolume_set(open('x'))", "import os", "vw.music[0]()", "vw.(", "(" * 5_000):
        with pytest.raises(ValueError, match=r"not a call|not a name|malformed|no Python"):
            read_calls(code)


def test_equal_turns_count_as_equal(tmp_path):
    report = replayed(tmp_path, task(LOUDER, ("pass", {}, [])))
    assert (report["tasks"], report["turns"], report["equal"], report["unexplained"]) == (1, 2, 2, 0)
    assert report["modules"]["music"] == {"equal": 1}


def test_a_divergence_counts_once_because_turns_begin_where_the_record_was(tmp_path):
    wrong = (LOUDER[0], {"environment.volume": [50, 90]}, [{"success": True}])
    after = (LOUDER[0], {"environment.volume": [90, 95]}, [{"success": True}])
    report = replayed(tmp_path, task(wrong, after))
    assert (report["equal"], report["unexplained"]) == (1, 1)


def test_a_refused_degree_is_a_known_reason_but_hides_nothing_else(tmp_path):
    code = 'vw.music.music_soundVolume_increase(degree="medium")'
    taken = (code, {"environment.volume": [50, 60]}, [{"success": True}])
    report = replayed(tmp_path, task(taken))
    assert report["diverging"] == {"a degree that the interface does not name is refused": 1}
    more = (code, {"environment.volume": [50, 60], "navigation.is_active": [False, True]}, [{"success": True}])
    report = replayed(tmp_path, task(more, modules=("music", "navigation")))
    assert report["unexplained"] == 1
    known_to_both = (code, {"environment.volume": [50, 60]}, [{"success": False}])
    assert replayed(tmp_path, task(known_to_both))["unexplained"] == 1


def test_times_are_spelled_our_way(tmp_path):
    state = to_flat(World(), ["conversation", "environment"])
    state = {path: 1744545600.0 if path.endswith("[0].timestamp") else value for path, value in state.items()}
    state["environment.time_display_format"] = "24-hour-format"
    hangup = ("vw.conversation.conversation_phone_hangup()", {}, [{"success": False}])
    report = replayed(tmp_path, task(hangup, modules=("conversation",), state=state))
    assert report["equal"] == 1


def test_tasks_with_modules_that_the_car_lacks_are_counted_apart(tmp_path):
    report = replayed(tmp_path, task(modules=("teleporter",), state={}), task(LOUDER))
    assert (report["tasks"], report["skipped_modules"], report["turns"]) == (1, 1, 1)


def test_a_turn_that_cannot_be_read_is_counted_and_the_next_goes_on(tmp_path):
    broken = ("vw.music.music_soundVolume_set(", {"environment.volume": [50, 60]}, [])
    after = (LOUDER[0], {"environment.volume": [60, 65]}, [{"success": True}])
    report = replayed(tmp_path, task(broken, after))
    assert (report["turns"], report["equal"], sum(report["unreadable"].values())) == (1, 1, 1)


def test_a_tailgate_that_opens_all_the_way_is_explained_and_another_opening_is_not(tmp_path):
    closed = to_flat(World({"trunk": "init1"}), ["trunk", "environment"]) | {"trunk.is_locked": False}
    fifth = {
        "trunk.state": ["closed", "open"],
        "trunk.current_open_degree_percentage": [0, 20],
        "trunk.current_open_degree_gear": [0, 2],
        "trunk.current_open_degree_cm": [0, 20],
    }
    opened = ('vw.trunk.carcontrol_trunk_switch("open")', fifth, [{"success": True}])
    report = replayed(tmp_path, task(opened, modules=("trunk",), state=closed))
    assert (sum(report["diverging"].values()), report["unexplained"]) == (1, 0)
    turned = ('vw.trunk.carcontrol_trunk_openDegree_set(degree="max")', fifth, [{"success": True}])
    assert replayed(tmp_path, task(turned, modules=("trunk",), state=closed))["unexplained"] == 1


FRONT, REAR = (f"wiper.{end}_wiper.speed_setting.value" for end in ("front", "rear"))
SPEED = "the speed of wipers applies to both and has gears"
ON_THE_WAY = "a sunroof that pauses or opens in part does not stay in motion"
ENDS = "the highest and lowest presets of a window say how far it opens, like the presets between"
WINDOW = "window.window_states.driver's seat"


@pytest.mark.parametrize(
    ("start", "call", "recorded", "reason"),
    [
        (
            {"sunshade": "init2"},
            "sunshade.carcontrol_sunshade_openDegree_decrease(position='front row', degree='little')",
            {"sunshade.front_row_status.open_degree_value": [50, 40]},
            None,
        ),
        (
            {"sunshade": "init2"},
            "sunshade.carcontrol_sunshade_openDegree_decrease(degree='tiny')",
            {"sunshade.front_row_status.open_degree_value": [50, 45], "sunshade.rear_row_status.open_degree_value": [100, 95]},
            None,
        ),
        ({"wiper": "init1"}, "wiper.carcontrol_wiperBlade_speed_set(value=4, unit='gear')", {FRONT: [3, 4]}, SPEED),
        ({"wiper": "init1"}, "wiper.carcontrol_wiperBlade_speed_increase(degree='tiny')", {FRONT: [3, 4]}, SPEED),
        ({}, "wiper.carcontrol_wiperBlade_speed_set(degree='max')", {}, SPEED),
        ({"wiper": "init2"}, "wiper.carcontrol_wiperBlade_speed_increase(degree='tiny')", {FRONT: [75, 85], REAR: [2, 3]}, SPEED),
        ({"sunroof": "init1"}, "sunroof.carcontrol_sunroof_switch(action='pause')", {}, ON_THE_WAY),
        (
            {"sunroof": "init1"},
            "sunroof.carcontrol_sunroof_openDegree_decrease(degree='little')",
            {
                "sunroof.state": ["open", "closing"],
                "sunroof.open_degree_percentage": [50, 30],
                "sunroof.open_degree_gear": [5, 3],
                "sunroof.open_degree_centimeter": [25, 15],
            },
            ON_THE_WAY,
        ),
        ({}, "window.carcontrol_window_height_set(position=[\"driver's seat\"], degree='max')", {}, ENDS),
        (
            {"window": "init2"},
            "window.carcontrol_window_height_set(position=[\"driver's seat\"], degree='min')",
            {f"{WINDOW}.open_degree": [15, 100]},
            ENDS,
        ),
        (
            {},
            "window.carcontrol_window_height_set(position=[\"driver's seat\"], degree='high')",
            {f"{WINDOW}.open_degree": [0, 75], f"{WINDOW}.is_open": [False, True]},
            None,
        ),
    ],
)
def test_what_the_release_does_is_equal_or_explained(tmp_path, start, call, recorded, reason):
    module = call.partition(".")[0]
    state = to_flat(World(start), [module, "environment"])
    turn = (f"vw.{call}", recorded, [{"success": True}])
    report = replayed(tmp_path, task(turn, modules=(module,), state=state))
    assert (report["equal"], report["diverging"]) == ((0, {reason: 1}) if reason else (1, {}))
    elsewhere = {**recorded, "environment.volume": [50, 51]}
    report = replayed(tmp_path, task((turn[0], elsewhere, turn[2]), modules=(module,), state=state))
    assert (report["equal"], report["unexplained"]) == (0, 1)


def test_paths_that_are_no_state_are_passed_over(tmp_path):
    state = to_flat(World(), ["door", "environment"]) | {
        "door.doors.driver's seat.position": "driver's seat",
        "door.colour": "red",
    }
    assert replayed(tmp_path, task(modules=("door",), state=state))["unknown_paths"] == ["door.colour"]


def test_every_reason_has_a_row_in_the_document_and_every_row_is_a_reason():
    document = (Path(__file__).parents[2] / "docs" / "divergences.md").read_text()
    rows = [line.split("|")[1].strip() for line in document.splitlines() if line.startswith("| ")]
    assert rows[1:] == [reason for reason, _ in REASONS]


def test_the_script_prints_one_json_object(tmp_path, capsys, monkeypatch):
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(task(LOUDER)) + "\n")
    monkeypatch.setattr("sys.argv", ["conformance", str(path), "--json"])
    main()
    printed = json.loads(capsys.readouterr().out)
    assert {"tasks": 1, "turns": 1, "equal": 1, "diverging": {}, "unexplained": 0}.items() <= printed.items()
    assert printed["tasks_per_cpu_second"] > 0
    path.write_text("{}\n")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "holds no recorded tasks" in capsys.readouterr().err


def test_tasks_that_begin_with_the_same_text_but_in_other_states_are_told_apart(tmp_path):
    quiet = to_flat(World(), ["music", "environment"]) | {"environment.volume": 5}
    begins = {"inits": "Environment.init1()"}
    louder = (LOUDER[0], {"environment.volume": [5, 10]}, [{"success": True}])
    tasks = [task(LOUDER) | begins, task(louder, state=quiet) | begins, task(LOUDER) | begins]
    assert replayed(tmp_path, *tasks)["equal"] == 3
