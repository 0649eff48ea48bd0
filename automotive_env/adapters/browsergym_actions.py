"""Actions written as calls of functions, as agents of BrowserGym and AgentLab write them: `click('12')`, `fill('3', 'Munich')`.

Their functions are those of BrowserGym's `HighLevelActionSet` that make sense on a head unit; a `bid` is an element's index.
Every action of `episode.action` can be called by its own name as well: `open_app('climate')`, `status('complete')`,
`call('system.safety_alert', kind='ice', message='Ice ahead.')`. Arguments are literals; nothing is ever evaluated.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from inspect import signature
from math import ceil
from typing import Any, TypeAlias

from automotive_env.episode.action import ACTION_TYPES, Action, ActionError, action_fields, action_from_json
from automotive_env.text.foreign_text import read_expression, read_literal

MAX_CHARACTERS = 4_000
"""Of an action string; the longest text that an action takes has 1,000."""
ActionFields: TypeAlias = dict[str, Any]


def parse_action_string(text: str) -> Action:
    """The action that a call stands for.

    Raises:
        ActionError: it is not one call of a known function with literals that fit; the message says what is allowed.

    >>> parse_action_string("fill('3', 'Munich')")
    InputText(action_type='input_text', text='Munich', index=3, clear=True, submit=False)
    """
    name, args, named = _call(text)
    if name in BROWSER_ACTIONS and not _is_own(name, args, named):
        meant = BROWSER_ACTIONS[name]
        try:
            fields = meant(*args, **named)
        except (TypeError, ValueError, OverflowError):
            raise ActionError(_usage(name)) from None
        usage = _usage(name)
    elif name in ACTION_TYPES:
        fields, usage = _own(name, args, named), _own_usage(name)
    else:
        known = (*BROWSER_ACTIONS, *(own for own in ACTION_TYPES if own not in BROWSER_ACTIONS))
        raise ActionError(f"there is no action {name[:60]!r}; there are: {', '.join(known)}")
    try:
        return action_from_json(fields)
    except ActionError as error:
        raise ActionError(f"{error.why}; {usage}") from None


def _usage(name: str) -> str:
    told = ", ".join(str(one.replace(annotation=one.empty)) for one in signature(BROWSER_ACTIONS[name]).parameters.values())
    return f"{name} is called as {name}({told})"


def _own_usage(name: str) -> str:
    return f"{name} is called as {name}({', '.join(field for field in action_fields(name) if field != 'action_type')})"


def _call(text: str) -> tuple[str, list[Any], dict[str, Any]]:
    """Name, arguments and named arguments of a call, read as a syntax tree.

    Raises:
        ActionError: it is something else.
    """
    wrong = ActionError("an action is one call with literals such as click('12') or send_msg_to_user('It is 21 degrees.')")
    if len(text) > MAX_CHARACTERS:
        raise ActionError(f"an action has at most {MAX_CHARACTERS} characters, not {len(text)}")
    try:
        call = read_expression(text.strip())
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise wrong
        args = [read_literal(arg) for arg in call.args]
        named = {str(word.arg): read_literal(word.value) for word in call.keywords if word.arg is not None}
    except ValueError:
        raise wrong from None
    if len(named) < len(call.keywords):  # `**` of something
        raise wrong
    return call.func.id, args, named


def _is_own(name: str, args: list[Any], named: Mapping[str, Any]) -> bool:
    """Whether an action that BrowserGym has too, such as click and scroll, is called as ours is."""
    if name not in ACTION_TYPES:
        return False
    return not named.keys().isdisjoint(action_fields(name)) or (name == "scroll" and args[:1] != [] and isinstance(args[0], str))


def _own(name: str, args: list[Any], named: Mapping[str, Any]) -> ActionFields:
    """An action by its own name: positional arguments in the order of its fields; what else a call is given is for the API."""
    fields = [field for field in action_fields(name) if field != "action_type"]
    given = dict(zip(fields, args, strict=False))
    if len(args) > len(fields) or given.keys() & named.keys():
        raise ActionError(_own_usage(name))
    if name == "call" and "arguments" not in given:
        further = {key: value for key, value in named.items() if key not in fields}
        named = {key: value for key, value in named.items() if key in fields}
        given |= {"arguments": further} if further else {}
    return {"action_type": name, **given, **named}


# The functions of BrowserGym, with the names of its parameters


def _click(bid: Any, button: Any = "left", modifiers: Any = ()) -> ActionFields:
    return {"action_type": "click", "index": bid}


def _dblclick(bid: Any, button: Any = "left", modifiers: Any = ()) -> ActionFields:
    return {"action_type": "double_tap", "index": bid}


def _mouse_click(x: Any, y: Any, button: Any = "left") -> ActionFields:
    return {"action_type": "click", "x": x, "y": y}


def _mouse_dblclick(x: Any, y: Any, button: Any = "left") -> ActionFields:
    return {"action_type": "double_tap", "x": x, "y": y}


def _mouse_drag_and_drop(from_x: Any, from_y: Any, to_x: Any, to_y: Any) -> ActionFields:
    return {"action_type": "drag", "x": from_x, "y": from_y, "to_x": to_x, "to_y": to_y}


def _fill(bid: Any, value: Any) -> ActionFields:
    return {"action_type": "input_text", "index": bid, "text": value}


def _clear(bid: Any) -> ActionFields:
    return _fill(bid, "")


def _focus(bid: Any) -> ActionFields:
    return _click(bid)


def _press(bid: Any, key_comb: Any) -> ActionFields:
    return _keyboard_press(key_comb)


def _keyboard_press(key: Any) -> ActionFields:
    return {"action_type": {"Enter": "keyboard_enter", "Escape": "navigate_back"}.get(key, "keys are 'Enter' and 'Escape'")}


def _keyboard_type(text: Any) -> ActionFields:
    return {"action_type": "input_text", "text": text, "clear": False}


def _scroll(delta_x: Any, delta_y: Any) -> ActionFields:
    across, further = abs(delta_x) > abs(delta_y), (delta_x if abs(delta_x) > abs(delta_y) else delta_y) > 0
    names = ("left", "right") if across else ("up", "down")
    return {"action_type": "scroll", "direction": names[further]}


def _send_msg_to_user(text: Any) -> ActionFields:
    return {"action_type": "answer", "text": text}


def _report_infeasible(reason: Any) -> ActionFields:
    return {"action_type": "status", "goal_status": "infeasible", "reason": reason}


def _go_back() -> ActionFields:
    return {"action_type": "navigate_back"}


def _noop(wait_ms: Any = 1000) -> ActionFields:
    return {"action_type": "wait", "seconds": min(60, max(1, ceil(wait_ms / 1000)))}


BROWSER_ACTIONS: Mapping[str, Callable[..., ActionFields]] = {
    "click": _click,
    "dblclick": _dblclick,
    "mouse_click": _mouse_click,
    "mouse_dblclick": _mouse_dblclick,
    "mouse_drag_and_drop": _mouse_drag_and_drop,
    "fill": _fill,
    "clear": _clear,
    "focus": _focus,
    "press": _press,
    "keyboard_press": _keyboard_press,
    "keyboard_type": _keyboard_type,
    "keyboard_insert_text": _keyboard_type,
    "scroll": _scroll,
    "send_msg_to_user": _send_msg_to_user,
    "report_infeasible": _report_infeasible,
    "go_back": _go_back,
    "noop": _noop,
}
"""Functions of BrowserGym: name -> what makes the fields of our action of its arguments."""
