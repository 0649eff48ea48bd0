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
    earlier = {(one.name, one.window, one.description): one for one in facts.before if one.name}
    both = [(earlier.get((now.name, now.window, now.description)), now) for now in facts.elements]
    changed = [
        f'"{now.description or now.text or now.name}" went from {_state(then)} to {_state(now)}'
        for then, now in both
        if then is not None and _state(then) != _state(now)
    ]
    if changed:
        return f"{'; '.join(changed[:_MAX_CHANGES])}.", ""
    had, has = ({(one.resource_id, one.label) for one in side} for side in (facts.before, facts.elements))
    if had == has:
        what = facts.action.partition(" ")[0] or "this"
        return "Nothing changed on the screen.", f"{what} there shows no effect, try something else."
    return f"Now there are {len(has - had)} new elements.", ""


def _state(one: Element) -> str:
    if one.range is not None:
        return f"{one.range.value:g}"
    if one.checkable:
        return "on" if one.checked else "off"
    if one.selected:
        return "selected"
    shows = one.text if one.enabled and (not one.clickable or any(letter.isdigit() for letter in one.text)) else ""
    return shows or ("as it was" if one.enabled else "disabled")
