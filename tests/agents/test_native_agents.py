"""The loop of native agents: what is sent, what is kept, what becomes of several actions, and the layers around it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cases import cases
from contracts.agent_contract import CONTEXT, button, moment
from contracts.computer_writers import COMPUTER_WRITERS
from contracts.native_contract import call_choice, in_numbers, played_by_oracle
from contracts.native_writers import WRITERS, write_qwen_vl

from automotive_env.agents.agent import Decision
from automotive_env.agents.native.agent import native_agent
from automotive_env.agents.native.qwen_vl import FAMILY, asurada_qwen_vl, qwen_vl
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.native.tools import tools_agent
from automotive_env.agents.native.ui_tars import ui_tars
from automotive_env.agents.options import AS_DESIGNED, AgentOptions
from automotive_env.agents.registry import as_named, find_agent
from automotive_env.episode.action import Answer, Click, Drag, OpenApp, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element, Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import AgentFault, UsageError
from automotive_env.models.kinds.builtin import KIND as BUILTIN
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling, Usage
from automotive_env.place.context_provider import OfflineContext

DONE = ActionOutcome(True)
SEEN = [moment(button(0, "Auto"), button(5, "Fan"), number=number) for number in range(1, 9)]
FAMILIES = {**WRITERS, **COMPUTER_WRITERS}


class Replies:
    """Says what a test wrote, in turn."""

    name = "replies"

    def __init__(self, *replies: str | Choice) -> None:
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        return Completion((Choice(reply) if isinstance(reply, str) else reply,), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


def mobile_use(*calls: dict[str, Any], said: str = "") -> str:
    written = (json.dumps({"name": "mobile_use", "arguments": call}) for call in calls)
    return said + "".join(f"<tool_call>{call}</tool_call>" for call in written)


TAP, OUTSIDE, WAIT = (
    {"action": "click", "coordinate": [420, 300]},
    {"action": "click", "coordinate": [1_200, 300]},
    {"action": "wait"},
)


def played(agent: Any, steps: int, outcomes: Sequence[ActionOutcome] = (DONE,) * 9) -> list[Decision]:
    async def play() -> list[Decision]:
        found = []
        for seen, after, outcome in zip(SEEN[:steps], SEEN[1:], outcomes, strict=False):
            decision = await agent.act(seen)
            found.append(await agent.reflect(decision, outcome, after) if decision.action else decision)
        return found

    return asyncio.run(play())


def started(spec: Any, model: Any, **options: Any) -> Any:
    agent = spec.make(model, OfflineContext(), AgentOptions(**options))
    agent.reset("more air", CONTEXT)
    return agent


def test_it_sees_the_picture_alone() -> None:
    model = Replies(mobile_use(TAP))
    played(started(qwen_vl, model), 1)
    (request,) = model.requests
    assert len(request.images) == 1
    for told in ("## Elements", "80 km/h", "GPS", "Fan", "## Memory", "## Plan"):
        assert told not in request.text
    assert "more air" in request.text


def test_see_adds_to_the_picture_and_elements_are_told_in_the_model_s_numbers() -> None:
    model = Replies(mobile_use(TAP))
    played(started(qwen_vl, model, see=("elements", "marks", "sensors")), 1)
    (request,) = model.requests
    assert len(request.images) == 2
    assert "80 km/h" in request.text
    x, y = NativeSettings.of(FAMILY, AS_DESIGNED).sent((160, 90)).from_display(*SEEN[0].elements[1].box.center)
    line = next(line for line in request.text.splitlines() if '"Fan"' in line)
    given = tuple(map(int, line.rpartition("(")[2].strip(")").split(",")))
    assert given == pytest.approx((x, y), abs=6)  # the middle of a box of rounded numbers


@cases(("spec", "kept"), [(qwen_vl, 1), (qwen_vl, 3), (ui_tars, 1), (ui_tars, 2), (tools_agent, 3)])
def test_the_latest_pictures_are_kept(spec: Any, kept: int) -> None:
    reply = {qwen_vl: mobile_use(WAIT), ui_tars: "Action: wait()", tools_agent: call_choice(("wait", "{}"))}[spec]
    model = Replies(reply)
    played(started(spec, model, pictures=kept), 5)
    assert [len(request.images) for request in model.requests] == [min(number, kept) for number in range(1, 6)]
    last = [image[0, 0, 0] for image in model.requests[-1].images]
    assert last == [number * 40 % 256 for number in range(6 - kept, 6)]  # the colours of the moments


def test_earlier_replies_are_sent_word_for_word_with_what_became_of_them() -> None:
    model = Replies("Thought: hm.\nAction: click(start_box='(10,20)')", "Action: wait()")
    played(started(ui_tars, model), 3, [ActionOutcome(False, "nothing happens here"), DONE, DONE])
    told = [(message.role, message.text) for message in model.requests[2].messages[1:]]
    assert told == [
        ("assistant", "Thought: hm.\nAction: click(start_box='(10,20)')"),
        ("user", "FAILED: nothing happens here"),
        ("assistant", "Action: wait()"),
        ("user", "done"),
    ]


def test_actions_of_one_reply_are_carried_out_one_a_step_and_the_model_is_asked_once() -> None:
    model = Replies(mobile_use(TAP, WAIT, {"action": "answer", "text": "Done."}))
    decisions = played(started(qwen_vl, model), 3)
    assert [type(decision.action) for decision in decisions] == [Click, Wait, Answer]
    assert len(model.requests) == 1
    assert [decision.notes["native"].get("reply_of") for decision in decisions] == [None, 1, 1]


@cases(
    ("first", "then", "told"),
    [
        (ActionOutcome(False, "nothing happens here"), WAIT, "FAILED: nothing happens here"),
        (DONE, OUTSIDE, "(1200, 300) lies outside 0..999"),
        (DONE, {"action": "hover"}, "mobile_use has no action 'hover'"),
    ],
)
def test_after_a_failure_the_rest_is_dropped_and_the_model_is_told(first: ActionOutcome, then: dict[str, Any], told: str) -> None:
    calls = [("mobile_use", json.dumps(one)) for one in (TAP, then, WAIT)]
    model = Replies(call_choice(*calls))
    agent = native_agent(replace(FAMILY, history="turns")).make(model)
    agent.reset("more air", CONTEXT)
    played(agent, 3, [first, DONE, DONE])
    answers = {message.tool_call_id: message.text for message in model.requests[1].messages if message.role == "tool"}
    assert told in " ".join(answers.values())
    assert "not carried out" in answers["call_2"]


def test_a_new_turn_drops_the_rest_and_is_told() -> None:
    model = Replies(mobile_use(TAP, WAIT))
    agent = started(qwen_vl, model)
    played(agent, 1)
    agent.hear(TurnOpening(2, "and less noise", "passenger", ("Driver: more air",)))
    played(agent, 1)
    assert len(model.requests) == 2
    assert "The passenger says: and less noise" in model.requests[1].text
    assert "Driver: more air" in model.requests[1].text


def test_each_step_records_what_its_result_depends_on() -> None:
    (decision,) = played(started(qwen_vl, Replies(mobile_use(TAP)), picture_size="100x100", pictures=2, space="pixels"), 1)
    notes = decision.notes["native"]
    assert "outside" in decision.error  # 420 is outside a picture of 100 pixels
    assert (notes["picture"], notes["padded"], notes["space"], notes["pictures"]) == ([100, 100], True, "pixels", 2)
    assert (notes["given"], notes["points"]) == ([[420.0, 300.0]], [])
    assert len(notes["prompt"]) == 16
    assert decision.shown is not None
    assert decision.shown.pixels.shape == (100, 100, 3)


def test_a_prompt_of_a_folder_is_used_and_its_hash_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "qwen_vl.user.jinja").write_text("Published: {{ facts.goal }} on {{ picture.width }} x {{ picture.height }}.")
    own, other = Replies(mobile_use(TAP)), Replies(mobile_use(TAP))
    hashes = {
        played(started(qwen_vl, own), 1)[0].notes["native"]["prompt"],
        played(started(qwen_vl, other, prompts=(str(tmp_path),)), 1)[0].notes["native"]["prompt"],
    }
    assert len(hashes) == 2
    assert other.requests[0].messages[-1].text.startswith("Published: more air on ")


def test_the_layers_of_asurada_surround_a_family() -> None:
    class Thinks(Replies):
        async def complete(self, request: ModelRequest) -> Completion:
            if request.purpose == "act":
                return await super().complete(request)
            self.requests.append(request)
            return Completion.of('{"plan": ["find the fan"], "topics": [], "thought": "It blows.", "lesson": "Look first."}')

    model = Thinks(mobile_use(TAP, said="Action: Tap the fan.\n"))
    played(started(asurada_qwen_vl, model), 2)
    purposes = [request.purpose for request in model.requests]
    assert purposes == ["context", "act", "reflect", "act", "reflect"]
    act = model.requests[3].text
    for told in ("GPS: 48.85660, 2.35220", "1. find the fan", "lesson: Look first.", "Tap the fan. -> done | It blows."):
        assert told in act
    before, after = model.requests[2].images
    assert before.shape == after.shape == model.requests[1].images[0].shape


def test_names_are_taken_in_any_case_and_wrong_ones_are_answered() -> None:
    assert as_named("ASURADA:Qwen_VL") == "asurada:qwen_vl"
    assert as_named("KATE:asurada:UI_TARS") == "kate:asurada:ui_tars"
    assert find_agent("asurada:qwen_vl").name == "asurada:qwen_vl"
    with pytest.raises(UsageError, match=r"asurada:FAMILY takes a family of native agents: .*qwen_vl.*, not 'qwen'"):
        find_agent("asurada:qwen")


def test_a_model_that_sees_no_pictures_and_a_car_without_a_screen_are_refused() -> None:
    with pytest.raises(UsageError, match="qwen_vl acts on pictures, and the model builtin sees none"):
        qwen_vl.make(MeteredModel(BUILTIN.make("", None), pictures=False))
    agent = qwen_vl.make(Replies(mobile_use(TAP)))
    agent.reset("more air", type(CONTEXT)(seed=0, apps=(), face="calls"))
    with pytest.raises(AgentFault, match="omit --face calls"):
        asyncio.run(agent.act(SEEN[0]))


# On the car


def on_screen(car: HeadlessController, app: str) -> Observation:
    car.act(OpenApp(app_name=app), None)
    return car.observe()


def element(seen: Observation, name: str) -> Element:
    return next(one for one in seen.elements if one.name == name)


def acted(name: str, car: HeadlessController, *actions: dict[str, Any]) -> list[Decision]:
    """Let a family's model write actions on points of the display, and carry them out."""
    family, write = FAMILIES[name]
    sent = NativeSettings.of(family, AS_DESIGNED).sent(car.observe().screen)
    agent = native_agent(family).make(Replies(*(write(in_numbers(fields, sent), sent) for fields in actions)))
    agent.reset("do it", CONTEXT)

    async def play() -> list[Decision]:
        found = []
        for _ in actions:
            seen = car.observe()
            decision = await agent.act(seen)
            assert decision.action is not None, decision.error
            outcome = car.act(decision.action, seen)
            assert outcome.done, outcome.message
            found.append(await agent.reflect(decision, outcome, car.observe()))
        return found

    return asyncio.run(play())


