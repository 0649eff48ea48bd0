"""Write the map of the head unit that the built-in model packages: `python -m automotive_env.scripts.write_builtin_map`.

A scratch head unit is walked through: from the start of each app, every control that leads on without changing the car is tapped.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.registry import apps, flags
from automotive_env.headunit.ui_state import UiState
from automotive_env.models import builtin

FILE = Path(builtin.__file__).with_name("map.json")
MAX_DEPTH = 3
"""Taps that lead from the start of an app to a page."""
_OWN = ("system.foreground", "airConditioner.ac_view_open", *flags())
"""How the paths begin in which the car keeps what is in front."""

MapRow = tuple[str, str, str, str, str]
"""Name, role, text and description of a control, and a letter for each of its properties."""


def pages() -> list[tuple[str, list[str], str, list[MapRow]]]:
    """App, way, title and controls of each page that has some that none before it has."""
    found = []
    known: set[object] = set()
    busy = [(state, app) for state in _BUSY for app in ("home", "maps", "phone", "radio")]
    for state, app in [*(("", app) for app in apps()), *busy]:
        known = known if state else set()
        for way, elements in _pages(app, _BUSY.get(state, {})):
            side = next((one.name for one in elements if one.selected and one.name.startswith(("seat_", "air_"))), "")
            told = [(one, (side, one.name, one.role, one.label if one.description[:6] in _TWICE else "")) for one in elements]
            kept = [one for one, key in told if _is_told(one) and (key not in known or one.selected)]
            if {key for _, key in told} - known:
                title = next((one.text for one in elements if one.name == "car_ui_toolbar_title"), "")
                found.append((app, way, title, [_row(one) for one in kept]))
            known |= {key for _, key in told}
    return found


_BUSY: Mapping[str, Mapping[str, StateValue]] = {
    "ringing": {"conversation.current_contact": "Dad", "conversation.call_state": "ringing"},
    "on the way": {"conversation.current_contact": "Dad", "conversation.call_state": "active", "navigation.is_active": True},
    "listening": {"radio._is_playing": True, "environment.sound_channel": "radio"},
}
"""States of the car in which the head unit shows more."""
_TWICE = ("Raise ", "Lower ", "Driver", "Passen")
"""How those begin whose name another one has, too."""


_LEFT_OUT = ("_item", "toolbar_title", "thread_title", "alertTitle", "nav_icon_container")
"""How names of contents and of frames end."""


def _is_told(one: Element) -> bool:
    dialled = one.role == "RadioButton" and one.label.strip(":").isdigit()
    listed = one.name.endswith(_LEFT_OUT) or one.role == "RecyclerView"
    return bool(one.name) and len(one.text + one.description) > 1 and not listed and not dialled


def _row(one: Element) -> MapRow:
    flags = {"c": one.clickable, "k": one.checkable, "s": one.selected, "e": one.editable, "r": one.range is not None}
    return one.name, one.role, one.text, one.description or one.hint, "".join(flag for flag, on in flags.items() if on)


def _pages(app: str, state: Mapping[str, StateValue]) -> Iterator[tuple[list[str], tuple[Element, ...]]]:
    """The pages of an app and the ways there, the shortest first."""
    unit = HeadUnit(World())
    bars = {(one.name, one.description, one.box) for one in unit.elements()} if app != "home" else set()
    for path, value in state.items():
        unit.world.set(path, value)
    unit.open_app(app)
    queue: deque[tuple[list[str], StateValues, UiState]] = deque([([], unit.world.snapshot(), unit.snapshot())])
    seen: set[object] = set()
    while queue:
        way, car, shown = queue.popleft()
        unit.world.restore(car)
        unit.restore(shown)
        elements = tuple(one for one in unit.elements() if (one.name, one.description, one.box) not in bars)
        page = frozenset((one.name, one.label) for one in elements)
        if page in seen:
            continue
        seen.add(page)
        yield way, elements
        for one in elements if len(way) < MAX_DEPTH else ():
            if one.clickable and one.enabled and not one.range and not one.editable and not one.name.endswith("_item"):
                unit.world.restore(car)
                unit.restore(shown)
                before = unit.world.values[:]
                if not unit.tap(*one.box.center) and not _changed(unit, before) and unit.world.system.foreground_app == app:
                    queue.append(([*way, f"{one.name}|{one.label}"], unit.world.snapshot(), unit.snapshot()))


def _changed(unit: HeadUnit, before: object) -> bool:
    """Whether a touch changed more of the car than what the head unit shows."""
    both = zip(SCHEMA, before, unit.world.values, strict=True)  # type: ignore[call-overload]
    return any(was != now and not slot.path.startswith(_OWN) and slot.prop.read_only is None for slot, was, now in both)


def main() -> None:
    """Write the map."""
    lines = ",\n".join(json.dumps(page, ensure_ascii=False) for page in pages())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
