"""The options of a run on the command line, made from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.errors import UsageError
from automotive_env.runs.options import RunOptions
from automotive_env.text.option import Option, as_flag, declared

if TYPE_CHECKING:
    from automotive_env.runs.execution.resolved_options import ResolvedOptions

OPTIONS = declared(RunOptions)
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
PlayedSuite = Annotated[str, typer.Option(help="If the run used your own suite, load it: module:name.")]
PlayedTasks = Annotated[str, typer.Option(help="If the run used your own tasks, load them: module:name, separated by commas.")]


def with_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take these options of a run, all without names, in front of its own; `asked_for` reads them."""
    chosen = [OPTIONS[name] for name in names] or [one for one in OPTIONS.values() if one.help]
    panels = list(dict.fromkeys(one.panel for one in chosen))
    shared = [parameter for one in sorted(chosen, key=lambda one: panels.index(one.panel)) for parameter in _parameters(one)]

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters

        @wraps(command)
        def taking(**typed: Any) -> None:
            command(**{name: typed[name] for name in own})

        mine = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own.values()]
        taking.__dict__["__signature__"] = inspect.Signature([*shared, *mine])
        taking.__annotations__ = {}
        return taking

    return decorated


def _parameters(one: Option) -> Iterator[inspect.Parameter]:
    """What typer makes an option of, and the flag that asks for no value."""
    kind, default = _typed(one)
    yield _parameter(one.name, kind, default, option_of(one.name, one.panel))
    if one.none:
        yield _parameter(
            f"no_{one.name}", bool, False, typer.Option(as_flag(f"no_{one.name}"), help=one.none, rich_help_panel=one.panel)
        )


def _parameter(name: str, kind: Any, default: object, info: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])


def _typed(one: Option) -> tuple[Any, object]:
    """The type and the default that typer knows: an empty text stands for None and for no values."""
    if one.repeated:
        return list[str] | None, None
    if one.many:
        return str, ",".join(one.default or ())
    if one.optional and one.kind is str:
        return str, ""
    return one.kind | None if one.optional else one.kind, one.default


def option_of(name: str, panel: str | None = None) -> Any:
    """How typer declares an option, for commands that annotate parameters of their own with it."""
    one = OPTIONS[name]
    flags = f" /{one.change}" if one.only_off else f"{one.flag}/{one.change}" if one.default is True else one.flag
    return typer.Option(flags, help=one.help, rich_help_panel=panel, show_default=not one.only_off)


def asked_for(command: typer.Context) -> ResolvedOptions:
    """What was asked for: all options of a new run, and those that were typed in place of those of an earlier run.

    Raises:
        UsageError: options exclude each other, or the earlier run cannot be resumed.
    """
    from automotive_env.agents.registry import as_named
    from automotive_env.runs.execution.resolved_options import ResolvedOptions
    from automotive_env.runs.execution.resuming import resumed_options
    from automotive_env.runs.records.folder import RunFolder

    resume, paper = command.params["resume"], command.params.get("as_paper")
    if resume and paper:
        raise UsageError("a resumed run keeps its options; omit --as-paper")
    typed = {name: value for name, value in command.params.items() if not resume or was_typed(command, name)}
    given = {name: _value(one, typed) for name, one in OPTIONS.items() if {name, f"no_{name}"} & typed.keys()}
    if paper:
        given |= _of_paper(command, paper, given)
    if "agents" in given:
        given["agents"] = tuple(map(as_named, given["agents"]))
    return resumed_options(RunFolder.open(resume), given) if resume else ResolvedOptions(**given)


def _of_paper(command: typer.Context, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a paper that were not typed otherwise, and that what was typed leaves with an effect; they are printed."""
    from rich.console import Console
    from rich.text import Text

    from automotive_env.runs.paper_options import effective, paper_options, typed_options

    paper = paper_options(name)
    typed = {name: value for name, value in given.items() if any(was_typed(command, n) for n in (name, f"no_{name}"))}
    chosen = effective(paper.options, typed)
    told = f"as in the {paper.title} paper: {typed_options(chosen)}\n{paper.differs} docs/papers.md lists all differences."
    Console(stderr=True).print(Text(told), soft_wrap=True)
    return chosen


def _value(one: Option, typed: Mapping[str, Any]) -> Any:
    if not typed.get(f"no_{one.name}"):
        return one.read(typed.get(one.name, ""))
    if typed.get(one.name):
        raise UsageError(f"{one.flag} and {as_flag(f'no_{one.name}')} exclude each other; give only one")
    return ()


def was_typed(command: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = command.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
