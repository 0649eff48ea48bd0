"""Write the documents made from declarations, and the tutorial's outputs. Tests fail when they are out of date."""

from __future__ import annotations

import argparse
from pathlib import Path

from automotive_env.android import stock_table
from automotive_env.car.calls import catalogue
from automotive_env.models import kinds
from automotive_env.place import coverage
from automotive_env.scripts import command_reference, tutorial
from automotive_env.scripts import head_unit_placement as placement
from automotive_env.scripts.papers import page as papers
from automotive_env.suites.conversations.rules.document import with_rules

DOCS = Path(__file__).resolve().parent.parent / "docs"


def main() -> None:
    """Write the documents."""
    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args()
    (DOCS / "apis.md").write_text(catalogue.document(), encoding="utf-8", newline="\n")
    (DOCS / "headunit.md").write_text(placement.document(), encoding="utf-8", newline="\n")
    (DOCS / "geography.md").write_text(coverage.document(), encoding="utf-8", newline="\n")
    (DOCS / "stock.md").write_text(stock_table.document(), encoding="utf-8", newline="\n")
    (DOCS / "commands.md").write_text(command_reference.document(), encoding="utf-8", newline="\n")
    models = DOCS / "models.md"
    models.write_text(kinds.document(models.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    claims = DOCS / "papers.md"
    claims.write_text(papers.document(claims.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    rules = DOCS / "conversations.md"
    rules.write_text(with_rules(rules.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    page = tutorial.with_outputs((DOCS / "tutorial.md").read_text(encoding="utf-8"))
    (DOCS / "tutorial.md").write_text(page, encoding="utf-8", newline="\n")
    (DOCS / "tutorial.ipynb").write_text(tutorial.notebook(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
