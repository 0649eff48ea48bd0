"""What models cost: a table that a user can replace, and nothing that is made up."""

import json
from pathlib import Path

import pytest

from automotive_env.errors import UsageError
from automotive_env.models.model import Usage
from automotive_env.models.prices import FREE, Price, PriceTable, load_prices


def test_the_table_of_this_package_is_dated_and_sound() -> None:
    table = load_prices()
    assert table.date.year >= 2026
    assert table.source
    assert len(table.models) >= 30
    assert all(0 <= (price.cached or 0) <= price.prompt <= price.completion for price in table.models.values())


def test_an_unknown_model_stays_unknown() -> None:
    table = load_prices()
    own_server = "openai:gpt-4o-mini@http://127.0.0.1:8000/v1"
    assert [table.of(name) for name in ("openai:nobody", own_server, "mine:model", "local-hero:x")] == [None] * 4
    assert [table.of(name) for name in ("builtin", "replay:said.jsonl", "local", "local:smollm2")] == [FREE] * 4
    assert table.of("gemini-legacy:gemini-2.5-flash") == table.of("gemini:gemini-2.5-flash") != None  # noqa: E711


def test_cached_tokens_are_part_of_the_prompt() -> None:
    usage = Usage(1_000_000, 500_000, 3, cached_tokens=400_000, reasoning_tokens=200_000)
    assert Price(prompt=2, completion=8).of(usage) == pytest.approx(2 + 4)
    assert Price(prompt=2, completion=8, cached=0.5).of(usage) == pytest.approx(1.2 + 0.2 + 4)
    assert Price(prompt=2, completion=8, cached=0.5).of(Usage(10, 0, 1, cached_tokens=10**9)) == pytest.approx(5e-6)


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "prices.json"
    file.write_text('{"date": "2026-01-01", "models": {"mine:model": {"prompt": 1, "completion": 2}}}')
    assert load_prices(file).of("mine:model") == Price(prompt=1, completion=2)


WRONG = [
    "",
    "[]",
    "{",
    '{"models": {}}',
    '{"date": "soon", "models": {}}',
    '{"date": "2026-01-01", "models": {"a": {"prompt": 1}}}',
    '{"date": "2026-01-01", "models": {"a": {"prompt": -1, "completion": 1}}}',
    '{"date": "2026-01-01", "models": {"a": {"prompt": NaN, "completion": 1}}}',
    '{"date": "2026-01-01", "models": {"a": {"prompt": 1, "completion": 1, "free": true}}}',
    json.dumps({"date": "2026-01-01", "models": {"a": {"prompt": 10**400, "completion": 1}}}),
    "[" * 100_000,
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_no_table_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "prices.json"
    file.write_text(text)
    with pytest.raises(UsageError, match="is not a valid table of prices") as caught:
        load_prices(file)
    assert len(str(caught.value)) < 400


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"cannot read the table of prices nowhere\.json: No such file"):
        load_prices(Path("nowhere.json"))


def test_a_table_is_read_back_as_it_was() -> None:
    table = load_prices()
    assert PriceTable.model_validate_json(table.model_dump_json()) == table
