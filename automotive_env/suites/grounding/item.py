"""One item: a wish, the screen that it is about, and the control that fulfils it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Box
from automotive_env.headunit.gallery import GalleryLook
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.hit_testing import touched_at
from automotive_env.headunit.kit.display_size import MILLIMETRES_PER_PIXEL, written
from automotive_env.suites.grounding.asked_screen import AskedScreen, bring_screen, drawn
from automotive_env.suites.grounding.control import GroundingControl, controls
from automotive_env.suites.grounding.wishes import wish_by_function, wish_by_name
from automotive_env.suites.splits import Split, split_of
from automotive_env.tasks.kit.task import TaskInstance

TargetKind: TypeAlias = Literal["text", "icon"]
"""Whether the control shows words."""
Wording: TypeAlias = Literal["function", "name"]
"""Whether the wish says what the control does, or what is written on it."""
NAMED_IN_FOUR = {"English": 1}
"""Of four wishes on a display in a language, so many name the control; elsewhere it is two."""


@dataclass(frozen=True)
class GroundingItem:
    """A wish that one touch fulfils.

    Attributes:
        screen: that it is about.
        look: of the screen.
        control: resource name of the control.
        split: of the control: one that is in the test split is in no other, on any screen.
        wish: what is said.
        wording: how.
        kind: of the control.
        role: Android class of the control, without its package.
        box: of the control, as far as it is in sight.
    """

    screen: AskedScreen
    look: GalleryLook
    control: str
    split: Split
    wish: str
    wording: Wording
    kind: TargetKind
    role: str
    box: Box

    @property
    def name(self) -> str:
        """What records call it: split, app and control."""
        return f"{self.split}.{self.category}.{self.control}"

    @property
    def dimension(self) -> str:
        """The kind of target: text or icon."""
        return self.kind

    @property
    def category(self) -> str:
        """The app."""
        return self.screen.app

    @cached_property
    def instance(self) -> TaskInstance:
        """The data half of the task."""
        return TaskInstance(self.name, 0, self.wish, params=self.to_row())

    @property
    def millimetres(self) -> tuple[float, float]:
        """Width and height of the target."""
        return round(self.box.width * MILLIMETRES_PER_PIXEL, 1), round(self.box.height * MILLIMETRES_PER_PIXEL, 1)

    def to_row(self) -> dict[str, Any]:
        """The item as JSON, but for the wish."""
        return {
            "screen": self.screen.name,
            "theme": self.look.mode,
            "language": self.look.language,
            "display": written(self.look.size),
            "wording": self.wording,
            "kind": self.kind,
            "role": self.role,
            "box": list(self.box),
            "millimetres": list(self.millimetres),
        }


def items_on(screen: AskedScreen, look: GalleryLook) -> list[GroundingItem]:
    """The items of a screen in a look: of each control in sight at most one, whose wish no other control fulfils."""
    car = bring_screen(screen, look)
    shown = list(controls(car))
    asked = [(control, _wishes(control, screen, look.language)) for control in shown]
    alike: dict[str, list[GroundingControl]] = {}
    for control, wishes in asked:
        for wish in wishes.values():
            alike.setdefault(wish.casefold(), []).append(control)
    found = []
    for control, wishes in asked:
        fair = {how: wish for how, wish in wishes.items() if _is_first_of_equals(car, control, alike[wish.casefold()])}
        if fair and screen.owns(control.layer) and control.is_in_sight:
            found.append(_item(screen, look, control, fair))
    return found


def _wishes(control: GroundingControl, screen: AskedScreen, language: str) -> dict[Wording, str]:
    """How the control can be asked for."""
    app = screen.app if screen.owns(control.layer) else control.layer.entry.app
    wishes: dict[Wording, str] = {"function": wish_by_function(control, app), "name": wish_by_name(control, language)}
    return {how: wish for how, wish in wishes.items() if wish}


def _is_first_of_equals(car: HeadlessController, control: GroundingControl, alike: Sequence[GroundingControl]) -> bool:
    """Whether a wish means this control: nothing else, or only what does the same and comes later."""
    if len(alike) == 1:
        return True
    effects = [effect(car.head_unit, *one.element.box.center) for one in alike]
    return control is alike[0] and all(one == effects[0] for one in effects)


def _item(screen: AskedScreen, look: GalleryLook, control: GroundingControl, fair: dict[Wording, str]) -> GroundingItem:
    chance = drawn("wording", screen.name, look.name, control.name, control.label)[0] % 4
    first: Wording = "name" if chance < NAMED_IN_FOUR.get(look.language, 2) else "function"
    wording = first if first in fair else next(iter(fair))
    element, split = control.element, split_of(control.name)
    kind: TargetKind = "text" if element.text or element.editable else "icon"
    return GroundingItem(screen, look, control.name, split, fair[wording], wording, kind, element.role, element.box)


def effect(head_unit: HeadUnit, x: int, y: int) -> tuple[object, object, object]:
    """What a touch of a point does: why it is refused, the car and the display after it. The car is put back."""
    world, shown = head_unit.world.snapshot(), head_unit.snapshot()
    try:
        refusal = head_unit.tap(x, y)
        return refusal, head_unit.world.snapshot(), head_unit.snapshot()
    finally:
        head_unit.restore(shown)
        head_unit.world.restore(world)


def is_hit(head_unit: HeadUnit, box: Box, x: int, y: int) -> bool:
    """Whether a touch of a point reaches the target, or something that does the same.

    Where a touch of the target is refused or changes nothing (a slider in its middle position), only the target is right.
    """
    touched, target = touched_at(head_unit.layers, x, y), touched_at(head_unit.layers, *box.center)
    if touched is None or target is None:
        return False
    wanted = effect(head_unit, *box.center)
    changes = wanted[1:] != (head_unit.world.snapshot(), head_unit.snapshot())
    return touched == target or (changes and not wanted[0] and effect(head_unit, x, y) == wanted)
