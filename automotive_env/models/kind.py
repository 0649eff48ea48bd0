"""What a kind of model declares: how it is written after --model, what it needs, what it costs, and how it is made."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

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
        rest: what follows the name of the kind, such as ":NAME@URL". FILE and FOLDER stand for paths.
        about: what it is, in one line.
        keys: environment variables of which one holds the key; none if it needs no key.
        module: a module that it imports and this package does not install; empty if there is none.
        requires: what pip installs to get that module, such as "automotive-env[local]".
    """

    rest: str
    about: str
    keys: tuple[str, ...] = ()
    module: str = ""
    requires: str = ""

    def missing(self, environ: Mapping[str, str] = os.environ, has: Callable[[str], bool] = is_installed) -> tuple[str, ...]:
        """What this machine lacks for it, in words."""
        lacking = []
        if self.module and not has(self.module):
            lacking.append(f"pip install '{self.requires}'")
        if self.keys and not any(environ.get(key) for key in self.keys):
            lacking.append(f"a key in {' or '.join(self.keys)}")
        return tuple(lacking)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a kind's servers reply. The contract tests build their loopback server from it.

    Attributes:
        reply: text, prompt tokens, reply tokens and finish reason -> the body of a response.
        stopped: the finish reason of a whole reply.
        cut: that of a reply which reached the bound of tokens.
        withheld: that of a reply which the vendor holds back.
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
        make: what follows the name and its colon -> the model. It gets the pace that holds back its requests, if there is one.
        is_free: whether its models cost nothing.
        priced_as: the kind under whose name the price table lists its models; its own if empty.
        agents_only: whether its models understand the prompts of agents and no others.
        inner: for a kind that wraps another model: what follows the name -> that model's specification.
        dialect: how its servers reply; None if it has no servers.
    """

    name: str
    forms: tuple[Form, ...]
    make: Callable[[str, RateLimiter | None], Model]
    is_free: bool = False
    priced_as: str = ""
    agents_only: bool = False
    inner: Callable[[str], str] | None = None
    dialect: Dialect | None = None

    def accepts(self, rest: str) -> bool:
        """Whether one of its forms has something, or nothing, behind the name."""
        return any(form.rest.startswith("[") or bool(form.rest) is bool(rest) for form in self.forms)

    @property
    def names_files(self) -> bool:
        """Whether paths are written behind the name."""
        return any(form.rest.startswith((":FILE", ":FOLDER")) for form in self.forms)
