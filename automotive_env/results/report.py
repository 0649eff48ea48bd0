"""One page for a run: what came of it, and every step of every episode. It asks the network for nothing.

Pictures are files of the run folder. Where they are not drawn yet, the page draws the screen from its list of elements.

What agents, models and cars said is untrusted: the template escapes it, the script only ever sets it as text, and a content
security policy allows no script and no style but the page's own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from base64 import b64encode
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from automotive_env.errors import UsageError
from automotive_env.headunit.display_size import SIZES, display_size
from automotive_env.printable import printable
from automotive_env.results.calls import total_usage
from automotive_env.results.files import write_atomically
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import OUTCOMES, EpisodeRecord, StepRecord
from automotive_env.results.summary import Summarise, Summary, summarise
from automotive_env.results.table import percent, words

GROUPS = {
    "Dimension": "by_dimension",
    "Category": "by_category",
    "Tasks that need": "by_primitive",
    "Modality needed": "by_modality",
}
"""Heading of a part of the table of rates -> field of the summary."""


def write_report(folder: RunFolder, path: Path | None = None, *, summarise: Summarise = summarise) -> Path:
    """Write the page, to `report.html` in the run folder unless told otherwise; returns where it is.

    Raises:
        UsageError: the records are damaged.
    """
    path = path or folder.path / "report.html"
    pictures = Path(os.path.relpath(folder.path, path.parent)).as_posix()
    write_atomically(path, report(folder, pictures=f"{pictures}/", summarise=summarise).encode())
    return path


def report(folder: RunFolder, *, pictures: str = "./", summarise: Summarise = summarise) -> str:
    """The page of a run.

    Args:
        folder: the run, finished or not.
        pictures: the way from the page to the run folder.
        summarise: as the suite of the run sums up.

    Raises:
        UsageError: the records are damaged.
    """
    episodes = folder.episodes()
    steps = {record.id: folder.steps(record.id) for record in episodes}
    screen = _screen(folder.manifest.options.get("display"))
    return render(folder, summarise(episodes), {"folder": pictures, "screen": screen} | _data(episodes, steps))


def render(folder: RunFolder, summary: Summary, data: dict[str, Any]) -> str:
    """The page around its data."""
    style, script = _source("report.css"), _source("schematic.js") + _source("report.js")
    page = _environment().get_template("report.html.jinja")
    return page.render(
        run=printable(folder.path.resolve().name),
        manifest=folder.manifest,
        agents=summary.agents,
        tables=summary.tables,
        groups=[(title, _names(summary, field), field) for title, field in GROUPS.items()],
        outcomes=OUTCOMES,
        data=_packed(data),
        style=Markup(style),
        script=Markup(script),
        style_hash=_csp_hash(style),
        script_hash=_csp_hash(script),
    )


def _names(summary: Summary, field: str) -> list[str]:
    """The groups of all agents, in the order in which the summary has them."""
    return list(dict.fromkeys(name for of in summary.agents.values() for name in getattr(of, field)))


def _screen(display: Any) -> list[int]:
    """Width and height of the display in pixels; a device's, which has pictures, is taken for the usual one."""
    with suppress(UsageError):
        return list(display_size(str(display)))
    return list(SIZES[0])


def _packed(data: dict[str, Any]) -> str:
    """Data for the script: JSON, compressed, in base64, so that no text of it can be taken for markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0)).decode()


def _data(episodes: list[EpisodeRecord], steps: dict[str, list[StepRecord]]) -> dict[str, Any]:
    """What the script shows. Lists of elements repeat from step to step, so steps only name them."""
    lists: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    shown = []
    for record in episodes:
        lines = [_step(step) for step in steps[record.id]]
        for line in lines:
            seen = line["observation"]
            shown_here = tuple(seen["elements"]), tuple(seen.pop("sizes"))
            seen["elements"] = lists.setdefault(shown_here, len(lists))
        verdict = {"verdict": record.criterion.to_json()} if record.criterion is not None else {}
        shown.append({**record.model_dump(mode="json"), **verdict, "why": record.why, "played": lines})
    return {"episodes": shown, "elements": [lines for lines, _ in lists], "sizes": [sizes for _, sizes in lists]}


def _step(step: StepRecord) -> dict[str, Any]:
    """What the page tells of a step: of its calls all replies, and what they and the agent's own count cost together."""
    replies = [
        {
            "purpose": call.purpose,
            "choices": [
                choice.model_dump(mode="json", include={"text", "reasoning", "finish", "tool_calls"}) for choice in call.choices
            ],
        }
        for call in step.calls
    ]
    spent = asdict(total_usage([step.usage, *(call.usage for call in step.calls if call.is_own)]))
    return step.model_dump(mode="json", exclude={"calls"}) | {"reply": step.reply, "replies": replies, "usage": spent}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("automotive_env.results"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["words"] = words
    return environment


@cache
def _source(name: str) -> str:
    return (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")


def _csp_hash(source: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(source.encode()).digest()).decode()
