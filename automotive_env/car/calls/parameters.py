"""Parameters of APIs: each checks values and yields their JSON schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.car.core.errors import CallRefused, shown
from automotive_env.car.core.structure import Struct
from automotive_env.car.core.values import is_text

REQUIRED: Any = ...
"""Default of a parameter that has none."""

SPEAKER = "the speaker's seat"
"""Default of `PlacesParameter`: whoever speaks means the own seat."""


class Parameter:
    """One named argument of an API.

    Attributes:
        description: what it means.
        default: the value when it is left out, or `REQUIRED`.
    """

    name: str = ""

    def __init__(self, description: str, default: Any = REQUIRED) -> None:
        self.description = description
        self.default = default

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def belong_to(self, device: type[Struct]) -> None:
        """Take what depends on the API's device; called once when its class is complete."""

    def check(self, value: Any) -> Any:
        """Return the value as the API's body gets it.

        Raises:
            Refused: the value is not allowed; the message says what is.
        """
        raise NotImplementedError

    def allowed(self) -> str:
        """What is accepted, in words."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON schema of accepted values."""
        raise NotImplementedError

    def refuse(self, value: Any) -> CallRefused:
        return CallRefused(f"{self.name} must be {self.allowed()}, not {shown(value)}")


class SwitchParameter(Parameter):
    """True or false."""

    def check(self, value: Any) -> bool:
        if value is True or value is False:
            return value
        raise self.refuse(value)

    def allowed(self) -> str:
        return "true or false"

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "description": self.description}


class WordParameter(Parameter):
    """One of a few words."""

    def __init__(self, description: str, choices: Sequence[str], default: Any = REQUIRED) -> None:
        super().__init__(description, default)
        self.choices = tuple(choices)
        self._accepted = frozenset(choices)

    def check(self, value: Any) -> str:
        if isinstance(value, str) and value in self._accepted:
            return value
        raise self.refuse(value)

    def allowed(self) -> str:
        return "one of " + ", ".join(map(repr, self.choices))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices), "description": self.description}


class NumberParameter(Parameter):
    """A finite number between two bounds, both included; a whole one where `whole`."""

    def __init__(
        self,
        description: str,
        default: Any = REQUIRED,
        *,
        low: float = -1_000_000,
        high: float = 1_000_000,
        whole: bool = False,
    ) -> None:
        super().__init__(description, default)
        self.low = low
        self.high = high
        self.whole = whole

    def check(self, value: Any) -> float:
        kind = type(value)
        if (kind is int or kind is float) and self.low <= value <= self.high:  # NaN fails both comparisons
            if kind is int or not self.whole:
                return value  # type: ignore[no-any-return]
            if value.is_integer():
                return int(value)
        raise self.refuse(value)

    def allowed(self) -> str:
        return f"a{' whole' if self.whole else ''} number from {self.low:g} to {self.high:g}"

    def schema(self) -> dict[str, Any]:
        kind = "integer" if self.whole else "number"
        return {"type": kind, "minimum": self.low, "maximum": self.high, "description": self.description}


class TextParameter(Parameter):
    """Text of a bounded length."""

    def __init__(self, description: str, default: Any = REQUIRED, *, longest: int = 500, empty: bool = False) -> None:
        super().__init__(description, default)
        self.longest = longest
        self.empty = empty

    def check(self, value: Any) -> str:
        if is_text(value, self.longest) and (self.empty or value.strip()):
            return value
        raise self.refuse(value)

    def allowed(self) -> str:
        return f"text of {0 if self.empty else 1} to {self.longest} characters"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.longest, "description": self.description}


MAX_PHRASE_CHARACTERS = 200


class TextListParameter(Parameter):
    """A list of texts."""

    def __init__(self, description: str, *, most: int = 20) -> None:
        super().__init__(description, REQUIRED)
        self.most = most

    def check(self, value: Any) -> list[str]:
        fits = isinstance(value, (list, tuple)) and 0 < len(value) <= self.most
        if fits and all(is_text(item, MAX_PHRASE_CHARACTERS) and item.strip() for item in value):
            return list(value)
        raise self.refuse(value)

    def allowed(self) -> str:
        return f"a list of 1 to {self.most} texts"

    def schema(self) -> dict[str, Any]:
        items = {"type": "string", "maxLength": MAX_PHRASE_CHARACTERS}
        return {"type": "array", "items": items, "maxItems": self.most, "description": self.description}


class PlacesParameter(Parameter):
    """One or several places of the car, or "all"; a single place may stand without its list.

    The default is a place, a list of places, or `SPEAKER`.
    """

    def __init__(self, description: str, places: Sequence[str], default: Any = SPEAKER, *, a_list: bool = True) -> None:
        super().__init__(description, default)
        self.places = tuple(places)
        self.a_list = a_list
        self._known: Mapping[str, tuple[str, ...]] = {
            **{place: (place,) for place in places},
            "all": tuple(places),
        }

    def check(self, value: Any) -> tuple[str, ...]:
        known = self._known
        one = value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value
        if isinstance(one, str):
            if one in known:
                return known[one]
        elif isinstance(value, (list, tuple)) and value and all(isinstance(item, str) and item in known for item in value):
            return tuple(dict.fromkeys(place for item in value for place in known[item]))
        raise self.refuse(value)

    def allowed(self) -> str:
        return "one or several of " + ", ".join(map(repr, self._known))

    def schema(self) -> dict[str, Any]:
        one = {"type": "string", "enum": list(self._known)}
        if not self.a_list:
            return {**one, "description": self.description}
        return {"type": "array", "items": one, "minItems": 1, "description": self.description}
