"""Device selection as a score: worked by hand for players that call, choose, write, or show nothing of it."""

import anyio
import pytest
from scenario_files import LOUDER, checkout
from scripted_model import ScriptedModel, block
from test_play import Saying

from automotive_env.agents.agent import AgentOptions
from automotive_env.models.metered import MeteredModel
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.device_scores import selected_devices
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.release import read_calls
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.suite import VehicleWorldSuite

LAMP = "vw.fogLight.carcontrol_fogLight_switch(switch=True)"
STOP = "vw.video.video_play_stop()"


@pytest.fixture
def louder(tmp_path):
    """Right devices by turn: video; none; video and fogLight."""
    (scenario,) = load_scenarios(checkout(tmp_path, LOUDER)).values()
    return scenario


def scored(scenario, player, model=None):
    async def whole():
        return await play(scenario, player, model=model)

    episode = anyio.run(whole)
    assert rescore(episode.record, episode.steps) == episode.record
    return episode.record


def chose(*modules):
    return "<modules>\n" + "\n".join(modules) + "\n</modules>"


@pytest.mark.parametrize(
    ("right", "calls", "chosen", "found"),
    [
        (f"{STOP}\n{LAMP}", f"{LAMP}\n{STOP}", None, (True, True)),
        (f"{STOP}\n{LAMP}", STOP, None, (False, False)),
        (STOP, f"{STOP}\n{LAMP}", None, (True, False)),
        (STOP, "Environment.search_module()", None, (False, False)),
        (STOP, "pass", ["video"], (True, True)),
        (STOP, STOP, ["radio"], (False, False)),
        (STOP, None, ["video", "radio"], (True, False)),
        (STOP, None, None, None),
        (STOP, None, [["video"]], None),
        ("pass", LAMP, None, None),
        ("Environment.set_volume(3)", STOP, None, None),
    ],
)
def test_the_right_devices_are_those_of_the_right_calls(right, calls, chosen, found):
    made = None if calls is None else read_calls(calls)
    assert selected_devices(read_calls(right), made, chosen) == found


def test_a_player_that_calls_has_selected_what_it_called(louder):
    record = scored(louder, Saying("vw.video.video_soundVolume_increase(degree='little')", "pass", STOP))
    assert (record.scores["devices.found"], record.scores["devices.exact"]) == (0.5, 0.5)


def test_a_player_that_chooses_is_held_to_its_choice(louder):
    script = ScriptedModel(
        *(chose("video", "radio"), block('vw["environment"]["volume"] += 5')),
        *(chose(), "A car cannot dance."),
        *(chose("fogLight", "video"), block('vw["video"]["is_playing"] = False')),
    )
    model = MeteredModel(script)
    record = scored(louder, PLAYERS["sfc"].make(model, None, AgentOptions()), model)
    assert (record.scores["devices.found"], record.scores["devices.exact"]) == (1, 0.5)
    _, effort = VehicleWorldSuite().summarise([record]).tables
    assert dict(zip(effort.columns, effort.rows[0], strict=True))["devices %"] == 100


@pytest.mark.parametrize(("long", "told"), [(False, "volume = 40"), (True, '"volume": {"value": 40, "type": "int"')])
def test_shared_state_is_told_as_a_look_up_that_does_not_count_as_acting(louder, long, told):
    script = ScriptedModel(
        block("Environment.to_dict()"), block("vw.video.video_soundVolume_set(value=41)"), "No.", block(f"{STOP}\n{LAMP}")
    )
    model = MeteredModel(script)
    record = scored(louder, PLAYERS["fc"].make(model, None, AgentOptions(long_state=long)), model)
    assert record.scores["devices.exact"] == 1
    assert told in script.asked[1].text


def test_shared_state_is_a_tool_too(louder):
    script = ScriptedModel([("to_dict", "{}")], [("video_soundVolume_increase", '{"degree": "little"}')], "No.")
    model = MeteredModel(script)
    scored(louder, PLAYERS["fc"].make(model, None, AgentOptions(tools=True)), model)
    assert "volume = 40" in script.asked[1].text
