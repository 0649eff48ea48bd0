"""Shapes of replies of native agents' models, odd ones included: every action reaches the car, or is answered in words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pytest
from cases import cases
from contracts.agent_contract import CONTEXT, button, moment
from contracts.native_contract import call_choice

from automotive_env.agents.native.agent import native_agent
from automotive_env.agents.native.families import native_families
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.options import AS_DESIGNED
from automotive_env.episode.action import ActionError
from automotive_env.episode.controller import ActionOutcome
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling, Usage

DISPLAY = (1408, 792)
Meant: TypeAlias = Sequence[Mapping[str, Any] | str] | str
"""The actions of a reply in our form, or words of a refusal; words alone where the whole reply is refused."""


def mobile_use(*calls: Mapping[str, Any] | str, before: str = "") -> str:
    written = (call if isinstance(call, str) else json.dumps({"name": "mobile_use", "arguments": call}) for call in calls)
    return before + "\n".join(f"<tool_call>\n{call}\n</tool_call>" for call in written)


def click(x: float, y: float, action_type: str = "click", **more: str) -> dict[str, Any]:
    return {"action_type": action_type, "x": x, "y": y, **more}


def drag(x: float, y: float, to_x: float, to_y: float) -> dict[str, Any]:
    return {"action_type": "drag", "x": x, "y": y, "to_x": to_x, "to_y": to_y}


def status(ending: str, reason: str = "") -> dict[str, Any]:
    return {"action_type": "status", "goal_status": ending, "reason": reason}


def typed(text: str, **more: bool) -> dict[str, Any]:
    return {"action_type": "input_text", "text": text, "clear": False, **more}


TAP = {"action": "click", "coordinate": [500, 300]}
ALERT = {"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "ice", "message": "Ice."}}

QWEN_VL: Sequence[tuple[Choice | str, Meant]] = [
    (mobile_use(TAP, before="Thought: I see it.\nAction: Tap the fan.\n"), [click(500, 300)]),
    (mobile_use(TAP), [click(500, 300)]),
    (mobile_use(TAP, before="<think>Perhaps {here}?</think>\n"), [click(500, 300)]),
    (mobile_use(TAP, before="<thinking>\nThe fan.\n</thinking>\n"), [click(500, 300)]),
    (mobile_use({"action": "click", "coordinate": ["500", "300"]}), [click(500, 300)]),
    (mobile_use({"action": "click", "coordinate": [480, 280, 520, 320]}), [click(500, 300)]),
    (mobile_use({"action": "click", "coordinate": [[480, 280], [520, 320]]}), [click(500, 300)]),
    (mobile_use({"action": "click", "coordinate": "(500, 300)"}), [click(500, 300)]),
    (mobile_use({"action": "click", "coordinate": {"x": 500, "y": 300}}), [click(500, 300)]),
    (mobile_use({"action": "Click", "coordinate": [500, 300]}), [click(500, 300)]),
    (
        mobile_use({"action": "long_press", "coordinate": [500, 300], "time": 2}),
        [click(500, 300, "long_press")],
    ),
    (mobile_use({"action": "double_click", "coordinate": [500, 300]}), [click(500, 300, "double_tap")]),
    (mobile_use({"action": "swipe", "coordinate": [500, 700], "coordinate2": [500, 200]}), [drag(500, 700, 500, 200)]),
    (mobile_use({"action": "swipe", "direction": "up", "coordinate": [500, 700]}), [drag(500, 700, 500, 300.4)]),
    (mobile_use({"action": "swipe", "direction": "left"}), [drag(699.3, 499.5, 299.7, 499.5)]),
    (mobile_use({"action": "drag", "start_coordinate": [1, 2], "end_coordinate": [3, 4]}), [drag(1, 2, 3, 4)]),
    (mobile_use({"action": "type", "text": "Munich"}), [typed("Munich")]),
    (mobile_use({"action": "system_button", "button": "Back"}), [{"action_type": "navigate_back"}]),
    (mobile_use({"action": "system_button", "button": "enter"}), [{"action_type": "keyboard_enter"}]),
    (mobile_use({"action": "system_button", "button": "Menu"}), ["the car has no button 'Menu'; there are: Back, Home, Enter"]),
    (mobile_use({"action": "key", "text": "volume_up"}), ["the car has no keyboard for 'volume_up'; there are: Return"]),
    (mobile_use({"action": "key", "text": "KEYCODE_BACK"}), [{"action_type": "navigate_back"}]),
    (mobile_use({"action": "key", "keys": ["Enter"]}), [{"action_type": "keyboard_enter"}]),
    (mobile_use({"action": "key", "keys": ["ctrl", "a"]}), ["the car has no keyboard for 'ctrl+a'"]),
    (mobile_use({"action": "key", "text": "clear"}), [typed("") | {"clear": True}]),
    (mobile_use({"action": "tap", "coordinate": [500, 300]}), [click(500, 300)]),
    (mobile_use({"action": "double_tap", "coordinate": [500, 300]}), [click(500, 300, "double_tap")]),
    (mobile_use({"action": "left_click", "coordinate": [500, 300]}), [click(500, 300)]),
    (mobile_use('{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [500, 300]}}'), [click(500, 300)]),
    (mobile_use({"action": "left_click_drag", "start_coordinate": [1, 2], "end_coordinate": [3, 4]}), [drag(1, 2, 3, 4)]),
    (mobile_use({"action": "left_click_drag", "coordinate": [3, 4]}), ["coordinate2 is missing"]),
    (
        mobile_use({"action": "scroll", "coordinate": [500, 300], "pixels": -400}),
        [click(500, 300, "scroll", direction="down")],
    ),
    (mobile_use({"action": "scroll", "pixels": "400"}), [click(499.5, 499.5, "scroll", direction="up")]),
    (mobile_use({"action": "scroll", "pixels": "far"}), ["pixels is a number, not 'far'"]),
    (mobile_use({"action": "hscroll", "pixels": 5}), ["a touch screen has no wheel; swipe"]),
    (mobile_use({"action": "right_click", "coordinate": [500, 300]}), ["a touch screen has no right button"]),
    (mobile_use({"action": "mouse_move", "coordinate": [500, 300]}), ["a touch screen has no pointer to move"]),
    (mobile_use({"action": "type_text", "text": "x"}), ["mobile_use has no action 'type_text'; there are: click, long_press"]),
    (mobile_use({"action": "open", "text": "climate"}), [{"action_type": "open_app", "app_name": "climate"}]),
    (mobile_use({"action": "wait", "time": "2.5"}), [{"action_type": "wait", "seconds": 3}]),
    (mobile_use({"action": "answer", "text": "It is 21 °C."}), [{"action_type": "answer", "text": "It is 21 °C."}]),
    (mobile_use({"action": "ask_user", "text": "Which?"}), [{"action_type": "answer", "text": "Which?"}]),
    (mobile_use({"action": "terminate", "status": "failure", "text": "No roof."}), [status("infeasible", "No roof.")]),
    (mobile_use({"action": "terminate", "status": "success"}), [status("complete")]),
    (mobile_use({"action": "terminate", "status": "maybe"}), ["status is success or failure, not 'maybe'"]),
    (mobile_use(TAP, {"action": "type", "text": "x"}), [click(500, 300), typed("x")]),
    (mobile_use(TAP, {"action": "hover"}), [click(500, 300), "mobile_use has no action 'hover'; there are: click, long_press"]),
    (
        mobile_use('{"name": "mobile_use", "arguments": "{\\"action\\": \\"click\\", \\"coordinate\\": [500, 300]}"}'),
        [click(500, 300)],
    ),
    (mobile_use("{'name': 'mobile_use', 'arguments': {'action': 'click', 'coordinate': [500, 300],}}"), [click(500, 300)]),
    (mobile_use('{"name": "safety_alert", "arguments": {"kind": "ice", "message": "Ice."}}'), [ALERT]),
    (mobile_use('{"name": "mobile_use", "arguments": [1]}'), ["the arguments are a JSON object, not list"]),
    ('<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [500, 300]}}', [click(500, 300)]),
    ('{"action": "click", "coordinate": [500, 300]}', [click(500, 300)]),
    ('```json\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [500, 300]}}\n```', [click(500, 300)]),
    (call_choice(("mobile_use", '{"action": "click", "coordinate": [500, 300]}')), [click(500, 300)]),
    (
        call_choice(("mobile_use", '{"action": "click"}'), ("mobile_use", "{")),
        ["coordinate is missing", "the arguments"],
    ),
    (mobile_use({"action": "click", "coordinate": [500]}), [r"a point is [x, y], or a box"]),
    (mobile_use({"action": "click", "coordinate": "<points x1='500' y1='300'>fan</points>"}), [click(500, 300)]),
    (mobile_use({"action": "type", "text": "Munich\n"}), [typed("Munich", submit=True)]),
    (mobile_use({"action": "type", "text": "\n"}), [{"action_type": "keyboard_enter"}]),
    (mobile_use({"action": "terminate", "status": None}), [status("complete")]),
    (mobile_use({"action": "terminate", "status": "failure", "text": None}), [status("infeasible")]),
    (mobile_use({"coordinate": [500, 300]}), ["mobile_use has no action 'mobile_use'"]),
    ("I would rather not touch anything.", "no function is called; write <tool_call>"),
    ("", "no function is called"),
]

UI_TARS: Sequence[tuple[Choice | str, Meant]] = [
    ("Thought: I see it.\nAction: click(start_box='(700,300)')", [click(700, 300)]),
    ("Thought: I see it.\nAction: click(start_box='<|box_start|>(700,300)<|box_end|>')", [click(700, 300)]),
    ("Action: click(start_box='[680, 280, 720, 320]')", [click(700, 300)]),
    ("Action: click(start_box='(680,280,720,320)')", [click(700, 300)]),
    ("Action: click(point='<point>700 300</point>')", [click(700, 300)]),
    ("Action: click(start_point='(700,300)')", [click(700, 300)]),
    ('Action: click(start_box="(700,300)")', [click(700, 300)]),
    ("Action: click(start_box=(700,300))", [click(700, 300)]),
    ("Action: click('(700,300)')", [click(700, 300)]),
    ("Action: click(start_box='(700,300)", [click(700, 300)]),
    ("click(start_box='(700,300)')", [click(700, 300)]),
    ("**Action:** `click(start_box='(700,300)')`", [click(700, 300)]),
    ("```\nThought: x\nAction: click(start_box='(700,300)')\n```", [click(700, 300)]),
    ("<think>\nAction: press_back()\n</think>\nAction: click(start_box='(700,300)')", [click(700, 300)]),
    ("Action: left_double(start_box='(700,300)')", [click(700, 300, "double_tap")]),
    ("Action: long_press(start_box='(700,300)', time='2')", [click(700, 300, "long_press")]),
    ("Action: drag(start_box='(1,2)', end_box='(3,4)')", [drag(1, 2, 3, 4)]),
    ("Action: drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')", [drag(1, 2, 3, 4)]),
    (
        "Action: scroll(start_box='(700,300)', direction='down')",
        [click(700, 300, "scroll", direction="down")],
    ),
    ("Action: scroll(direction='up')", [{"action_type": "scroll", "direction": "up"}]),
    ("Action: scroll(start_point='(1,2)', end_point='(3,4)')", [drag(1, 2, 3, 4)]),
    ("Action: scroll(start_box='(700,300)', direction='away')", ["the direction is up, down, left or right, not 'away'"]),
    ("Action: type(content='Munich')", [typed("Munich", submit=False)]),
    ("Action: type(content='Munich\\n')", [typed("Munich", submit=True)]),
    ("Action: type(content='it's, well=fine')", [typed("it's, well=fine", submit=False)]),
    ('Action: type(content="say \\"hi\\" (now)")', [typed('say "hi" (now)', submit=False)]),
    ("Action: type(content='set x, y=5')", [typed("set x, y=5", submit=False)]),
    ("Action: type(content=\"a, b='c'\")", [typed("a, b='c'", submit=False)]),
    ("Thought：I see it.\nAction：click(start_box='(700,300)')", [click(700, 300)]),
    ('Action: click(point=\'<points x1="700" y1="300">fan</points>\')', [click(700, 300)]),
    ("Action: type(content='\\n')", [{"action_type": "keyboard_enter"}]),
    ("Action: hotkey(key='enter')", [{"action_type": "keyboard_enter"}]),
    ("Action: hotkey(key='ctrl c')", ["the car has no keyboard with the keys 'ctrl c'; there are press_enter, press_back"]),
    ("Action: open_app(app_name='climate')", [{"action_type": "open_app", "app_name": "climate"}]),
    ("Action: press_home()\n\npress_back()", [{"action_type": "navigate_home"}, {"action_type": "navigate_back"}]),
    ("Action: click(start_box='(1,2)')\n\ntype(content='x\\n')", [click(1, 2), typed("x", submit=True)]),
    ("Action: click(start_box='(1,2)'); type(content='x')", [click(1, 2), typed("x", submit=False)]),
    ("Action: click(start_box='(1,2)')\nAction: wait()", [click(1, 2), {"action_type": "wait", "seconds": 5}]),
    ("Action: right_single(start_box='(1,2)')", ["right_single: a touch screen has no right click; use click or long_press"]),
    ("Action: hover(start_box='(1,2)')", ["a touch screen knows no pointer that hovers"]),
    ("Action: finished(content='It is 21 °C.')", [{"action_type": "answer", "text": "It is 21 °C."}, status("complete")]),
    ("Action: finished()", [status("complete")]),
    ("Action: call_user(content='It is unlawful here.')", [status("infeasible", "It is unlawful here.")]),
    ("Action: safety_alert(kind='ice', message='Ice.')", [ALERT]),
    ("Action: fly(start_box='(1,2)')", ["there is no action 'fly'; there are: click, long_press"]),
    ("Action: click()", ["click: start_box is missing"]),
    ("Thought: I am not sure what to do.", "no action is written; end the reply with a line such as Action: click"),
    ("", "no action is written"),
]


def called(name: str, **arguments: Any) -> Choice:
    return call_choice((name, json.dumps(arguments)), text="I see the fan.")


TOOLS: Sequence[tuple[Choice | str, Meant]] = [
    (called("click", x=700, y=300), [click(700, 300)]),
    (call_choice(("click", '{"x": 700, "y": 300}'), text="<think>The fan.</think>"), [click(700, 300)]),
    (called("click", x="700", y="300"), [{"action_type": "click", "x": "700", "y": "300"}]),
    (called("click", x=[700, 300]), [click(700, 300)]),
    (called("click", x=700.4, y=300.2), [click(700.4, 300.2)]),
    (called("click", index=1), [{"action_type": "click", "index": 1}]),
    (called("click", index=1, x=None, y=None), [{"action_type": "click", "index": 1}]),
    (called("Click", x=700, y=300), [click(700, 300)]),
    (called("long_press", x=700, y=300), [click(700, 300, "long_press")]),
    (called("double_tap", x=700, y=300), [click(700, 300, "double_tap")]),
    (called("drag", x=1, y=2, to_x=3, to_y=4), [drag(1, 2, 3, 4)]),
    (called("scroll", direction="down", x=1, y=2), [click(1, 2, "scroll", direction="down")]),
    (called("scroll", direction="down"), [{"action_type": "scroll", "direction": "down"}]),
    (called("swipe", direction="left", amount=0.5), [{"action_type": "swipe", "direction": "left", "amount": 0.5}]),
    (called("input_text", text="x", submit=True), [{"action_type": "input_text", "text": "x", "submit": True}]),
    (called("keyboard_enter"), [{"action_type": "keyboard_enter"}]),
    (called("navigate_back"), [{"action_type": "navigate_back"}]),
    (called("navigate_home"), [{"action_type": "navigate_home"}]),
    (called("open_app", app_name="climate"), [{"action_type": "open_app", "app_name": "climate"}]),
    (called("wait", seconds=3), [{"action_type": "wait", "seconds": 3}]),
    (called("answer", text="Yes."), [{"action_type": "answer", "text": "Yes."}]),
    (called("status", goal_status="complete"), [{"action_type": "status", "goal_status": "complete"}]),
    (called("safety_alert", kind="ice", message="Ice."), [ALERT]),
    (called("fly", x=1), ["there is no function 'fly'; there are: click, long_press"]),
    (call_choice(("wait", "")), [{"action_type": "wait"}]),
    (call_choice(("click", "{'x': 700, 'y': 300,}")), [click(700, 300)]),
    (call_choice(("click", '"{\\"x\\": 700, \\"y\\": 300}"')), [click(700, 300)]),
    (call_choice(("click", "{")), ["click: the arguments are no JSON object"]),
    (call_choice(("click", '{"x": 700, "y": 300}'), ("wait", "{}")), [click(700, 300), {"action_type": "wait"}]),
    (call_choice(("click", "[1, 2]")), ["click: the arguments are no JSON object"]),
    ('{"name": "click", "arguments": {"x": 700, "y": 300}}', [click(700, 300)]),
    ('<tool_call>{"name": "click", "arguments": {"x": 700, "y": 300}}</tool_call>', [click(700, 300)]),
    ('{"action_type": "click", "x": 700, "y": 300}', [click(700, 300)]),
    ("The fan is on now.", "no function is called; call one, and end with status"),
    ("", "no function is called"),
]

SHAPES = {"qwen_vl": QWEN_VL, "ui_tars": UI_TARS, "tools": TOOLS}
EACH = [pytest.param(name, *shape, id=f"{name} {n}") for name, shapes in SHAPES.items() for n, shape in enumerate(shapes)]


def as_choice(reply: Choice | str) -> Choice:
    return Choice(reply) if isinstance(reply, str) else reply


@cases(("name", "reply", "meant"), EACH)
def test_a_reply_means(name: str, reply: Choice | str, meant: Meant) -> None:
    family = native_families()[name]
    sent = NativeSettings.of(family, AS_DESIGNED).sent(DISPLAY)
    if isinstance(meant, str):
        with pytest.raises(ActionError) as refused:
            family.read(as_choice(reply), sent)
        assert meant in str(refused.value)
        return
    actions = family.read(as_choice(reply), sent).actions
    assert len(actions) == len(meant)
    for action, wanted in zip(actions, meant, strict=True):
        if isinstance(wanted, str):
            assert wanted in action.refusal
        else:
            assert plain(action.fields) == plain(wanted)
    ids = [action.call_id for action in actions]
    assert ids == [call.id for call in as_choice(reply).tool_calls] or not any(ids)


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """An action without what is left out as well, and with numbers that can be compared."""
    held = {name: value for name, value in fields.items() if value not in ("", False)}
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in held.items()}


class OneReply:
    """Says one thing, again and again."""

    name = "one"

    def __init__(self, choice: Choice) -> None:
        self.requests: list[ModelRequest] = []
        self._choice = choice

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        return Completion((self._choice,), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


@cases(("name", "reply", "meant"), EACH)
def test_every_action_reaches_the_car_or_is_answered(name: str, reply: Choice | str, meant: Meant) -> None:
    model = OneReply(as_choice(reply))
    agent = native_agent(native_families()[name]).make(model)
    agent.reset("more air", CONTEXT)
    done = ActionOutcome(True)
    fit = NativeSettings.of(native_families()[name], AS_DESIGNED).fit(DISPLAY)
    picture = np.zeros((fit.height, fit.width, 3), np.uint8)  # need not be scaled, which would take longer than all else

    async def played() -> None:
        seen = moment(button(0, "Auto"), button(1, "Fan"), screen=DISPLAY, capture=lambda: picture)
        asked = 0
        for _ in range(4):
            decision = await agent.act(seen)
            assert (decision.action is None) == bool(decision.error)
            assert "native" in decision.notes
            if decision.action is not None:
                await agent.reflect(decision, done, seen)
            elif len(model.requests) > asked + 1:
                return
            asked = len(model.requests)

    asyncio.run(played())
    if len(model.requests) > 1:  # whatever came of it, the next request tells it
        told = model.requests[1].text
        first = meant if isinstance(meant, str) else meant[0]
        assert ("FAILED" in told or "not usable" in told) if isinstance(first, str) else "done" in told
        for message in model.requests[1].messages:
            assert message.role != "tool" or message.text
