"""Packages that are imported when they are first used."""

import sys

from automotive_env.plugins.lazy_module import LazyModule


def test_a_module_is_imported_by_its_first_use(monkeypatch):
    deferred = LazyModule("colorsys")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert "colorsys" not in sys.modules
    assert deferred.rgb_to_hsv(0, 0, 0) == (0, 0, 0)
    assert "colorsys" in sys.modules
    assert vars(deferred)["rgb_to_hsv"] is sys.modules["colorsys"].rgb_to_hsv
