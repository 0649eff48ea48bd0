"""The car behind tools and documents: what each face and a drive without a task offer, and what wrong calls are told."""

import json
import re
from functools import cache

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from registered import DEGREES, PAIR, PLAIN, TWO_TURNS

from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.adapters.mcp.car import McpCar
from automotive_env.adapters.telling import MAX_TEXT
from automotive_env.episode.faces import FACES
from automotive_env.errors import UsageError
from automotive_env.kate.training.rollouts.screen import screen_class
from automotive_env.tasks.kit.free_drive import FREE_DRIVE

TASK = PAIR
MOST_TOOLS, MOST_BYTES = 40, 20_000
"""The smallest bounds of common clients, for the tools of all their servers together."""


def car(task: str = TASK, face: str = "both", seed: int = 1) -> McpCar:
    return McpCar(EpisodeSettings(task, ending=None, face=face), seed)


@cases("face", FACES)
def test_a_task_shows_its_goal_and_its_verdict_once_it_is_over_and_never_the_whole_state(face):
    served = car(face=face)
    assert served.played.env.goal in served.rules()
    assert ("car://screenshot" in served.documents) == ("screenshot" in served.tools) == (face != "calls")
    assert "car://state" not in served.documents
    with pytest.raises(UsageError, match="still running"):
        served.documents["task://verdict"].read()
    assert not served.call("status", {"goal_status": "complete"}).failed
    verdict = json.loads(served.documents["task://verdict"].read())
    assert verdict["success"] is False
    assert verdict["verdict"].startswith("not met: wanted hvac.air_source")
    assert served.call("wait", {}) == (served.call("answer", {"text": "?"}))
    assert served.call("wait", {}).failed


@cases("face", ["screen", "calls"])
def test_a_later_turn_is_told_where_the_one_before_ends(face):
    served = car(TWO_TURNS if face == "screen" else "two_wishes:RecirculateAndBack", face)
    goal, (later,) = served.documents["task://goal"].read(), served.played.env.instance.later
    answer = served.call("status", {"goal_status": "complete"})
    assert (answer.failed, served.played.over, later in answer.text, later in goal) == (False, False, True, False)
    assert later in served.documents["task://goal"].read()
    with pytest.raises(UsageError, match="still running"):
        served.documents["task://verdict"].read()
    assert not served.call("status", {"goal_status": "complete"}).failed
    assert json.loads(served.documents["task://verdict"].read())["success"] is False


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("task", [FREE_DRIVE, PLAIN, PAIR, DEGREES, TWO_TURNS])
def test_a_client_with_the_smallest_bounds_takes_what_is_offered_by_default(task, face):
    tools = car(task, face).tools.values()
    told = [{"name": one.name, "description": one.description, "inputSchema": dict(one.parameters)} for one in tools]
    assert 3 < len(told) <= MOST_TOOLS
    assert len(json.dumps(told)) <= MOST_BYTES
    assert all(re.fullmatch("[a-zA-Z][a-zA-Z0-9_-]{0,47}", one["name"]) for one in told)
    assert all(0 < len(one["description"]) <= 1024 for one in told)


@pytest.mark.parametrize("face", FACES)
def test_so_does_a_client_of_the_class_of_tools(face):
    tools = screen_class(face).tools
    assert len(tools) <= MOST_TOOLS
    assert sum(len(one.name + one.description + json.dumps(dict(one.parameters))) for one in tools) <= MOST_BYTES


def test_a_drive_without_a_task_is_not_judged_and_shows_the_whole_state():
    served = car(FREE_DRIVE)
    assert "status" not in served.tools
    assert served.call("status", {"goal_status": "complete"}).failed
    before = json.loads(served.documents["car://state"].read())
    assert served.call("hazardLight__switch", {"switch": True}).text == "hazard warning lamps: on"
    assert json.loads(served.documents["car://state"].read()) != before
    assert not any(uri.startswith("task:") for uri in served.documents)


def test_an_episode_is_cut_short_where_a_run_cuts_it_short():
    served = car()
    answers = [served.call("wait", {}) for _ in range(200)]
    assert served.played.over
    assert not answers[0].failed
    assert answers[-1].failed


def test_a_tool_that_is_not_offered_is_told_the_nearest_or_the_actions_that_are():
    assert car(face="screen").call("clik", {}).text.endswith("not offered here; did you mean 'click'?")
    assert car(face="calls").call("hazardLights__switch", {}).text.endswith("did you mean 'hazardLight__switch'?")
    assert car(face="calls").call("🚗", {}).text.endswith("there are: wait, answer, status")


def test_looking_is_no_step():
    served = car()
    for _ in range(40):
        assert not served.call("look", {}).failed
        assert served.call("screenshot", {}).picture.startswith(b"\x89PNG")
    assert not served.played.over


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
)
free = cache(lambda face: car(FREE_DRIVE, face))


@given(st.data())
def test_whatever_is_asked_of_a_tool_is_answered_in_bounded_words(data):
    served = free(data.draw(st.sampled_from(FACES)))
    name = data.draw(st.sampled_from(list(served.tools)) | st.text(max_size=80))
    known = served.tools[name].parameters["properties"] if name in served.tools else ()
    key = st.sampled_from(sorted(known)) if known else st.text(max_size=9)
    answer = served.call(name, data.draw(st.dictionaries(key, ANYTHING, max_size=4)))
    assert answer.text or answer.picture
    assert len(answer.text) <= 2 * MAX_TEXT + 4_000
    assert name in served.tools or answer.failed
