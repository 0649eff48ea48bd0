"""Text that a model types into the field with the focus, behind what it holds."""

from __future__ import annotations

from typing import Any


def typing(text: str, clear: bool = False, submit: bool = False) -> dict[str, Any]:
    """The action that types a text; a line break at its end presses enter, and one alone does nothing else."""
    written = text.rstrip("\r\n")
    enters = submit or written != text
    if enters and not written and not clear:
        return {"action_type": "keyboard_enter"}
    return {"action_type": "input_text", "text": written, "clear": clear} | ({"submit": True} if enters else {})
