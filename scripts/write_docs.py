"""Write the documents that are made from declarations: docs/apis.md. A test fails when they are not up to date."""

from __future__ import annotations

from pathlib import Path

from automotive_env.world.catalogue import document

DOCS = Path(__file__).resolve().parent.parent / "docs"


def main() -> None:
    """Write them."""
    (DOCS / "apis.md").write_text(document())


if __name__ == "__main__":
    main()
