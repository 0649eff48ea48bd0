"""What of an observation an agent is shown."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto
from typing import TypeAlias, get_args

from automotive_env.agents.facts import vehicle_of
from automotive_env.agents.options import Modality
from automotive_env.episode.action import Aim
from automotive_env.episode.observation import Element, Image, Observation
from automotive_env.episode.picture import LazyPicture, PictureKind, PictureSize, draw
from automotive_env.plugins.lazy_module import numpy as np

FitScreen: TypeAlias = Callable[[tuple[int, int]], PictureSize]
"""The size of a screen -> that in which it is shown."""


class ObservationModality(Flag):
    """What an agent is shown, besides the other vehicle facts."""

    ELEMENTS = auto()
    SCREENSHOT = auto()
    MARKS = auto()
    SENSORS = auto()
    WINDSCREEN = auto()


ELEMENTS, SCREENSHOT, MARKS = ObservationModality.ELEMENTS, ObservationModality.SCREENSHOT, ObservationModality.MARKS
SENSORS, WINDSCREEN = ObservationModality.SENSORS, ObservationModality.WINDSCREEN


def modalities_of(sees: ObservationModality) -> tuple[Modality, ...]:
    """What is shown, as options name it."""
    return tuple(name for name in get_args(Modality) if ObservationModality[name.upper()] in sees)


class ObservationFilter:
    """Selects what of an observation an agent is shown."""

    def __init__(self, sees: ObservationModality, fit: FitScreen | None = None, *, facts: bool = True) -> None:
        """Select.

        Args:
            sees: what is shown.
            fit: size of the screen -> that in which it is shown; its own without it.
            facts: whether vehicle facts are told where the agent does not see sensors.
        """
        self._sees = sees
        self._fit = fit
        self._facts = facts
        self._marked: LazyPicture | None = None

    @property
    def aim(self) -> Aim:
        """How the agent says where it touches; by points where it sees a picture and no numbers of elements."""
        if ELEMENTS in self._sees or not self._sees & (SCREENSHOT | MARKS):
            return "elements"
        return "both" if MARKS in self._sees else "points"

    def elements(self, observation: Observation) -> tuple[Element, ...]:
        """The elements that are told."""
        return observation.elements if ELEMENTS in self._sees else ()

    def vehicle(self, observation: Observation) -> dict[str, str]:
        """The vehicle facts that are told."""
        if not self._facts and SENSORS not in self._sees:
            return {}
        facts = vehicle_of(observation)
        if SENSORS not in self._sees:
            facts.pop("sensors", None)
        return facts

    def differ(self, before: Observation, after: Observation) -> bool:
        """Whether something that is told or shown is another: facts, elements, or, where no elements are told, the picture."""
        if self.elements(before) != self.elements(after) or self.vehicle(before) != self.vehicle(after):
            return True
        return self._compares_pixels and not np.array_equal(before.screenshot, after.screenshot)

    def hold(self, observation: Observation) -> None:
        """Take the pixels that `differ` compares while their moment lasts; `pictures` does so, too."""
        if self._compares_pixels:
            _ = observation.screenshot

    @property
    def _compares_pixels(self) -> bool:
        return ELEMENTS not in self._sees and bool(self._sees & (SCREENSHOT | MARKS))

    def marked(self, observation: Observation) -> LazyPicture | None:
        """The screenshot with marks, if they are shown; what was drawn after a step serves again before the next."""
        if MARKS not in self._sees:
            return None
        if self._marked is None or self._marked.moment is not observation:
            self._marked = self._picture(observation, "marked")
        return self._marked

    def screenshot(self, observation: Observation) -> LazyPicture | None:
        """The screen in the size in which it is shown, if it is."""
        return self._picture(observation, "screenshot") if SCREENSHOT in self._sees else None

    def _picture(self, observation: Observation, kind: PictureKind) -> LazyPicture:
        return LazyPicture(observation, kind, self._fit(observation.screen) if self._fit else None)

    def windscreen(self, observation: Observation) -> LazyPicture | None:
        """The view through the windscreen, if it is shown."""
        return LazyPicture(observation, "windscreen") if WINDSCREEN in self._sees else None

    def pictures(self, observation: Observation) -> dict[str, LazyPicture]:
        """The pictures that are shown before an action: caption -> picture."""
        pictures: dict[str, LazyPicture] = {}
        screen = self.screenshot(observation)
        if screen is not None:
            pictures["the screen"] = screen
        marked = self.marked(observation)
        if marked is not None:
            pictures["the screen with a box around each element that can be touched and its index as a number"] = marked
        view = self.windscreen(observation)
        if view is not None:
            pictures["what the driver sees through the windscreen now, as a camera there shows it; nothing to touch"] = view
        if self._compares_pixels:
            draw(pictures.values())
        return pictures

    def before_and_after(
        self, marked: Image | LazyPicture | None, before: Observation, after: Observation
    ) -> dict[str, Image | LazyPicture]:
        """The pictures that show what an action brought about: caption -> picture; `marked` is the one with marks of before."""
        now = self.marked(after)
        if marked is not None and now is not None:
            return {"the screen before the action, with numbers": marked, "the screen after it, with numbers": now}
        if SCREENSHOT in self._sees:
            return {
                "the screen before the action": self._picture(before, "screenshot"),
                "the screen after it": self._picture(after, "screenshot"),
            }
        return {}
