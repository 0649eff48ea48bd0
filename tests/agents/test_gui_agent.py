import asyncio
from dataclasses import fields

import numpy as np
import pytest
from contracts.agent_contract import ScriptedModel, button, moment, play

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.gui_agent import ELEMENTS, MARKS, SCREENSHOT, gui_agent
from automotive_env.agents.m3a import m3a
from automotive_env.agents.t3a import t3a
from automotive_env.episode.action import Click, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import ModelFault
from automotive_env.models.model import Completion, Sampling

CONTEXT = EpisodeContext(seed=3, apps=("climate", "maps"), apis={"system.safety_alert": "Shows a safety alert."}, max_steps=9)
CLICK = 'Reason: the fan is off {so to say}.\nAction: {"action_type": "click", "index": 1}'
BEFORE = moment(button(0, "Auto"), button(1, "Fan"), number=1)
AFTER = moment(button(0, "Auto"), button(1, "Fan", selected=True), number=2)
DONE = ActionOutcome(True)


def started(spec, says=CLICK):
    model = ScriptedModel(says)
    agent = spec.make(model, None)
    agent.reset("my hands are freezing", CONTEXT)
    return agent, model


def episode(spec, says, moments=(BEFORE, AFTER), outcomes=(DONE,) * 9):
    agent, model = started(spec, says)
    return asyncio.run(play(agent, moments, outcomes)), model


def test_the_action_and_the_reasoning_come_from_the_reply():
    (decision,), _ = episode(t3a, CLICK)
    assert decision.action == Click(index=1)
    assert decision.reasoning == "the fan is off {so to say}."
    assert decision.reply == CLICK


def test_t3a_sends_text_only_and_sums_up():
    untouchable = {"capture": lambda: pytest.fail("T3A looked at the pixels")}
    moments = [moment(button(0, "A"), button(1, "B"), number=n, **untouchable) for n in (1, 2)]
    _, model = episode(t3a, CLICK, moments)
    assert [request.purpose for request in model.requests] == ["act", "summarise"]
    assert [len(request.images) for request in model.requests] == [0, 0]


def test_m3a_sends_the_screen_and_the_marked_screen_then_before_and_after():
    (decision,), model = episode(m3a, CLICK)
    act, reflect = model.requests
    assert (act.purpose, reflect.purpose) == ("act", "reflect")
    raw, marked = act.images
    assert np.array_equal(raw, BEFORE.screenshot)
    assert not np.array_equal(raw, marked)
    assert np.array_equal(marked, decision.marked.pixels)
    before, after = reflect.images
    assert np.array_equal(before, marked)
    assert not np.array_equal(after, AFTER.screenshot)
    assert not np.array_equal(before, after)


def test_a_screen_is_marked_once_for_the_reflection_and_the_next_step(monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "automotive_env.episode.set_of_mark.draw_marks", lambda pixels, elements: drawn.append(1) or pixels.copy()
    )
    episode(m3a, CLICK, (BEFORE, AFTER, BEFORE))
    assert len(drawn) == 3


def test_images_are_named_in_the_text_in_their_order():
    _, model = episode(m3a, CLICK)
    for request in model.requests:
        section = request.text.split("## Images\n")[1].split("\n\n")[0]
        assert [line[:2] for line in section.splitlines()] == [f"{n + 1}." for n in range(len(request.images))]


def test_what_the_reflection_says_is_in_the_next_prompt_and_in_the_record():
    says = [CLICK, "The fan now runs.", CLICK, ""]
    decisions, model = episode(m3a, says, (BEFORE, AFTER, BEFORE))
    assert decisions[0].notes == {"reflection": "The fan now runs."}
    (line,) = model.requests[2].facts.history
    assert line == 'Step 1: click Button "Fan" #fan -> done | The fan now runs.'
    assert line in model.requests[2].text