@cases("name", FAMILIES)
def test_a_scroll_at_a_point_shows_what_lies_further_down_there(name: str) -> None:
    car = HeadlessController()
    seen = on_screen(car, "maps")
    x, y = element(seen, "destination_list").box.center
    rows = [one.label for one in seen.elements if one.name == "destination_item"]
    acted(name, car, {"action_type": "scroll", "direction": "down", "x": x, "y": y})
    now = [one.label for one in car.observe().elements if one.name == "destination_item"]
    assert rows
    assert now != rows
    assert now[0] in rows[1:] or now[0] not in rows  # what came first went away upwards
    acted(name, car, {"action_type": "scroll", "direction": "up", "x": x, "y": y})
    assert [one.label for one in car.observe().elements if one.name == "destination_item"] == rows


def test_an_action_after_a_wait_of_the_same_reply_is_compared_with_the_screen_before_it() -> None:
    car = HeadlessController()
    agent = started(qwen_vl, Replies(mobile_use(WAIT, {"action": "open", "text": "maps"}, WAIT)))

    async def play() -> None:
        seen = car.observe()
        for _ in range(3):
            decision = await agent.act(seen)
            outcome = car.act(decision.action, seen)
            after = car.observe()
            await agent.reflect(decision, outcome, after)
            seen = after

    asyncio.run(play())
    assert car.observe().app == "maps"


