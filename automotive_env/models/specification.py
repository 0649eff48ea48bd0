"""From what a user writes after --model to a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.models.address import read_address
from automotive_env.models.model import Model
from automotive_env.plugins.registry import Group, Plugin, WrongKind, calling

if TYPE_CHECKING:
    from automotive_env.models.pace import Pace

MakeModel: TypeAlias = Callable[[str], Model]
"""Makes a model out of what is typed behind its name, empty where nothing is."""
ALLOWED = (
    "builtin, openai:NAME, openai:NAME@http://host:8000/v1, gemini:NAME, gemini:NAME@URL, gemini-legacy:NAME, "
    "gemini-legacy:NAME@URL, local, local:FILE, local:FOLDER, inspect:PROVIDER/NAME, replay:FILE, record:FILE:MODEL, "
    "a model of an installed package, MODULE:NAME[:REST] of your own"
)


def make_model(spec: str, pace: Pace | None = None) -> Model:
    """Make the model that a specification names. Nothing is asked of it yet; see `Model.probe`.

    Args:
        spec: what a user writes after --model.
        pace: holds back its requests; for a model that a request leaves this process for, or one of another package.

    Raises:
        UsageError: the specification is unknown or malformed, or a recording cannot be read; the message says what is allowed.
    """
    kind, colon, rest = spec.strip().partition(":")
    if kind == "record":
        return _record(*_recorded(spec), pace)
    plugin = model_plugin(spec)
    if plugin is not None:
        return _made(plugin, _rest(plugin, spec), pace)
    if kind == "builtin" and not colon:
        return _builtin()
    if kind == "local":
        return _local(rest)
    if kind == "inspect" and rest:
        return _inspect(rest, pace)
    if kind == "replay" and rest:
        return _replay(rest)
    if kind not in _REMOTE or not rest:
        raise _unknown(spec)
    address = read_address(kind, rest)
    return _REMOTE[kind](address.model, address.url, pace)


def model_plugin(spec: str) -> Plugin[MakeModel] | None:
    """Where a model of another package comes from, be it recorded or not; None for one of this package.

    Raises:
        UsageError: there is no such model; the message says what is allowed.
    """
    kind, colon, rest = spec.strip().partition(":")
    if kind == "record":
        return model_plugin(_recorded(spec)[1])
    if kind in own_kinds():
        return None
    if kind in MODELS.installed:
        return MODELS.installed[kind]
    why = MODELS.broken.get(kind, "")
    if colon and not why:
        try:
            return MODELS.find(f"{kind}:{rest.partition(':')[0]}")
        except UsageError as fault:
            why = str(fault)
    raise _unknown(spec, why)


def names_a_file(spec: str) -> bool:
    """Whether a specification names a file or folder, to be read or written."""
    kind, _, rest = spec.strip().partition(":")
    return kind in ("local", "record", "replay") and bool(rest)


def _unknown(spec: str, why: str = "") -> UsageError:
    meant = _meant(spec.strip())
    suggestion = f"; did you mean {meant[:120]!r}?" if meant else ""
    return UsageError(f"unknown model {spec[:80]!r}{why and f': {why}'}{suggestion}; allowed: {ALLOWED}")


def _meant(spec: str) -> str:
    """The specification that a user may have meant, or nothing."""
    from difflib import get_close_matches

    if re.match("https?://", spec):
        return f"openai:NAME@{spec}"
    kinds: list[str] = [*own_kinds(), *MODELS.installed]
    typed, sign, rest = [*re.split("([:/])", spec, maxsplit=1), "", ""][:3]
    near: list[str] = get_close_matches(typed[:80].lower(), kinds, n=1, cutoff=0.7)
    if near and near[0] != typed and (rest or not sign):
        return f"{near[0]}:{rest}" if sign else near[0]
    if ":" in spec or not re.search(r"\w", spec):
        return ""
    vendor = next((kind for kind in _REMOTE if spec.startswith(kind)), "openai")
    return f"{vendor}:{rest if typed == vendor and rest else spec}"


def _rest(plugin: Plugin[MakeModel], spec: str) -> str:
    """What stands behind the model's name."""
    return spec.strip().removeprefix(plugin.name).removeprefix(":")


def _made(plugin: Plugin[MakeModel], rest: str, pace: Pace | None) -> Model:
    from automotive_env.models.checked import CheckedModel

    with calling(f"the model {plugin.name!r} of {plugin.origin} cannot be made"):
        model = plugin.value(rest)
        lacking = [name for name in ("name", "complete", "probe", "close") if not hasattr(model, name)]
    if lacking:
        raise UsageError(f"{plugin.name!r} of {plugin.origin} makes no model: it lacks {', '.join(lacking)}")
    return CheckedModel(model, pace)


def _builtin() -> Model:
    from automotive_env.models.builtin import BuiltinModel

    return BuiltinModel()


def _replay(file: str) -> Model:
    from automotive_env.models.replay import ReplayModel

    return ReplayModel(Path(file))


def _local(file: str) -> Model:
    if file and Path(file).is_dir():
        from automotive_env.models.transformers_model import TransformersModel

        return TransformersModel(Path(file))
    from automotive_env.models.local import LocalModel

    return LocalModel(Path(file) if file else None)


def _inspect(name: str, pace: Pace | None) -> Model:
    from automotive_env.models.checked import CheckedModel
    from automotive_env.models.inspect_model import InspectModel

    return CheckedModel(InspectModel(name), pace)


def _recorded(spec: str) -> tuple[str, str]:
    """The file and the model of a recording."""
    file, _, inner = spec.strip().removeprefix("record:").partition(":")
    if not file or not inner or inner.startswith(("record:", "replay:")):
        raise UsageError(f"malformed recording {spec[:80]!r}; for example record:said.jsonl:openai:NAME")
    return file, inner


def _record(file: str, inner: str, pace: Pace | None) -> Model:
    from automotive_env.models.recorder import RecordingModel

    path = Path(file)
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(f"cannot record to {file[:200]!r}; name a file in a folder that exists")
    return RecordingModel(make_model(inner, pace), path)


def _openai(name: str, url: str | None, pace: Pace | None) -> Model:
    from automotive_env.models.openai import OpenAIModel

    return OpenAIModel(name, url, pace=pace)


def _gemini(name: str, url: str | None, pace: Pace | None) -> Model:
    from automotive_env.models.gemini import GeminiModel

    return GeminiModel(name, url, pace=pace)


def _gemini_legacy(name: str, url: str | None, pace: Pace | None) -> Model:
    from automotive_env.models.gemini_legacy import LegacyGeminiModel

    return LegacyGeminiModel(name, url, pace=pace)


_REMOTE: Mapping[str, Callable[[str, str | None, Pace | None], Model]] = {
    "openai": _openai,
    "gemini": _gemini,
    "gemini-legacy": _gemini_legacy,
}


def own_kinds() -> tuple[str, ...]:
    return ("builtin", "local", "inspect", "replay", "record", *_REMOTE)


def _read(label: str, value: object) -> Mapping[str, MakeModel]:
    if callable(value):
        return {label: value}
    raise WrongKind("a callable that takes what follows the name and returns a Model is needed")


MODELS: Group[MakeModel] = Group("models", "model", _read, own_kinds)
"""Models of other packages."""
