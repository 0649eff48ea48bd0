"""Agents that reach the car by calls, alone or beside the screen: what they are told, see, look up and do."""

import asyncio
import json
from dataclasses import replace

import pytest
from contracts.agent_contract import CONTEXT, HOSTILE, ScriptedModel, button, moment, play

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.looked_up import MAX_ANSWERS, LookUpResults
from automotive_env.agents.random_agent import RandomAgent
from automotive_env.agents.registry import find_agent
from automotive_env.car.calls.catalogue import assistant_apis
from automotive_env.car.calls.look_ups import UNLISTED, search_module
from automotive_env.car.core.world import World, all_apis
from automotive_env.episode.action import ACTION_TYPES, Call, Click
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.observation import seen_on
from automotive_env.errors import EnvironmentFault
from automotive_env.place.context_provider import OfflineContext

WITHOUT_SCREEN = {"wait", "answer", "status", "call"}
SEEN = moment(button(0, "Fan"))
DONE = ActionOutcome(True)


def context(face: Face):
    return replace(CONTEXT, face=face, apis=dict(CONTEXT.apis if face == "screen" else assistant_apis()))


def asked(name: str, face: Face, says: str = '{"action_type": "wait"}', outcome: ActionOutcome = DONE):
    """What an agent of a design asks its model in two steps."""
    model = ScriptedModel(says)
    agent = find_agent(name).make(model, OfflineContext(), AgentOptions())
    agent.reset("Warmer, please.", context(face))
    moments = [seen_on(face, replace(SEEN, id=number)) for number in range(3)]
    asyncio.run(play(agent, moments, [outcome] * 2))
    return model


@pytest.mark.parametrize("name", ["t3a", "m3a", "asurada"])
@pytest.mark.parametrize("face", FACES)
def test_a_model_is_offered_the_actions_of_the_face_and_sees_no_screen_where_there_is_none(name: str, face: Face) -> None:
    model = asked(name, face)
    for request in model.asked("act"):
        listed = {kind for kind in ACTION_TYPES if f"- {kind}: " in request.text}
        assert listed == (WITHOUT_SCREEN if face == "calls" else set(ACTION_TYPES) - {"drag"})
        assert ("## Elements" in request.text) == (face != "calls")
        assert ("## Looked up" in request.text) == ("environment.search_api" in request.text) == (face != "screen")
        assert not (request.images and face == "calls")
        assert ("app in front" in request.text) == (face != "calls")
        assert "speed: 80 km/h" in request.text
    assert all("head unit" not in request.text for request in model.requests if face == "calls")


def test_only_asurada_is_told_of_the_place() -> None:
    assert {name: "## Place" in asked(name, "calls").asked("act")[0].text for name in ("t3a", "asurada")} == {
        "t3a": False,
        "asurada": True,
    }


@pytest.mark.parametrize("face", ["calls", "both"])
def test_what_was_looked_up_stays_in_the_prompt_and_is_told_once(face: Face) -> None:
    call = {"action_type": "call", "api": "environment.search_api", "arguments": {"modules": ["fogLight"]}}
    answer = World().call(call["api"], call["arguments"])
    model = asked("t3a", face, json.dumps(call), ActionOutcome(True, answer.message, answer.data))
    second = model.asked("act")[1]
    assert second.text.count("fogLight.carcontrol_fogLight_switch(switch, position='all')") == 1
    assert second.facts.car is not None
    told = [tool.name for tool in second.facts.car.apis]
    assert told == [*assistant_apis(), "fogLight.carcontrol_fogLight_switch"]


def test_a_screen_keeps_what_a_call_returned_in_the_history() -> None:
    alert = {"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "ice", "message": "Ice."}}
    second = asked("t3a", "screen", json.dumps(alert), ActionOutcome(True, "shown", {"id": 7})).asked("act")[1]
    assert 'returned {"id": 7}' in second.text
    assert second.facts.car is None


def test_nothing_is_thought_about_a_call_that_only_told() -> None:
    state = {"action_type": "call", "api": "system.state_view", "arguments": {"modules": ["fogLight"]}}
    switch = {"action_type": "call", "api": "fogLight.carcontrol_fogLight_switch", "arguments": {"switch": True}}
    answer = ActionOutcome(True, "the state of fogLight", {"fogLight.front_light.is_on": False})
    looked, switched = asked("t3a", "calls", json.dumps(state), answer), asked("t3a", "calls", json.dumps(switch))
    assert [len(model.asked("summarise")) for model in (looked, switched)] == [0, 2]
    text = looked.asked("act")[1].text
    assert "-> done: see what was looked up" in text
    assert text.count('"fogLight.front_light.is_on": false') == 1


@pytest.mark.parametrize("reply", HOSTILE)
def test_no_reply_breaks_an_agent_that_makes_calls(reply: str) -> None:
    assert len(asked("t3a", "calls", reply).asked("act")) == 2


@pytest.mark.parametrize("modules", [None, 5, "fogLight", [None, {}, "fogLight", "no such thing"], ["fogLight"] * 99])
def test_modules_are_known_that_there_are(modules: object) -> None:
    found = LookUpResults()
    assert found.learn("environment.search_api", {"modules": modules}, "text")
    assert set(found.known) <= {"fogLight"}
    assert found.api_text == "" or found.api_text.count("carcontrol_fogLight_switch(") == 1


def test_look_ups_are_bounded_and_the_latest_stay() -> None:
    found = LookUpResults()
    found.learn("environment.get_modules", {}, {})
    assert found.modules == search_module()
    found.know(*search_module())
    found.know("fogLight")
    assert found.known[-1] == "fogLight"
    assert len(found.api_text) <= 50_000
    assert "carcontrol_fogLight_switch" in found.api_text
    for number in range(20):
        found.learn("system.state_view", {"modules": [str(number)]}, {"long": "x" * 20_000})
    assert len(found.answers) == MAX_ANSWERS
    assert max(map(len, found.answers.values())) <= 8_000
    assert not found.learn("hazardLight.switch", {"switch": True}, None)


def test_the_random_agent_draws_calls_where_they_are_offered_and_touches_where_there_is_a_screen() -> None:
    drawn: dict[Face, list[object]] = {}
    for face in FACES:
        agent = RandomAgent()
        agent.reset("", context(face))
        drawn[face] = [asyncio.run(agent.act(seen_on(face, SEEN))).action for _ in range(400)]
    calls = [action for action in drawn["calls"] if isinstance(action, Call)]
    assert {action.action_type for action in drawn["calls"]} == WITHOUT_SCREEN
    assert not any(isinstance(action, Call) for action in drawn["screen"])
    assert {Call, Click} <= {type(action) for action in drawn["both"]}
    assert len({action.api for action in calls}) > 40
    answers = [World().call(action.api, action.arguments) for action in calls]
    assert not any("must be" in answer.message and "not given" in answer.message for answer in answers)
    assert sum(answer.success for answer in answers) > len(answers) / 4


def test_all_apis_can_be_looked_up_or_are_told_at_first() -> None:
    known = LookUpResults()
    known.know(*search_module())
    told = {tool.name for tool in known.tools(assistant_apis())}
    assert told == {name for name in all_apis() if name.rpartition(".")[2] not in UNLISTED}


def test_without_a_screen_no_picture_can_be_taken() -> None:
    seen = seen_on("calls", SEEN)
    assert (seen.elements, seen.app, seen.vehicle) == ((), "", SEEN.vehicle)
    for picture in ("screenshot", "windscreen"):
        with pytest.raises(EnvironmentFault, match="without a screen"):
            getattr(seen, picture)
    assert seen_on("both", SEEN) is SEEN
