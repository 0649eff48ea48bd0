"""Every property has a place on the head unit or a reason for having none, and the document says so."""

from __future__ import annotations

from pathlib import Path

from automotive_env.scripts import head_unit_placement as placement
from automotive_env.scripts.head_unit_placement import all_gaps, gaps, reason_for
from automotive_env.scripts.head_unit_unplaced import UNPLACED

DOCUMENT = Path(__file__).parents[2] / "docs" / "headunit.md"


def test_every_property_has_a_place_or_a_reason() -> None:
    assert [f"{gap.path}: {gap.lacks}" for gap in gaps()] == []


def test_no_reason_is_stale() -> None:
    assert set(UNPLACED) <= {reason_for(gap.path) for gap in all_gaps()}


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == placement.document(), "run `python -m automotive_env.scripts.write_docs`"
