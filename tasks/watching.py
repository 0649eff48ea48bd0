"""Waiting as people do who have something to mind: with a look at the car now and then."""

from __future__ import annotations

from automotive_env.ui_script import UiScript

NOTICED = 25
"""Seconds within which who looks every quarter of a minute has done what is due, where no hurry was asked for."""
EVERY = 15


def looks(ui: UiScript, seconds: int) -> UiScript:
    """Let seconds pass, with a look every quarter of a minute."""
    for begun in range(0, seconds, EVERY):
        ui.wait(min(EVERY, seconds - begun))
    return ui
