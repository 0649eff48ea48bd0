"""From what a user writes after --model to a model."""

from __future__ import annotations

import re

from automotive_env.errors import UsageError
from automotive_env.models.kind import ModelKind
from automotive_env.models.kinds import MODELS, all_forms, find_kind, names
from automotive_env.models.model import Model
from automotive_env.models.model_names import example_of, vendor_of
from automotive_env.models.pace import RateLimiter
from automotive_env.plugins.registry import NoSuchModule, Plugin, calling


def make_model(spec: str, pace: RateLimiter | None = None) -> Model:
    """Make the model that a specification names. Nothing is asked of it yet; see `Model.probe`.

    Args:
        spec: what a user writes after --model.
        pace: limits its requests; used for models outside this process and those of other packages.

    Raises:
        UsageError: the specification is unknown or malformed, or a recording cannot be read; the message says what is allowed.
    """
    kind, rest, plugin = _read(spec)
    if plugin is None:
        return kind.make(rest, pace)
    from automotive_env.models.checked import CheckedModel

    with calling(f"the model {plugin.name!r} of {plugin.origin} cannot be made"):
        model = kind.make(rest, pace)
        return model if isinstance(model, CheckedModel) else CheckedModel(model)


def model_plugin(spec: str) -> Plugin[ModelKind] | None:
    """Where a model of another package comes from, be it recorded or not; None for one of this package.

    Raises:
        UsageError: there is no such model; the message says what is allowed.
    """
    kind, rest, plugin = _read(spec)
    return model_plugin(kind.inner(rest)) if kind.inner else plugin


def names_a_file(spec: str) -> bool:
    """Whether a specification names a file or folder, to be read or written."""
    name, _, rest = spec.strip().partition(":")
    kind = find_kind(name) if rest and name in names() else None
    return bool(kind and kind.names_files)


def _read(spec: str) -> tuple[ModelKind, str, Plugin[ModelKind] | None]:
    """The kind that a specification names, what follows the name, and the plugin that the kind comes from.

    Raises:
        UsageError: there is no such model; the message says what is allowed.
    """
    name, colon, rest = spec.strip().partition(":")
    plugin, why, absent = None, "", ""
    if name not in names():
        plugin, why = MODELS.installed.get(name), MODELS.broken.get(name, "")
        if colon and not plugin and not why:
            inside, _, rest = rest.partition(":")
            try:
                plugin = MODELS.find(f"{name}:{inside}")
            except NoSuchModule as fault:
                absent = str(fault)
            except UsageError as fault:
                why = str(fault)
    kind = plugin.value if plugin else find_kind(name)
    if kind is None or not kind.accepts(rest):
        raise _unknown(spec, why, absent)
    return kind, rest, plugin


def _unknown(spec: str, why: str, absent: str) -> UsageError:
    """What is wrong with a specification, and either the one that was meant or all that are allowed."""
    meant = _meant(spec.strip())
    why = why or (absent if not meant else "")
    told = f"unknown model {spec[:80]!r}{why and f': {why}'}"
    if meant:
        return UsageError(f"{told}; did you mean {meant[:120]!r}? `automotive-env models` lists all forms")
    if re.fullmatch(r"[\w.-]+", spec) and find_kind(spec) is None:
        return UsageError(
            f"{told}; write KIND:NAME, such as anthropic:{example_of('anthropic')}, or openai:NAME@URL for a server of your own. "
            "`automotive-env models` lists all forms"
        )
    return UsageError(f"{told}; allowed: {', '.join(_allowed(spec))}{_looks_like(spec)}")


def _allowed(spec: str) -> list[str]:
    """How a model can be written: the forms of the kind that was named, or all."""
    forms = [written for written, _ in all_forms()]
    kind = spec.strip().partition(":")[0]
    return [form for form in forms if re.split("[:@/]", form)[0] == kind] or forms


def _looks_like(spec: str) -> str:
    """What the name of a model looks like, where a vendor was named."""
    example = example_of(spec.strip().partition(":")[0])
    return f"; NAME is what the vendor calls the model, such as {example}" if example else ""


def _meant(spec: str) -> str:
    """The specification that a user may have meant, or nothing."""
    from difflib import get_close_matches

    if re.match("https?://", spec):
        return f"openai:NAME@{spec}"
    kinds: list[str] = [*names(), *MODELS.installed]
    typed, sign, rest = [*re.split("([:/])", spec, maxsplit=1), "", ""][:3]
    near: list[str] = get_close_matches(typed[:80].lower(), kinds, n=1, cutoff=0.7)
    if near and near[0] != typed and (rest or not sign):
        return f"{near[0]}:{rest}" if sign else near[0]
    if ":" in spec or not re.search(r"\w", spec) or spec in kinds:
        return ""
    if typed in kinds:
        return f"{typed}:{rest}"
    vendor = vendor_of(spec) or ("openai" if sign else "")  # servers of OpenAI's interface have names such as ORGANISATION/MODEL
    return f"{vendor}:{spec}" if vendor else ""
