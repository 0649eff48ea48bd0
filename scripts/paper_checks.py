"""Print the tests behind the claims of docs/papers.md, as arguments of pytest."""

from __future__ import annotations

import argparse

from automotive_env.scripts.papers.page import PAPERS, claims


def main(line: list[str] | None = None) -> None:
    """Print them, each once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", nargs="*", metavar="PAPER", help=f"of these papers: {', '.join(PAPERS)} (default: all)")
    chosen = parser.parse_args(line).papers or list(PAPERS)
    if strange := [name for name in chosen if name not in PAPERS]:
        parser.error(f"there is no paper {strange[0]!r}; choose from {', '.join(PAPERS)}")
    print("\n".join(dict.fromkeys(f"tests/{one.check}" for paper in chosen for one in claims(paper))))


if __name__ == "__main__":
    main()
