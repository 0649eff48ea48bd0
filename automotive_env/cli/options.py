"""The options of a run on the command line, made from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.errors import UsageError
from automotive_env.runs.options import RunOptions
from automotive_env.text.option import DeclaredOption, declared

if TYPE_CHECKING:
    from automotive_env.runs.execution.options import Options

OPTIONS = declared(RunOptions)


def with_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take these options of a run, all without names, in front of its own; `asked_for` reads them."""
    chosen = [OPTIONS[name] for name in names] or [one for one in OPTIONS.values() if one.about.help]
    panels = list(dict.fromkeys(one.about.panel for one in chosen))
    chosen.sort(key=lambda one: panels.index(one.about.panel))

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True)

        @wraps(command)
        def taking(**typed: Any) -> None:
            command(**{name: typed[name] for name in own.parameters})

        shared = [parameter for one in chosen for parameter in _parameters(one)]
        mine = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own.parameters.values()]
        taking.__dict__["__signature__"] = inspect.Signature([*shared, *mine])
        taking.__annotations__ = {}
        return taking

    return decorated


def _parameters(one: DeclaredOption) -> Iterator[inspect.Parameter]:
    """What typer makes an option of, and the flag that asks for no value."""
    yield _parameter(one.name, _kind(one), _default(one), option_of(one.name, one.about.panel))
    if one.about.none:
        flag = typer.Option(one.flag.replace("--", "--no-", 1), help=one.about.none, rich_help_panel=one.about.panel)
        yield _parameter(f"no_{one.name}", bool, False, flag)


def _parameter(name: str, kind: Any, default: object, info: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])


def option_of(name: str, panel: str | None = None) -> Any:
    """How typer declares an option, for commands that annotate parameters of their own with it."""
    one = OPTIONS[name]
    can_only_end = one.default is True and bool(one.about.flag)
    flags = f" /{one.change}" if can_only_end else f"{one.flag}/{one.change}" if one.default is True else one.flag
    return typer.Option(flags, help=one.about.help, rich_help_panel=panel, show_default=not can_only_end)


def _kind(one: DeclaredOption) -> Any:
    """The type that typer converts to: texts stand for several values, and for none where they are empty."""
    if one.about.repeated:
        return list[str] | None
    return one.kind | None if one.optional and not _is_text(one) else str if one.many else one.kind


def _default(one: DeclaredOption) -> object:
    if one.about.repeated:
        return None
    return ",".join(one.default or ()) if one.many else "" if one.optional and _is_text(one) else one.default


def _is_text(one: DeclaredOption) -> bool:
    return one.many or one.kind is str


def asked_for(command: typer.Context) -> Options:
    """What was asked for: all options of a new run, and those that were typed in place of those of an earlier run.

    Raises:
        UsageError: options exclude each other, or the earlier run cannot be resumed.
    """
    from automotive_env.agents.registry import as_named
    from automotive_env.runs.execution.options import Options
    from automotive_env.runs.execution.resuming import resumed_options
    from automotive_env.runs.records.folder import RunFolder

    resume = command.params["resume"]
    typed = {name: value for name, value in command.params.items() if not resume or was_typed(command, name)}
    given = {name: _value(one, typed) for name, one in OPTIONS.items() if {name, f"no_{name}"} & typed.keys()}
    if "agents" in given:
        given["agents"] = tuple(map(as_named, given["agents"]))
    return resumed_options(RunFolder.open(resume), given) if resume else Options(**given)


def _value(one: DeclaredOption, typed: Mapping[str, Any]) -> Any:
    if one.about.none and typed.get(f"no_{one.name}"):
        if typed.get(one.name):
            raise UsageError(f"{one.flag} and --no-{one.flag[2:]} exclude each other; give one of them")
        return ()
    return one.read(typed.get(one.name, ""))


def was_typed(command: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = command.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
