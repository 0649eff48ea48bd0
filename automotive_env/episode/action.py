"""What an agent can do. One table of actions yields the prompt text, the JSON schema, the parser and what controllers execute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypedDict, Union, get_args, get_origin, get_type_hints

from automotive_env.episode.faces import Face
from automotive_env.episode.field_values import (
    BoundedTextField,
    ChoiceField,
    EntriesField,
    FieldValue,
    FlagField,
    NumberField,
    PixelField,
    WholeNumberField,
)
from automotive_env.text.argument_values import fitted_object
from automotive_env.text.docstrings import docstring
from automotive_env.text.spelling import find_spelling

Direction = Literal["up", "down", "left", "right"]
Index = Annotated[int, WholeNumberField(0, 9_999)]
"""Number of an element in the list."""
Coordinate = Annotated[int, PixelField(0, 20_000)]
"""Screen pixels."""


class ActionError(ValueError):
    """A reply holds no action, or an invalid one. The message says what is allowed and is shown to the model.

    Attributes:
        why: the message without the example.
        example: an action of this kind as JSON text; may be empty.
    """

    def __init__(self, why: str, example: str = "") -> None:
        super().__init__(f"{why}; for example {example}" if example else why)
        self.why = why
        self.example = example


@dataclass(frozen=True, kw_only=True)
class _Action:
    """An action; what does not fit is refused with an `ActionError`."""

    def __post_init__(self) -> None:
        given = vars(self)
        given.update(_checked(action_type(type(self)), given))

    def to_json(self) -> dict[str, Any]:
        """The action as JSON, without fields that were left out."""
        said = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) != _default(one)}
        return said | {"action_type": getattr(self, "action_type", "")}


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


@dataclass(frozen=True, kw_only=True)
class _Touch(_Action):
    """A touch names an element by `index`, or a point by `x` and `y`."""

    index: Index | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None


@dataclass(frozen=True, kw_only=True)
class Click(_Touch):
    """Tap an element or a point."""

    action_type: Literal["click"] = "click"


@dataclass(frozen=True, kw_only=True)
class LongPress(_Touch):
    """Press an element or a point for a second."""

    action_type: Literal["long_press"] = "long_press"


@dataclass(frozen=True, kw_only=True)
class DoubleTap(_Touch):
    """Tap an element or a point twice."""

    action_type: Literal["double_tap"] = "double_tap"


@dataclass(frozen=True, kw_only=True)
class Swipe(_Action):
    """Drag a finger across an element (a slider, say) or the whole screen; `amount` is the part of its length, 0.05 to 1."""

    action_type: Literal["swipe"] = "swipe"
    direction: Direction
    index: Index | None = None
    amount: Annotated[float, NumberField(0.05, 1)] = 0.6


@dataclass(frozen=True, kw_only=True)
class Scroll(_Action):
    """Show what lies further in a direction, in a scrollable element or the whole screen."""

    action_type: Literal["scroll"] = "scroll"
    direction: Direction
    index: Index | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None


@dataclass(frozen=True, kw_only=True)
class InputText(_Action):
    """Type up to 120 characters into a text field, replacing what it holds unless `clear` is false; `submit` presses enter."""

    action_type: Literal["input_text"] = "input_text"
    text: Annotated[str, BoundedTextField(0, 500)]
    index: Index | None = None
    clear: bool = True
    submit: bool = False


@dataclass(frozen=True, kw_only=True)
class KeyboardEnter(_Action):
    """Press enter."""

    action_type: Literal["keyboard_enter"] = "keyboard_enter"


@dataclass(frozen=True, kw_only=True)
class NavigateBack(_Action):
    """Go back one screen, or close what lies on top."""

    action_type: Literal["navigate_back"] = "navigate_back"


@dataclass(frozen=True, kw_only=True)
class NavigateHome(_Action):
    """Go to the home screen."""

    action_type: Literal["navigate_home"] = "navigate_home"


@dataclass(frozen=True, kw_only=True)
class OpenApp(_Action):
    """Open an app by its name."""

    action_type: Literal["open_app"] = "open_app"
    app_name: Annotated[str, BoundedTextField(1, 60)]


@dataclass(frozen=True, kw_only=True)
class Wait(_Action):
    """Let `seconds` pass, a whole number from 1 to 60; 1 by default."""

    action_type: Literal["wait"] = "wait"
    seconds: Annotated[int, WholeNumberField(1, 60)] = 1


@dataclass(frozen=True, kw_only=True)
class Answer(_Action):
    """Say something to the user; the task goes on."""

    action_type: Literal["answer"] = "answer"
    text: Annotated[str, BoundedTextField(1, 1_000)]


@dataclass(frozen=True, kw_only=True)
class Status(_Action):
    """End the task: it is complete, or it is infeasible because it cannot or must not be done; `reason` then says why."""

    action_type: Literal["status"] = "status"
    goal_status: Literal["complete", "infeasible"]
    reason: Annotated[str, BoundedTextField(0, 500)] = ""


@dataclass(frozen=True, kw_only=True)
class Call(_Action):
    """Call a vehicle API by its full name, with its arguments."""

    action_type: Literal["call"] = "call"
    api: Annotated[str, BoundedTextField(1, 120)]
    arguments: Annotated[dict[str, Any], EntriesField(20)] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Drag(_Action):
    """Drag a finger from one point to another."""

    action_type: Literal["drag"] = "drag"
    x: Coordinate
    y: Coordinate
    to_x: Coordinate
    to_y: Coordinate


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
    | Drag
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
    "drag": '{"action_type": "drag", "x": 300, "y": 420, "to_x": 640, "to_y": 420}',
}
_BY_POINT: dict[str, tuple[str, str]] = {
    "click": ("Tap a point.", '{"action_type": "click", "x": 640, "y": 420}'),
    "long_press": ("Press a point for a second.", '{"action_type": "long_press", "x": 640, "y": 420}'),
    "double_tap": ("Tap a point twice.", '{"action_type": "double_tap", "x": 640, "y": 420}'),
    "swipe": (
        "Drag a finger across the whole screen; `amount` is the part of its length, 0.05 to 1.",
        '{"action_type": "swipe", "direction": "left", "amount": 0.5}',
    ),
    "scroll": (
        "Show what lies further in a direction, in the list at a point or in the whole screen.",
        '{"action_type": "scroll", "direction": "down", "x": 640, "y": 420}',
    ),
    "input_text": (
        "Type up to 120 characters into the text field that has the focus, replacing what it holds unless `clear` is false; "
        "`submit` presses enter.",
        '{"action_type": "input_text", "text": "Munich", "submit": true}',
    ),
}
"""What is said of an action, with an example, to an agent that sees pixels and no numbers of elements."""
_BY_EITHER: dict[str, tuple[str, str]] = {
    "scroll": (
        "Show what lies further in a direction, in a scrollable element, in the list at a point, or in the whole screen.",
        '{"action_type": "scroll", "direction": "down"}',
    ),
}
"""The same for an agent that may name elements and points."""


def action_type(kind: type[_Action]) -> str:
    """The name of a kind of action, such as "click"."""
    return str(getattr(kind, "action_type", ""))


ACTION_TYPES: tuple[str, ...] = tuple(action_type(kind) for kind in ACTIONS)
_KINDS = dict(zip(ACTION_TYPES, ACTIONS, strict=True))


WITHOUT_SCREEN: tuple[type[_Action], ...] = (Wait, Answer, Status, Call)
"""The kinds of action that an agent without a screen has."""


Aim: TypeAlias = Literal["elements", "points", "both"]
"""How an agent says where it touches: by the indexes of elements, by points, or by either."""


class ActionSpaceOptions(TypedDict, total=False):
    """What decides which actions are offered, and in what words."""

    shortcuts: bool
    face: Face
    aim: Aim


def actions(*, shortcuts: bool = True, face: Face = "screen", aim: Aim = "elements") -> tuple[type[_Action], ...]:
    """The kinds of action that are offered; without shortcuts, apps are opened through the launcher, not by name."""
    kinds = WITHOUT_SCREEN if face == "calls" else ACTIONS
    return tuple(kind for kind in kinds if (shortcuts or kind is not OpenApp) and (aim != "elements" or kind is not Drag))


@cache
def describe_actions(*, shortcuts: bool = True, face: Face = "screen", aim: Aim = "elements") -> str:
    """The actions as prompts list them: one line each, with an example."""
    return "\n".join(
        f"- {action_type(kind)}: {about} Example: {example}"
        for kind in actions(shortcuts=shortcuts, face=face, aim=aim)
        for about, example in (described(kind, aim),)
    )


def described(kind: type[_Action], aim: Aim = "elements") -> tuple[str, str]:
    """What a kind of action does, and an example of it as JSON."""
    name = action_type(kind)
    others = {"elements": {}, "points": _BY_POINT, "both": _BY_EITHER}[aim]
    return others.get(name, (docstring(kind), _EXAMPLES[name]))


def action_from_json(data: Any) -> Action:
    """Build an action from JSON, whatever way it came in: names in any spelling, values as `fitted` reads them, null left out.

    Raises:
        ActionError: the data do not fit; the message says what is allowed.
    """
    if not isinstance(data, dict):
        raise ActionError(f"an action is a JSON object, not {type(data).__name__}")
    said = data.get("action_type")
    name = find_spelling(said, ACTION_TYPES) if isinstance(said, str) else None
    if name is None:
        raise ActionError(f"action_type must be one of {', '.join(ACTION_TYPES)}, not {str(said)[:60]!r}")
    given = fitted_fields(name, {key: value for key, value in data.items() if key != "action_type"})
    kind: Any = _KINDS[name]
    if not _needed(name) <= given.keys() <= _fields(name).keys():
        _checked(name, given)  # it says what is missing or too much
    action: Action = kind(**given)
    return action


def action_of(name: str, given: Mapping[str, Any]) -> Action:
    """Build an action of a type from its fields, whose values are of the declared types already.

    Raises:
        ActionError: a value is out of bounds; the message says what is allowed.
    """
    action: Action = _KINDS[name](**given)  # type: ignore[assignment]
    return action


def fitted_fields(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a kind of action as it declares them, without those that are null; models give any action a reason."""
    found = fitted_object({key: value for key, value in given.items() if value is not None}, _arguments_schema(name))
    if "reason" not in _fields(name):
        found.pop("reason", None)
    return found