@pytest.mark.parametrize("make", [t3a, m3a])
@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("I would rather not.", "no action found"),
        ('{"action_type": "klick", "index": 1}', "action_type must be one of"),
        ('{"action_type": "click", "index": 2}', "no element has index 2; give 0 to 1"),
        ('{"action_type": "input_text", "text": "x", "index": 7}', "no element has index 7; give 0 to 1"),
        ('{"action_type": "swipe", "direction": "up", "index": 2}', "no element has index 2; give 0 to 1"),
    ],
)
def test_a_bad_reply_is_an_error_that_the_next_prompt_tells(make, reply, says):
    decisions, model = episode(make, [reply, CLICK, ""], (BEFORE, AFTER, BEFORE))
    assert decisions[0].action is None
    assert says in decisions[0].error
    assert decisions[0].reply == reply
    assert model.requests[1].purpose == "act"
    assert says in model.requests[1].facts.history[0]
    assert says in model.requests[1].text


def test_an_index_on_an_empty_screen_asks_for_a_point():
    (decision,), _ = episode(t3a, CLICK, (moment(), AFTER))
    assert "there are no elements" in decision.error


def test_a_reply_that_was_cut_off_or_refused_is_told_as_such():
    class Curt(ScriptedModel):
        finish = "length"

        async def complete(self, request):
            return Completion.of("so I think that", finish=self.finish)

    agent = t3a.make(Curt(), None)
    agent.reset("x", CONTEXT)
    assert "cut off" in asyncio.run(agent.act(BEFORE)).error
    Curt.finish = "refused"
    assert "refused" in asyncio.run(agent.act(BEFORE)).error


@pytest.mark.parametrize("make", [t3a, m3a])
def test_a_refused_action_costs_no_reflection_and_reaches_the_next_prompt(make):
    refused = ActionOutcome(False, "element 1 is disabled")
    decisions, model = episode(make, CLICK, (BEFORE, BEFORE, AFTER), (refused, DONE))
    assert [request.purpose for request in model.requests][:2] == ["act", "act"]
    assert decisions[0].action == Click(index=1)
    line = 'Step 1: click Button "Fan" #fan -> FAILED: element 1 is disabled'
    assert model.requests[1].facts.history == (line,)
    assert line in model.requests[1].text


def test_what_an_api_returned_is_told():
    call = '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "ice"}}'
    outcome = ActionOutcome(True, "the ice alert is shown", {"id": 4})
    _, model = episode(t3a, [call, "Shown.", CLICK], (BEFORE, AFTER, BEFORE), (outcome, DONE))
    assert 'the ice alert is shown; returned {"id": 4} | Shown.' in model.requests[2].text
    assert '"arguments": {"kind": "ice"}' in model.requests[2].text


def test_history_is_bounded_and_says_what_it_leaves_out():
    long = "word " * 400
    moments = [moment(button(0, "A"), button(1, "Fan"), number=n) for n in range(60)]
    _, model = episode(m3a, lambda request: CLICK if request.purpose == "act" else long, moments, (DONE,) * 60)
    sizes = [sum(map(len, request.facts.history)) for request in model.asked("act")]
    assert max(sizes) < 8_000
    assert sizes[-1] > 3_000
    history = model.requests[-2].facts.history
    left_out = 58 - (len(history) - 1)
    assert history[0].startswith(f"Steps 1 to {left_out}: left out")
    assert history[1].startswith(f"Step {left_out + 1}:")


def test_steps_left_count_down():
    _, model = episode(t3a, ["nothing", CLICK, "", CLICK], (BEFORE, AFTER, BEFORE, AFTER))
    assert [request.facts.steps_left for request in model.asked("act")] == [9, 8, 7]


def test_the_history_shows_where_a_turn_ended():
    agent, model = started(t3a, [CLICK, "Done.", CLICK])
    asyncio.run(play(agent, (BEFORE, AFTER), (DONE,)))
    agent.hear(TurnOpening(2, "Put it back.", conversation=("Driver: my hands are freezing",), seconds=60))
    asyncio.run(agent.act(AFTER))
    assert 'status -> 1 minute later, the driver says: "Put it back."' in model.asked("act")[-1].facts.history[-1]


