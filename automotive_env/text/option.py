"""Options, each declared once: an `Option` annotates a field of a frozen dataclass, which has its name, type and default.

    trials: Annotated[int, Option("Play each instance this many times.", within=(1, 1_000))] = 1

The command line, its help and the checks of values are made from the declaration.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from automotive_env.errors import UsageError

Users: TypeAlias = Literal["all", "suites", "kate"]
MAX_SHOWN = 60
"""Characters of a wrong value that a message shows."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a field's name, type and default do not say.

    Attributes:
        help: what the option does, one sentence; empty for a field that cannot be typed.
        panel: heading of the help that it stands under.
        flag: what is typed, where that is not the field's name; "--no-NAME" for a switch that can only be turned off.
        none: help of a further flag "--no-NAME" that asks for no value at all; empty without such a flag.
        within: lowest and highest number.
        repeated: whether several values are typed as several options, not with commas.
        users: who has a use for it: everybody, suites that name it in `Suite.takes`, or agents with the prefix "kate:".
        decides: whether results depend on it; a run is resumed with the same value only.
        recorded: whether the manifest holds it; it does not hold secrets and addresses.
        selects: whether it chooses what is played; runs that differ in it are not comparable.
        opens_files: whether its value names a file; a resumed run opens only files that the user names again.
    """

    help: str
    panel: str = ""
    flag: str = ""
    none: str = ""
    within: tuple[float, float] | None = None
    repeated: bool = False
    users: Users = "all"
    decides: bool = True
    recorded: bool = True
    selects: bool = False
    opens_files: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredOption:
    """An option with all that its field says.

    Attributes:
        name: of the field.
        about: what the annotation says.
        default: value where nothing is typed.
        kind: type of a value, or of each of several.
        many: whether it has several values.
        optional: whether its value may be None.
        choices: the values that are allowed; empty for any of the kind.
    """

    name: str
    about: Option
    default: Any
    kind: type[Any]
    many: bool
    optional: bool
    choices: tuple[Any, ...]

    @property
    def flag(self) -> str:
        """What messages call it, such as "--max-steps"."""
        return (self.about.flag or as_flag(self.name)).replace("--no-", "--", 1)

    @property
    def change(self) -> str:
        """What is typed to change the default."""
        return self.flag.replace("--", "--no-", 1) if self.default is True else self.flag

    def read(self, typed: Any) -> Any:
        """The value of what was typed, which the command line has converted to the kind.

        Raises:
            UsageError: there are commas only.
        """
        if self.about.repeated:
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
        if self.about.within and not self.about.within[0] <= value <= self.about.within[1]:
            low, high = self.about.within
            raise UsageError(f"{self.flag} must be from {low:g} to {high:g}, not {value}")
        given = value if self.many else (value,)
        wrong = [one for one in given if one not in self.choices]
        if self.choices and (wrong or len(set(given)) < len(given) or (not given and self.default != ())):
            once = "" if wrong or not given else ", each once"
            shown = ",".join(map(str, wrong or given)) or "nothing"
            raise UsageError(f"{self.flag} takes {', '.join(map(str, self.choices))}{once}; not {shown[:MAX_SHOWN]!r}")


def declared(kind: type[Any]) -> Mapping[str, DeclaredOption]:
    """Name -> option, of all fields of a dataclass that are options."""
    if kind not in _DECLARED:
        _DECLARED[kind] = MappingProxyType(_options_of(kind))
    return _DECLARED[kind]


_DECLARED: dict[type[Any], Mapping[str, DeclaredOption]] = {}


def _options_of(kind: type[Any]) -> dict[str, DeclaredOption]:
    hints, defaults = get_type_hints(kind, include_extras=True), {one.name: one.default for one in fields(kind)}
    annotated = {name: hints[name] for name in defaults if hasattr(hints[name], "__metadata__")}
    return {name: _declared(name, hint, defaults[name]) for name, hint in annotated.items()}


def _declared(name: str, hint: Any, default: Any) -> DeclaredOption:
    (about,) = hint.__metadata__
    kind = hint.__origin__
    optional = get_origin(kind) in (Union, UnionType)
    if optional:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    many = get_origin(kind) is tuple
    if many:
        kind = get_args(kind)[0]
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return DeclaredOption(name, about, default, type(choices[0]) if choices else kind, many, optional, choices)


def as_flag(name: str) -> str:
    """The option that a name makes."""
    return f"--{name.replace('_', '-')}"


def check_values(options: Any) -> None:
    """Refuse values that are not allowed.

    Raises:
        UsageError: the message names what is.
    """
    for name, one in declared(type(options)).items():
        one.check(getattr(options, name))


def given(options: Any, users: Users | None = None) -> tuple[str, ...]:
    """Names of the options that differ from their defaults; of all, or of those for some users."""
    found = {name: one for name, one in declared(type(options)).items() if users in (None, one.about.users)}
    return tuple(name for name, one in found.items() if getattr(options, name) != one.default)


def check_use(user: str, options: Any, takes: Collection[str], users: Users | None = None) -> None:
    """Refuse options that are given to somebody who has no use for them.

    Args:
        user: what the message calls them.
        options: what is asked for.
        takes: names of the options that they have a use for.
        users: looks only at the options for these.

    Raises:
        UsageError: the message names the options that they take.
    """
    known = {name: one for name, one in declared(type(options)).items() if users in (None, one.about.users)}
    if useless := [known[name].change for name in given(options, users) if name not in takes]:
        used = ", ".join(one.change for name, one in known.items() if name in takes)
        raise UsageError(f"{user} has no use for {' and '.join(useless)}; it takes {used or 'no such option'}")


def words(text: str, option: str) -> tuple[str, ...]:
    """The values that were typed with commas after an option; none where nothing was typed.

    Raises:
        UsageError: there are commas only.
    """
    found = tuple(word.strip() for word in text.split(",") if word.strip())
    if text and not found:
        raise UsageError(f"{option} names nothing: {text[:MAX_SHOWN]!r}")
    return found
