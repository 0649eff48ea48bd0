"""Reading a user's own checkout of the public VehicleWorld release. It holds text only, which is parsed and never run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from automotive_env.errors import UsageError
from automotive_env.suites.vehicleworld.scenario import MAX_BYTES, VehicleWorldScenario, VehicleWorldTurn

FILES = ("vehicleworld/database/querys/scenarios", "database/querys/scenarios")
"""Where a checkout has its scenarios: one file of text with tags."""
STATES = "tasks/scenarios"
"""Where its user may have generated states, one folder a scenario; in the folder of the file or in one above it."""
MAX_TURNS = 50


def load_scenarios(folder: Path) -> dict[str, VehicleWorldScenario]:
    """The scenarios of a checkout by name, each once.

    Raises:
        UsageError: there are none; the message says what was looked for.
    """
    name = next((name for name in FILES if (folder / name).is_file()), None)
    if name is None:
        raise UsageError(
            f"{folder} is no checkout of VehicleWorld: there is neither {' nor '.join(FILES)} nor accepted.jsonl in it"
        )
    try:
        if (folder / name).stat().st_size > MAX_BYTES:
            raise UsageError(f"{folder / name} is larger than {MAX_BYTES} bytes")
        text = (folder / name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{folder / name} cannot be read: {error.strerror}") from None
    bases = (folder / parent / STATES for parent in PurePosixPath(name).parents)
    states = next((base for base in bases if base.is_dir()), None)
    scenarios = [_scenario(whole, inner, states) for whole, inner in between(text, "scenario")]
    found = {scenario.name: scenario for scenario in scenarios if scenario.turns}
    if not found:
        raise UsageError(f"{folder / name} holds no <scenario> with a <query> and its <api_call>")
    return found


def between(text: str, tag: str) -> Iterator[tuple[str, str]]:
    """The parts of a text within a tag: with the tag, and without it."""
    opening, closing, position = f"<{tag}>", f"</{tag}>", 0
    while (start := text.find(opening, position)) >= 0 and (end := text.find(closing, start)) >= 0:
        position = end + len(closing)
        yield text[start:position], text[start + len(opening) : end]


def _scenario(whole: str, inner: str, states: Path | None) -> VehicleWorldScenario:
    id = hashlib.md5(whole.encode(), usedforsecurity=False).hexdigest()
    inits, queries, calls = ([part.strip() for _, part in between(inner, tag)] for tag in ("inits", "query", "api_call"))
    if len(queries) > MAX_TURNS:
        raise UsageError(f"scenario {id} has {len(queries)} turns; at most {MAX_TURNS} are read")
    file = states / id / "worlds.json" if states else None
    turns = tuple(VehicleWorldTurn(query, code) for query, code in zip(queries, calls, strict=False))
    return VehicleWorldScenario(id, "\n".join(inits), turns, file if file and file.is_file() else None)
