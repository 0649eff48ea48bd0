"""What a person says to have a control touched: what it does, in plain English, or its name in the language of the display."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from automotive_env.suites.grounding.control import GroundingControl

Phrase: TypeAlias = str | list[str] | dict[str, str]
"""A wish; or two, for a control that is off and one that is on; or one for each of its labels. An empty one is never asked."""

NAMED: Mapping[str, str] = {
    "English": "Tap “{}”.",
    "German": "Tippe auf „{}“.",
    "French": "Touchez « {} ».",
    "Spanish": "Toca «{}».",
    "Japanese": "「{}」をタップして。",
    "Chinese": "点击“{}”。",
    "Arabic": "اضغط على «{}».",
}
"""How people name a control by what it shows, by language."""
_KEPT = frozenset({"Wi-Fi", "Bluetooth", "FM", "DAB", "AM"})
_PARTS = (" child lock", " open", " lock")
"""What the name of a door's switch ends with."""


@cache
def _phrases() -> Mapping[str, Phrase]:
    found: dict[str, Phrase] = json.loads(Path(__file__).with_name("wishes.json").read_text(encoding="utf-8"))
    return found


def wish_by_function(control: GroundingControl, app: str) -> str:
    """What a person says who wants what a control does; empty where nobody would ask for it like that.

    Args:
        control: to be touched.
        app: that it belongs to.
    """
    phrase = _phrase(control, app)
    if isinstance(phrase, list):
        phrase = None if control.element.range else phrase[control.is_on]
    elif control.is_on:
        return ""  # it is chosen already
    elif isinstance(phrase, dict):
        phrase = phrase.get(control.label, "")
    return _filled(phrase, control) if phrase is not None else _by_kind(control)


def wish_by_name(control: GroundingControl, language: str) -> str:
    """What a person says who reads what is written on a control; empty where nothing is."""
    text = control.element.text
    return NAMED[language].format(text) if text and not control.element.range and not control.is_on else ""


def _phrase(control: GroundingControl, app: str) -> Phrase | None:
    """The phrase of the app's own control, of a control, or of controls whose names begin alike."""
    phrases, parts = _phrases(), control.name.split("_")
    names = [f"{app}/{control.name}", control.name]
    names += ["_".join((*parts[:end], "*")) for end in range(len(parts) - 1, 0, -1)]
    return next((phrases[name] for name in names if name in phrases), None)


def _filled(phrase: str, control: GroundingControl) -> str:
    description = control.description or control.text
    stem = next((description.removesuffix(part) for part in _PARTS if description.endswith(part)), description)
    return phrase.format(
        L=control.label,
        l=_lower(control.label),
        D=description,
        d=_lower(description),
        thing=_lower(description.partition(" ")[2]),
        after=description.partition(", ")[2],
        stem=_lower(stem),
        n=control.name.rpartition("_")[2],
        tail=control.name.rpartition("_")[2].capitalize(),
    )


def _by_kind(control: GroundingControl) -> str:
    """A wish that follows from the kind of a control; empty where it could only quote what is written on the control."""
    what = _lower(control.label)
    verb, _, thing = control.label.partition(" ")
    if control.element.range:
        return f"Adjust the {_lower(control.description)}."
    if control.element.checkable and control.element.role != "RadioButton":
        noun = _lower(control.label.removesuffix(" is on").removesuffix(" is off"))
        return f"Turn {'off' if control.is_on else 'on'} {noun}."
    if verb in ("Lower", "Raise"):
        return f"{verb} the {thing}."
    return "" if control.text else f"Tap {what}."


def _lower(label: str) -> str:
    """A label within a sentence."""
    first = label.split(" ", 1)[0]
    return label if first in _KEPT or first[1:] != first[1:].lower() else label[:1].lower() + label[1:]
