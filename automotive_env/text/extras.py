"""How an optional part of this package is installed: from a checkout, which is what users have.

Everything that names an extra to users gets its words from here; help texts and documents use the same form.
"""

from __future__ import annotations


def requirement(extra: str) -> str:
    """What pip installs, in the folder of the checkout."""
    return f".[{extra}]"


def install(extra: str) -> str:
    """The command that installs an extra.

    >>> install("web")
    "pip install '.[web]'"
    """
    return f"pip install '{requirement(extra)}'"
