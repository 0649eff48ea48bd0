"""Methods about the nodes that a selector means."""

from __future__ import annotations

from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation, whole, words
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode
from automotive_env.emulator.virtual.uiautomator.selector import ILLEGAL_ARGUMENT, AutomationError, count, find_all
from automotive_env.emulator.virtual.uiautomator.server import RpcMethod, declare, method
from automotive_env.emulator.virtual.uiautomator.touch import LONG_PRESS, STEP, stroke, touch
from automotive_env.episode.observation import Box


def _rectangle(box: Box) -> dict[str, int]:
    return {"left": box.left, "top": box.top, "right": box.right, "bottom": box.bottom}


def info(node: AccessibilityNode) -> dict[str, object]:
    """What clients are told of a node."""
    element = node.element
    return {
        "bounds": _rectangle(element.box),
        "visibleBounds": _rectangle(element.box),
        "childCount": len(node.children),
        "className": element.class_name,
        "contentDescription": element.description,
        "packageName": element.package,
        "resourceName": element.resource_id or None,
        "text": element.text,
        "checkable": element.checkable,
        "checked": element.checked,
        "clickable": element.clickable,
        "enabled": element.enabled,
        "focusable": node.focusable,
        "focused": element.focused,
        "longClickable": element.long_clickable,
        "scrollable": element.scrollable,
        "selected": element.selected,
    }


def _all_info(automation: UiAutomation, given: object) -> list[dict[str, object]]:
    selector = automation.selector(given)
    if selector[-1].instance is None:
        return [info(node) for node in find_all(selector, automation.root)]
    node = automation.find(selector)
    return [info(node)] if node else []


@method("longClick")
def _long_click(automation: UiAutomation, given: object) -> bool:
    x, y = automation.need(given).element.box.center
    return touch(automation.device, x, y, LONG_PRESS)


@method("setText")
def _set_text(automation: UiAutomation, given: object, text: object) -> bool:
    """Put a text into a field; False for what is no field, while the keyboard is locked, and for a text that does not fit."""
    wanted = words(text)
    node = automation.need(given)
    unit = automation.device.head_unit
    if not node.element.editable:
        return False
    if not node.element.focused and unit.tap(*node.element.box.center):
        return False
    return not unit.type_text(wanted)


@method("dragTo")
def _drag_to(automation: UiAutomation, given: object, target: object, *rest: object) -> bool:
    """`dragTo(selector, x, y, steps)`, or `dragTo(selector, selector, steps)`."""
    start = automation.need(given).element.box.center
    if isinstance(target, dict | str) and len(rest) == 1:
        end = automation.need(target).element.box.center
    elif len(rest) == 2:
        end = whole(target), whole(rest[0])
    else:
        raise AutomationError(ILLEGAL_ARGUMENT, "a drag takes a selector, a point or another selector, and steps")
    return stroke(automation.device, start, end, whole(rest[-1]) * STEP)


def _clear_text(automation: UiAutomation, given: object) -> None:
    _set_text(automation, given, "")


def _two_fingers(automation: UiAutomation, given: object, *way: object) -> bool:
    """The display knows one finger: what takes two is not done."""
    automation.need(given)
    return False


def _wait(there: bool) -> RpcMethod:
    return lambda automation, given, timeout: automation.wait(automation.selector(given), whole(timeout), there=there)


declare(
    {
        "clearTextField": _clear_text,
        "count": lambda automation, given: count(automation.selector(given), automation.root),
        "exist": lambda automation, given: automation.find(automation.selector(given)) is not None,
        "getText": lambda automation, given: automation.need(given).element.text,
        "objInfo": lambda automation, given: info(automation.need(given)),
        "objInfoOfAllInstances": _all_info,
        "waitForExists": _wait(there=True),
        "waitUntilGone": _wait(there=False),
        **dict.fromkeys(("pinchIn", "pinchOut", "gesture"), _two_fingers),
    }
)
