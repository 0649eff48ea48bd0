"""How families of native agents write actions: the other direction of their readers, for scripted models."""

import json
from collections.abc import Mapping
from typing import Any

from contracts.native_contract import Fields, WriteReply, call_choice, text_choice

from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer, qwen_vl
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.episode.tools import tool_of
from automotive_env.models.model import Choice

STATUS = {"complete": "success", "infeasible": "failure"}
OPPOSITE = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}
"""Where a finger goes to show what lies further in a direction."""


def finger(fields: Fields, sent: SentPicture, part: float = 0.3) -> Fields:
    """A scroll at a point as the drag of a finger."""
    away, top = OPPOSITE[fields["direction"]], sent.top
    ends = [min(end, max(0, at + step * part * end)) for at, step, end in zip((fields["x"], fields["y"]), away, top, strict=True)]
    return {"action_type": "drag", "x": fields["x"], "y": fields["y"], "to_x": ends[0], "to_y": ends[1]}


def mobile_use(fields: Fields, sent: SentPicture) -> Mapping[str, Any]:
    """An action as a call of `mobile_use`, or of the function of an API."""
    at = [fields["x"], fields["y"]] if "x" in fields else None
    match fields["action_type"]:
        case "call":
            return {"name": tool_of(fields["api"]), "arguments": fields.get("arguments", {})}
        case "scroll":
            return mobile_use(finger(fields, sent), sent)
        case "click" | "long_press":
            arguments = {"action": fields["action_type"], "coordinate": at}
        case "double_tap":
            arguments = {"action": "double_click", "coordinate": at}
        case "drag":
            arguments = {"action": "swipe", "coordinate": at, "coordinate2": [fields["to_x"], fields["to_y"]]}
        case "input_text":
            arguments = {"action": "type", "text": fields["text"]}
        case "keyboard_enter":
            arguments = {"action": "system_button", "button": "Enter"}
        case "navigate_back":
            arguments = {"action": "system_button", "button": "Back"}
        case "navigate_home":
            arguments = {"action": "system_button", "button": "Home"}
        case "open_app":
            arguments = {"action": "open", "text": fields["app_name"]}
        case "wait":
            arguments = {"action": "wait", "time": fields.get("seconds", 1)}
        case "answer":
            arguments = {"action": "answer", "text": fields["text"]}
        case "status":
            arguments = {"action": "terminate", "status": STATUS[fields["goal_status"]], "text": fields.get("reason", "")}
    return {"name": "mobile_use", "arguments": arguments}


def write_qwen_vl(fields: Fields, sent: SentPicture) -> Choice:
    call = json.dumps(mobile_use(fields, sent), ensure_ascii=False)
    return text_choice(f"Thought: I see the screen.\nAction: {fields['action_type']}.\n<tool_call>\n{call}\n</tool_call>")


def function(fields: Fields) -> Choice | None:
    """An action that the families with a computer tool write as a function, or as their last message."""
    match fields["action_type"]:
        case "call":
            return call_choice((tool_of(fields["api"]), json.dumps(fields.get("arguments", {}))))
        case "status" if fields["goal_status"] == "complete":
            return text_choice("")
        case "answer" | "status" | "navigate_home":
            return call_choice((fields["action_type"], json.dumps({k: v for k, v in fields.items() if k != "action_type"})))
    return None