@cases("name", FAMILIES)
def test_a_drag_moves_a_slider(name: str) -> None:
    car = HeadlessController()
    seen = on_screen(car, "settings")
    car.act(Click(index=element(seen, "section_sound").index), seen)
    slider = element(car.observe(), "volume_seek_bar")
    assert slider.range
    assert slider.track
    y, end = slider.track.center[1], slider.track.left + round(0.8 * slider.track.width)
    (decision,) = acted(name, car, {"action_type": "drag", "x": slider.track.left + 5, "y": y, "to_x": end, "to_y": y})
    assert isinstance(decision.action, Drag)
    now = element(car.observe(), "volume_seek_bar").range
    assert now
    assert now.value == pytest.approx(80, abs=2)


@cases("name", FAMILIES)
def test_text_goes_into_the_field_that_has_the_focus(name: str) -> None:
    car = HeadlessController()
    x, y = element(on_screen(car, "maps"), "search_edit_text").box.center
    typed = [{"action_type": "input_text", "text": text, "clear": False} for text in ("Mun", "ich")]
    acted(name, car, {"action_type": "click", "x": x, "y": y}, *typed)
    assert element(car.observe(), "search_edit_text").text == "Munich"


def test_a_run_of_a_task_by_layers_and_options_ends_as_the_oracle_s() -> None:
    options = AgentOptions(picture_size="700", pictures=2, space="0..1")
    episode, _ = played_by_oracle(
        FAMILY, write_qwen_vl, "hvac.recirculate_air", HeadlessController(), options=options, spec=asurada_qwen_vl
    )
    assert episode.record.outcome == "pass"
    assert {tuple(step.notes["native"]["picture"]) for step in episode.steps} == {(700, 392)}
