"""Answers to the reflection prompt: what changed on the screen after an action."""

from __future__ import annotations

from automotive_env.model import Facts
from automotive_env.observation import Element

_MAX_CHANGES = 3
"""Changes that are mentioned."""


def reflect(facts: Facts) -> tuple[str, str]:
    """One sentence about what an action brought about, and a lesson where it brought about nothing."""
    if facts.outcome.startswith("FAILED"):
        return f"The car refused: {facts.outcome.partition(':')[2].strip() or 'no reason given'}. Another way is needed.", ""
    if not facts.before and not facts.elements:
        return f"No elements are known to compare; the car said {facts.outcome or 'nothing'}.", ""
    changed = _changed(facts.before, facts.elements)
    if changed:
        return f"{'; '.join(changed[:_MAX_CHANGES])}.", ""
    had, has = ({(e.resource_id, e.label) for e in side} for side in (facts.before, facts.elements))
    if had == has:
        what = facts.action.partition(" ")[0] or "this"
        return "Nothing changed on the screen.", f"{what} there shows no effect, try something else."
    windows = [e.window for e in facts.elements if (e.resource_id, e.label) not in had and e.window]
    new = max(sorted(set(windows)), key=windows.count, default="another part of the screen")
    return f"Now there is {new}, with {len(has - had)} new elements.", ""


def _changed(before: tuple[Element, ...], after: tuple[Element, ...]) -> list[str]:
    """Elements that are still there and show something else."""
    earlier = {(e.resource_id, e.window, e.description): e for e in before if e.name}
    said = []
    for now in after:
        then = earlier.get((now.resource_id, now.window, now.description))
        if then is not None and _state(then) != _state(now) and not (then.text != now.text and now.clickable and not now.range):
            said.append(f'"{now.description or now.text or now.name}" went from {_state(then)} to {_state(now)}')
    return said


def _state(element: Element) -> str:
    if element.range is not None:
        return f"{element.range.value:g}"
    if element.checkable:
        return "on" if element.checked else "off"
    if element.selected:
        return "selected"
    return "disabled" if not element.enabled else element.text or "as it was"
