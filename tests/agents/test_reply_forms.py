"""A model that is held to a schema and one that writes freely are asked in their form, and play the same."""

import anyio
import pytest
from cases import cases
from contracts.agent_contract import ScriptedModel, button, moment, play
from registered import DEGREES, HEATWAVE, MUSIC, PAIR, PLAIN, THREE_TURNS

import automotive_env
from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.registry import find_agent
from automotive_env.agents.replies import plan_of, thought_of
from automotive_env.episode.action import Click, Status, action_schema
from automotive_env.episode.controller import ActionOutcome
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.metered import MeteredModel
from automotive_env.place.context_provider import OfflineContext
from automotive_env.runs.execution.network_context import NetworkContext

TASKS = (
    DEGREES,
    MUSIC,
    PLAIN,
    PAIR,
    THREE_TURNS,
    HEATWAVE,
)
AGENTS = ("t3a", "m3a", "asurada")


async def played(agent_name, task, *, schema):
    """The actions, the reasons, the verdict, and the requests with their replies."""
    model = MeteredModel(BuiltinModel(), schema=schema)
    with automotive_env.make(task, seed=1) as env:
        car = env.controller
        seen = env.reset()
        agent = find_agent(agent_name).make(model, NetworkContext(car, OfflineContext()))
        agent.reset(env.goal, EpisodeContext(1, car.apps, dict(car.apis), 10))
        decisions = []
        while not env.ended and len(decisions) < 10:
            decision = await agent.act(seen)
            decisions.append(decision)
            seen, outcome = env.step(decision.action)
            if not env.ended:
                decisions[-1] = await agent.reflect(decision, outcome, seen)
        verdict = str(env.verdict())
    told = [(decision.action, decision.reasoning, decision.notes) for decision in decisions]
    return told, verdict, model.take()


@pytest.mark.parametrize(
    ("agent", "task"),
    [
        pytest.param(agent, task, marks=[] if AGENTS[number : number + 1] == (agent,) else pytest.mark.sweep)
        for number, task in enumerate(TASKS)
        for agent in AGENTS
    ],
)
def test_both_forms_come_to_the_same_actions_reasons_notes_and_verdict(agent, task):
    (free, free_verdict, _), (held, held_verdict, exchanges) = (
        anyio.run(lambda schema=schema: played(agent, task, schema=schema)) for schema in (False, True)
    )
    assert free == held
    assert free_verdict == held_verdict
    assert all(exchange.request.schema and exchange.completion.text.startswith("{") for exchange in exchanges)


class Held(ScriptedModel):
    """A scripted model whose replies are held to a schema."""

    abilities = MeteredModel(BuiltinModel(), schema=True).abilities


SEEN = (moment(button(0, "Fan"), number=1), moment(button(0, "Fan", selected=True), number=2), moment(number=3))
HELD = {
    "act": '{"reason": "it is {off}: \\"so\\"", "action": {"action_type": "click", "index": 0}}',
    "reflect": '{"thought": "The fan runs.", "lesson": "the fan is slow"}',
    "summarise": '{"thought": "The fan runs."}',
    "context": '{"topics": [], "plan": ["Switch the fan on"]}',
    "plan": '{"plan": ["Switch the fan on"]}',
}


@pytest.mark.parametrize("name", AGENTS)
def test_objects_are_read_as_words_are(name):
    model = Held(lambda request: HELD[request.purpose])
    agent = find_agent(name).make(model)
    agent.reset("more air", EpisodeContext(seed=1, apps=()))
    first, _ = anyio.run(play, agent, SEEN, [ActionOutcome(True)] * 2)
    assert first.action == Click(index=0)
    assert first.reasoning == 'it is {off}: "so"'
    assert "The fan runs." in first.notes.values()
    assert model.asked("act")[1].facts.history[0].endswith("| The fan runs.")
    assert model.asked("act")[0].schema == action_schema()
    members = {"act": ["reason", "action"], "summarise": ["thought"], "plan": ["plan"]}
    members["reflect"] = ["thought", "lesson"] if name == "asurada" else ["thought"]
    for request in model.requests:
        assert request.schema["required"] == list(request.schema["properties"]) == members[request.purpose]
    if name == "asurada":
        assert "lesson: the fan is slow" in model.asked("act")[1].facts.memory
        assert model.asked("act")[0].facts.plan == ("Switch the fan on",)


@pytest.mark.parametrize("name", AGENTS)
def test_a_model_that_says_nothing_of_schemas_gets_none(name):
    model = ScriptedModel('{"action_type": "wait"}')
    agent = find_agent(name).make(model)
    agent.reset("x", EpisodeContext(seed=1, apps=()))
    anyio.run(play, agent, SEEN, [ActionOutcome(True)] * 2)
    assert {request.schema for request in model.requests} == {None}


@cases(
    ("reply", "thought"),
    [
        ("It runs.\nLesson: it is slow", ("It runs.", "it is slow")),
        ("**It runs.**", ("It runs.", "")),
        ('```json\n{"thought": "It\nruns.", "lesson": ""}\n```', ("It runs.", "")),
        ("{'thought': 'It runs.', 'lesson': None}", ("It runs.", "")),
        ('{"thought": 5}', ('{"thought": 5}', "")),
        ("", ("", "")),
    ],
)
def test_a_thought_is_read_in_either_form(reply, thought):
    assert thought_of(reply) == thought


@pytest.mark.parametrize(
    ("reply", "plan"),
    [
        ('{"plan": ["a", "b"]}', ("a", "b")),
        ('{"plan": ["a", 5, null, " ", "b", "c", "d", "e"]}', ("a", "b", "c", "d")),
        ('{"plan": "a"}', ()),
        ('First: {"plan": ["a"]}, better: {"plan": ["b"]}', ("b",)),
        ("1. a", ()),
    ],
)
def test_a_plan_is_read_and_bounded(reply, plan):
    assert plan_of(reply) == plan


def test_an_end_that_is_asked_for_as_an_object_ends():
    model = Held('{"reason": "all is well", "action": {"action_type": "status", "goal_status": "complete"}}')
    agent = find_agent("t3a").make(model)
    decision = anyio.run(agent.act, SEEN[0])
    assert decision.action == Status(goal_status="complete")
    assert decision.reasoning == "all is well"
