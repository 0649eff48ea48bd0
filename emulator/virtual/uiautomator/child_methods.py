"""Methods that find a node by what is in it, and name it for later calls."""

from __future__ import annotations

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole, words
from automotive_env.emulator.virtual.uiautomator.errors import NOT_FOUND, AutomationError
from automotive_env.emulator.virtual.uiautomator.hierarchy import Node
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.scroll_methods import scroll_into_view
from automotive_env.emulator.virtual.uiautomator.selector import Selector, Step, child, find, find_all, instance, parse, sibling


def _matching(attribute: str, wanted: str) -> Selector:
    return (Step("start", (lambda node: getattr(node.element, attribute) == wanted,)),)


def _child_by(automation: Automation, given: object, pattern: object, attribute: str, wanted: object, *, search: object) -> str:
    """Name the child that fits a pattern and says something, or holds what says it; `search` scrolls until it is seen."""
    text = words(wanted)
    children = child(automation.selector(given), parse(pattern))
    if search is True:
        scroll_into_view(automation, given, _matching(attribute, text))
    for number, node in enumerate(find_all(children, automation.root)):
        if _says(node, attribute, text):
            return automation.keep(instance(children, number))
    raise AutomationError(NOT_FOUND, f'for {attribute}= "{text[:80]}"')


def _says(node: Node, attribute: str, wanted: str) -> bool:
    return find(_matching(attribute, wanted), node) is not None


@method("childByText")
def _child_by_text(automation: Automation, given: object, pattern: object, text: object, search: object = False) -> str:
    return _child_by(automation, given, pattern, "text", text, search=search)


@method("childByDescription")
def _child_by_description(automation: Automation, given: object, pattern: object, text: object, search: object = False) -> str:
    return _child_by(automation, given, pattern, "description", text, search=search)


@method("childByInstance")
def _child_by_instance(automation: Automation, given: object, pattern: object, number: object) -> str:
    return automation.keep(instance(child(automation.selector(given), parse(pattern)), max(0, whole(number))))


@method("getUiObject")
def _get_object(automation: Automation, given: object) -> str:
    return automation.keep(parse(given))


@method("getUiObjects")
def _get_objects(automation: Automation) -> list[str]:
    return list(automation.objects)


@method("removeUiObject")
def _remove_object(automation: Automation, name: object) -> None:
    automation.objects.pop(words(name), None)


@method("getChild")
def _get_child(automation: Automation, name: object, pattern: object) -> str:
    return automation.keep(child(automation.selector(words(name)), parse(pattern)))


@method("getFromParent")
def _get_from_parent(automation: Automation, name: object, pattern: object) -> str:
    return automation.keep(sibling(automation.selector(words(name)), parse(pattern)))
