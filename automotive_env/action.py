"""What an agent can do. One table of actions yields the prompt text, the JSON schema, the parser and what controllers execute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

Direction = Literal["up", "down", "left", "right"]
Index = Annotated[int, Field(ge=0, le=9_999, strict=True, description="number of an element in the list")]
Coordinate = Annotated[int, Field(ge=0, le=20_000, strict=True, description="screen pixels")]


class ActionError(ValueError):
    """A reply holds no action, or one that does not fit; the message says what is allowed and is shown to the model."""


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """The action as JSON, without fields that were left out."""
        return self.model_dump(exclude_defaults=True) | {"action_type": getattr(self, "action_type", "")}


class _Touch(_Action):
    """A touch names an element by `index`, or a point by `x` and `y`."""

    index: Index | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        point = self.x is not None and self.y is not None
        if (self.x is None) != (self.y is None) or (self.index is None) != point:
            raise ValueError("give either index, or both x and y")
        return self


class Click(_Touch):
    """Tap an element or a point."""

    action_type: Literal["click"] = "click"


class LongPress(_Touch):
    """Press an element or a point for a second."""

    action_type: Literal["long_press"] = "long_press"


class DoubleTap(_Touch):
    """Tap an element or a point twice."""

    action_type: Literal["double_tap"] = "double_tap"


class Swipe(_Action):
    """Drag a finger across an element (a slider, say) or the whole screen; `amount` is the part of its length, 0.05 to 1."""

    action_type: Literal["swipe"] = "swipe"
    direction: Direction
    index: Index | None = None
    amount: Annotated[float, Field(ge=0.05, le=1, strict=True)] = 0.6


class Scroll(_Action):
    """Show what lies further in a direction, in a scrollable element or the whole screen."""

    action_type: Literal["scroll"] = "scroll"
    direction: Direction
    index: Index | None = None


class InputText(_Action):
    """Type into a text field, replacing what it holds unless `clear` is false; `submit` presses enter afterwards."""

    action_type: Literal["input_text"] = "input_text"
    text: Annotated[str, Field(max_length=500)]
    index: Index | None = None
    clear: bool = True
    submit: bool = False


class KeyboardEnter(_Action):
    """Press enter."""

    action_type: Literal["keyboard_enter"] = "keyboard_enter"


class NavigateBack(_Action):
    """Go back one screen, or close what lies on top."""

    action_type: Literal["navigate_back"] = "navigate_back"


class NavigateHome(_Action):
    """Go to the home screen."""

    action_type: Literal["navigate_home"] = "navigate_home"


class OpenApp(_Action):
    """Open an app by its name."""

    action_type: Literal["open_app"] = "open_app"
    app_name: Annotated[str, Field(min_length=1, max_length=60)]


class Wait(_Action):
    """Let `seconds` pass, 1 to 60; 1 by default."""

    action_type: Literal["wait"] = "wait"
    seconds: Annotated[int, Field(ge=1, le=60, strict=True)] = 1


class Answer(_Action):
    """Say something to the user; the task goes on."""

    action_type: Literal["answer"] = "answer"
    text: Annotated[str, Field(min_length=1, max_length=1_000)]


class Status(_Action):
    """End the task: it is complete, or it is infeasible because it cannot or must not be done; `reason` then says why."""

    action_type: Literal["status"] = "status"
    goal_status: Literal["complete", "infeasible"]
    reason: Annotated[str, Field(max_length=500)] = ""


class Call(_Action):
    """Call a vehicle API by its full name, with its arguments."""

    action_type: Literal["call"] = "call"
    api: Annotated[str, Field(min_length=1, max_length=120)]
    arguments: dict[str, Any] = Field(default_factory=dict, max_length=20)


Action: TypeAlias = (
    Click
    | LongPress
    | DoubleTap
    | Swipe
    | Scroll
    | InputText
    | KeyboardEnter
    | NavigateBack
    | NavigateHome
    | OpenApp
    | Wait
    | Answer
    | Status
    | Call
)

ACTIONS: tuple[type[_Action], ...] = get_args(Action)
"""Every kind of action, in the order in which prompts list them."""

_EXAMPLES: dict[str, str] = {
    "click": '{"action_type": "click", "index": 12}',
    "long_press": '{"action_type": "long_press", "index": 12}',
    "double_tap": '{"action_type": "double_tap", "index": 12}',
    "swipe": '{"action_type": "swipe", "direction": "right", "index": 7, "amount": 0.3}',
    "scroll": '{"action_type": "scroll", "direction": "down"}',
    "input_text": '{"action_type": "input_text", "index": 3, "text": "Munich", "submit": true}',
    "keyboard_enter": '{"action_type": "keyboard_enter"}',
    "navigate_back": '{"action_type": "navigate_back"}',
    "navigate_home": '{"action_type": "navigate_home"}',
    "open_app": '{"action_type": "open_app", "app_name": "climate"}',
    "wait": '{"action_type": "wait", "seconds": 5}',
    "answer": '{"action_type": "answer", "text": "It is 21 degrees inside."}',
    "status": '{"action_type": "status", "goal_status": "infeasible", "reason": "There is no sunroof."}',
    "call": '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "ice", "message": "Ice ahead."}}',
}

_adapter: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="action_type")])


def action_type(kind: type[_Action]) -> str:
    """The name of a kind of action, such as "click"."""
    return str(kind.model_fields["action_type"].default)


ACTION_TYPES: tuple[str, ...] = tuple(action_type(kind) for kind in ACTIONS)


def actions(*, shortcuts: bool = True) -> tuple[type[_Action], ...]:
    """The kinds of action that are offered; without shortcuts, apps are not opened by name but through the launcher."""
    return tuple(kind for kind in ACTIONS if shortcuts or kind is not OpenApp)


def describe_actions(*, shortcuts: bool = True) -> str:
    """The actions as prompts list them: one line each, with an example."""
    return "\n".join(
        f"- {action_type(kind)}: {' '.join((kind.__doc__ or '').split())} Example: {_EXAMPLES[action_type(kind)]}"
        for kind in actions(shortcuts=shortcuts)
    )


def action_from_json(data: Any) -> Action:
    """Build an action from JSON.

    Raises:
        ActionError: the data do not fit; the message says what is allowed.
    """
    try:
        return _adapter.validate_python(data)
    except ValidationError as error:
        raise ActionError(_explain(data, error)) from None


def _explain(data: Any, error: ValidationError) -> str:
    if not isinstance(data, dict):
        return f"an action is a JSON object, not {type(data).__name__}"
    name = data.get("action_type")
    if name not in ACTION_TYPES:
        return f"action_type must be one of {', '.join(ACTION_TYPES)}, not {str(name)[:60]!r}"
    first = error.errors(include_url=False, include_context=False)[0]
    field = ".".join(str(part) for part in first["loc"] if part != name)
    message = first["msg"].removeprefix("Value error, ")
    return f"{name}: {field + ': ' if field else ''}{message}; for example {_EXAMPLES[name]}"


@cache
def action_fields(name: str) -> dict[str, dict[str, Any]]:
    """The fields of a kind of action, `action_type` first: name -> JSON schema, as far as it tells kinds and bounds of values."""
    kind = ACTIONS[ACTION_TYPES.index(name)]
    found: dict[str, dict[str, Any]] = kind.model_json_schema()["properties"]
    return {field: _plain(found[field]) for field in sorted(found, key=lambda field: field != "action_type")}


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A field's schema in the words that every server understands; an optional one may be left out, so it is never null."""
    held = next((one for one in schema.get("anyOf", ()) if one.get("type") != "null"), schema)
    kept = {word: held[word] for word in ("type", "enum", "minimum", "maximum") if word in held}
    return kept | ({"enum": [held["const"]]} if "const" in held else {})


@cache
def action_schema(*, shortcuts: bool = True) -> dict[str, Any]:
    """JSON schema of a reply that holds a reason and one action, in this order."""
    shapes = [one for kind in actions(shortcuts=shortcuts) for one in _shapes(kind)]
    return object_schema({"reason": {"type": "string"}, "action": {"anyOf": shapes}})


def _shapes(kind: type[_Action]) -> list[dict[str, Any]]:
    """The shapes that an action may have: one, or for a touch that of an element and that of a point."""
    fields = action_fields(action_type(kind))
    required = ["action_type", *(name for name, field in kind.model_fields.items() if field.is_required())]
    if not issubclass(kind, _Touch):
        return [object_schema(fields, required)]
    return [object_schema({name: fields[name] for name in ("action_type", *target)}) for target in (("index",), ("x", "y"))]


def object_schema(properties: Mapping[str, Any], required: Sequence[str] | None = None) -> dict[str, Any]:
    """JSON schema of an object with these properties and no others; all are required unless it is said which."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }
