"""The view through the windscreen, drawn when it is asked for; nothing that draws is imported before."""

from __future__ import annotations

from automotive_env.episode.observation import Image
from automotive_env.windscreen.outside import OutsideScene


def look_out(outside: OutsideScene) -> Image:
    """What the driver sees; a copy, shape (240, 640, 3)."""
    from automotive_env.windscreen.picture import windscreen_picture

    return windscreen_picture(outside).copy()
