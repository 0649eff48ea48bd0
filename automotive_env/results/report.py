"""One self-contained page for a run: what came of it, and every step of every episode. It asks the network for nothing.

What agents, models and cars said is untrusted: the template escapes it, the script only ever sets it as text, and a content
security policy allows no script and no style but the page's own.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from automotive_env.printable import printable
from automotive_env.results.calls import total_usage
from automotive_env.results.files import write_atomically
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import OUTCOMES, EpisodeRecord, StepRecord
from automotive_env.results.summary import Summarise, Summary, summarise
from automotive_env.results.table import cell_text, percent, words

MAX_IMAGES = 400
"""Pictures that a page holds unless it is told otherwise; about 20 MB."""

GROUPS = {
    "Dimension": "by_dimension",
    "Category": "by_category",
    "Tasks that need": "by_primitive",
    "Modality needed": "by_modality",
}
"""Heading of a part of the table of rates -> field of the summary."""


def write_report(
    folder: RunFolder, path: Path | None = None, *, max_images: int = MAX_IMAGES, summarise: Summarise = summarise
) -> Path:
    """Write the page, to `report.html` in the run folder unless told otherwise; returns where it is.

    Raises:
        UsageError: the records are damaged.
    """
    path = path or folder.path / "report.html"
    write_atomically(path, report(folder, max_images=max_images, summarise=summarise).encode())
    return path


def report(folder: RunFolder, *, max_images: int = MAX_IMAGES, summarise: Summarise = summarise) -> str:
    """The page of a run.

    Args:
        folder: the run, finished or not.
        max_images: most pictures that the page holds. Where there are more, episodes that did not pass come first.
        summarise: as the suite of the run sums up.

    Raises:
        UsageError: the records are damaged.
    """
    episodes = folder.episodes()
    steps = {record.id: folder.steps(record.id) for record in episodes}
    order = sorted(episodes, key=lambda record: record.success)
    images = _images(folder, (step for record in order for step in steps[record.id]), max_images)
    return render(folder, summarise(episodes), _data(episodes, steps, images))


def render(folder: RunFolder, summary: Summary, data: dict[str, Any]) -> str:
    """The page around its data."""
    style, script = _source("report.css"), _source("report.js")
    page = _environment().get_template("report.html.jinja")
    return page.render(
        run=printable(folder.path.resolve().name),
        manifest=folder.manifest,
        agents=summary.agents,
        tables=summary.tables,
        groups=[(title, _names(summary, field), field) for title, field in GROUPS.items()],
        outcomes=OUTCOMES,
        data=data,
        style=Markup(style),
        script=Markup(script),
        style_hash=_csp_hash(style),
        script_hash=_csp_hash(script),
    )


def _names(summary: Summary, field: str) -> list[str]:
    """The groups of all agents, in the order in which the summary has them."""
    return list(dict.fromkeys(name for of in summary.agents.values() for name in getattr(of, field)))


def _images(folder: RunFolder, steps: Iterable[StepRecord], limit: int) -> dict[str, str]:
    """Name -> data URI of the first pictures, each once."""
    images: dict[str, str] = {}
    for step in steps:
        for name in (step.observation.marked, step.observation.screenshot, step.observation.windscreen):
            if len(images) >= limit:
                return images
            data = folder.image(name) if name and name not in images else None
            if name and data:
                images[name] = "data:image/webp;base64," + b64encode(data).decode()
    return images


def _data(episodes: list[EpisodeRecord], steps: dict[str, list[StepRecord]], images: dict[str, str]) -> dict[str, Any]:
    """What the script shows. Pictures and lists of elements repeat from step to step, so steps only name them."""
    lists: dict[tuple[str, ...], int] = {}
    shown = []
    for record in episodes:
        lines = [_step(step) for step in steps[record.id]]
        for line in lines:
            elements = tuple(line["observation"]["elements"])
            line["observation"]["elements"] = lists.setdefault(elements, len(lists))
        verdict = {"verdict": record.criterion.to_json()} if record.criterion is not None else {}
        shown.append({**record.model_dump(mode="json"), **verdict, "why": record.why, "played": lines})
    return {"episodes": shown, "elements": list(lists), "images": images}


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
    spent = asdict(total_usage([step.usage, *(call.usage for call in step.calls)]))
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
    # `tojson` writes <, >, & and ' as escapes, so that no text can end the script element that holds the data.
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": True, "separators": (",", ":")}
    environment.filters["cell_text"] = cell_text
    environment.filters["percent"] = percent
    environment.filters["words"] = words
    return environment


@cache
def _source(name: str) -> str:
    return (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")


def _csp_hash(source: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(source.encode()).digest()).decode()
