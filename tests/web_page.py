"""A web page as somebody meets it who has no mouse, or needs contrast, names and roles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from automotive_env.scripts.browser import Page

AXE = Path("node_modules/axe-core/axe.min.js")
"""The script of the package axe-core, which `npm install axe-core` puts there."""
needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there; `npm install axe-core` gets it")
SIZES = {"phone": (390, 844), "desk": (1280, 800), "wall": (2560, 1440)}
THEMES = ("light", "dark")
AUDIT = """axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 160), nodes[0].failureSummary.slice(0, 300)]))"""
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]"
SEEN = f"""
    const shown = (el) => el.checkVisibility({{ visibilityProperty: true }}) && el.getBoundingClientRect().width > 0;
    const named = (el) => `${{el.tagName}}#${{el.id}} ${{(el.ariaLabel ?? el.textContent).trim().slice(0, 40)}}`;
    const focusable = [...document.querySelectorAll({json.dumps(FOCUSABLE)})]
        .filter((el) => shown(el) && !el.disabled && el.tabIndex >= 0);
"""
FOCUSED = f"""(() => {{ {SEEN}
    const el = document.activeElement;
    if (!el || el === document.body) return null;
    const style = getComputedStyle(el), box = el.getBoundingClientRect();
    const within = (at, end) => Math.min(Math.max(at, 0), end - 1);
    const x = within(box.x + box.width / 2, innerWidth), y = within(box.y + box.height / 2, innerHeight);
    const top = document.elementFromPoint(x, y);
    return {{ place: focusable.indexOf(el), name: named(el),
      ringed: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
      covered: !(top && (el.contains(top) || top.contains(el) || [...(el.labels ?? [])].some((label) => label.contains(top)))) }};
}})()"""
UNREACHABLE = f"""(() => {{ {SEEN}
    return [...document.querySelectorAll('body *')]
        .filter((el) => (getEventListeners(el).click ?? []).length && shown(el) && !el.disabled)
        .filter((el) => !el.matches({json.dumps(FOCUSABLE)}) && !el.querySelector({json.dumps(FOCUSABLE)}))
        .filter((el) => !el.closest('label, button, a'))
        .map(named);
}})()"""


def press(page: Page, key: str) -> None:
    """Press a key and release it."""
    told = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": KEYS[key]}
    text = {"Enter": {"text": "\r"}, " ": {"text": " "}}.get(key, {})
    page.ask("Input.dispatchKeyEvent", type="keyDown", **told, **text)
    page.ask("Input.dispatchKeyEvent", type="keyUp", **told)


def tab_stops(page: Page) -> list[dict[str, Any]]:
    """What Tab leads to, in this order, from the start of the page to its end."""
    page.run("(() => { const b = document.body; b.tabIndex = -1; b.focus(); b.removeAttribute('tabindex'); scrollTo(0, 0) })()")
    number = page.run(f"(() => {{ {SEEN} return focusable.length }})()")
    stops: list[dict[str, Any]] = []
    for _ in range(number + 2):
        press(page, "Tab")
        stop = page.run(FOCUSED)
        if stop is None or stop in stops:
            break
        stops.append(stop)
    return stops


def can_be_used_by_keyboard(page: Page) -> None:
    """Tab leads to all that can be focused, the focus is seen and not covered, and nothing reacts to a click alone."""
    stops = tab_stops(page)
    names = page.run(f"(() => {{ {SEEN} return focusable.map(named) }})()")
    reached = {stop["place"] for stop in stops}
    assert [name for place, name in enumerate(names) if place not in reached] == [], "Tab does not lead there"
    assert [stop["name"] for stop in stops if not stop["ringed"]] == [], "the focus cannot be seen"
    assert [stop["name"] for stop in stops if stop["covered"]] == [], "something covers what has the focus"
    found = page.ask("Runtime.evaluate", expression=UNREACHABLE, returnByValue=True, includeCommandLineAPI=True)
    assert found["result"]["value"] == [], "only a click does something there"


def has_no_finding(page: Page) -> None:
    """The rules of axe-core (WCAG 2.2 A and AA) find nothing."""
    page.run(AXE.read_text("utf-8") + "; true")
    assert json.dumps(page.run(AUDIT), indent=1) == "[]"


def looks(page: Page, size: str, theme: str) -> None:
    """Let the page have a size and a theme."""
    page.size(*SIZES[size])
    page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
