"""Prompt templates, ours and those of other folders: a template can show facts, and nothing else.

Templates of others are not trusted. They run in Jinja's sandbox with few filters and no globals, cannot build texts but by
showing them, and the text and the turns of loops are bounded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, PackageLoader, StrictUndefined, TemplateError, TemplateNotFound, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from automotive_env.errors import AgentFault, UsageError
from automotive_env.plugins.registry import find_prompts

SUFFIX = ".jinja"
MAX_PROMPT_CHARACTERS = 1_000_000
"""Characters of a rendered template, and of what a filter makes."""
MAX_FILE_BYTES = 200_000
"""Bytes of a template."""
MAX_TURNS = 200_000
"""Turns of all loops of a rendered template together."""
_METHODS = ("items", "keys", "line", "values")
_REFUSED = (
    nodes.BinExpr,
    nodes.Concat,
    nodes.Block,
    nodes.Extends,
    nodes.Import,
    nodes.FromImport,
    nodes.Macro,
    nodes.CallBlock,
    nodes.FilterBlock,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.With,
)
"""What makes new texts or calls itself; `and` and `or` are allowed."""


def to_json(value: Any) -> str:
    """JSON on one line, as prompts and histories show it."""
    return json.dumps(value, ensure_ascii=False, default=str)


class Templates:
    """The templates of a package's prompts and of folders that take precedence, the first folder most of all.

    Raises:
        UsageError: a folder is none, or a template in it is broken; the message names the file.
    """

    def __init__(self, folders: Sequence[str] = (), package: str = "automotive_env.agents") -> None:
        self._folders = tuple(find_prompts(folder).value for folder in folders)
        self._environment = _environment(self._folders, package)
        names = PackageLoader(package, "prompts").list_templates() if folders else ()
        for folder in self._folders:
            self._check(folder, names)

    def render(self, name: str, facts: Mapping[str, Any]) -> str:
        """The text of a template.

        Raises:
            AgentFault: the template asks for what there is not, or makes too long a text; the message names the file.
        """
        try:
            return self._rendered(name, facts)
        except (TemplateError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise AgentFault(f"the prompt {self._file(name)} cannot be rendered: {_reason(error)}") from None

    def has(self, name: str) -> bool:
        """Whether there is a template."""
        try:
            self._environment.get_template(name)
        except TemplateNotFound:
            return False
        except TemplateError:  # rendering says what is wrong
            return True
        return True

    def digest(self, *names: str) -> str:
        """A short hash of templates as they are used, for records; those that there are not count as empty."""
        found = hashlib.sha256()
        for name in names:
            try:
                source, _, _ = self._environment.loader.get_source(self._environment, name)  # type: ignore[union-attr]
            except TemplateNotFound:
                source = ""
            found.update(f"{name}\n{source}\n".encode())
        return found.hexdigest()[:16]

    def _rendered(self, name: str, facts: Mapping[str, Any]) -> str:
        parts: list[str] = []
        size = 0
        for part in self._environment.get_template(name).generate({**facts, "turns": _Turns()}):
            size += len(part)
            if size > MAX_PROMPT_CHARACTERS:
                raise SecurityError(f"more than {MAX_PROMPT_CHARACTERS:,} characters")
            parts.append(part)
        return "".join(parts)

    def _check(self, folder: Path, names: Sequence[str]) -> None:
        """Compile the templates of a folder, one at least of which takes the place of ours."""
        files = sorted(folder.glob(f"*{SUFFIX}"))
        if not any(file.name in names for file in files):
            raise UsageError(f"{folder} holds no prompt template; add one of {', '.join(names)}")
        for file in files:
            try:
                if file.stat().st_size > MAX_FILE_BYTES:
                    raise ValueError(f"it has more than {MAX_FILE_BYTES:,} bytes")
                self._environment.from_string(file.read_text("utf-8"))
            except (TemplateError, OSError, ValueError, RecursionError) as error:
                raise UsageError(f"the prompt {file} cannot be used: {_reason(error)}") from None

    def _file(self, name: str) -> str:
        return next((str(folder / name) for folder in self._folders if (folder / name).is_file()), name)


class _Turns:
    """Counts what is left of the turns of all loops."""

    def __init__(self) -> None:
        self.left = MAX_TURNS


class _Environment(SandboxedEnvironment):
    """Jinja without the functions and filters by which a short template could make a very long text."""

    def __init__(self, loader: ChoiceLoader, *, watches_files: bool) -> None:
        super().__init__(  # text for a model, never HTML
            loader=loader,
            undefined=StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=400,
            auto_reload=watches_files,
        )
        kept = {name: self.filters[name] for name in ("default", "first", "last", "length", "lower", "upper", "trim")}
        self.filters = {**kept, "json": _json, "join": _join, "bounded": _bounded}
        self.globals = {}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        for node in template.find_all(nodes.Node):
            _refuse(node)
        for loop in template.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "bounded", [nodes.Name("turns", "load")], [], None, None).set_lineno(loop.lineno)
        return template


@lru_cache(maxsize=16)
def _environment(folders: tuple[Path, ...], package: str) -> _Environment:
    """One for all agents with the same prompts, compiled once; what changes in a file of other folders is compiled anew."""
    loader = ChoiceLoader([FileSystemLoader(folders), PackageLoader(package, "prompts")])
    return _Environment(loader, watches_files=bool(folders))


def _refuse(node: nodes.Node) -> None:
    """Raise where a template does more than show facts."""
    allowed = not isinstance(node, _REFUSED) or isinstance(node, nodes.And | nodes.Or)
    if isinstance(node, nodes.Call):
        allowed = isinstance(node.node, nodes.Getattr) and node.node.attr in _METHODS and not (node.args or node.kwargs)
    if not allowed:
        raise SecurityError(
            f"line {node.lineno}: {type(node).__name__.lower()} is not allowed; a prompt template can only show values"
        )


def _bounded(values: Iterable[Any], turns: _Turns) -> Iterator[Any]:
    for value in values:
        turns.left -= 1
        if turns.left < 0:
            raise SecurityError(f"its loops run more than {MAX_TURNS:,} times")
        yield value


def _join(values: Iterable[Any], between: str = "") -> str:
    texts = [str(value) for value in values]
    _check_size(sum(map(len, texts)) + len(between) * len(texts))
    return between.join(texts)


def _json(value: Any) -> str:
    text = to_json(value)
    _check_size(len(text))
    return text


def _check_size(characters: int) -> None:
    if characters > MAX_PROMPT_CHARACTERS:
        raise SecurityError(f"more than {MAX_PROMPT_CHARACTERS:,} characters")


def _reason(error: BaseException) -> str:
    line = getattr(error, "lineno", None)
    text = str(error) if not isinstance(error, TemplateNotFound) else f"there is no template {error}"
    return " ".join((f"line {line}: {text}" if line else text or type(error).__name__).split())[:300]
