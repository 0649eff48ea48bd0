"""Shapes of replies of the vendors' computer tools as they are sent: every action reaches the car, or is answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pytest
from cases import cases
from contracts.agent_contract import CONTEXT, button, moment

from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer
from automotive_env.agents.native.agent import native_agent
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.options import AS_DESIGNED
from automotive_env.episode.action import ActionError
from automotive_env.episode.controller import ActionOutcome
from automotive_env.models.anthropic_reply import read_message
from automotive_env.models.call_ids import with_unique_ids
from automotive_env.models.gemini_computer import with_returned_parts
from automotive_env.models.gemini_reply import read_reply
from automotive_env.models.model import Choice, Completion, ComputerTool, ModelRequest, Sampling, Usage
from automotive_env.models.responses_reply import read_response

DISPLAY = (1408, 792)
PICTURE = np.zeros((720, 1280, 3), np.uint8)
"""A picture that need not be scaled."""
REQUEST = ModelRequest("act", (), computer=ComputerTool(1280, 720))
Parts: TypeAlias = Sequence[Mapping[str, Any]]
Meant: TypeAlias = Sequence[Mapping[str, Any] | str | tuple[float, ...]] | str
"""The actions of a reply in our form, words of a refusal, or corners to look at; words alone where the whole reply is refused."""


def at(x: float, y: float, action_type: str = "click", **more: Any) -> dict[str, Any]:
    return {"action_type": action_type, "x": x, "y": y, **more}


def drag(x: float, y: float, to_x: float, to_y: float) -> dict[str, Any]:
    return at(x, y, "drag", to_x=to_x, to_y=to_y)


def plain(action_type: str, **more: Any) -> dict[str, Any]:
    return {"action_type": action_type, **more}


TYPED = plain("input_text", text="Munich")
SUBMITTED = plain("input_text", text="Munich", submit=True)
BACK, HOME, ENTER = plain("navigate_back"), plain("navigate_home"), plain("keyboard_enter")
DONE = plain("status", goal_status="complete")
SAID = plain("answer", text="It is 21 °C.")
ALERT = plain("call", api="system.safety_alert", arguments={"kind": "ice", "message": "Ice."})
WHOLE: tuple[float, ...] = ()


# OpenAI: the items of a response


def computer(*actions: Mapping[str, Any], **more: Any) -> Mapping[str, Any]:
    return {"type": "computer_call", "call_id": "c1", "pending_safety_checks": [], "actions": list(actions), **more}


def one(**action: Any) -> Mapping[str, Any]:
    """A call in the form of the first version, which has one action."""
    return {"type": "computer_call", "call_id": "c1", "pending_safety_checks": [], "action": action}


def function(name: str, arguments: str, call_id: str = "c1") -> Mapping[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments}


def message(text: str, kind: str = "output_text") -> Mapping[str, Any]:
    member = "refusal" if kind == "refusal" else "text"
    return {"type": "message", "role": "assistant", "content": [{"type": kind, member: text}]}


THOUGHT = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [{"type": "summary_text", "text": "The fan."}],
    "encrypted_content": "c2ln",
}
CLICK = {"type": "click", "button": "left", "x": 700, "y": 300}
OPENAI: Sequence[tuple[Parts, Meant]] = [
    ([computer(CLICK)], [at(700, 300)]),
    ([THOUGHT, message("I press it."), computer(CLICK)], [at(700, 300)]),
    ([one(**CLICK)], [at(700, 300)]),
    ([computer({"type": "click", "x": 700, "y": 300})], [at(700, 300)]),
    ([computer(CLICK | {"keys": []})], [at(700, 300)]),
    ([computer(CLICK | {"keys": None})], [at(700, 300)]),
    ([computer(CLICK | {"keys": ["CTRL"]})], ["a touch screen has no keys to hold"]),
    ([computer(CLICK | {"button": "right"})], ["a touch screen has no right button"]),
    ([computer(CLICK | {"button": "wheel"})], ["a touch screen has no middle button"]),
    ([computer(CLICK | {"button": "back"})], [BACK]),
    ([computer(CLICK | {"button": "forward"})], ["the car has no button that goes forward"]),
    ([computer(CLICK | {"button": "fourth"})], ["there is no button 'fourth'"]),
    ([computer({"type": "click", "button": "left", "x": 700})], ["y is missing"]),
    ([computer({"type": "double_click", "x": 700, "y": 300})], [at(700, 300, "double_tap")]),
    ([computer({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 9, "y": 9}, {"x": 3, "y": 4}]})], [drag(1, 2, 3, 4)]),
    ([computer({"type": "drag", "path": [[1, 2], [3, 4]]})], [drag(1, 2, 3, 4)]),
    ([computer({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 1, "y": 2}]})], [at(1, 2, "long_press")]),
    ([computer({"type": "drag", "path": [{"x": 1, "y": 2}]})], [at(1, 2, "long_press")]),
    ([computer({"type": "drag", "path": []})], ["the path of a drag is a list of points"]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 400})], [at(1, 2, "scroll", direction="down")]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": -400})], [at(1, 2, "scroll", direction="up")]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_x": 90, "scroll_y": 0})], [at(1, 2, "scroll", direction="right")]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_x": -90, "scroll_y": 5})], [at(1, 2, "scroll", direction="left")]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 0})], ["a scroll has a distance"]),
    ([computer({"type": "scroll", "x": 1, "y": 2, "scroll_y": "far"})], ["scroll_y is a number of pixels"]),
    ([computer({"type": "type", "text": "Munich"})], [TYPED]),
    ([computer({"type": "type", "text": "Munich\n"})], [SUBMITTED]),
    ([computer({"type": "keypress", "keys": ["ENTER"]})], [ENTER]),
    ([computer({"type": "keypress", "keys": ["ESC"]})], [BACK]),
    ([computer({"type": "keypress", "keys": ["CTRL", "A"]})], ["the car has no keyboard for 'CTRL+A'"]),
    ([computer({"type": "keypress", "keys": []})], ["the car has no keyboard"]),
    ([computer({"type": "move", "x": 1, "y": 2})], ["no pointer to move"]),
    ([computer({"type": "wait"})], [plain("wait", seconds=2)]),
    ([computer({"type": "screenshot"})], [WHOLE]),
    ([computer({"type": "screenshot"}, CLICK)], [WHOLE, at(700, 300)]),
    ([computer(CLICK, {"type": "type", "text": "Munich"})], [at(700, 300), TYPED]),
    ([computer({"type": "fly", "x": 1})], ["the computer has no action 'fly'; there are: click"]),
    ([computer()], ["a call of computer holds actions, each with a type"]),
    ([computer({"x": 1})], ["a call of computer holds actions, each with a type"]),
    ([one()], ["a call of computer holds actions, each with a type"]),
    ([computer(CLICK), computer(CLICK, call_id="c2")], [at(700, 300), at(700, 300)]),
    ([computer(CLICK), function("answer", '{"text": "It is 21 °C."}', "c2")], [at(700, 300), SAID]),
    ([function("open_app", '{"app_name": "climate"}')], [plain("open_app", app_name="climate")]),
    ([function("status", '{"goal_status": "infeasible"}')], [plain("status", goal_status="infeasible")]),
    ([function("safety_alert", '{"kind": "ice", "message": "Ice."}')], [ALERT]),
    ([function("answer", "{")], ["answer: "]),
    ([function("fly", "{}")], ["there is no tool 'fly'"]),
    ([message("It is 21 °C.")], [SAID, DONE]),
    ([message("")], [DONE]),
    ([message("No.", "refusal")], "it calls no tool"),
]


# Anthropic: the blocks of a message


def use(name: str, id: str = "t1", **given: Any) -> Mapping[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": given, "toolset_name": "computer"}


def old(action: str, **given: Any) -> Mapping[str, Any]:
    """A call of the versions before the toolset."""
    return {"type": "tool_use", "id": "t1", "name": "computer", "input": {"action": action, **given}}


def said(text: str) -> Mapping[str, Any]:
    return {"type": "text", "text": text}


THINKING = {"type": "thinking", "thinking": "The fan.", "signature": "c2ln"}
CLAUDE: Sequence[tuple[Parts, Meant]] = [
    ([use("left_click", coordinate=[700, 300])], [at(700, 300)]),
    ([THINKING, said("I press it."), use("left_click", coordinate=[700, 300])], [at(700, 300)]),
    ([old("left_click", coordinate=[700, 300])], [at(700, 300)]),
    ([use("left_click", coordinate=[700, 300], text=None)], [at(700, 300)]),
    ([use("left_click", coordinate=[700, 300], text="ctrl")], ["a touch screen has no keys to hold"]),
    ([use("left_click", coordinate="[700, 300]")], [at(700, 300)]),
    ([use("left_click")], ["coordinate is missing"]),
    ([use("left_click", coordinate=[700])], ["a point is [x, y]"]),
    ([use("double_click", coordinate=[700, 300])], [at(700, 300, "double_tap")]),
    ([use("triple_click", coordinate=[700, 300])], ["no triple click"]),
    ([use("right_click", coordinate=[700, 300])], ["no right button"]),
    ([use("middle_click", coordinate=[700, 300])], ["no middle button"]),
    ([use("mouse_move", coordinate=[700, 300])], ["no pointer to move"]),
    ([use("cursor_position")], ["no pointer to move"]),
    ([use("left_mouse_down")], ["a finger is put down and lifted in one action"]),
    ([use("left_mouse_up")], ["a finger is put down and lifted in one action"]),
    ([use("left_click_drag", start_coordinate=[1, 2], coordinate=[3, 4])], [drag(1, 2, 3, 4)]),
    ([use("left_click_drag", start_coordinate=[1, 2], coordinate=[1, 2])], [at(1, 2, "long_press")]),
    ([use("left_click_drag", coordinate=[3, 4])], ["start_coordinate is missing"]),
    ([use("scroll", coordinate=[1, 2], scroll_direction="down", scroll_amount=3)], [at(1, 2, "scroll", direction="down")]),
    ([use("scroll", scroll_direction="up", scroll_amount=3)], [at(639.5, 359.5, "scroll", direction="up")]),
    ([use("scroll", coordinate=[1, 2], scroll_direction="away", scroll_amount=3)], ["the direction is up, down, left or right"]),
    ([use("type", text="Munich")], [TYPED]),
    ([use("type", text="Munich\n")], [SUBMITTED]),
    ([use("type")], ["text is missing"]),
    ([use("key", text="Return")], [ENTER]),
    ([use("key", text="Escape")], [BACK]),
    ([use("key", text="XF86Back")], [BACK]),
    ([use("key", text="Home")], [HOME]),
    ([use("key", text="Escape", repeat=2)], [BACK, BACK]),
    ([use("key", text="Escape", repeat=1000)], ["repeat is a whole number from 1 to 10"]),
    ([use("key", text="ctrl+a")], ["the car has no keyboard for 'ctrl+a'"]),
    ([use("key", text="BackSpace")], ["use the delete key on the screen"]),
    ([use("hold_key", text="shift", duration=1)], ["no keyboard whose keys can be held"]),
    ([use("wait", duration=2)], [plain("wait", seconds=2)]),
    ([use("wait", duration=500)], [plain("wait", seconds=60)]),
    ([use("wait", duration="long")], ["a wait takes a number of seconds"]),
    ([use("screenshot")], [WHOLE]),
    ([old("screenshot")], [WHOLE]),
    ([use("zoom", region=[100, 50, 400, 250])], [(100, 50, 400, 250)]),
    ([use("zoom", region=[100, 50])], ["a region is [left, top, right, bottom]"]),
    ([use("left_click", coordinate=[1, 2]), use("type", "t2", text="Munich")], [at(1, 2), TYPED]),
    ([use("left_click", coordinate=[1, 2]), use("screenshot", "t2")], [at(1, 2), WHOLE]),
    ([old("fly")], ["the computer has no action 'fly'; there are: left_click"]),
    ([{"type": "tool_use", "id": "t1", "name": "computer", "input": {}}], ["action is missing"]),
    ([use("open_app", app_name="climate")], [plain("open_app", app_name="climate")]),
    ([use("safety_alert", kind="ice", message="Ice.")], [ALERT]),
    ([said("It is 21 °C.")], [SAID, DONE]),
    ([], [DONE]),
]


# Gemini: the parts of a candidate


def call(name: str, id: str | None = "f1", **args: Any) -> Mapping[str, Any]:
    return {"functionCall": {"name": name, "args": args} | ({"id": id} if id else {})}


WHY = {"intent": "to turn the fan up"}
CHECKED = {"safety_decision": {"decision": "require_confirmation", "explanation": "Is it meant?"}}
GEMINI: Sequence[tuple[Parts, Meant]] = [
    ([call("click", x=700, y=300, **WHY)], [at(700, 300)]),
    ([{"text": "The fan.", "thought": True}, {"text": "I press it."}, call("click", x=700, y=300)], [at(700, 300)]),
    ([call("click", None, x=700, y=300)], [at(700, 300)]),
    ([call("click", x=700.0, y=300.0)], [at(700, 300)]),
    ([call("click", x="700", y="300")], [at(700, 300)]),
    ([call("click", x=700, y=300, **CHECKED)], [at(700, 300)]),
    ([call("click", y=300)], ["x is missing"]),
    ([call("click", x=None, y=None)], ["x is missing"]),
    ([call("long_press", x=700, y=300, seconds=2)], [at(700, 300, "long_press")]),
    ([call("drag_and_drop", start_x=1, start_y=2, end_x=3, end_y=4, **WHY)], [drag(1, 2, 3, 4)]),
    ([call("drag_and_drop", x=1, y=2, destination_x=3, destination_y=4)], [drag(1, 2, 3, 4)]),
    ([call("drag_and_drop", start_x=1, start_y=2)], ["end_x is missing"]),
    ([call("type", text="Munich", **WHY)], [TYPED]),
    ([call("type", text="Munich", press_enter=True)], [SUBMITTED]),
    ([call("press_key", key="enter")], [ENTER]),
    ([call("press_key", key="HOME")], [HOME]),
    ([call("press_key", key="volume_up")], ["the car has no keyboard for 'volume_up'"]),
    ([call("go_back", **WHY)], [BACK]),
    ([call("open_app", app_name="climate", **WHY)], [plain("open_app", app_name="climate")]),
    ([call("open_app", **WHY)], ["app_name is missing"]),
    ([call("wait", seconds=3)], [plain("wait", seconds=3)]),
    ([call("wait", **WHY)], [plain("wait", seconds=1)]),
    ([call("take_screenshot", **WHY)], [WHOLE]),
    ([call("list_apps", **WHY)], ["the apps are named in the first message"]),
    ([call("click", x=1, y=2), call("type", "f2", text="Munich")], [at(1, 2), TYPED]),
    ([call("double_click", x=700, y=300)], [at(700, 300, "double_tap")]),
    ([call("right_click", x=700, y=300)], ["no right button"]),
    ([call("move", x=700, y=300)], ["no pointer to move"]),
    ([call("mouse_down", x=1, y=2)], ["a finger is put down and lifted in one action"]),
    ([call("hotkey", keys=["Control", "A"])], ["the car has no keyboard for 'Control+A'"]),
    ([call("scroll", x=1, y=2, direction="down", magnitude_in_pixels=300)], [at(1, 2, "scroll", direction="down")]),
    ([call("scroll_document", direction="up")], [at(499.5, 499.5, "scroll", direction="up")]),
    ([call("scroll_at", x=1, y=2, direction="left", magnitude=800)], [at(1, 2, "scroll", direction="left")]),
    ([call("click_at", x=700, y=300)], [at(700, 300)]),
    ([call("type_text_at", x=1, y=2, text="Munich")], [at(1, 2), SUBMITTED | {"clear": True}]),
    ([call("type_text_at", x=1, y=2, text="Munich", press_enter=False, clear_before_typing=False)], [at(1, 2), TYPED]),
    ([call("key_combination", keys="Control+A")], ["the car has no keyboard for 'Control+A'"]),
    ([call("hover_at", x=1, y=2)], ["no pointer to move"]),
    (
        [call("type_text_at", x=1, y=2, text="Munich", press_enter="false")],
        [at(1, 2), plain("input_text", text="Munich", clear=True)],
    ),
    ([call("wait_5_seconds")], [plain("wait", seconds=5)]),
    ([call("open_web_browser")], ["the car has no web browser"]),
    ([call("navigate", url="https://example.com")], ["the car has no web browser"]),
    ([call("answer", text="It is 21 °C.")], [SAID]),
    ([call("safety_alert", kind="ice", message="Ice.")], [ALERT]),
    ([call("fly", x=1)], ["the computer has no action 'fly'; there are: click"]),
    ([{"text": "It is 21 °C."}], [SAID, DONE]),
    ([{"text": ""}], [DONE]),
]


def from_openai(parts: Parts) -> Completion:
    return read_response(json.dumps({"status": "completed", "output": parts}), returned=True)


def from_anthropic(parts: Parts) -> Completion:
    called = any(part["type"] == "tool_use" for part in parts)
    return read_message(json.dumps({"content": parts, "stop_reason": "tool_use" if called else "end_turn"}), returned=True)


def from_gemini(parts: Parts) -> Completion:
    from google.genai.types import GenerateContentResponse

    body = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}
    reply = GenerateContentResponse.model_validate(body)
    return with_returned_parts(read_reply(reply), reply, REQUEST)


SHAPES: Mapping[str, tuple[NativeFamily, Callable[[Parts], Completion], Sequence[tuple[Parts, Meant]]]] = {
    "openai": (openai_computer.FAMILY, from_openai, OPENAI),
    "claude": (claude_computer.FAMILY, from_anthropic, CLAUDE),
    "gemini": (gemini_computer.FAMILY, from_gemini, GEMINI),
}
EACH = cases(
    ("name", "parts", "meant"),
    [pytest.param(name, *shape, id=f"{name} {n}") for name, (_, _, shapes) in SHAPES.items() for n, shape in enumerate(shapes)],
)


def choice_of(name: str, parts: Parts) -> Choice:
    return with_unique_ids(SHAPES[name][1](parts), REQUEST).choice


@EACH
def test_a_reply_means(name: str, parts: Parts, meant: Meant) -> None:
    family, choice = SHAPES[name][0], choice_of(name, parts)
    sent = NativeSettings.of(family, AS_DESIGNED).sent(DISPLAY)
    if isinstance(meant, str):
        with pytest.raises(ActionError) as refused:
            family.read(choice, sent)
        assert meant in str(refused.value)
        return
    actions = family.read(choice, sent).actions
    assert len(actions) == len(meant)
    for action, wanted in zip(actions, meant, strict=True):
        if isinstance(wanted, str):
            assert wanted in action.refusal
        elif isinstance(wanted, tuple):
            assert action.look == wanted
        else:
            given = {key: value for key, value in action.fields.items() if value is not False}
            assert given == dict(wanted)
    assert {action.call_id for action in actions if action.call_id} == {call.id for call in choice.tool_calls}


class OneReply:
    """Says one thing, and that it is done when it is asked again."""

    name = "one"

    def __init__(self, choice: Choice) -> None:
        self.requests: list[ModelRequest] = []
        self._choice = choice

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        return Completion((self._choice if len(self.requests) == 1 else Choice("Done."),), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


@EACH
def test_every_call_is_answered(name: str, parts: Parts, meant: Meant) -> None:
    choice = choice_of(name, parts)
    model = OneReply(choice)
    agent = native_agent(SHAPES[name][0]).make(model)
    agent.reset("more air", CONTEXT)

    async def played() -> None:
        seen = moment(button(0, "Auto"), button(1, "Fan"), screen=DISPLAY, capture=lambda: PICTURE)
        for _ in range(6):
            decision = await agent.act(seen)
            assert (decision.action is None) == bool(decision.error)
            if decision.action is not None:
                await agent.reflect(decision, ActionOutcome(True), seen)
            if len(model.requests) > 1:
                return

    asyncio.run(played())
    for request in model.requests:
        assert request.computer == ComputerTool(1280, 720, excluded=SHAPES[name][0].excluded)
    if len(model.requests) > 1:
        answers = [one for one in model.requests[1].messages if one.role == "tool"]
        assert [answer.tool_call_id for answer in answers] == [call.id for call in choice.tool_calls]
        assert all(answer.text for answer in answers)
        assert [answer.acknowledged for answer in answers] == [call.checks for call in choice.tool_calls]
        assert model.requests[1].images  # the next picture
        assert next(one.opaque for one in model.requests[1].messages if one.role == "assistant") == choice.opaque


def test_there_are_thirty_shapes_of_each() -> None:
    assert all(len(shapes) >= 30 for _, _, shapes in SHAPES.values())
