"""Players that ask a model: scripted replies are carried out, told, corrected and recorded; nothing that it says ends a run."""

import anyio
import pytest
from scenario_files import HOOD, LOUDER, checkout
from scripted_model import ScriptedModel, block

from automotive_env.agents.agent import AgentOptions
from automotive_env.errors import UsageError
from automotive_env.models.metered import MeteredModel
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.rescoring import rescore

LOOK, DESCRIBE = block("search_module()"), block("search_api(['video', 'fogLight'])")
UP = block('vw.video.video_soundVolume_increase(degree="little")')
STOP = block(
    'vw.video.video_play_stop()\nfor lamp in ["all"]:  # both\n'
    "    vw.fogLight.carcontrol_fogLight_switch(\n        switch=True, position=lamp\n    )"
)
NO = "A car cannot dance."


@pytest.fixture
def louder(tmp_path):
    (scenario,) = load_scenarios(checkout(tmp_path, LOUDER)).values()
    return scenario


@pytest.fixture
def hood(tmp_path):
    (scenario,) = load_scenarios(checkout(tmp_path, HOOD)).values()
    return scenario


def run(scenario, player, *replies, **options):
    """Play a scenario with a scripted model; returns the episode and what was asked."""
    script = ScriptedModel(*replies)
    model = MeteredModel(script)

    async def whole():
        return await play(scenario, PLAYERS[player].make(model, None, AgentOptions(**options)), model=model, privileged=True)

    episode = anyio.run(whole)
    if episode.record.outcome in ("pass", "fail"):
        assert rescore(episode.record, episode.steps) == episode.record
    return episode, script.asked


def test_function_calling_looks_up_calls_and_keeps_what_it_learnt(louder):
    episode, asked = run(louder, "fc", LOOK, DESCRIBE, UP, NO, STOP)
    assert (episode.record.outcome, episode.record.model_calls) == ("pass", 5)
    assert [step.notes["rounds"] for step in episode.steps] == [3, 1, 1]
    first = episode.steps[0]
    assert [call["api"] for call in first.action["calls"]] == [
        "environment.search_module",
        "environment.search_api",
        "video.video_soundVolume_increase",
    ]
    assert "fogLight: The fog lamps" in asked[1].text
    assert "video.video_soundVolume_increase(" in asked[2].text
    assert [message.role for message in asked[-1].messages[:4]] == ["system", "user", "assistant", "user"]
    assert '"Stop the film and fold the fog away."' in asked[-1].messages[-1].text
    assert '"success": true' in asked[3].messages[-1].text  # what came of the first turn is told with the second


def test_state_calling_chooses_devices_and_keeps_the_newest_state_only(louder):
    choose = "The film.\n<modules>\nvideo\nnothing\nenvironment\n</modules>"
    up = block('vw["environment"]["volume"] += 5  # a bit')
    both = "<modules>video, fogLight</modules>"
    stop = block(
        'vw["video"]["_is_playing"] = False\nfor lamp in ["front", "rear"]:\n    vw["fogLight"][lamp + "_light"]["is_on"] = True'
        '\nvw["fogLight"]["last_position"] = "all"'
    )
    episode, asked = run(louder, "sfc", choose, up, "<modules>\n</modules>", NO, both, stop)
    assert [step.notes["devices"] for step in episode.steps] == [["video"], [], ["video", "fogLight"]]
    assert [step.notes["missed"] for step in episode.steps[:2]] == [[], []]
    assert episode.steps[0].action["writes"] == {"environment.volume": 45}
    whole, stage = asked[0].messages, asked[-1].messages
    assert "[seat] The six seats" in whole[-1].text
    assert len(whole) == 2
    assert [message.text.count("State:") for message in stage] == [0, 0, 0, 0, 0, 1]
    assert [message.role for message in stage] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "[fogLight]" in stage[-1].text
    assert "[seat]" not in stage[-1].text
    assert episode.steps[2].notes["harmed"] == []


def test_both_together_are_given_the_apis_of_the_chosen_devices(louder):
    choose = "<modules>video</modules>"
    episode, asked = run(louder, "fc_sfc", choose, UP, "<modules></modules>", NO, "<modules>\nvideo\nfogLight</modules>", STOP)
    assert episode.record.outcome == "pass"
    assert "video.video_soundVolume_increase(" in asked[1].text
    assert "fogLight" not in asked[1].text
    assert asked[-1].text.count("APIs:") == 1


def test_native_tools_are_those_that_were_looked_up(louder):
    script = (
        [("search_module", "{}")],
        [("search_api", '{"modules": ["video", "fogLight"]}')],
        [("video_soundVolume_increase", '{"degree": "little"}')],
        NO,
        [("video_play_stop", ""), ("carcontrol_fogLight_switch", '{"switch": true}')],
    )
    episode, asked = run(louder, "fc", *script, tools=True)
    assert episode.record.outcome == "pass"
    assert [tool.name for tool in asked[0].tools] == ["search_module", "search_api", "to_dict"]
    assert "carcontrol_fogLight_switch" in [tool.name for tool in asked[2].tools]
    answers = [message for message in asked[-1].messages if message.role == "tool"]
    assert [answer.tool_call_id for answer in answers] == ["call1-0", "call2-0", "call3-0"]


LITTLE = '{"degree": "little"}'
UNREADABLE = [
    [("video_soundVolume_increase", LITTLE[:-1])],
    [("video_soundVolume_increase", "a little")],
    [("video_soundVolume_increase", f"{LITTLE} {{}}")],
    [("video_soundVolume_increase", "[1]")],
    [("video_volume_up", LITTLE)],
    [("video.switch", LITTLE)],
    [("increase", LITTLE)],
    [("", LITTLE)],
    [("video_volume_up", LITTLE), ("louder", "{}")],
    [("video_soundVolume_increase", '{"degree": "little", "degree": "large"}')],
]


