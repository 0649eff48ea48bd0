"""What was said and done before: what "it", "a bit more", "put it back" and "the same for the back" mean."""

from __future__ import annotations

import re
from dataclasses import replace

from automotive_env.model import Facts
from automotive_env.models.builtin.hints import hint
from automotive_env.models.builtin.matching import targets
from automotive_env.models.builtin.wish import OPPOSITE, Wish, wish, wishes

_CHANGED = re.compile(r'"([^"]+)" went from ([^;|]+?) to ([^;|.]+(?:\.\d+)?[^;|.]*)')
_BACK = frozenset("back undo restore reverse revert before original normal previous".split())
_TOO = frozenset("much far enough".split())


def earlier(facts: Facts) -> tuple[str, ...]:
    """What people said in earlier turns, oldest first."""
    lines = (line.partition(": ") for line in facts.conversation)
    return tuple(said for who, _, said in lines if who in ("Driver", "Passenger"))


def referred(saying: str, facts: Facts) -> list[Wish | str]:
    """The wishes or commands of a saying that leans on what was said or done before."""
    now = wish(saying)
    last = _last(facts)
    heard = {*now.heard}
    if _BACK & heard and not now.value and (undone := _undone(facts)):
        return [*undone]
    found: list[Wish | str] = []
    for one in last:
        op = now.op or ("set" if now.value is not None else one.op)
        if "too" in heard and _TOO & heard:
            op = OPPOSITE.get(one.op, "less") if one.op in ("more", "less", "max", "min") else "less"
        elif "not" in heard and _TOO & heard or heard & {"further", "still"}:
            op = one.op if one.op in ("more", "less") else "more"
        value = now.value if now.value is not None else one.value if op == one.op and now.places else None
        places = now.places or one.places
        size = now.size or ("little" if "too" in heard else "")
        found.append(replace(one, op=op, value=value, unit=now.unit or one.unit, places=places, size=size, heard=now.heard))
    return found


def _last(facts: Facts) -> list[Wish]:
    """The wishes of the last saying that named something."""
    for saying in reversed(earlier(facts)):
        meant = [one for one in wishes(saying) if one.commands and targets(one)]
        meant = meant or ([wish(hint(saying))] if hint(saying) else [])
        if meant:
            return meant
    return []


def _undone(facts: Facts) -> list[str]:
    """Commands that put back what the steps before this turn changed, each label once."""
    found: dict[str, str] = {}
    lines = [line for line in facts.history if "went from" in line or " status " in line]
    turns = [at for at, line in enumerate(lines) if " status " in line]
    start = turns[-2] + 1 if len(turns) > 1 else 0
    for line in lines[start : turns[-1] if turns else len(lines)]:
        for label, was, now in _CHANGED.findall(line)[: None if "RadioButton" in line else 1]:
            if was in ("on", "off") and not ("RadioButton" in line and was == "off"):
                found.setdefault(label, f"turn {was} {label}")
            elif was not in ("on", "off") and was != now:
                found.setdefault(label, f"set {label} to {was}")
    return list(found.values())
