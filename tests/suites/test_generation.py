"""Scenarios are made from tables: the tables hold together, the wording is sound, and the files are what the tables make."""

from itertools import islice
from random import Random

import pytest
from cases import cases

from automotive_env.car.core.world import World, all_apis
from automotive_env.car.devices import DEVICES
from automotive_env.suites.vehicleworld.generation.corpus import SHARES, scenarios
from automotive_env.suites.vehicleworld.generation.gates import faults
from automotive_env.suites.vehicleworld.generation.overlap import content_words, jaccard, near_duplicates, ngram_overlap
from automotive_env.suites.vehicleworld.generation.report import counts, means, summary, text_of, uncovered
from automotive_env.suites.vehicleworld.generation.tables import declines, dialogue, intents, of_split, scenes, table
from automotive_env.suites.vehicleworld.generation.wording import amount, fill, framed, join, spell
from automotive_env.suites.vehicleworld.published import KINDS, TASKS
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn
from automotive_env.suites.vehicleworld.shipped import FOLDER, changes_of, read_rows, scenario_of

MODULES = {device.module for device in DEVICES}


@pytest.fixture(scope="module")
def splits():
    return {split: list(read_rows(FOLDER / f"{split}.jsonl")) for split in SHARES}


@pytest.fixture(scope="module")
def rows(splits):
    return [row for own in splits.values() for row in own]


# The files


def test_the_files_are_what_the_tables_make(splits):
    for split, own in splits.items():
        assert list(islice(scenarios(split), 6)) == own[:6], "run python -m automotive_env.scripts.write_vehicleworld"


def test_every_cell_is_full_and_the_means_are_near_those_of_the_paper(rows):
    found = counts(rows)
    wanted = {(domain, dim): number for domain, cells in TASKS.items() for dim, number in zip(KINDS, cells, strict=True)}
    assert {cell: found[cell] for cell in wanted if found[cell] < wanted[cell]} == {}
    assert len(rows) >= 1_291
    size = means(rows)
    assert (size["most devices"], size["most calls"]) == (5, 13)
    assert [round(size[name] - paper, 1) for name, paper in (("devices", 2.0), ("APIs", 3.2), ("calls", 3.5))] == pytest.approx(
        [0, 0, 0], abs=0.25
    )


def test_all_devices_and_nearly_all_apis_are_used(rows):
    assert len(uncovered(rows)) <= 8
    assert {name.partition(".")[0] for name in all_apis()} & MODULES == {
        call.module for row in rows for turn in scenario_of(row).turns for call in turn.calls()
    }


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_scenario_passes_the_gates_and_its_changes_are_written_down(rows, every):
    for row in rows[::every]:
        scenario = scenario_of(row)
        assert faults(scenario) == [], row["id"]
        assert [turn["changes"] for turn in row["turns"]] == changes_of(scenario), row["id"]


def test_no_two_are_equal_nor_nearly_alike_and_splits_share_no_template(splits, rows):
    done = [repr((row["inits"], [turn["calls"] for turn in row["turns"]])) for row in rows]
    assert len(set(done)) == len(done) == len({row["id"] for row in rows})
    for own in splits.values():
        assert near_duplicates([text_of(row) for row in own]) == []
    templates = [template for own in splits.values() for template in {one for row in own for one in row["templates"]}]
    assert len(templates) == len(set(templates))


