"""The files of the page: a document, its styles and its scripts, which need no build and also run without a server.

What agents, models and cars said is untrusted: it comes as data (`packed`), the scripts only ever set it as text, and a content
security policy allows no script and no style but the page's own, and nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import Template

STYLES = ("base.css", "list.css", "episode.css", "statistics.css")
SCRIPTS = (
    "dom.js",
    "store.js",
    "address.js",
    "expression.js",
    "filters.js",
    "rows.js",
    "list.js",
    "schematic.js",
    "track.js",
    "stage.js",
    "verdict.js",
    "exchange.js",
    "step.js",
    "notes.js",
    "episode.js",
    "compare.js",
    "statistics.js",
    "news.js",
    "main.js",
)
"""In the order in which they are loaded: each defines one constant, from those before it."""
SERVED_SCRIPTS = (*SCRIPTS[:-1], "post.js", SCRIPTS[-1])
"""Of the page on a server, which keeps notes."""
START_STYLES = ("base.css", "start.css")
START_SCRIPTS = ("dom.js", "start.js")
"""Of the page that lists runs."""
POLICY = (
    "default-src 'none'; script-src 'self' {more}; style-src 'self' {more}; img-src 'self' data: {more}; "
    "base-uri 'none'; form-action 'none'"
)
"""Of a page that loads its files; `more` is empty on a server."""
SERVED_POLICY = POLICY.format(more="") + "; connect-src 'self'"
"""Of a page that asks its server for what is new."""


@cache
def source(name: str) -> str:
    """A file of the page."""
    return files("automotive_env.runs.viewer").joinpath("page", name).read_text("utf-8")


def document(policy: str = POLICY.format(more="file:"), styles: Sequence[str] = STYLES, scripts: Sequence[str] = SCRIPTS) -> str:
    """A page that loads its files from `page/` and its data from `data/`."""
    links = [f'<link rel="stylesheet" href="page/{name}">' for name in styles]
    loaded = [f'<script src="page/{name}" defer></script>' for name in scripts]
    return _filled(policy, "\n".join([*links, *loaded]), "")


def single_document(data: dict[str, str]) -> str:
    """The page with everything in it.

    Args:
        data: name -> packed data.
    """
    style = "".join(map(source, STYLES))
    script = "".join(map(source, SCRIPTS))
    policy = (
        f"default-src 'none'; script-src '{policy_hash(script)}'; style-src '{policy_hash(style)}'; img-src 'self' file: data:; "
        "base-uri 'none'; form-action 'none'"
    )
    held = "\n".join(f'<script type="application/gzip" id="data:{name}">{text}</script>' for name, text in data.items())
    return _filled(policy, f"<style>{style}</style>", f"{held}\n<script>{script}</script>")


def _filled(policy: str, head: str, end: str) -> str:
    """The document with its policy, what stands in its head, and what stands at its end."""
    told = " ".join(policy.split()).replace(" ;", ";")
    return Template(source("index.html")).substitute(policy=told, head=head, end=end)


def policy_hash(text: str) -> str:
    """What a content security policy calls a script or a style that stands in its page."""
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()
