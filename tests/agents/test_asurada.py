import asyncio
import re
import threading

import pytest
from cases import cases
from contracts.agent_contract import ScriptedModel, button, moment, play

from automotive_env.agents.agent import AgentOptions, EpisodeContext
from automotive_env.agents.asurada import asurada
from automotive_env.agents.geo_context import TOPICS
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import GpsFix
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import EnvironmentFault
from automotive_env.place.context_provider import ContextStatement, ContextTopic, OfflineContext

ALERT = '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "speed limit", "message": "Slow down."}}'
PARIS = moment(button(0, "Alerts"), number=1)
NEAR = moment(button(0, "Alerts"), number=2, gps=GpsFix(48.87, 2.36))
MUNICH = moment(button(0, "Alerts"), number=3, gps=GpsFix(48.137, 11.575))


class Provider:
    """Knows something of every topic but one, and keeps what it was asked."""

    def __init__(self):
        self.asked = []
        self.threads = set()

    def ask(self, fix, topic, moment):
        self.asked.append((fix, topic, moment.time))
        self.threads.add(threading.current_thread())
        return None if topic is ContextTopic.EMERGENCY else ContextStatement(topic, f"the {topic} at {fix.latitude:g}", "a table")


def says(topics):
    answers = {"context": topics, "act": ALERT, "reflect": "The alert is shown.", "plan": '{"plan": ["Check the speed"]}'}
    return ScriptedModel(lambda request: answers[request.purpose])


def episode(topics='{"topics": ["speed_limits"]}', moments=(PARIS, PARIS), provider=None, goal="All good with my driving?"):
    model, provider = says(topics), provider or Provider()
    agent = asurada.make(model, provider)
    agent.reset(goal, EpisodeContext(seed=1, apps=()))
    return asyncio.run(play(agent, moments, [ActionOutcome(True)] * 9)), model, provider


def test_it_asks_what_the_model_chose_and_tells_the_answers():
    (decision,), model, provider = episode()
    assert [topic for _, topic, _ in provider.asked] == [ContextTopic.LOCATION, ContextTopic.SPEED_LIMITS]
    context, act, _ = model.requests
    assert context.purpose == "context"
    assert context.schema is None
    assert set(act.facts.context) == {"location", "speed_limits"}
    assert "- speed_limits: the speed_limits at 48.8566" in act.text
    assert "48.85660, 2.35220" in act.text
    assert "speed: 80 km/h" in act.text
    assert decision.notes["context"]["asked"] == ["speed_limits"]
    assert decision.notes["context"]["answers"][1]["source"] == "a table"
    assert decision.notes["reflection"] == "The alert is shown."


def test_the_question_shows_the_wish_the_car_the_location_and_the_topics_but_no_elements():
    _, model, _ = episode()
    text = model.requests[0].text
    for part in ("All good with my driving?", "speed: 80 km/h", "48.85660, 2.35220", "location: the location at 48.8566"):
        assert part in text
    assert all(f"- {topic}: {about}" in text for topic, about in TOPICS.items())
    assert "Alerts" not in text
    assert not model.requests[0].images


def test_every_topic_but_the_location_can_be_chosen():
    assert set(TOPICS) == set(ContextTopic) - {ContextTopic.LOCATION}


def test_it_asks_once_and_again_only_where_the_car_is_elsewhere():
    decisions, model, provider = episode(moments=(PARIS, NEAR, NEAR, MUNICH, MUNICH, PARIS))
    assert len(model.asked("context")) == 2
    assert [round(fix.longitude) for fix, topic, _ in provider.asked if topic is ContextTopic.LOCATION] == [2, 12]
    told = [request.facts.context["speed_limits"][-7:] for request in model.asked("act")]
    assert told == ["48.8566"] * 3 + [" 48.137"] * 2
    assert ["context" in decision.notes for decision in decisions] == [True, False, False, True, False]


