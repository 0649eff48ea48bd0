"""The agents with a scripted model on a real headless car: what they are told is what the car shows and answers."""

import asyncio

import pytest
from contracts.agent_contract import ScriptedModel

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.facts import difference
from automotive_env.agents.registry import find_agent
from automotive_env.episode.action import Call, OpenApp
from automotive_env.episode.headless import HeadlessController
from automotive_env.place.context_provider import OfflineContext
from automotive_env.runs.execution.network_context import NetworkContext

REPLIES = {
    "act": [
        '{"action_type": "open_app", "app_name": "climate"}',
        '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "dragons", "message": "Beware."}}',
        '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "ice", "message": "Ice ahead."}}',
        '{"action_type": "status", "goal_status": "complete"}',
    ],
    "reflect": ["It worked. Lesson: alerts have kinds"] * 9,
    "summarise": ["It worked."] * 9,
    "context": ['{"topics": ["weather", "season"], "plan": ["Look", "Warn"]}'],
    "plan": ['{"plan": ["Warn of ice"]}'],
}


async def drive(name):
    """Three actions and an end, as an episode leads the agent."""
    waiting = {purpose: iter(replies) for purpose, replies in REPLIES.items()}
    car, model = HeadlessController(), ScriptedModel(lambda request: next(waiting[request.purpose]))
    agent = find_agent(name).make(model, NetworkContext(car, OfflineContext()))
    agent.reset("Is there anything I should know?", EpisodeContext(5, car.apps, dict(car.apis)))
    seen = []
    for _ in range(3):
        now = car.observe()
        seen.append(now)
        decision = await agent.act(now)
        outcome = car.act(decision.action, now)
        await agent.reflect(decision, outcome, car.observe())
    await agent.act(car.observe())
    return model, seen, car


@pytest.mark.parametrize("name", ["t3a", "m3a", "asurada"])
def test_the_prompts_follow_the_car(name):
    model, seen, car = asyncio.run(drive(name))
    acts = model.asked("act")
    for request, now in zip(acts, seen, strict=False):
        assert now.lines() in request.text
        assert request.facts.elements == now.elements
    assert set(car.apps) == set(acts[0].facts.apps)
    assert all(f"- {api}: {summary}" in acts[0].text for api, summary in car.apis.items())
    opened, refused, alerted = acts[3].facts.history
    assert opened.endswith("| It worked.")
    assert "FAILED" in refused
    assert "ice" in refused  # the allowed kinds
    assert "the ice warning is shown" in alerted
    assert len(model.asked("reflect") + model.asked("summarise")) == 2  # not for the refused call


def test_asurada_is_told_the_surroundings_that_the_car_is_in():
    model, _, _ = asyncio.run(drive("asurada"))
    context = model.asked("act")[0].facts.context
    assert "Berlin" in context["location"]
    assert "clear" in context["weather"]
    assert "lesson: alerts have kinds (2 times)" in model.asked("act")[3].facts.memory


def test_pictures_have_the_size_of_the_screen():
    model, seen, _ = asyncio.run(drive("m3a"))
    width, height = seen[0].screen
    assert {image.shape for request in model.requests for image in request.images} == {(height, width, 3)}


def test_an_alert_over_a_page_is_told_as_what_it_covers_and_what_it_shows():
    car = HeadlessController()
    car.act(OpenApp(app_name="climate"), car.observe())
    before = car.observe()
    car.act(Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice ahead."}), before)
    changed = difference(before.elements, car.observe().elements)
    assert [len(changed[part]) for part in ("before_only", "after_only")] == [5, 5]  # the bell counts it, too
    assert len(changed["unchanged"]) > 40
