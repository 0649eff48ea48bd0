"""A short crawl through the head unit finds nothing wrong, and would."""

from __future__ import annotations

import pytest

from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.scripts.crawl_head_unit import crawl


@pytest.mark.parametrize("taps", [450, pytest.param(900, marks=pytest.mark.sweep)])
def test_nothing_is_wrong(taps: int) -> None:
    report = crawl(taps=taps, seed=5)
    assert report.faults == {}
    assert report.taps == taps
    assert report.homes > 5
    assert len(report.screens) > 8


def test_the_same_seed_crawls_the_same_way() -> None:
    assert crawl(taps=120, seed=1).used == crawl(taps=120, seed=1).used


def test_a_way_home_that_is_gone_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeadUnit, "home", lambda head_unit: "")
    monkeypatch.setattr(HeadUnit, "back", lambda head_unit: "")
    assert any("no way home" in fault for fault in crawl(taps=300, seed=0).faults)


def test_controls_that_raise_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(head_unit: HeadUnit, x: int, y: int) -> str:
        raise RuntimeError("broken")

    monkeypatch.setattr(HeadUnit, "tap", broken)
    assert crawl(taps=20, seed=0).faults["home/home: RuntimeError: broken"] > 10
