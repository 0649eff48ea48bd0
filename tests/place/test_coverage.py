from pathlib import Path

from automotive_env.place import coverage
from automotive_env.place.country import countries

DOCUMENT = Path(__file__).parents[2] / "docs" / "geography.md"


def test_the_document_is_up_to_date():
    assert DOCUMENT.read_text(encoding="utf-8") == coverage.document(), "run `python -m automotive_env.scripts.write_docs`"


def test_every_country_and_every_doubt_is_in_it():
    text = coverage.document()
    for here in countries().values():
        assert f"| {here.general.name} |" in text
    assert "| Saudi Arabia | 3 | high, but emergency |" in text
    assert text.count("| unknown |") > 5
