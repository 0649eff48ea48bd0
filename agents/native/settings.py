"""What a run makes of a family's design: how many pictures are kept, their size, and the numbers of the points."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture, fit_for
from automotive_env.agents.options import AgentOptions, Space
from automotive_env.episode.picture import PictureSize
from automotive_env.errors import UsageError
from automotive_env.models.model import ComputerTool

SIDES = (64, 8_192)
"""Pixels that a side of a picture may have."""
_SIZE = re.compile(r"([1-9]\d{1,4})(?:x([1-9]\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class NativeSettings:
    """How a native agent plays in a run.

    Attributes:
        pictures: pictures that are kept.
        size: the longer side of a picture, or its exact width and height.
        multiple: both sides are multiples of this number, unless they are given exactly.
        space: the numbers of points.
        tool_calls: whether functions are offered by the model's interface.
        computer: the version of the vendor's computer tool, empty for the newest; None without it.
        excluded: actions of that tool that the model is not offered.
        refuses_checks: whether the vendor's safety checks end the task, instead of being acknowledged.
    """

    pictures: int
    size: tuple[int, ...]
    multiple: int
    space: Space
    tool_calls: bool
    computer: str | None = None
    excluded: tuple[str, ...] = ()
    refuses_checks: bool = False

    @classmethod
    def of(cls, family: NativeFamily, options: AgentOptions) -> NativeSettings:
        """The design of a family, with what a run changes.

        Raises:
            UsageError: the size of the pictures is none.
        """
        return cls(
            options.pictures or family.pictures,
            picture_size(options.picture_size) or (family.longest,),
            family.multiple,
            options.space or family.space,
            family.tool_calls == "always" or (family.tool_calls == "option" and options.tools),
            options.computer_tool if family.computer else None,
            family.excluded,
            options.safety_checks == "refuse",
        )

    def fit(self, display: tuple[int, int]) -> PictureSize:
        """The size in which a display is shown."""
        if len(self.size) == 2:
            return PictureSize(self.size[0], self.size[1], padded=True)
        return fit_for(display, self.size[0], self.multiple)

    def sent(self, display: tuple[int, int]) -> SentPicture:
        """The picture of a display."""
        return SentPicture(display, self.fit(display), self.space)

    def computer_tool(self, sent: SentPicture) -> ComputerTool | None:
        """The vendor's own computer tool, if it is used."""
        if self.computer is None:
            return None
        return ComputerTool(sent.fit.width, sent.fit.height, self.computer, self.excluded)

    def to_json(self, display: tuple[int, int]) -> dict[str, Any]:
        """For the record of a step."""
        fit = self.fit(display)
        padded = {"padded": True} if fit.padded else {}
        tool = {"computer_tool": self.computer} if self.computer else {}
        return {"picture": [fit.width, fit.height], **padded, "space": self.space, "pictures": self.pictures, **tool}


def picture_size(text: str) -> tuple[int, ...]:
    """The size that was typed: the longer side, a width and a height, or nothing.

    Raises:
        UsageError: it is no size.
    """
    if not text:
        return ()
    found = _SIZE.fullmatch(text)
    sides = tuple(int(side) for side in found.groups() if side) if found else ()
    if not sides or not all(SIDES[0] <= side <= SIDES[1] for side in sides):
        raise UsageError(
            f"--picture-size takes the longer side in pixels, such as 1280, or a width and a height, such as 1024x768, from "
            f"{SIDES[0]} to {SIDES[1]}; not {text[:40]!r}"
        )
    return sides
