"""The confirmation dialog before the play list is cleared."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.shared.confirm import ConfirmDialog
from automotive_env.headunit.shared.player import INDEX, PLAYING, PLAYLIST


class ClearQueueDialog(ConfirmDialog):
    """Asks for confirmation before the play list is cleared."""

    name = "clear_queue"
    title = "Clear queue"
    keep_id = "keep_queue_button"
    go_id = "confirm_clear_button"
    go = "Clear queue"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Clear the queue?", "The music stops; the songs stay in the library."

    def act(self, touch: TouchEvent) -> None:
        touch.set(PLAYING, False)
        touch.set(INDEX, 0)
        touch.set(PLAYLIST, ())


__all__ = ["ClearQueueDialog"]
