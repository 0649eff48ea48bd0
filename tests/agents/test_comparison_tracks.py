"""Tracks: what each agent saw and could do, by its design and the options of a run."""

import pytest

from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.comparison_tracks import track_of
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.registry import find_agent
from automotive_env.suites.registry import OURS

FOREIGN = AgentSpec("other", "of another package", lambda kit: NoopAgent())


@pytest.mark.parametrize(
    ("agent", "see", "faces", "track"),
    [
        ("t3a", None, ["screen"], "tree"),
        ("m3a", None, ["screen"], "mixed"),
        ("asurada", None, ["screen"], "mixed"),
        ("shapes", None, ["screen"], "picture"),
        ("noop", None, ["screen"], "none"),
        ("random", None, ["screen"], "tree"),
        ("human", None, ["screen"], "tree"),
        ("human", ["screenshot", "sensors", "windscreen"], ["screen"], "picture"),
        ("m3a", ["screenshot"], ["screen"], "picture"),
        ("m3a", ["screenshot", "marks"], ["screen"], "marks"),
        ("m3a", ["marks"], ["screen"], "marks"),
        ("m3a", ["elements", "sensors", "windscreen"], ["screen"], "tree"),
        ("m3a", ["sensors"], ["screen"], "none"),
        ("qwen_vl", None, ["screen"], "picture"),
        ("qwen_vl", ["sensors"], ["screen"], "picture"),
        ("qwen_vl", ["elements"], ["screen"], "mixed"),
        ("tools", ["elements"], ["screen"], "tree"),
        ("asurada:ui_tars", None, ["screen"], "picture"),
        ("t3a", None, ["calls"], "calls"),
        ("t3a", None, ["screen", "calls"], "mixed"),
        ("t3a", None, ["both"], "mixed"),
    ],
)
def test_the_track_follows_from_design_and_options(agent, see, faces, track):
    assert track_of(find_agent(agent), see, faces) == track


def test_an_agent_of_another_package_may_have_seen_anything():
    assert track_of(FOREIGN, None, ["screen"]) == "mixed"


@pytest.mark.parametrize("suite", ["vehicleworld", "conversations", "bfcl"])
def test_who_plays_scenarios_makes_calls(suite):
    assert {track_of(one, None, ["screen"]) for one in OURS[suite].players().values()} == {"calls"}