def test_the_document_says_what_the_files_hold(splits):
    text = (FOLDER.parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    assert "\n".join(summary(splits)) in text, "run python -m automotive_env.scripts.write_vehicleworld --report"


# The gates


def gated(inits, *turns):
    return faults(VehicleWorldScenario("x", inits, tuple(VehicleWorldTurn("", code) for code in turns)))


LOCK = "vw.door.carcontrol_carDoor_lock_switch(switch=True, position=['all'])"
LOUDER = "vw.music.music_soundVolume_increase(degree='little')"


@cases(
    ("inits", "turns", "says"),
    [
        ("", [LOCK, LOUDER], ""),
        ("", [LOCK, LOCK], "turn 2 changes nothing"),
        ("", [f"{LOCK}\n{LOCK}"], "passes without door"),
        ("", ["pass"], "asks for nothing"),
        ("", ["vw.music.music_history_view()"], "asks for nothing"),
        ("vw.radio = Radio.init7()", [LOCK], "cannot be read"),
        ("", ["vw.radio.radio_soundVolume_set(value=300)", LOCK], "turn 1: value must be"),
        (
            "vw.music = Music.init2()",
            ["vw.music.music_soundVolume_set(value=0)\nvw.music.music_soundVolume_set(value=50)"],
            "passes without",
        ),
    ],
)
def test_a_gate_stops_what_must_not_pass(inits, turns, says):
    found = gated(inits, *turns)
    assert any(says in fault for fault in found) if says else found == []


# The tables


def test_every_api_has_an_intent_and_every_intent_is_said_in_every_split():
    apis = {name for name, api in all_apis().items() if api.module in MODULES}
    assert {intent.api for intent in intents().values()} == apis
    for intent in intents().values():
        texts = [phrase.text for phrase in intent.phrases]
        assert len(set(texts)) == len(texts), intent.name
        assert len(texts) < 5 or all(of_split(intent.phrases, split) for split in SHARES), intent.name


def test_generic_phrases_and_declined_requests_serve_every_split():
    lists = [dialogue(kind) for kind in ("more", "more_up", "less", "less_up", "undo", "other", "fix", "slip", "slip_n")]
    for phrases in (*lists, declines(""), *(declines(module) for module in MODULES)):
        assert all(of_split(phrases, split) for split in SHARES), phrases[0].id
    assert all(of_split(scene.openers, split) for scene in scenes().values() for split in SHARES)


def test_every_phrase_is_spelled_out_whole():
    rng = Random(1)
    for intent in intents().values():
        car = World({"navigation": "init1"})
        for phrase in (*intent.phrases, *intent.more):
            wish = fill(intent, car, rng)
            assert wish is not None, intent.name
            text = spell(phrase, wish, rng)
            assert not set(text) & set("{}[]|~#"), (phrase.id, text)


def test_an_amount_is_said_as_where_or_as_by_how_much():
    assert [amount(2, unit, relative=relative) for unit in ("level", "percentage") for relative in (False, True)] == [
        "level 2", "2 levels", "2 percent", "2 percent",
    ]  # fmt: skip
    assert (amount(1, "minute", relative=False), amount(1, "gear", relative=True)) == ("1 minute", "1 level")


def test_clauses_are_joined_in_their_order():
    rng = Random(3)
    text = join([("sentence", "It is cold."), ("imperative", "shut the door"), ("fragment", "lights on")], rng)
    assert text.startswith("It is cold. ")
    assert text.lower().index("shut the door") < text.lower().index("lights on")
    assert all(part[0].isupper() for part in text.split(". "))


def test_nothing_is_asked_around_a_prohibition_and_nobody_says_please_twice():
    frames = table("dialogue")["frames"]
    said = {framed(clause, frames, Random(seed), plain=False) for seed in range(60) for clause in ("don't stop", "stop, please")}
    assert not any(text.startswith(("Can you don't", "Could you don't", "Would you don't")) for text in said)
    assert max(text.lower().count("please") for text in said) == 1


# Overlap


def test_numbers_do_not_make_a_wording_another():
    one, other = (content_words(f"Set the fan of the climate to {number}, please") for number in ("3", "5"))
    assert jaccard(one, other) == 1
    assert near_duplicates(["Fog lights on", "Fog lights on 3", "Open the boot"]) == [(0, 1, 1.0)]
    assert content_words("lamp on") != content_words("lamp off")


def test_shared_ngrams_are_counted_once():
    assert ngram_overlap(["turn the fan up", "turn the fan up"], ["please turn the fan down"], 3) == 0.5
    assert ngram_overlap([], ["a"], 2) == 0
