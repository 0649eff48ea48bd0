"""Hooks of mkdocs: documents outside docs/ are pages of the site, too, and links lead where they do in the checkout."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])\(([^()\s]+)\)")
"""Text in brackets, which may hold a picture's brackets, and where it leads."""
CODE = re.compile(r"(^ *(?P<fence>```+|~~~+).*?^ *(?P=fence)|(?P<ticks>`+)[^`].*?(?P=ticks))", re.DOTALL | re.MULTILINE)

FILE = re.compile(r"^(```+)(\w+) ([\w./]+)$", re.MULTILINE)
"""A block of code that names the file that it is."""


def on_files(files: Any, *, config: Any) -> Any:
    """Add what the navigation names outside of docs/."""
    from mkdocs.structure.files import File

    for path in named(config.nav):
        if files.get_file_from_path(path) is None and (ROOT / path).is_file():
            files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, *, page: Any, files: Any, **_: Any) -> str:
    """Write links and names of files as mkdocs wants them."""
    source = page.file.src_uri
    place = source if page.file.generated_by else f"docs/{source}"
    return with_links(
        FILE.sub(r'\1\2 title="\3"', markdown), place, source, lambda path: files.get_file_from_path(path) is not None
    )


def named(nav: Any) -> Iterator[str]:
    """Paths of a navigation."""
    if isinstance(nav, str):
        yield nav
    for inner in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from named(inner)


def leads(place: str, address: str) -> tuple[str, str] | None:
    """The path in the checkout, and the anchor there, to which a link in a document leads; None for the web.

    >>> leads("docs/kate.md", "knowledge.md#rows"), leads("docs/kate.md", "../README.md"), leads("README.md", "#running")
    (('docs/knowledge.md', 'rows'), ('README.md', ''), ('README.md', 'running'))
    """
    url = urlsplit(address)
    if url.scheme or url.netloc:
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(place), url.path)) if url.path else place
    return path, url.fragment


def with_links(markdown: str, place: str, source: str, is_page: Callable[[str], bool]) -> str:
    """A document with its links as they are on the site.

    Args:
        markdown: the document.
        place: its path in the checkout.
        source: its path on the site, which for those of docs/ begins inside of it.
        is_page: whether the site has a path.
    """

    def link(found: re.Match[str]) -> str:
        text, address = found[1], found[2]
        path, anchor = leads(place, address) or (place, "")
        if path == place:
            return found[0]
        for target in (path.removeprefix("docs/"), f"{path}/README.md"):
            if is_page(target):
                fragment = f"#{anchor}" if anchor else ""
                return f"{text}({posixpath.relpath(target, posixpath.dirname(source) or '.')}{fragment})"
        # What is in the checkout alone is named there, and no link here; what is nowhere stays, and fails a strict build.
        return text[1:-1] if (ROOT / path).exists() else found[0]

    pieces, end = [], 0
    for code in CODE.finditer(markdown):
        pieces += [LINK.sub(link, markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*pieces, LINK.sub(link, markdown[end:])])
