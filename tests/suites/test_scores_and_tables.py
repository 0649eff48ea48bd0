"""Scores in two ways, and tables of them: what differs between the ways, crashes, and figures that are quoted."""

from functools import partial

import anyio
import pytest
from scenario_files import HOOD, LOUDER, checkout
from test_play import Saying

from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import VehicleWorldNoopPlayer, VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.published import ACCURACY, DOMAINS, KINDS
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn
from automotive_env.suites.vehicleworld.suite import VehicleWorldSuite

SEAT = 'position=["driver\'s seat"]'
COOL = f"vw.airConditioner.switch({SEAT}, switch=True)\nvw.airConditioner.temperature_set({SEAT}, value=%s)"
SPEEDS = ((4, "gear"), (75, "percentage"))
"""Twice the same."""


@pytest.fixture
def scenarios(tmp_path):
    return list(load_scenarios(checkout(tmp_path, LOUDER, HOOD)).values())


def scores(scenario, player):
    episode = anyio.run(partial(play, scenario, player, privileged=True))
    assert rescore(episode.record, episode.steps) == episode.record
    return episode.record.scores


def test_the_right_calls_have_full_marks_in_every_way(scenarios):
    for scenario in scenarios:
        found = scores(scenario, VehicleWorldOraclePlayer())
        assert found.pop("damage") == 0
        assert set(found.values()) == {1.0}
        assert set(found) == {
            *(f"{way}.{name}" for way in ("paper", "strict") for name in ("accuracy", "f1_negative", "f1_positive")),
            "strict.turns",
            "rules.turns",
            "devices.found",
            "devices.exact",
        }


def test_a_wrong_amount_in_the_right_direction_passes_in_the_papers_way_only(scenarios):
    louder, hood = scenarios
    by_one = scores(hood, Saying(COOL % 19))
    assert by_one["paper.accuracy"] == 1
    assert by_one["strict.accuracy"] < 1
    assert by_one["strict.turns"] == by_one["rules.turns"] == 0
    open_amount = scores(louder, Saying("vw.video.video_soundVolume_increase(value=17)", "pass", "pass"))
    assert (open_amount["strict.turns"], open_amount["rules.turns"]) == (0.6667, 0.3333)  # other words, the same deed


def test_what_is_wrecked_elsewhere_counts_in_the_strict_way_only(scenarios):
    _, hood = scenarios
    found = scores(
        hood,
        Saying(
            COOL % 20 + "\nvw.trunk.carcontrol_trunk_switch(action='open')\nvw.fogLight.carcontrol_fogLight_switch(switch=True)"
        ),
    )
    assert (found["damage"], found["strict.turns"], found["paper.f1_positive"]) == (1, 0, 1)
    assert found["strict.f1_positive"] < 1


def test_a_crash_is_nothing_in_the_strict_way_and_stays_in_its_mean(scenarios):
    louder, _ = scenarios
    found = scores(louder, Saying("vw.video.video_soundVolume_increase(degree='little')", KeyError("x")))
    assert found["strict.turns"] == found["strict.accuracy"] == 0.3333
    assert not any(name.startswith("paper") for name in found)


def test_the_tables_show_each_domain_and_kind_beside_what_was_published(scenarios):
    episodes = [
        anyio.run(partial(play, scenario, player(), privileged=True)).record
        for scenario in scenarios
        for player in (VehicleWorldOraclePlayer, VehicleWorldNoopPlayer)
    ]
    summary = VehicleWorldSuite().summarise(episodes)
    accuracy, effort = summary.tables
    rows = {row[0]: dict(zip(accuracy.columns, row, strict=True)) for row in accuracy.rows}
    assert len(rows) == 1 + len(DOMAINS) * len(KINDS)
    assert (rows["All"]["n"], rows["All"]["oracle strict"], rows["All"]["GPT-4o, SFC"]) == ("2", 100, 70.9)
    assert rows["Multimedia M-M"]["oracle paper"] == 100
    assert rows["Multimedia M-M"]["noop strict"] < 50
    assert rows["Light S-S"]["oracle strict"] is None
    assert {row[0]: row[1] for row in effort.rows} == {"noop": 0, "oracle": 100}
    assert summary.model_dump(mode="json")["tables"][0]["title"] == "Accuracy by domain and kind, in percent"
    assert VehicleWorldSuite().summarise(()).tables == ()


def test_the_quoted_figures_are_whole():
    assert all(len(figures) == 17 for figures in ACCURACY.values())
    assert ACCURACY["mean of 8, FC"]["light M-M"] == 45.7


def test_what_only_the_car_remembers_of_a_call_counts_in_the_papers_way_only():
    gears, percent = (f"vw.wiper.carcontrol_wiperBlade_speed_set(value={value}, unit='{unit}')" for value, unit in SPEEDS)
    window = f"vw.window.carcontrol_window_height_decrease({SEAT}, degree='%s')"
    scenario = VehicleWorldScenario(
        "x",
        "vw.wiper = Wiper.init1()\nvw.music = Music.default()",
        (
            VehicleWorldTurn("Wipers at level 4, music at 30.", f"{gears}\nvw.music.music_soundVolume_set(value=30)"),
            VehicleWorldTurn("My window down a bit.", window % "tiny"),
        ),
    )
    found = scores(scenario, Saying(f"{percent}\nvw.radio.radio_soundVolume_set(value=30)", window % "large"))
    assert (found["strict.turns"], found["strict.f1_negative"], found["damage"]) == (1, 1, 0)
    assert found["rules.turns"] == 0
    assert found["paper.f1_negative"] < 1
