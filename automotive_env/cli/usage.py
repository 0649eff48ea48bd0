"""What was typed wrong, in one sentence like every other error, where typer would print a box below the usage."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from automotive_env.errors import UsageError
from automotive_env.text.lists import any_of

if TYPE_CHECKING:
    from typer.models import CommandFunctionType

_Fault: type[Exception] = typer.BadParameter.__mro__[1]
"""What the parser raises: usage errors of click, which typer has a copy of under a private name."""
_OPTION = re.compile("--[a-z][a-z-]+")
_WORDS = {
    "Input should be a valid integer, unable to parse string as an integer": "a whole number is needed",
    "Input should be a valid number, unable to parse string as a number": "a number is needed",
    "Input should be": "it must be",
    "Got unexpected extra argument(s)": "too many arguments",
}
"""Words of the parser -> plainer ones."""


class OneLineErrorCommand(TyperCommand):
    """A command that says in one sentence what was typed wrong."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed.

        Raises:
            UsageError: it cannot be read.
        """
        _check_values(self, ctx, args)
        try:
            return super().parse_args(ctx, args)
        except _Fault as fault:
            raise _sentence(fault, ctx) from None


class OneLineErrorGroup(TyperGroup):
    """A group of commands that says so, too, and names a command that it does not have."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed before the command.

        Raises:
            UsageError: it cannot be read.
        """
        try:
            return super().parse_args(ctx, args)
        except _Fault as fault:
            raise _sentence(fault, ctx) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was typed.

        Raises:
            UsageError: none was typed.
        """
        try:
            return super().invoke(ctx)
        except _Fault as fault:
            if not str(getattr(fault, "message", "")).startswith("Missing command"):
                raise
            raise UsageError(f"missing command; choose {any_of(self.commands)}; see `{ctx.command_path} --help`") from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed.

        Raises:
            UsageError: there is none of that name.
        """
        try:
            return super().resolve_command(ctx, args)
        except _Fault as fault:
            raise _sentence(fault, ctx) from None


class OneLineErrorApp(typer.Typer):
    """An application, or a group of commands in one, whose errors are single sentences."""

    def __init__(self, **options: Any) -> None:
        """Make it, with options of `typer.Typer`."""
        super().__init__(cls=OneLineErrorGroup, pretty_exceptions_show_locals=False, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Add a command."""
        return super().command(name, cls=OneLineErrorCommand, **options)


def _check_values(command: TyperCommand, context: Any, args: list[str]) -> None:
    """Refuse the name of an option in place of another option's value, which the parser would take as that value.

    Raises:
        UsageError: there is one.
    """
    options = [
        one for one in command.get_params(context) if one.param_type_name == "option" and not getattr(one, "is_flag", False)
    ]
    valued = {name for one in options for name in one.opts}
    for option, value in pairwise(args[: args.index("--")] if "--" in args else args):
        if option in valued and _OPTION.fullmatch(value):
            raise UsageError(f"{option} needs a value, not {value}; if that is the value, write {option}={value}")


def _sentence(fault: Exception, context: Any) -> UsageError:
    told = str(getattr(fault, "format_message", fault.__str__)()).rstrip(".")
    for words, plainer in _WORDS.items():
        told = told.replace(words, plainer)
    told += _about_missing(fault)
    told = f"{told[:1].lower()}{told[1:]}{' See' if told.endswith('?') else '; see'}"
    return UsageError(f"{told} `{context.command_path} --help`")


def _about_missing(fault: Exception) -> str:
    """What a missing argument or option is for, by the first clause of its help; empty for other faults."""
    is_missing = type(fault).__name__ == "MissingParameter"
    about = str(getattr(getattr(fault, "param", None), "help", None) or "") if is_missing else ""
    first = re.split(r"[.;:](?:\s|$)", about.replace("\\[", "["), maxsplit=1)[0]
    return f" ({first[:1].lower()}{first[1:]})" if first else ""