@pytest.mark.parametrize("fix", [GpsFix(48.8, 2.3, accuracy=9_000), GpsFix(float("nan"), 2.3), GpsFix(91, 0)])
def test_it_waits_until_the_position_is_known(fix):
    _, model, provider = episode(moments=(moment(number=4, gps=fix), PARIS, PARIS))
    asked = [request.purpose for request in model.requests if request.purpose != "reflect"]
    assert asked == ["plan", "act", "context", "act"]
    assert provider.asked[0][0] == PARIS.gps


def test_an_unreadable_choice_asks_everything_and_a_choice_of_nothing_nothing():
    _, _, everything = episode("speed limits, please")
    assert [topic for _, topic, _ in everything.asked[1:]] == list(TOPICS)
    _, model, nothing = episode('{"topics": []}')
    assert len(nothing.asked) == 1
    assert list(model.asked("act")[0].facts.context) == ["location"]


@cases(
    ("reply", "topics"),
    [
        ('{"topics": ["weather", "speed_limits"]}', [ContextTopic.SPEED_LIMITS, ContextTopic.WEATHER]),
        ('I take {weather}. ```json\n{"topics": ["season"]}\n```', [ContextTopic.SEASON]),
        ('{"topics": ["horoscope", 3, null, {"a": []}, "units", "units"]}', [ContextTopic.UNITS]),
        ('{"topics": ["location"]}', []),
        ('{"topics": "all"}', list(TOPICS)),
        ("", list(TOPICS)),
        ('{"a":' * 5_000, list(TOPICS)),
    ],
)
def test_the_choice_is_read(reply, topics):
    _, _, provider = episode(reply)
    assert [topic for _, topic, _ in provider.asked] == [ContextTopic.LOCATION, *topics]


def at(number, **vehicle):
    return moment(button(0, "Alerts"), number=number, vehicle={"speed": "80 km/h", **vehicle})


@pytest.mark.parametrize("name", ["weather", "road type", "light outside", "sensors"])
def test_it_asks_again_where_the_surroundings_changed(name):
    moments = (at(1, **{name: "one"}), at(2, **{name: "one"}), at(3, **{name: "another"}), at(4, **{name: "another"}))
    decisions, model, _ = episode(moments=(*moments, PARIS))
    assert ["context" in decision.notes for decision in decisions] == [True, False, True, False]
    assert name in model.asked("context")[1].text


def test_a_speed_that_changes_is_no_other_place():
    _, model, _ = episode(moments=(at(1), at(2, speed="30 km/h"), PARIS))
    assert len(model.asked("context")) == 1


def test_the_sensors_that_it_does_not_see_make_it_ask_nothing():
    model = says('{"topics": []}')
    agent = asurada.make(model, Provider(), AgentOptions(see=("elements",)))
    agent.reset("x", EpisodeContext(seed=1, apps=()))
    asyncio.run(play(agent, (at(1, sensors="fog"), at(2, sensors="ice"), PARIS), [ActionOutcome(True)] * 3))
    assert len(model.asked("context")) == 1


def test_a_new_wish_may_ask_about_what_is_not_known_yet():
    replies = iter(['{"topics": ["units"]}', '{"topics": ["units", "season"]}'])
    model = ScriptedModel(lambda request: next(replies) if request.purpose == "context" else ALERT)
    provider = Provider()
    agent = asurada.make(model, provider)
    agent.reset("x", EpisodeContext(seed=1, apps=()))
    asyncio.run(agent.act(PARIS))
    agent.hear(TurnOpening(2, "And now?"))
    asyncio.run(agent.act(PARIS))
    assert [topic for _, topic, _ in provider.asked] == [ContextTopic.LOCATION, ContextTopic.UNITS, ContextTopic.SEASON]
    assert "units" not in model.asked("context")[1].facts.topics
    assert set(model.asked("act")[1].facts.context) == {"location", "units", "season"}


