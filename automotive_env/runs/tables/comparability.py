"""Whether two runs can be compared as they stand: the same tasks, judged by the same source, drawn from the same seed."""

from __future__ import annotations

from automotive_env.runs.options import SELECTION, as_typed
from automotive_env.runs.records.manifest import RunManifest
from automotive_env.suites.private_seed import MANIFEST_NAME

PLAYERS = frozenset({"agents", "models", "prompts"})
"""Parts of the source that belong to who plays."""


def differences(first: RunManifest, second: RunManifest) -> list[str]:
    """What makes two runs incomparable, such as "the seed (7; 8)"; nothing if they are comparable."""
    told = [_difference(f"the {name}", getattr(first, name), getattr(second, name)) for name in ("suite", "task_set", "seed")]
    told += [_difference(as_typed(name), first.options.get(name), second.options.get(name)) for name in SELECTION]
    told.append(_difference("the left-out tasks", sorted(first.unsupported), sorted(second.unsupported)))
    parts = sorted((first.hashes.keys() | second.hashes.keys()) - PLAYERS)
    told += [_part(part) for part in parts if first.hashes.get(part) != second.hashes.get(part)]
    return [words for words in told if words]


def configuration(first: RunManifest, second: RunManifest) -> list[str]:
    """What else differs between two runs, such as "the source of agents": what they are compared for."""
    had, has = first.deciding(), second.deciding()
    selected = {*SELECTION, "suite", "seed", "label"}
    told = [_difference(_option(name), had.get(name), has.get(name)) for name in {**had, **has} if name not in selected]
    parts = [_part(part) for part in sorted(PLAYERS) if first.hashes.get(part) != second.hashes.get(part)]
    return [words for words in (*told, *parts) if words]


def _difference(name: str, one: object, other: object) -> str:
    return "" if one == other else f"{name.replace('_', ' ')} ({_value(one)}; {_value(other)})"


def _value(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    return text[:80] or "none"


def _option(name: str) -> str:
    return f"the {name}" if name in ("agents", "model", "backend") else as_typed(name)


def _part(name: str) -> str:
    """A part that a manifest has a hash of."""
    return f"the {name}" if name in ("scenarios", MANIFEST_NAME) else f"the source of {name}"
