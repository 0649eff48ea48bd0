"""What can be written after --model, in words: what each kind is, and what it needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from automotive_env.models.specification import MODELS


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of models.

    Attributes:
        spec: as it is typed.
        about: what it is, one line.
        keys: environment variables of which one holds the key; none where it needs no key.
        extra: of this package, that installs what it is reached by; empty where nothing more is needed.
        module: that the extra installs.
    """

    spec: str
    about: str
    keys: tuple[str, ...] = ()
    extra: str = ""
    module: str = ""

    @property
    def lacks(self) -> tuple[str, ...]:
        """What it needs and does not have here, in words."""
        lacking = []
        if self.module and not _is_installed(self.module):
            lacking.append(f"pip install 'automotive-env[{self.extra}]'")
        if self.keys and not any(os.environ.get(key) for key in self.keys):
            lacking.append(f"a key in {' or '.join(self.keys)}")
        return tuple(lacking)


_OPENAI, _GEMINI = ("OPENAI_API_KEY",), ("GEMINI_API_KEY", "GOOGLE_API_KEY")

KINDS = (
    ModelKind("builtin", "the offline baseline of this package: rules, no language model"),
    ModelKind("local", "SmolLM2 in this process, through llama.cpp", (), "local", "xllamacpp"),
    ModelKind("local:FILE", "the language model in a GGUF file, likewise", (), "local", "xllamacpp"),
    ModelKind("local:FOLDER", "a checkpoint or adapter of Hugging Face in this process", (), "train", "transformers"),
    ModelKind("openai:NAME", "a model of OpenAI", _OPENAI),
    ModelKind("openai:NAME@URL", "any OpenAI-compatible server: vLLM, llama.cpp, Ollama; a key only if it asks for one"),
    ModelKind("gemini:NAME", "a Gemini model, through google-genai", _GEMINI),
    ModelKind("gemini-legacy:NAME", "the same through google-generativeai", _GEMINI, "gemini-legacy", "google.generativeai"),
    ModelKind("inspect:PROVIDER/NAME", "any model that Inspect can ask, with its keys", (), "inspect", "inspect_ai"),
    ModelKind("replay:FILE", "what a model said before"),
    ModelKind("record:FILE:MODEL", "any of these, its answers kept in a file for replay"),
    ModelKind("MODULE:NAME[:REST]", "a model of your own"),
)
"""Those of this package."""


def all_kinds() -> Iterator[ModelKind]:
    """Those of this package, and the models that installed packages add."""
    yield from KINDS
    for name, plugin in MODELS.installed.items():
        yield ModelKind(f"{name}[:REST]", f"of {plugin.origin}")


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it
        return False
