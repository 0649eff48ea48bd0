"""The question before a route ends that has several stops."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.shared.confirm import ConfirmDialog


def end_route(touch: TouchEvent) -> str | None:
    """End guidance; a route with several stops takes a while to plan anew, so that is asked first."""
    if touch.get("navigation.is_active") and len(touch.get("navigation.waypoints")) > 1:
        touch.go("end_route")
        return None
    return touch.call("navigation.navigation_exit")


class EndRouteDialog(ConfirmDialog):
    """Asks for confirmation before a route with several stops ends."""

    name = "end_route"
    title = "End route"
    keep_id = "keep_route_button"
    go_id = "confirm_end_route_button"
    go = "End route"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "End the route?", "This also removes its stops."

    def act(self, touch: TouchEvent) -> str | None:
        return touch.call("navigation.navigation_exit")


__all__ = ["EndRouteDialog", "end_route"]
