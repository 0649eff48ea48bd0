"""Reading a checkout: where it is looked for, what is read, what is too much."""

import json

import pytest
from scenario_files import BROKEN, HOOD, LOUDER, checkout, scenario_id

from automotive_env.car.core.documents import to_tree
from automotive_env.car.core.world import World
from automotive_env.errors import UsageError
from automotive_env.suites.vehicleworld import checkout as reading
from automotive_env.suites.vehicleworld.checkout import FILES, between, load_scenarios


@pytest.mark.parametrize("at", FILES)
def test_scenarios_are_found_by_the_names_of_the_release_each_once(tmp_path, at):
    found = load_scenarios(checkout(tmp_path, LOUDER, HOOD, LOUDER, at=at))
    assert list(found) == [f"vehicleworld.{scenario_id(text)}" for text in (LOUDER, HOOD)]
    louder, hood = found.values()
    assert [turn.query for turn in louder.turns] == [
        "Turn it up a bit.",
        "Can you dance?",
        "Stop the film and fold the fog away.",
    ]
    assert [len(turn.calls()) for turn in louder.turns] == [1, 0, 2]
    assert (louder.dimension, louder.category) == ("M-M", "multimedia")
    assert (hood.dimension, hood.category) == ("S-M", "car")
    assert louder.instance.goal == "Turn it up a bit. / Can you dance? / Stop the film and fold the fog away."
    assert louder.instance.id != hood.instance.id


def test_a_scenario_begins_in_our_start_states_of_the_same_names(tmp_path):
    louder, hood = load_scenarios(checkout(tmp_path, LOUDER, HOOD)).values()
    car = louder.start()
    assert (car.environment.volume, car.video.is_playing, car.environment.sound_channel) == (40, True, "video")
    assert hood.start().airConditioner.cool_mode
    assert hood.beginning.unmapped == ("vw.frontTrunk = FrontTrunk.init9()",)


@pytest.mark.parametrize("base", ["vehicleworld/database/querys", "vehicleworld/database", "vehicleworld", "."])
def test_generated_states_are_where_a_scenario_begins(tmp_path, base):
    folder = checkout(tmp_path, LOUDER, HOOD)
    without = load_scenarios(folder)
    car = World({"video": "init2"})
    car.set("environment.volume", 7)
    tree = to_tree(car, ["environment", "video"])
    tree["video"]["value"]["codec"] = {"value": "theirs", "type": "str", "description": "foreign"}
    file = folder / base / "tasks" / "scenarios" / scenario_id(LOUDER) / "worlds.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps([tree, {}]))
    louder, hood = load_scenarios(folder).values()
    assert louder.start().diff(car.snapshot()) == {}
    assert hood.start().snapshot() == without[hood.name].start().snapshot()
    assert louder.instance.id != without[louder.name].instance.id
    assert hood.instance.id == without[hood.name].instance.id


LOUD = {"environment": {"value": {"volume": {"value": "loud", "type": "int"}}, "type": "object"}}


@pytest.mark.parametrize(
    ("text", "says"),
    [*((text, r"worlds\.json") for text in ("", "[]", "{}", "7", "[7]", "[" * 9_000)), (json.dumps([LOUD]), "not 'loud'")],
)
def test_states_that_are_none_are_a_value_error(tmp_path, text, says):
    folder = checkout(tmp_path, LOUDER)
    file = folder / "tasks" / "scenarios" / scenario_id(LOUDER) / "worlds.json"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    (louder,) = load_scenarios(folder).values()
    with pytest.raises(ValueError, match=says):
        louder.start()
    assert louder.instance.id


def test_what_was_looked_for_is_said(tmp_path):
    with pytest.raises(UsageError, match=r"vehicleworld/database/querys/scenarios.*database/querys/scenarios"):
        load_scenarios(tmp_path)
    with pytest.raises(UsageError, match="not a checkout"):
        load_scenarios(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="holds no <scenario>"):
        load_scenarios(checkout(tmp_path, "<scenario><inits></inits></scenario>", "<scenario>"))


def test_too_much_is_refused(tmp_path, monkeypatch):
    turn = "<query>Hm</query><api_call>pass</api_call>"
    with pytest.raises(UsageError, match="60 turns; at most 50"):
        load_scenarios(checkout(tmp_path, f"<scenario>{turn * 60}</scenario>"))
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    with pytest.raises(UsageError, match="larger than 10 bytes"):
        load_scenarios(checkout(tmp_path, LOUDER))


def test_tags_are_found_in_order_and_an_open_one_ends_it():
    text = "<a>1</a> <b>2</b><a></a><a>3"
    assert list(between(text, "a")) == [("<a>1</a>", "1"), ("<a></a>", "")]
    assert list(between("<a>" * 100_000, "a")) == []


def test_a_broken_scenario_is_read_but_not_run(tmp_path):
    (broken,) = load_scenarios(checkout(tmp_path, BROKEN)).values()
    with pytest.raises(ValueError, match="not a call: import os"):
        broken.turns[0].calls()
