"""The colours of the viewer's text against what is behind it, in both themes (WCAG AA: 4.5 to 1)."""

import re

import pytest

from automotive_env.runs.viewer.page_files import source

PAIRS = dict(re.findall(r"--([a-z_-]+): light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\)", source("base.css")))
OUTCOMES = ("pass", "fail", "step_limit", "agent_error", "env_error", "model_error")
TINT = 0.12
"""Of an outcome's colour in the bar behind its name, as list.css has it."""
THEMES = {"light": 0, "dark": 1}


def colour(name: str, theme: str) -> tuple[int, ...]:
    text = PAIRS[name].split(", ")[THEMES[theme]]
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


def luminance(rgb: tuple[float, ...]) -> float:
    red, green, blue = ((c / 255 / 12.92) if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("behind", ["ground", "card", "raised", "chosen"])
@pytest.mark.parametrize("text", ["ink", "quiet", "accent", *OUTCOMES])
def test_text_stands_out(text: str, behind: str, theme: str) -> None:
    assert contrast(colour(text, theme), colour(behind, theme)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_stands_out_of_its_own_bar(outcome: str, theme: str) -> None:
    assert f"currentColor {TINT:.0%}" in source("list.css")
    own, ground = colour(outcome, theme), colour("ground", theme)
    tinted = tuple(TINT * a + (1 - TINT) * b for a, b in zip(own, ground, strict=True))
    assert contrast(own, tinted) >= 4.5
