"""Options, each declared once as a field of a frozen dataclass: help, parsing and checks are made from the declaration.

played = OptionGroup("What is played")
...
trials: int = played(1, "Play each instance N times.", within=(1, 1_000))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from automotive_env.errors import UsageError
from automotive_env.text.lists import all_of, any_of

T = TypeVar("T")
Users: TypeAlias = Literal["all", "suites", "kate"]
MAX_SHOWN = 60
"""Characters of a wrong value that a message shows."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: what its panel call says, and below what its field does.

    Attributes:
        help: what it does, one sentence; empty for a field that cannot be typed.
        panel: heading of the help that it stands under.
        flag: what is typed; by itself "--" and the field's name.
        only_off: whether a switch that is on can be turned off, and not on.
        none: help of a further flag "--no-NAME" that asks for no value at all; empty without such a flag.
        within: lowest and highest number.
        repeated: whether several values are typed as several options, not with commas.
        users: who has a use for it: everybody, suites that name it in `Suite.takes`, or agents with the prefix "kate:".
        decides: whether results depend on it; a run is resumed with the same value only.
        recorded: whether the manifest holds it; it holds no secrets and no addresses.
        selects: whether it chooses what is played; runs that differ in it are not comparable.
        opens_files: whether its value names a file; a resumed run opens only files that the user names again.
        name: of the field.
        default: value where nothing is typed.
        kind: type of a value, or of each of several.
        many: whether it has several values.
        optional: whether its value may be None.
        choices: the values that are allowed; empty for any of the kind.
    """

    help: str
    panel: str
    flag: str = ""
    only_off: bool = False
    none: str = ""
    within: tuple[float, float] | None = None
    repeated: bool = False
    users: Users = "all"
    decides: bool = True
    recorded: bool = True
    selects: bool = False
    opens_files: bool = False
    name: str = ""
    default: Any = None
    kind: type[Any] = str
    many: bool = False
    optional: bool = False
    choices: tuple[Any, ...] = ()

    @property
    def change(self) -> str:
        """What is typed to change the default."""
        return self.flag.replace("--", "--no-", 1) if self.default is True else self.flag

    def read(self, typed: Any) -> Any:
        """The value of what was typed, which the command line has converted to the kind.

        Raises:
            UsageError: there are commas only.
        """
        if self.repeated:
            return tuple(typed or ())
        if self.many:
            return words(typed, self.flag) or (None if self.optional else ())
        return None if self.optional and typed == "" else typed

    def check(self, value: Any) -> None:
        """Refuse a value that is not allowed.

        Raises:
            UsageError: the message names what is.
        """
        if value is None:
            return
        if self.within and not self.within[0] <= value <= self.within[1]:
            raise UsageError(f"{self.flag} must be from {_number(self.within[0])} to {_number(self.within[1])}, not {value}")
        given = value if self.many else (value,)
        wrong = [one for one in given if one not in self.choices]
        if self.choices and (wrong or len(set(given)) < len(given) or (not given and self.default != ())):
            once = "" if wrong or not given else ", each once"
            shown = ",".join(map(str, wrong or given)) or "nothing"
            allowed = f"one or more of {all_of(self.choices)}" if self.many else any_of(self.choices)
            raise UsageError(f"{self.flag} takes {allowed}{once}, not {shown[:MAX_SHOWN]!r}")


def _number(value: float) -> str:
    """A bound as people type it."""
    return f"{value:g}" if value < 10**6 else f"{value:.0f}"


class OptionGroup:
    """Declares the options under one heading of the help."""

    def __init__(self, title: str, **same: Any) -> None:
        """Begin a panel; `same` are attributes that all of its options share."""
        self.title = title
        self._same = same

    def __call__(self, default: T, help: str, flag: str = "", **more: Any) -> T:
        """A field with this default, help and flag, and further attributes of `Option`."""
        option = Option(help, self.title, flag, **self._same | more)
        return field(default=default, repr=option.recorded, metadata={"option": option})


_DECLARED: dict[type[Any], Mapping[str, Option]] = {}


def declared(kind: type[Any]) -> Mapping[str, Option]:
    """Name -> option, of all fields of a dataclass that are options."""
    if kind not in _DECLARED:
        types, found = get_type_hints(kind), [one for one in fields(kind) if "option" in one.metadata]
        _DECLARED[kind] = MappingProxyType({one.name: _option(one, types[one.name]) for one in found})
    return _DECLARED[kind]


def _option(declaring: Field[Any], kind: Any) -> Option:
    """An option with what its field says."""
    option: Option = declaring.metadata["option"]
    if optional := get_origin(kind) in (Union, UnionType):
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    if many := get_origin(kind) is tuple:
        kind = get_args(kind)[0]
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    kind = type(choices[0]) if choices else kind
    named = replace(option, name=declaring.name, flag=option.flag or as_flag(declaring.name), default=declaring.default)
    return replace(named, kind=kind, many=many, optional=optional, choices=choices)


def as_flag(name: str) -> str:
    """The option that a name makes."""
    return f"--{name.replace('_', '-')}"


def check_values(options: Any) -> None:
    """Refuse values that are not allowed.

    Raises:
        UsageError: the message names what is.
    """
    for name, option in declared(type(options)).items():
        option.check(getattr(options, name))


def given(options: Any, users: Users | None = None) -> tuple[Option, ...]:
    """Options with another value than their default; of all, or of those for some users."""
    known = declared(type(options)).values()
    return tuple(one for one in known if users in (None, one.users) and getattr(options, one.name) != one.default)


def check_use(user: str, options: Any, takes: Collection[str], users: Users | None = None) -> None:
    """Refuse values that are not allowed, and options that are given to somebody who has no use for them.

    Args:
        user: what the message calls them.
        options: what is asked for.
        takes: names of the options that they have a use for.
        users: looks only at the options for these.

    Raises:
        UsageError: the message names the values that are allowed, or the options that they take.
    """
    check_values(options)
    if useless := [one.change for one in given(options, users) if one.name not in takes]:
        known = ", ".join(one.change for one in declared(type(options)).values() if one.name in takes)
        it, nothing = (f"of the options that only some {users} use, it", "none") if users else ("it", "no such option")
        raise UsageError(f"{user} does not use {all_of(useless)}; {it} takes {known or nothing}")


def words(text: str, option: str) -> tuple[str, ...]:
    """The values that were typed with commas after an option; none where nothing was typed.

    Raises:
        UsageError: there are commas only.
    """
    found = tuple(word.strip() for word in text.split(",") if word.strip())
    if text and not found:
        raise UsageError(f"{option} is empty: {text[:MAX_SHOWN]!r}; give a value, or several separated by commas")
    return found