@pytest.mark.parametrize("wrong", UNREADABLE)
def test_a_call_that_cannot_be_read_is_asked_for_once_more_with_a_hint(louder, wrong):
    right = [("video.video-soundVolume.increase", LITTLE[:-1] + ",}")]
    first = [("search_api", '{"modules": ["video", "fogLight"]}')]
    last = [("video_play_stop", ""), ("carcontrol_fogLight_switch", '{"switch": "true"}')]
    episode, asked = run(louder, "fc", first, wrong, right, NO, last, tools=True)
    assert episode.record.outcome == "pass"
    assert [one.purpose for one in asked[:3]] == ["act"] * 3
    (*_, told) = (message.text for message in asked[2].messages if message.role == "tool")
    assert "was not called: " in told or "there is no tool" in told
    again, asked = run(louder, "fc", first, wrong, wrong, NO, last, tools=True)
    assert again.record.outcome == "fail"
    assert "there is" in again.steps[0].error or "was not called" in again.steps[0].error


def test_a_program_that_is_none_is_asked_for_once_more(louder):
    episode, asked = run(louder, "fc", block("vw.video.soundVolume_increase(degree="), UP, NO, STOP)
    assert episode.record.outcome == "pass"
    assert "The program ended early: " in asked[1].messages[-1].text


COOL = """seat = ["driver's seat"]
vw.airConditioner.switch(position=seat, switch=True)
vw.airConditioner.temperature_set(position=seat, value={})"""


@pytest.mark.parametrize(("reflections", "outcome", "asks"), [(0, "fail", 1), (1, "pass", 2), (3, "pass", 3)])
def test_reflection_sees_what_came_of_it_and_never_the_right_calls(hood, reflections, outcome, asks):
    script = (block(COOL.format(19)), block(COOL.format(20)), "That is right.")
    episode, asked = run(hood, "fc", *script, reflections=reflections)
    assert (episode.record.outcome, len(asked)) == (outcome, asks)
    assert [one.purpose for one in asked] == ["act", "reflect", "reflect"][:asks]
    if asks > 1:
        assert "Look at what came of it" in asked[1].text
        assert "value=20" not in asked[1].text


@pytest.mark.parametrize("player", ["fc", "sfc", "fc_sfc"])
def test_a_syntax_error_costs_a_turn_and_not_the_run(louder, player):
    episode, asked = run(louder, player, block("vw.video.video_play_stop(\nif"))
    assert (episode.record.outcome, len(episode.steps)) == ("fail", 3)
    assert all("SyntaxError" in step.error or "Expected" in step.error for step in episode.steps)
    assert all(step.changes == () for step in episode.steps)
    assert "The program ended early" in asked[-1].text


def test_distractors_are_shown_besides_and_the_same_each_time(louder):
    sections = []
    for distractors in (0, 2, 6, 6):
        _, asked = run(louder, "sfc", "<modules>\nvideo\n</modules>", NO, distractors=distractors)
        sections.append([line for line in asked[1].messages[-1].text.splitlines() if line.startswith("[")])
    assert [len(section) for section in sections] == [2, 4, 8, 8]
    assert sections[2] == sections[3]


@pytest.mark.parametrize("player", ["fc", "sfc", "fc_sfc"])
def test_examples_and_plans_are_options(louder, player):
    _, told = run(louder, player, "I do nothing.")
    assert any("## Example" in one.messages[0].text for one in told)
    episode, told = run(louder, player, "I do nothing.", examples=False, plan=True)
    assert not any("## Example" in one.text for one in told)
    assert [one.purpose for one in told].count("plan") == 3
    assert "Your plan:\nI do nothing." in told[-1].messages[-1].text
    assert episode.steps[0].notes["plan"] == "I do nothing."


def test_the_long_form_of_state_can_be_written_too(hood):
    unit = """vw["airConditioner"]["value"]["ac_states"]["value"]["driver's seat"]["value"]"""
    code = f'unit = {unit}\nunit["is_on"]["value"] = True\nunit["temperature"]["value"] = 20'
    episode, asked = run(hood, "sfc", "<modules>airConditioner</modules>", block(code), long_state=True)
    assert '"description": ' in asked[1].messages[-1].text
    assert set(episode.steps[0].action["writes"]) == {
        "airConditioner.ac_states.driver's seat.is_on",
        "airConditioner.ac_states.driver's seat.temperature",
    }


@pytest.mark.parametrize(
    ("player", "options", "says"),
    [
        ("oracle", {"reflections": 3}, "oracle does not use --reflection; it takes no such option"),
        (
            "fc",
            {"distractors": 2},
            "fc does not use --distractors; it takes --reflection, --no-examples, --plan, --tools, --long-state, --prompts",
        ),
        ("sfc", {"tools": True}, "sfc does not use --tools"),
    ],
)
def test_an_option_that_a_player_has_no_use_for_is_refused(player, options, says):
    with pytest.raises(UsageError, match=says):
        PLAYERS[player].make(ScriptedModel(""), None, AgentOptions(**options))


def test_a_player_that_asks_needs_a_model():
    with pytest.raises(UsageError, match="fc needs a model"):
        PLAYERS["fc"].make(None, None, AgentOptions())


def test_what_a_reply_is_told_is_bounded(louder):
    every = block("for i in range(3): search_api(list(search_module()['data']))")
    _, asked = run(louder, "fc", every, NO)
    told = asked[1].messages[-1].text
    assert len(told) < 60_000
    assert "ask for less at once" in told