@cache
def _arguments_schema(name: str) -> dict[str, Any]:
    return {"properties": {field: schema for field, schema in action_fields(name).items() if field != "action_type"}}


def _checked(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an action's fields, as they are kept.

    Raises:
        ActionError: something is missing, too much or does not fit.
    """
    found: dict[str, Any] = {}
    wanted = _fields(name)
    for field_name, (held, needed, optional) in wanted.items():
        if field_name in given:
            value = given[field_name]
            try:
                found[field_name] = None if optional and value is None else held.checked(value)
            except ValueError as error:
                raise _refusal(name, f"{field_name}: {error}") from None
        elif needed:
            raise _refusal(name, f"{field_name}: Field required")
    for field_name in given:
        if field_name not in wanted:
            raise _refusal(name, f"{field_name:.60}: Extra inputs are not permitted")
    if {"index", "x"} <= wanted.keys():
        index, x, y = found.get("index") is not None, found.get("x") is not None, found.get("y") is not None
        if x != y or (index and x) or not (index or x or not issubclass(_KINDS[name], _Touch)):
            raise _refusal(name, "give either index, or both x and y")
    return found


def _refusal(name: str, why: str) -> ActionError:
    return ActionError(f"{name}: {why}", _EXAMPLES[name])


@cache
def _fields(name: str) -> dict[str, tuple[FieldValue, bool, bool]]:
    """The fields of a kind of action: name -> (what it may hold, whether it must be given, whether it may be None)."""
    kind = _KINDS[name]
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for one in fields(kind):
        shapes = [shape for shape in _alternatives(hints[one.name]) if shape is not type(None)]
        found[one.name] = (_held(shapes[0]), _default(one) is MISSING, len(shapes) < len(_alternatives(hints[one.name])))
    return found


@cache
def _needed(name: str) -> frozenset[str]:
    """The fields that must be given."""
    return frozenset(field_name for field_name, (_, needed, _) in _fields(name).items() if needed)


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) is UnionType or get_origin(hint) is Union else (hint,)


def _held(hint: Any) -> FieldValue:
    if get_origin(hint) is Annotated:
        held: FieldValue = hint.__metadata__[0]
        return held
    return FlagField() if hint is bool else ChoiceField(get_args(hint))


@cache
def action_fields(name: str) -> dict[str, dict[str, Any]]:
    """The fields of a kind of action, `action_type` first: name -> JSON schema, as far as it tells kinds and bounds of values."""
    held = {field_name: what.schema() for field_name, (what, _, _) in _fields(name).items()}
    return {"action_type": held["action_type"]} | held


@cache
def action_schema(*, shortcuts: bool = True, face: Face = "screen", aim: Aim = "elements") -> dict[str, Any]:
    """JSON schema of a reply that holds a reason and one action, in this order."""
    shapes = [
        shape
        for kind in actions(shortcuts=shortcuts, face=face, aim=aim)
        for shape in (_shapes(kind) if issubclass(kind, _Touch) or aim != "elements" else _shapes(kind)[:1])
    ]
    return object_schema({"reason": {"type": "string"}, "action": {"anyOf": shapes}})


def _shapes(kind: type[_Action]) -> list[dict[str, Any]]:
    """The shapes that an action may have: one, or that of an element and that of a point."""
    schemas, held = action_fields(action_type(kind)), _fields(action_type(kind))
    required = ["action_type", *(name for name, (_, needed, _) in held.items() if needed)]
    if not {"index", "x"} <= schemas.keys():
        return [object_schema(schemas, required)]
    element = {name: schema for name, schema in schemas.items() if name not in ("x", "y")}
    point = {name: schema for name, schema in schemas.items() if name != "index"}
    touched = [*required, "index"] if issubclass(kind, _Touch) else required
    return [object_schema(element, touched), object_schema(point, [*required, "x", "y"])]


@cache
def action_parameters(name: str, *, aim: Aim = "elements") -> dict[str, Any]:
    """The fields of a kind of action but `action_type`: JSON schema of the arguments of a tool.

    Args:
        name: of the kind.
        aim: what a touch names: an element, a point, or either, of which one is then to be given.
    """
    shapes = _shapes(_KINDS[name])
    shown = {"elements": shapes[:1], "points": shapes[-1:], "both": shapes}[aim]
    hidden = {"action_type", "index"} if aim == "points" else {"action_type"}
    fields_of = {name: schema for shape in shown for name, schema in shape["properties"].items() if name not in hidden}
    return object_schema(fields_of, [field for field in fields_of if all(field in shape["required"] for shape in shown)])


def object_schema(properties: Mapping[str, Any], required: Sequence[str] | None = None) -> dict[str, Any]:
    """JSON schema of an object with these properties and no others; all are required unless it is said which."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }
