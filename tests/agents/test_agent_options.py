"""The options of a run change an agent's design, as ablations do; one that a design has no use for is refused."""

import asyncio

import numpy as np
import pytest
from contracts.agent_contract import ScriptedModel, button, moment, play

from automotive_env.agents.agent import AgentOptions, EpisodeContext
from automotive_env.agents.gui_agent import ELEMENTS, gui_agent
from automotive_env.agents.registry import find_agent
from automotive_env.episode.controller import ActionOutcome
from automotive_env.errors import UsageError
from automotive_env.place.context_provider import OfflineContext
from automotive_env.text.option import given

WAIT = '{"action_type": "wait"}'
SEEN = [
    moment(button(0, "Fan"), number=n, vehicle={"speed": "80 km/h", "sensors": "icy road"}, app=f"climate {n}") for n in range(3)
]
GUI_AGENTS = ("t3a", "m3a", "asurada")


def asked(name, **options):
    """What an agent asks its model within two steps."""
    model = ScriptedModel(lambda request: '{"topics": ["units"]}' if request.purpose == "context" else WAIT)
    agent = find_agent(name).make(model, OfflineContext(), AgentOptions(**options))
    agent.reset("Am I too fast?", EpisodeContext(seed=1, apps=()))
    asyncio.run(play(agent, SEEN, [ActionOutcome(True)] * 3))
    return model


@pytest.mark.parametrize("name", GUI_AGENTS)
@pytest.mark.parametrize("see", [("elements",), ("screenshot",), ("elements", "screenshot"), ("marks", "sensors")])
def test_what_is_seen_is_an_option(name, see):
    for act in asked(name, see=see).asked("act"):
        assert ("Fan" in act.text.split("## Elements")[1]) == ("elements" in see)
        assert "elements" in see or "Fan" not in act.text.split("## Goal")[1]
        assert bool(act.facts.elements) == ("elements" in see)
        assert len(act.images) == ("screenshot" in see) + ("marks" in see)
        assert ("icy road" in act.text) == ("sensors" in see)


@pytest.mark.parametrize("name", GUI_AGENTS)
def test_the_view_through_the_windscreen_is_shown_only_where_it_is_asked_for(name):
    view = np.full((24, 64, 3), 7, np.uint8)
    moments = [moment(button(0, "Fan"), number=n, look_out=lambda: view) for n in range(3)]
    for see, shown in ((None, 0), (("elements",), 0), (("elements", "windscreen"), 1), (("screenshot", "windscreen"), 1)):
        model = ScriptedModel(lambda request: '{"topics": ["units"]}' if request.purpose == "context" else WAIT)
        agent = find_agent(name).make(model, OfflineContext(), AgentOptions(see=see))
        agent.reset("Can you see the road?", EpisodeContext(seed=1, apps=()))
        decisions = asyncio.run(play(agent, moments, [ActionOutcome(True)] * 3))
        for act in model.asked("act"):
            assert sum(np.array_equal(image, view) for image in act.images) == shown
            assert act.text.count("through the windscreen") == shown
        assert all((decision.windscreen is not None) == bool(shown) for decision in decisions)


@pytest.mark.parametrize("name", GUI_AGENTS)
def test_without_the_sensors_no_prompt_tells_what_they_sense(name):
    requests = asked(name, see=("elements", "marks")).requests
    assert not any("icy" in request.text or "sensors" in request.facts.vehicle for request in requests)
    assert any("icy" in request.text for request in asked(name).requests)


@pytest.mark.parametrize("name", GUI_AGENTS)
@pytest.mark.parametrize("geo", ["off", "gps", "context"])
def test_what_is_known_of_the_place_is_an_option(name, geo):
    model = asked(name, geo=geo)
    act = model.asked("act")[0]
    assert bool(act.facts.gps) == (geo != "off") == ("48.85660" in act.text)
    assert bool(act.facts.context) == (geo == "context") == bool(model.asked("context"))
    assert ("## Place" in act.text) == (geo != "off")


@pytest.mark.parametrize("name", GUI_AGENTS)
def test_without_reflection_nothing_is_asked_after_a_step(name):
    after = ("reflect", "summarise")
    assert any(request.purpose in after for request in asked(name).requests)
    assert not any(request.purpose in after for request in asked(name, reflection=False).requests)


def test_without_memory_there_is_none():
    assert asked("asurada").asked("act")[1].facts.memory
    assert not asked("asurada", memory=False).asked("act")[1].facts.memory


@pytest.mark.parametrize("name", ["oracle", "noop", "random"])
def test_an_agent_that_is_no_design_takes_no_option(name):
    with pytest.raises(UsageError, match=f"{name} does not use --see and --no-reflection; it takes --no-shortcuts"):
        find_agent(name).make(None, None, AgentOptions(see=("elements",), reflection=False))


def test_a_person_at_a_terminal_takes_what_they_see_only():
    with pytest.raises(UsageError, match="human does not use --no-reflection; it takes --see, --no-shortcuts"):
        find_agent("human").make(None, None, AgentOptions(see=("elements",), reflection=False))


def test_an_option_without_use_is_refused_with_those_that_have_one():
    with pytest.raises(UsageError, match="t3a does not use --no-memory; it takes --see, --geo, --no-reflection"):
        find_agent("t3a").check(AgentOptions(memory=False))
    brief = gui_agent("brief", "a test", sees=ELEMENTS)
    with pytest.raises(UsageError, match="brief does not use --no-reflection"):
        brief.make(ScriptedModel(), None, AgentOptions(reflection=False))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"see": ("elements", "radar")},
            "--see takes one or more of elements, screenshot, marks, sensors and windscreen, not 'radar'",
        ),
        ({"see": ()}, "--see takes one or more of elements, screenshot, marks, sensors and windscreen, not 'nothing'"),
        ({"geo": "on"}, "--geo takes off, gps or context, not 'on'"),
    ],
)
def test_options_that_are_none_are_refused(options, says):
    with pytest.raises(UsageError, match=says):
        find_agent("t3a").check(AgentOptions(**options))


def test_only_what_differs_from_the_design_counts_as_given():
    assert given(AgentOptions()) == ()
    changed = given(AgentOptions(see=("marks",), reflection=False, prompts=("p",)))
    assert [one.change for one in changed] == ["--see", "--no-reflection", "--prompts"]
