"""The Chromium of this machine, which the browser environments are measured with."""

from __future__ import annotations

import shutil

from automotive_env.errors import UsageError

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Path of the browser.

    Raises:
        UsageError: there is none.
    """
    return _found(NAMES)


def driver() -> str:
    """Path of the program by which Selenium drives it.

    Raises:
        UsageError: there is none.
    """
    return _found(("chromedriver",))


def _found(names: tuple[str, ...]) -> str:
    path = next((path for name in names if (path := shutil.which(name))), None)
    if path is None:
        raise UsageError(f"not measured: {names[0]} is not in PATH; on Debian: apt-get install chromium chromium-driver")
    return path
