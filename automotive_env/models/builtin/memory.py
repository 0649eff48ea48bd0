"""What was said and done before: what "it", "a bit more", "put it back" and "the same for the back" mean."""

from __future__ import annotations

import re
from dataclasses import replace

from automotive_env.model import Facts
from automotive_env.models.builtin.matching import targets
from automotive_env.models.builtin.wish import OPPOSITE, Wish, wish, wishes
from automotive_env.models.builtin.words import hint

_CHANGED = re.compile(r'"([^"]+)" went from ([^;|]+?) to [^;|]+')
DEGREES = frozenset(("low", "medium", "high"))
"""Words that alone name nothing."""
_BACK = frozenset(["back", "undo", "restore", "reverse", "revert", "before", "original", "normal", "previous"])


def earlier(facts: Facts) -> list[str]:
    """What people said in earlier turns, oldest first."""
    lines = (line.partition(": ") for line in facts.conversation)
    return [said for who, _, said in lines if who in ("Driver", "Passenger")]


def referred(saying: str, facts: Facts) -> list[Wish]:
    """The wishes of a saying that leans on what was said or done before."""
    now = wish(saying)
    heard = {*now.heard}
    if _BACK & heard and now.value is None and (undone := _undone(facts)):
        return undone
    found = []
    for one in _last(facts):
        op = now.op or ("set" if now.value is not None else one.op)
        if "too" in heard and {"much", "far"} & heard:
            op = OPPOSITE.get(one.op, "less") if one.op in ("more", "less", "max", "min") else "less"
        elif {"further", "still"} & heard or {"not", "enough"} <= heard:
            op = one.op if one.op in ("more", "less") else "more"
        value = one.value if now.value is None and op == one.op and now.places else now.value
        places, size = now.places or one.places, now.size or ("little" if "too" in heard else "")
        found.append(replace(one, op=op, value=value, unit=now.unit or one.unit, places=places, size=size, heard=now.heard))
    return found


def _last(facts: Facts) -> list[Wish]:
    """The wishes of the last saying that named something."""
    for saying in reversed(earlier(facts)):
        if named := [one for one in wishes(saying) if one.commands and one.words - DEGREES and targets(one)] or [
            wish(said) for said in [hint(saying)] if said
        ]:
            return named
    return []


def _undone(facts: Facts) -> list[Wish]:
    """What puts back the changes of the turn before this one, each label once."""
    turns = [at for at, line in enumerate(facts.history) if " status " in line]
    start, end = (turns[-2] + 1 if len(turns) > 1 else 0), turns[-1] if turns else len(facts.history)
    found: dict[str, Wish] = {}
    for line in facts.history[start:end]:
        changes = _CHANGED.findall(line) if " click " in line else []
        chosen = [label for label, was in changes if was == "selected"]
        off = [label for label, was in changes if was == "on"] if " RadioButton " in line else []
        for label, was in changes[:1]:
            back = f"turn on {off[0]}" if off else f"turn {was} {label}" if was in ("on", "off") else f"set {label} to {was}"
            found.setdefault(label, wish(f"set {chosen[0]}" if chosen else back))
    return list(found.values())
