"""Fills docs/papers.md with the claims in `docs/claims/*.toml`.

An entry has `section` of the paper, what the claim `says` and what is `here`, both in our own words, a `status`, the `check`
behind it (FILE::TEST below `tests/`), and `why`: the reason if it is not exact.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from automotive_env.scripts.experiments.declared import EXPERIMENTS
from automotive_env.scripts.papers.properties import property_rows

ClaimStatus: TypeAlias = Literal["exact", "differs", "unavailable"]
STATUS_WORDS: Mapping[ClaimStatus, str] = {"exact": "exact", "differs": "differs", "unavailable": "not available"}
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "claims"
PAPERS: Mapping[str, str] = {"automotive": "Automotive-ENV", "vehicleworld": "VehicleWorld", "kate": "KATE (both versions)"}
"""Name of a file of claims -> paper."""
BEFORE: Mapping[str, tuple[int, int, int, int]] = {
    "automotive": (37, 16, 3, 2),
    "vehicleworld": (27, 6, 6, 1),
    "kate": (19, 9, 4, 0),
}
"""Claims that were exact, differed, were missing, or whose effect was not shown, in an audit of commit 750816f7."""


class PaperClaim(BaseModel):
    """A claim of a paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    section: str
    says: str
    here: str
    status: ClaimStatus
    why: str = ""
    check: str


def claims(paper: str) -> list[PaperClaim]:
    """The claims of a paper, in order."""
    entries = tomllib.loads((FOLDER / f"{paper}.toml").read_text(encoding="utf-8"))["claim"]
    return [PaperClaim.model_validate(entry) for entry in entries]


def document(page: str) -> str:
    """The page with its tables between their marks."""
    parts = {"counts": _counts(), "experiments": _experiments(), "properties": property_rows(), "claims": _sections()}
    for name, lines in parts.items():
        before, start, rest = page.partition(f"<!-- {name} -->\n")
        end = f"<!-- end of {name} -->"
        page = f"{before}{start}" + "".join(f"{line}\n" for line in lines) + end + rest.partition(end)[2]
    return page


def _counts() -> Iterator[str]:
    yield "| paper | claims | exact | differs | not available | before: exact | differed | missing | effect not shown |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    rows = [(title, _row(paper)) for paper, title in PAPERS.items()]
    rows.append(("all", tuple(map(sum, zip(*(row for _, row in rows), strict=True)))))
    for title, row in rows:
        yield f"| {title} | {' | '.join(map(str, row))} |"


def _row(paper: str) -> tuple[int, ...]:
    found = Counter(claim.status for claim in claims(paper))
    return (found.total(), *(found[status] for status in get_args(ClaimStatus)), *BEFORE[paper])


def _experiments() -> Iterator[str]:
    yield "| experiment | what it plays | runs for each model |"
    yield "|---|---|---|"
    for name, one in EXPERIMENTS.items():
        yield f"| `{name}` | {one.title} | {', '.join(one.arms)} |"


def _sections() -> Iterator[str]:
    for paper, title in PAPERS.items():
        yield f"## {title}"
        yield ""
        yield "| section | claim | here | status | check |"
        yield "|---|---|---|---|---|"
        for one in claims(paper):
            status = ": ".join(filter(None, (STATUS_WORDS[one.status], one.why)))
            cells = [one.section, one.says, one.here, status, f"`{one.check}`"]
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
        yield ""
