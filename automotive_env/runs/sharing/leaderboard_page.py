"""The leaderboard as one page without a script, which asks the network for nothing; what runs say is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from automotive_env.runs.sharing.leaderboard import Leaderboard
from automotive_env.runs.tables.table import percent, words
from automotive_env.runs.viewer.page_files import policy_hash
from automotive_env.text.printable import printable


def leaderboard_page(found: Leaderboard) -> str:
    """The page."""
    style = (Path(__file__).parent / "templates" / "leaderboard.css").read_text(encoding="utf-8")
    page = _environment().get_template("leaderboard.html.jinja")
    return page.render(boards=found.boards, left_out=found.left_out, style=Markup(style), style_hash=policy_hash(style))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("automotive_env.runs.sharing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "printable": printable, "words": words}
    return environment
