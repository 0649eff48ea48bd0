"""What a person does on the page, as the actions that agents have: records, verdicts and replays know no difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from automotive_env.car.systems.system import ALERT_KINDS
from automotive_env.episode import action as a
from automotive_env.episode.action import Action, ActionError, action_from_json
from automotive_env.episode.observation import Box, Element, Observation
from automotive_env.episode.session import ALERT_API
from automotive_env.serving.messages import MessageError, read

SHORTEST_STROKE = 0.05
"""Part of a slider's track below which a stroke is a tap where it ends: shorter swipes do not exist."""

FINGER = 40
"""Pixels around a window's elements that still count as the window."""

GestureCoordinate = Annotated[int, Field(ge=0, le=20_000)]


class GestureError(ValueError):
    """A message that says nothing we know; the text says what is allowed."""


class _Gesture(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class NextGesture(_Gesture):
    """Agree, begin, or go on to the next wish."""

    do: Literal["next"]


class Practise(_Gesture):
    """Agree, and try the car before the first wish."""

    do: Literal["practise"]


class TouchGesture(_Gesture):
    """Touch a point of the display."""

    do: Literal["click", "double_tap", "long_press"]
    x: GestureCoordinate
    y: GestureCoordinate


class StrokeGesture(_Gesture):
    """Draw a finger from a point to another: it moves a slider, a list or a map."""

    do: Literal["stroke"]
    x: GestureCoordinate
    y: GestureCoordinate
    to_x: GestureCoordinate
    to_y: GestureCoordinate


class ScrollGesture(_Gesture):
    """Show what lies further in a direction, in what is under a point."""

    do: Literal["scroll"]
    x: GestureCoordinate
    y: GestureCoordinate
    direction: a.Direction


class TextGesture(_Gesture):
    """Type into the field that has the focus, in place of what it holds."""

    do: Literal["text"]
    text: Annotated[str, Field(max_length=500)]
    submit: bool = False


class KeyGesture(_Gesture):
    """Press a button beside the display."""

    do: Literal["navigate_back", "navigate_home"]


class WaitGesture(_Gesture):
    """Let time pass on the car's clock, which stands still otherwise."""

    do: Literal["wait"]
    seconds: Annotated[int, Field(ge=1, le=60)]


class SayGesture(_Gesture):
    """Tell the person who wished for something."""

    do: Literal["answer"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class WarnGesture(_Gesture):
    """Show the driver a safety alert."""

    do: Literal["warn"]
    kind: Literal[ALERT_KINDS]  # type: ignore[valid-type]
    text: Annotated[str, Field(min_length=1, max_length=120)]


class EndGesture(_Gesture):
    """Say that the wish is fulfilled, or cannot or must not be, and why."""

    do: Literal["complete", "infeasible"]
    reason: Annotated[str, Field(max_length=500)] = ""


Gesture: TypeAlias = (
    NextGesture
    | Practise
    | TouchGesture
    | StrokeGesture
    | ScrollGesture
    | TextGesture
    | KeyGesture
    | WaitGesture
    | SayGesture
    | WarnGesture
    | EndGesture
)
_GESTURES: TypeAdapter[Gesture] = TypeAdapter(Annotated[Gesture, Field(discriminator="do")])


def parse(text: str) -> Gesture:
    """Read a message of the page.

    Raises:
        GestureError: it is too long, no JSON, or nothing that is allowed.
    """
    try:
        return read(text, _GESTURES)
    except MessageError as error:
        raise GestureError(str(error)) from None


def action_of(gesture: Gesture, seen: Observation) -> Action:
    """The action that does what a person did.

    Raises:
        GestureError: nothing on the screen can be done that way.
    """
    try:
        return _action(gesture, seen)
    except ActionError as error:
        raise GestureError(str(error)) from None


def _action(gesture: Gesture, seen: Observation) -> Action:
    match gesture:
        case TouchGesture(do=do, x=x, y=y):
            _refuse_a_miss(seen, x, y)
            return action_from_json({"action_type": do, "x": x, "y": y})
        case StrokeGesture():
            return _stroke(gesture, seen)
        case ScrollGesture(x=x, y=y, direction=direction):
            return a.Scroll(direction=direction, index=_index(_under(seen.elements, x, y, "scrollable")))
        case TextGesture(text=text, submit=submit):
            field = next((one for one in seen.elements if one.editable and one.focused), None)
            if field is None:
                raise GestureError("no text field has the focus; tap one first")
            return a.InputText(text=text, index=field.index, submit=submit)
        case KeyGesture(do="navigate_back"):
            return a.NavigateBack()
        case KeyGesture():
            return a.NavigateHome()
        case WaitGesture(seconds=seconds):
            return a.Wait(seconds=seconds)
        case SayGesture(text=text):
            return a.Answer(text=text)
        case WarnGesture(kind=kind, text=text):
            return a.Call(api=ALERT_API, arguments={"kind": kind, "message": text})
        case EndGesture(do=do, reason=reason):
            return a.Status(goal_status=do, reason=reason)
        case NextGesture() | Practise():
            raise GestureError("the wish is being played; end it with Done or Cannot be done")


def _refuse_a_miss(seen: Observation, x: int, y: int) -> None:
    """A touch on nothing is no action: it costs a person nothing, as it would in a car."""
    hit = next((one for one in reversed(seen.elements) if _can_be_touched(one) and one.box.contains(x, y)), None)
    if hit is None and not _beside_all_windows(seen, x, y):
        raise GestureError("Nothing can be touched there. That cost no action.")
    if hit is not None and not hit.enabled:
        raise GestureError(f"{hit.label or 'This'} cannot be used now. That cost no action.")


def _can_be_touched(element: Element) -> bool:
    return element.clickable or element.editable or element.scrollable or element.long_clickable or element.range is not None


def _beside_all_windows(seen: Observation, x: int, y: int) -> bool:
    """Whether a point lies around a dialog, where a touch closes it."""
    windows = {element.window for element in seen.elements}
    return not any(_reach([one.box for one in seen.elements if one.window == window]).contains(x, y) for window in windows)


def _reach(boxes: Sequence[Box]) -> Box:
    """The rectangle around all boxes, with a finger's breadth."""
    left, top = min(box.left for box in boxes) - FINGER, min(box.top for box in boxes) - FINGER
    return Box(left, top, max(box.right for box in boxes) + FINGER, max(box.bottom for box in boxes) + FINGER)


def _stroke(gesture: StrokeGesture, seen: Observation) -> Action:
    across, along = gesture.to_x - gesture.x, gesture.to_y - gesture.y
    slider = _under(seen.elements, gesture.x, gesture.y, "range")
    if slider is not None:
        track = slider.track or slider.box
        amount = min(1.0, abs(across) / max(1, abs(track.width)))
        if amount < SHORTEST_STROKE:
            return a.Click(x=gesture.to_x, y=slider.box.center[1])
        return a.Swipe(direction="right" if across > 0 else "left", index=slider.index, amount=round(amount, 3))
    sideways = abs(across) > abs(along)
    finger: a.Direction = ("right" if across > 0 else "left") if sideways else ("down" if along > 0 else "up")
    scrolled = _under(seen.elements, gesture.x, gesture.y, "scrollable")
    if scrolled is not None:
        return a.Scroll(direction=_OPPOSITE[finger], index=scrolled.index)
    return a.Swipe(direction=finger, index=_index(_under(seen.elements, gesture.x, gesture.y, "clickable")))


_OPPOSITE: dict[a.Direction, a.Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}
"""A finger that goes up shows what lies further down."""


def _under(elements: Sequence[Element], x: int, y: int, has: str) -> Element | None:
    """The topmost element under a point that has something."""
    return next((one for one in reversed(elements) if getattr(one, has) and one.box.contains(x, y)), None)


def _index(element: Element | None) -> int | None:
    return element.index if element else None
