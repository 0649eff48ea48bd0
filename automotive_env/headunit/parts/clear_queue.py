"""The confirmation dialog before the play list is cleared."""

from __future__ import annotations

from automotive_env.headunit.parts.player import INDEX, PLAYING, PLAYLIST
from automotive_env.headunit.rendering.node import Node
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch, back
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.page import dialog


def _clear(touch: Touch) -> None:
    touch.back()
    touch.set(PLAYING, False)
    touch.set(INDEX, 0)
    touch.set(PLAYLIST, ())


class ClearQueue(Screen):
    """Asks for confirmation before the play list is cleared."""

    name = "clear_queue"
    title = "Clear queue"
    dialog = True
    ink = None

    def build(self, car: View) -> Node:
        keep = Button(back, id="keep_queue_button", text="Keep", size=28, width=200)
        go = Button(_clear, id="confirm_clear_button", text="Clear queue", look="danger", size=28, width=200)
        return dialog("Clear the queue?", "The music stops; the songs stay in the library.", keep, go)


__all__ = ["ClearQueue"]
