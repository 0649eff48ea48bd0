"""How the families with a vendor's computer tool write actions, for scripted models."""

import json
from collections.abc import Mapping

from contracts.native_contract import Fields, WriteReply, call_choice, text_choice
from contracts.native_writers import OPPOSITE, finger

from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.episode.tools import tool_of
from automotive_env.models.model import Choice


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


COMPUTER_WRITERS: Mapping[str, tuple[NativeFamily, WriteReply]] = {
    "openai_computer": (openai_computer.FAMILY, write_openai_computer),
    "claude_computer": (claude_computer.FAMILY, write_claude_computer),
    "claude_before": (claude_computer.FAMILY, write_claude_before),
    "gemini_computer": (gemini_computer.FAMILY, write_gemini_computer),
}
