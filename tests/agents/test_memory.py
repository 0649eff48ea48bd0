"""What lasts from one episode to the next: lessons and ways that worked, bounded, found by the goal and the app."""

import asyncio
import json

import pytest
from contracts.agent_contract import ScriptedModel, button, moment

from automotive_env.agent import AgentOptions, EpisodeContext, LearningAgent, Lesson, lessons_in
from automotive_env.agents.asurada import asurada
from automotive_env.agents.memory import LENGTH, LESSONS, RECALLED, LastingMemory
from automotive_env.controller import Outcome

CLICK, DONE = '{"action_type": "click", "index": 0}', '{"action_type": "status", "goal_status": "complete"}'
OFF, ON = moment(button(0, "Heater"), number=1), moment(button(0, "Heater", selected=True), number=2)


def agent_of(model, *, lasts=True):
    return asurada.make(model, None, AgentOptions(lasting_memory=lasts, geo="off"))


def episode(agent, goal):
    """One step that works and the end, as a run leads them; returns what was noted."""

    async def lead():
        agent.reset(goal, EpisodeContext(seed=1, apps=()))
        decision = await agent.reflect(await agent.act(OFF), Outcome(True), ON)
        return [decision.notes, (await agent.act(ON)).notes]

    return asyncio.run(lead())


def model():
    acts = iter([CLICK, DONE] * 9)
    says = {"reflect": "It glows. Lesson: the heater needs a second", "plan": "{}"}
    return ScriptedModel(lambda request: next(acts) if request.purpose == "act" else says[request.purpose])


LEARNT = (
    Lesson("the heater needs a second", "warm my hands", "climate"),
    Lesson('a way that ended with complete: click Button "Heater" #heater', "warm my hands", "climate"),
)


def test_lessons_and_ways_last_and_are_noted_when_they_are_new():
    asked = model()
    agent = agent_of(asked)
    notes = episode(agent, "warm my hands")
    assert agent.lessons == LEARNT
    assert tuple(lesson for note in notes for lesson in lessons_in(json.loads(json.dumps(note)))) == LEARNT
    assert not asked.asked("act")[0].facts.memory
    episode(agent, "my hands are cold")
    recalled = asked.asked("act")[2]
    assert recalled.facts.memory == tuple(lesson.text for lesson in LEARNT)
    assert all(f"- {lesson.text}" in recalled.text for lesson in LEARNT)


def test_a_memory_that_is_not_to_last_does_not():
    asked = model()
    agent = agent_of(asked, lasts=False)
    notes = episode(agent, "warm my hands")
    episode(agent, "warm my hands")
    assert not agent.lessons
    assert not any("lessons" in note for note in notes)
    assert not asked.asked("act")[2].facts.memory
    agent.remember(LEARNT)
    assert not agent.lessons


def test_what_was_learnt_before_a_run_was_resumed_is_remembered():
    asked = model()
    agent = agent_of(asked)
    assert isinstance(agent, LearningAgent)
    agent.remember(LEARNT)
    episode(agent, "warm my hands")
    assert asked.asked("act")[0].facts.memory == tuple(lesson.text for lesson in LEARNT)


@pytest.mark.parametrize(
    ("noted", "lessons"),
    [
        ([], ()),
        ("text", ()),
        ([5, None, {}, {"text": ""}, {"goal": "x"}], ()),
        ([{"text": "a", "more": 1}, {"text": "b", "goal": "g", "app": "climate"}], (Lesson("a"), Lesson("b", "g", "climate"))),
    ],
)
def test_lessons_are_read_from_notes_of_any_kind(noted, lessons):
    assert lessons_in({"lessons": noted}) == lessons
    assert lessons_in({}) == ()


def test_the_most_fitting_are_recalled_and_a_few_only():
    memory = LastingMemory()
    for text, goal, app in [
        ("music", "play some music", "media"),
        ("seat", "warm the seat", "seats"),
        ("both", "warm music in the seat", "home"),
        ("app", "something else", "climate"),
    ]:
        memory.add(Lesson(text, goal, app))
    assert memory.recall("Is the SEAT warm?", "lights") == ("seat", "both")
    assert memory.recall("a warm seat, please", "climate")[-1] == "both"
    assert set(memory.recall("a warm seat, please", "climate")) == {"seat", "both", "app"}
    assert memory.recall("it is", "maps") == ()
    for number in range(20):
        memory.add(Lesson(f"{number}", "warm", "x"))
    assert memory.recall("warm", "y") == tuple(str(number) for number in range(20 - RECALLED, 20))


def test_it_is_bounded_and_what_is_confirmed_stays():
    memory = LastingMemory()
    for number in range(LESSONS):
        memory.add(Lesson(f"{number}"))
    memory.add(Lesson("0"))
    kept = memory.add(Lesson("x" * 900, "y" * 900, "z" * 900))
    assert len(memory.lessons) == LESSONS
    assert [lesson.text for lesson in memory.lessons][:1] == ["2"]
    assert memory.lessons[-2:] == (Lesson("0"), kept)
    assert len(kept.text) == len(kept.goal) == LENGTH