def test_ending_and_answering_are_not_reflected_on():
    says = ['{"action_type": "answer", "text": "It is 21."}', '{"action_type": "status", "goal_status": "complete"}']
    _, model = episode(m3a, says, (BEFORE, BEFORE, BEFORE))
    assert [request.purpose for request in model.requests] == ["act", "act"]
    assert 'answer {"text": "It is 21."} -> done' in model.requests[1].text


def test_gps_is_told_only_to_those_who_see_it():
    _, blind = episode(t3a, CLICK)
    _, located = episode(gui_agent("located", "a test", sees=ELEMENTS, geo="gps"), CLICK)
    assert "48.85660, 2.35220" in located.requests[0].text
    assert located.requests[0].facts.gps == "48.85660, 2.35220"
    for request in blind.requests:
        assert not request.facts.gps
        assert "48.8" not in request.text


def test_vehicle_facts_and_networks_are_told_to_every_agent():
    for make in (t3a, m3a):
        _, model = episode(make, CLICK)
        for request in model.requests:
            for fact in ("speed: 80 km/h", "driving state: moving", "Wi-Fi off", "mobile data on", "app in front: climate"):
                assert fact in request.text


def test_an_agent_without_elements_gets_none():
    _, model = episode(gui_agent("eyes", "a test", sees=MARKS, reflects=True), CLICK)
    assert all("#fan" not in message.text for request in model.requests for message in request.messages)
    assert [len(request.images) for request in model.requests] == [1, 2]


def test_memory_keeps_what_failed_beyond_the_history():
    rememberer = gui_agent("rememberer", "a test", sees=ELEMENTS, summarises=True, remembers=True)
    moments = [BEFORE, BEFORE, AFTER, AFTER, BEFORE]
    outcomes = [ActionOutcome(False, "the fan is locked"), DONE, DONE, DONE]
    says = [CLICK, CLICK, "It runs. Lesson: the fan needs power", CLICK, "", CLICK, ""]
    _, model = episode(rememberer, says, moments, outcomes)
    memory = model.asked("act")[-1].facts.memory
    fan = 'click Button "Fan" #fan'
    assert memory == (
        f"failed: {fan} (the fan is locked)",
        f"worked: {fan}",
        "lesson: the fan needs power",
        f"changed nothing that shows: {fan}",
    )
    assert all(f"- {line}" in model.asked("act")[-1].text for line in memory)


def test_a_model_that_is_gone_is_a_model_fault_and_nothing_else():
    class Gone(ScriptedModel):
        async def complete(self, request):
            raise ModelFault("no connection")

    agent = m3a.make(Gone(), None)
    agent.reset("x", CONTEXT)
    with pytest.raises(ModelFault):
        asyncio.run(agent.act(BEFORE))


def test_requests_are_deterministic_and_leave_sampling_to_the_run():
    _, first = episode(m3a, CLICK)
    _, second = episode(m3a, CLICK)
    assert [request.text for request in first.requests] == [request.text for request in second.requests]
    assert all(request.sampling == Sampling() for request in first.requests)


def test_wait_is_an_action_like_any_other():
    (decision,), model = episode(t3a, '{"action_type": "wait"}')
    assert decision.action == Wait()
    assert len(model.requests) == 2


def test_no_fact_is_told_that_is_not_declared():
    _, model = episode(m3a, CLICK)
    assert {field.name for field in fields(model.requests[0].facts)} >= {"goal", "elements", "history", "vehicle", "context"}


def test_the_reflection_is_told_what_was_touched_and_why():
    _, model = episode(m3a, CLICK)
    text = model.requests[1].text
    assert '## Action\nclick Button "Fan" #fan\nReason: the fan is off {so to say}.\n' in text
    assert '"index"' not in text


def test_without_marks_the_reflection_sees_the_screens_as_they_were():
    plain = gui_agent("plain", "a test", sees=ELEMENTS | SCREENSHOT, reflects=True)
    _, model = episode(plain, CLICK)
    before, after = model.requests[1].images
    assert np.array_equal(before, BEFORE.screenshot)
    assert np.array_equal(after, AFTER.screenshot)
