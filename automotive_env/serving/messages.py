"""The messages that the page sends, one for each thing that a person does: bounded in size, checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from automotive_env.car.systems.system import ALERT_KINDS

MAX_MESSAGE = 4_096
"""Bytes of the longest message that is read."""

T = TypeVar("T")
MessageCoordinate = Annotated[int, Field(ge=0, le=20_000, strict=True)]
NameText = Annotated[str, Field(min_length=1, max_length=120)]


class MessageError(ValueError):
    """A message that says nothing we know; the text says what is allowed."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Point(_Message):
    x: MessageCoordinate
    y: MessageCoordinate


class TapMessage(_Point):
    """Touch a point of the display."""

    do: Literal["tap"]


class LongPressMessage(_Point):
    """Touch a point for a second."""

    do: Literal["long_press"]


class DragMessage(_Point):
    """Draw a finger from a point to another; `more` where it goes on the drag before, which stays one change."""

    do: Literal["drag"]
    to_x: MessageCoordinate
    to_y: MessageCoordinate
    more: bool = False


class ScrollMessage(_Point):
    """Move the list under a point by pixels, above 0 to see what lies further down."""

    do: Literal["scroll"]
    by: Annotated[int, Field(ge=-2_000, le=2_000)]


class TextMessage(_Message):
    """Type into the field that has the focus, behind what is there."""

    do: Literal["text"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class KeyMessage(_Message):
    """Press a key: the two that edit a field, the button Back, the button Home."""

    do: Literal["key"]
    key: Literal["enter", "backspace", "back", "home"]


class OpenAppMessage(_Message):
    """Open an app."""

    do: Literal["open"]
    app: Annotated[str, Field(min_length=1, max_length=60)]


class RoadMessage(_Message):
    """Set a property of the road side, such as "weather"; `more` where a slider moves on, which stays one change."""

    do: Literal["road"]
    name: NameText
    value: bool | float | Annotated[str, Field(max_length=80)]
    more: bool = False


class AlertMessage(_Message):
    """Raise a safety alert."""

    do: Literal["alert"]
    kind: Literal[ALERT_KINDS]  # type: ignore[valid-type]


class RingMessage(_Message):
    """Let the phone ring."""

    do: Literal["ring"]


class WaitMessage(_Message):
    """Let time pass."""

    do: Literal["wait"]
    seconds: Annotated[int, Field(ge=1, le=86_400)]


class MoveMessage(_Message):
    """Put the car into another city."""

    do: Literal["place"]
    place: NameText


class Pick(_Message):
    """Say what an element is called, what it sets, and how a task's solution touches it; nothing is touched."""

    do: Literal["pick"]
    index: Annotated[int, Field(ge=0, le=10_000)]


class RestartMessage(_Message):
    """Begin again with the car as it was when the server started."""

    do: Literal["restart"]


PageMessage: TypeAlias = (
    TapMessage
    | LongPressMessage
    | DragMessage
    | ScrollMessage
    | TextMessage
    | KeyMessage
    | OpenAppMessage
    | RoadMessage
    | AlertMessage
    | RingMessage
    | WaitMessage
    | MoveMessage
    | Pick
    | RestartMessage
)

_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(Annotated[PageMessage, Field(discriminator="do")])


def parse(text: str) -> PageMessage:
    """Read a message of the page.

    Raises:
        MessageError: it is too long, no JSON, or nothing that is allowed.
    """
    return read(text, _MESSAGES)


def read(text: str, kinds: TypeAdapter[T]) -> T:
    """Read one of several kinds of messages.

    Raises:
        MessageError: it is too long, no JSON, or none of them.
    """
    if len(text.encode("utf-8", "replace")) > MAX_MESSAGE:
        raise MessageError(f"a message has at most {MAX_MESSAGE} bytes")
    try:
        return kinds.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise MessageError(f"{where + ': ' if where else ''}{first['msg']}"[:300]) from None
