"""How families of native agents write actions: the other direction of their readers, for scripted models."""

import json
from collections.abc import Mapping
from typing import Any

from contracts.native_contract import Fields, WriteReply, call_choice, text_choice

from automotive_env.agents.native import qwen_vl, tools, ui_tars
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


def write_qwen_vl_call(fields: Fields, sent: SentPicture) -> Choice:
    """The same by the model's interface."""
    call = mobile_use(fields, sent)
    return call_choice((str(call["name"]), json.dumps(call["arguments"], ensure_ascii=False)), text="I see the screen.")


def write_ui_tars(fields: Fields, sent: SentPicture) -> Choice:
    return text_choice(f"Thought: I see the screen.\nAction: {_ui_tars_call(fields)}")


def _ui_tars_call(fields: Fields) -> str:
    box = f"'<|box_start|>({fields['x']},{fields['y']})<|box_end|>'" if "x" in fields else ""
    quoted = {name: repr(value) for name, value in fields.items() if isinstance(value, str)}
    match fields["action_type"]:
        case "click" | "long_press":
            return f"{fields['action_type']}(start_box={box})"
        case "double_tap":
            return f"left_double(start_box={box})"
        case "drag":
            return f"drag(start_box={box}, end_box='({fields['to_x']},{fields['to_y']})')"
        case "scroll":
            return f"scroll(start_box={box}, direction={quoted['direction']})"
        case "input_text":
            return f"type(content={quoted['text']})"
        case "keyboard_enter":
            return "type(content='\\n')"
        case "navigate_back" | "navigate_home":
            return f"press_{fields['action_type'].removeprefix('navigate_')}()"
        case "open_app":
            return f"open_app(app_name={quoted['app_name']})"
        case "wait":
            return f"wait(time='{fields.get('seconds', 1)}')"
        case "answer":
            return f"answer(content={quoted['text']})"
        case "call":
            arguments = ", ".join(f"{name}={value!r}" for name, value in fields.get("arguments", {}).items())
            return f"{tool_of(fields['api'])}({arguments})"
        case "status" if fields["goal_status"] == "infeasible":
            return f"call_user(content={quoted.get('reason', repr(''))})"
    return "finished()"


def write_tools(fields: Fields, sent: SentPicture) -> Choice:
    if fields["action_type"] == "call":
        return call_choice((tool_of(fields["api"]), json.dumps(fields.get("arguments", {}))))
    arguments = {name: value for name, value in fields.items() if name != "action_type"}
    return call_choice((fields["action_type"], json.dumps(arguments, ensure_ascii=False)), text="I see the screen.")


WRITERS: Mapping[str, tuple[NativeFamily, WriteReply]] = {
    "qwen_vl": (qwen_vl.FAMILY, write_qwen_vl),
    "qwen_vl_call": (qwen_vl.FAMILY, write_qwen_vl_call),
    "ui_tars": (ui_tars.FAMILY, write_ui_tars),
    "tools": (tools.FAMILY, write_tools),
}