def write_openai_computer(fields: Fields, sent: SentPicture) -> Choice:
    if said := function(fields):
        return said
    if fields["action_type"] in ("open_app", "navigate_back"):
        return call_choice((fields["action_type"], json.dumps({k: v for k, v in fields.items() if k != "action_type"})))
    at = {name: fields[name] for name in ("x", "y") if name in fields}
    match fields["action_type"]:
        case "click":
            action = {"type": "click", "button": "left", **at}
        case "double_tap":
            action = {"type": "double_click", **at}
        case "long_press":
            action = {"type": "drag", "path": [at, at]}
        case "drag":
            action = {"type": "drag", "path": [at, {"x": fields["to_x"], "y": fields["to_y"]}]}
        case "scroll":
            across, down = OPPOSITE[fields["direction"]]
            action = {"type": "scroll", **at, "scroll_x": -300 * across, "scroll_y": -300 * down}
        case "input_text":
            action = {"type": "type", "text": fields["text"]}
        case "keyboard_enter":
            action = {"type": "keypress", "keys": ["ENTER"]}
        case "wait":
            return call_choice(("computer", json.dumps({"actions": [{"type": "wait"}] * max(1, fields.get("seconds", 1) // 2)})))
    return call_choice(("computer", json.dumps({"actions": [action]})), text="I see the screen.")


def write_claude_computer(fields: Fields, sent: SentPicture) -> Choice:
    if said := function(fields):
        return said
    if fields["action_type"] in ("open_app", "navigate_back"):
        return call_choice((fields["action_type"], json.dumps({k: v for k, v in fields.items() if k != "action_type"})))
    name, given = claude_member(fields)
    return call_choice((name, json.dumps(given)), text="I see the screen.")


def claude_member(fields: Fields) -> tuple[str, Fields]:
    """An action as a member of the toolset, and its input."""
    at = {"coordinate": [fields["x"], fields["y"]]} if "x" in fields else {}
    match fields["action_type"]:
        case "click":
            return "left_click", at
        case "double_tap":
            return "double_click", at
        case "long_press":
            return "left_click_drag", {"start_coordinate": at["coordinate"], **at}
        case "drag":
            return "left_click_drag", {"start_coordinate": at["coordinate"], "coordinate": [fields["to_x"], fields["to_y"]]}
        case "scroll":
            return "scroll", {**at, "scroll_direction": fields["direction"], "scroll_amount": 3}
        case "input_text":
            return "type", {"text": fields["text"]}
        case "keyboard_enter":
            return "key", {"text": "Return"}
        case "wait":
            return "wait", {"duration": fields.get("seconds", 1)}
    raise AssertionError(fields)


def write_claude_before(fields: Fields, sent: SentPicture) -> Choice:
    """In the form of the versions before the toolset: one tool for all actions."""
    said = write_claude_computer(fields, sent)
    calls = [(call.name, json.loads(call.arguments)) for call in said.tool_calls]
    told = [
        ("computer", json.dumps({"action": name, **given})) if name in claude_computer.ACTIONS else (name, json.dumps(given))
        for name, given in calls
    ]
    return call_choice(*told, text=said.text) if told else said


def write_gemini_computer(fields: Fields, sent: SentPicture) -> Choice:
    if said := function(fields):
        return said
    at = {name: fields[name] for name in ("x", "y") if name in fields}
    match fields["action_type"]:
        case "click" | "long_press" as name:
            given = at
        case "double_tap":
            name, given = "double_click", at
        case "drag":
            name, given = "drag_and_drop", drop(fields)
        case "scroll":
            name, given = "drag_and_drop", drop(finger(fields, sent))
        case "input_text":
            name, given = "type", {"text": fields["text"], "press_enter": False}
        case "keyboard_enter":
            name, given = "press_key", {"key": "enter"}
        case "navigate_back":
            name, given = "go_back", {}
        case "open_app":
            name, given = "open_app", {"app_name": fields["app_name"]}
        case "wait":
            name, given = "wait", {"seconds": fields.get("seconds", 1)}
    return call_choice((name, json.dumps({**given, "intent": "to fulfil the wish"})))


def drop(fields: Fields) -> Fields:
    """A drag as Gemini's arguments."""
    return {"start_x": fields["x"], "start_y": fields["y"], "end_x": fields["to_x"], "end_y": fields["to_y"]}


WRITERS: Mapping[str, tuple[NativeFamily, WriteReply]] = {
    "qwen_vl": (qwen_vl.FAMILY, write_qwen_vl),
    "openai_computer": (openai_computer.FAMILY, write_openai_computer),
    "claude_computer": (claude_computer.FAMILY, write_claude_computer),
    "gemini_computer": (gemini_computer.FAMILY, write_gemini_computer),
}
