"""The leaderboard as one page without a script, which asks the network for nothing; what runs say is escaped."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from automotive_env.printable import printable
from automotive_env.results.table import percent, words
from automotive_env.sharing.leaderboard import Leaderboard


def leaderboard_page(found: Leaderboard) -> str:
    """The page."""
    style = (Path(__file__).parent / "templates" / "leaderboard.css").read_text(encoding="utf-8")
    digest = "sha256-" + b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page = _environment().get_template("leaderboard.html.jinja")
    return page.render(boards=found.boards, left_out=found.left_out, style=Markup(style), style_hash=digest)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("automotive_env.sharing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "printable": printable, "words": words}
    return environment
