"""Methods that find a node by what is in it, and name it for later calls."""

from __future__ import annotations

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole, words
from automotive_env.emulator.virtual.uiautomator.errors import NOT_FOUND, AutomationError
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.scroll_methods import scroll_into_view
from automotive_env.emulator.virtual.uiautomator.selector import Selector, Step, child, find, find_all, instance, parse


def _with(attribute: str, wanted: str) -> Selector:
    return (Step("start", (lambda node: getattr(node.element, attribute) == wanted,)),)


async def _child_by(automation: Automation, given: object, pattern: object, attribute: str, text: object, search: object) -> str:
    """Name the child that fits a pattern and says something, or holds what says it; `search` scrolls until it is seen."""
    wanted = _with(attribute, words(text))
    children = child(automation.selector(given), parse(pattern))
    if search is True:
        await scroll_into_view(automation, given, wanted)
    for number, node in enumerate(find_all(children, automation.root)):
        if find(wanted, node) is not None:
            return automation.keep(instance(children, number))
    raise AutomationError(NOT_FOUND, f"for {attribute}= {text!r:.80}")


@method("childByText")
async def _child_by_text(automation: Automation, given: object, pattern: object, text: object, search: object = False) -> str:
    return await _child_by(automation, given, pattern, "text", text, search)


@method("childByDescription")
async def _child_by_description(
    automation: Automation, given: object, pattern: object, text: object, search: object = False
) -> str:
    return await _child_by(automation, given, pattern, "description", text, search)


@method("childByInstance")
def _child_by_instance(automation: Automation, given: object, pattern: object, number: object) -> str:
    return automation.keep(instance(child(automation.selector(given), parse(pattern)), max(0, whole(number))))
