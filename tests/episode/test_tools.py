"""What an agent can do as tools: all of it, on each face, and each tool is the action that its name says."""

import pytest
from cases import cases

from automotive_env.car.calls.look_ups import UNLISTED
from automotive_env.car.core.world import all_apis
from automotive_env.car.devices import DEVICES
from automotive_env.episode.action import ACTION_TYPES, ActionError, Answer, Call, Click
from automotive_env.episode.faces import FACES
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.tools import action_of, tools
from automotive_env.errors import UsageError


@cases("face", ["calls", "both"])
def test_every_api_is_one_tool_where_the_car_takes_calls(face):
    stood_for = [action.api for name in tools(face) if isinstance(action := as_action(name), Call)]
    assert sorted(stood_for) == sorted(name for name in all_apis() if name.rpartition(".")[2] not in UNLISTED)
    assert len(stood_for) >= sum(len(kind.apis) for kind in DEVICES) == 248


def as_action(name):
    return None if name in ACTION_TYPES else action_of(name, {})


def test_on_the_screen_the_same_apis_are_offered_as_agents_are_told_of():
    assert {action.api for name in tools("screen") if (action := as_action(name))} == set(HeadlessController().apis)


@cases("face", FACES)
def test_a_tool_has_an_object_of_arguments_and_says_what_it_does(face):
    for name, tool in tools(face).items():
        assert tool.name == name
        assert tool.description
        assert tool.parameters["type"] == "object"
        assert set(tool.parameters.get("required", ())) <= tool.parameters["properties"].keys()


def test_touches_are_for_those_with_a_screen_and_name_an_element_or_a_point():
    assert [name for name in tools("calls") if name in ACTION_TYPES] == ["wait", "answer", "status"]
    assert tools("both")["click"].parameters["properties"].keys() == {"index", "x", "y"}
    assert action_of("click", {"index": None, "x": 3, "y": 4}) == Click(x=3, y=4)
    assert action_of("answer", {"text": "Yes."}) == Answer(text="Yes.")


@cases(
    ("name", "arguments", "says"),
    [
        ("clik", {}, "there is no tool 'clik'"),
        ("call", {"api": "door.lock"}, "there is no tool 'call'"),
        ("click", {"x": 3}, "either index, or both"),
        ("click", {"index": 3, "action_type": "wait"}, ""),
        ("wait", {"seconds": 10**400}, "60"),
        ("hazardLight__switch", {str(n): n for n in range(30)}, "at most 20"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_is_allowed(name, arguments, says):
    if says:
        with pytest.raises(ActionError, match=says):
            action_of(name, arguments)
    else:
        assert action_of(name, arguments) == Click(index=3)


def test_there_are_no_tools_of_an_unknown_face():
    with pytest.raises(UsageError, match="screen, calls, both"):
        tools("voice")
