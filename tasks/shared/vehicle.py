"""What the tasks of doors, windows and lids share: the pages of the body, the locks, and which side the traffic is on."""

from __future__ import annotations

from collections.abc import Hashable

from automotive_env.place.place import Place
from automotive_env.place.rules import driving_side
from automotive_env.tasks.kit import Task
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Signal

REAR = {"second row left": "second_left", "second row right": "second_right"}
"""Seats behind the driver -> their part of resource names."""
CHILDREN = ("Ben", "Mia", "Leo", "Zoe", "Max", "Nora", "Finn", "Lucy")


class BySide(Task):
    """A task whose answer moves with the side of the road that people drive on."""

    def rule(self, place: Place) -> Hashable:
        """That side."""
        return driving_side(place).value


def vehicle(ui: UiScript, section: str) -> UiScript:
    """A section of the car's body."""
    return ui.open("vehicle").tap(f"vehicle_{section}")


def sides(place: Place) -> dict[str, str]:
    """The rear seat at the kerb, and the one towards the traffic, where a car stands as the law wants it."""
    left, right = REAR
    kerb, traffic = (left, right) if driving_side(place).value == "left" else (right, left)
    return {"kerb": kerb, "traffic": traffic}


def lock(seat: str) -> Signal:
    """Whether a door is locked."""
    return Signal(f"door.{seat}.lock", f"door.doors.{seat}.is_locked")


def child_lock(seat: str) -> Signal:
    """Whether a door cannot be opened from inside."""
    return Signal(f"door.{seat}.child_lock", f"door.doors.{seat}.child_safety_lock_enabled")
