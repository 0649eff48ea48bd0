"""The picker: what an element of the head unit is called, what it sets, and how a task's solution touches it.

What a touch sets is found by touching: the element is touched on the car, and the car is put back.
"""

from __future__ import annotations

import json
from typing import Any

from automotive_env.car.core.world import SCHEMA
from automotive_env.episode.observation import Element
from automotive_env.errors import UsageError
from automotive_env.serving.drive import SCREENS, DrivenCar

SHARES = (0.75, 0.25)
"""Where a slider is touched, as shares of its length; the second where the first changes nothing."""


def picked(drive: DrivenCar, index: int) -> dict[str, Any]:
    """All that a person who writes a task wants to know of an element.

    Returns:
        `id`, `role` and `label` of the element, the `app` in front, the paths that a touch `sets`, the `calls` of APIs that do
        the same, the `line` of a task's solution, and why a touch is `refused`, if it is.

    Raises:
        UsageError: no element has this index.
    """
    found = next((element for element in drive.elements() if element.index == index), None)
    if found is None:
        raise UsageError(f"no element {index} is on the display; its elements have changed, pick again")
    element, app = found, drive.car.world.system.foreground_app
    paths: list[str] = []
    calls: list[str] = []
    refused = ""
    for x, y in _points(element):
        with drive.trying() as trial:
            refused = drive.car.head_unit.tap(x, y)
        changed = {slot: value for slot, value in trial.new.items() if SCHEMA[slot].path not in SCREENS}
        if changed:
            paths = [SCHEMA[slot].path for slot in sorted(changed)]
            calls = drive.calls_for(trial.before, changed)
            break
    return {
        "type": "picked",
        "id": element.name,
        "role": element.role,
        "label": element.text or element.description,
        "app": app,
        "sets": paths,
        "calls": calls,
        "line": line(element, app),
        "refused": refused,
    }


def _points(element: Element) -> list[tuple[int, int]]:
    box = element.track or element.box
    if element.range is None:
        return [element.box.center]
    return [(round(box.left + share * box.width), box.center[1]) for share in SHARES]


def line(element: Element, app: str) -> str:
    """How a `UiScript` opens the app and touches the element."""
    name = json.dumps(element.name)
    if not element.name:
        move = f"choose({json.dumps(element.text or element.description, ensure_ascii=False)})"
    elif element.range is not None:
        move = f"slide({name}, {element.range.value:g})"
    elif element.editable:
        move = f'type({name}, "...")'
    elif element.checkable:
        move = f"switch({name}, {not element.checked})"
    elif element.clickable:
        move = f"tap({name})"
    else:
        move = f"scroll_to({name})"
    return f"UiScript().open({json.dumps(app)}).{move}"