def test_the_plan_comes_with_the_question_about_the_place_and_is_shown():
    reply = '{"topics": [], "plan": ["Read the speed", "Compare it with the limit", 3, "", "c", "d", "e"]}'
    (decision,), model, _ = episode(reply)
    assert [request.purpose for request in model.requests] == ["context", "act", "reflect"]
    plan = ["Read the speed", "Compare it with the limit", "c", "d"]
    assert decision.notes["plan"] == plan
    assert list(model.asked("act")[0].facts.plan) == plan
    assert "## Plan\n1. Read the speed\n2. Compare it with the limit\n" in model.asked("act")[0].text


def test_a_step_that_failed_makes_it_plan_anew():
    model = says('{"topics": [], "plan": ["Look"]}')
    agent = asurada.make(model, Provider())
    agent.reset("x", EpisodeContext(seed=1, apps=("climate",)))
    outcomes = [ActionOutcome(True), ActionOutcome(False, "it is locked"), ActionOutcome(True), ActionOutcome(True)]
    decisions = asyncio.run(play(agent, (PARIS,) * 5, outcomes))
    assert [decision.notes.get("plan") for decision in decisions] == [["Look"], None, ["Check the speed"], None]
    (again,) = model.asked("plan")
    assert again.facts.plan == ("Look",)
    assert "it is locked" in again.text
    assert not again.facts.elements
    assert [request.facts.plan[0] for request in model.asked("act")] == ["Look", "Look", "Check the speed", "Check the speed"]


def test_without_the_place_it_still_plans():
    model = says("")
    agent = asurada.make(model, Provider(), AgentOptions(geo="off"))
    agent.reset("x", EpisodeContext(seed=1, apps=()))
    asyncio.run(agent.act(PARIS))
    assert [request.purpose for request in model.requests] == ["plan", "act"]
    assert "topics" not in model.requests[0].text


def test_what_nobody_knows_is_not_told():
    _, model, _ = episode('{"topics": ["emergency", "units"]}')
    assert set(model.asked("act")[0].facts.context) == {"location", "units"}


def test_the_provider_is_asked_off_the_event_loop():
    _, _, provider = episode()
    assert threading.main_thread() not in provider.threads


@pytest.mark.parametrize(
    ("failing", "says"),
    [
        (EnvironmentFault("no answer recorded"), "no answer recorded"),
        (ZeroDivisionError("by\nzero"), "the context provider failed: ZeroDivisionError"),
        ("Paris", "answers with str, not with a ContextStatement"),
    ],
)
def test_a_provider_that_fails_is_the_environments_fault(failing, says):
    class Broken:
        def ask(self, fix, topic, moment):
            if isinstance(failing, Exception):
                raise failing
            return failing

    with pytest.raises(EnvironmentFault, match=says):
        episode(provider=Broken())


def test_without_a_provider_it_only_knows_the_position():
    model = says("")
    agent = asurada.make(model, None)
    agent.reset("x", EpisodeContext(seed=1, apps=()))
    asyncio.run(agent.act(PARIS))
    assert [request.purpose for request in model.requests] == ["plan", "act"]
    assert all(request.facts.gps and not request.facts.context for request in model.requests)


def test_a_new_episode_asks_anew():
    model, provider = says('{"topics": ["units"]}'), Provider()
    agent = asurada.make(model, provider)
    for _ in range(2):
        agent.reset("x", EpisodeContext(seed=1, apps=()))
        asyncio.run(agent.act(PARIS))
    assert len(model.asked("context")) == 2


def test_it_sees_what_m3a_sees_and_remembers():
    _, model, _ = episode(moments=(PARIS, NEAR, NEAR))
    act = model.asked("act")
    assert [len(request.images) for request in act] == [2, 2]
    assert [len(request.images) for request in model.asked("reflect")] == [2, 2]
    assert len(act[1].facts.memory) == 1
    assert act[1].facts.memory[0].startswith("changed nothing that shows: call")


def test_in_paris_eighty_is_held_against_the_shipped_limit():
    _, model, _ = episode(provider=OfflineContext())
    text = model.asked("act")[0].text
    limit = re.search(r"## Place\n.*Urban roads in Paris: (\d+) km/h", text, re.DOTALL)
    assert limit
    assert int(limit[1]) <= 50
    assert "speed: 80 km/h" in text
