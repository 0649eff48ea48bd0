"""A checkpoint of Hugging Face in this process, with its adapter, as `automotive-env train` leaves it; the extra `train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread

from automotive_env.errors import ModelFault
from automotive_env.models.call_ids import with_unique_ids
from automotive_env.models.hermes import read_reply
from automotive_env.models.model import Abilities, Choice, Completion, ModelMessage, ModelRequest, Sampling, Usage
from automotive_env.models.one_by_one import one_by_one
from automotive_env.models.openai_request import openai_tool
from automotive_env.models.options import refuse_computer
from automotive_env.models.probe import probe_of
from automotive_env.models.sanitise import one_line, sanitise
from automotive_env.text.extras import install
from automotive_env.text.foreign_text import read_json
from automotive_env.text.lenient_json import read_arguments

ADAPTER = "adapter_config.json"
"""Within the folder of an adapter; it names the checkpoint that is adapted."""


class TransformersModel:
    """A model in a folder; see `automotive_env.models.model.Model`. It reads and writes text, one request at a time.

    Calls are read as Hermes and Qwen write them. Replies are held to no schema, and pictures are not looked at.
    """

    def __init__(self, folder: Path) -> None:
        """Name a model; it is loaded when it is first asked."""
        self._folder = folder
        self._name = f"local:{folder.name}"
        self._loaded: tuple[Any, Any] | None = None
        self._turn = anyio.Lock()

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request, one reply after the other.

        Raises:
            ModelFault: it cannot be asked, or not for all that the request says.
        """
        refuse_computer(self._name, request)
        if request.sampling.logprobs is not None:
            raise ModelFault(f"{self._name} returns no log probabilities; omit --logprobs")
        return with_unique_ids(sanitise(await one_by_one(request, self._one), asked=request.sampling), request)

    async def _one(self, request: ModelRequest) -> Completion:
        async with self._turn:
            return await to_thread.run_sync(self._ask, request, abandon_on_cancel=True)

    async def probe(self, sampling: Sampling) -> Abilities:
        """Ask for one word.

        Raises:
            ModelFault: the extra is missing, or no model can be made of the folder.
        """
        await self.complete(probe_of(sampling))
        return Abilities(schema=False, pictures=False)

    async def close(self) -> None:
        """Free its memory; a later request loads it again."""
        self._loaded = None

    def _ask(self, request: ModelRequest) -> Completion:
        sampling = request.sampling
        if self._loaded is None:
            self._loaded = _load(self._folder, self._name)
        model, tokenizer = self._loaded
        try:
            ids = _prompt(tokenizer, request, sampling)
            made = _generated(model, tokenizer, ids, sampling)
        except (ValueError, TypeError, RuntimeError) as error:
            raise ModelFault(f"{self._name} cannot answer this request: {one_line(str(error), (), 200)}") from None
        ended = made[-1:] == [tokenizer.eos_token_id]
        text = tokenizer.decode(made, skip_special_tokens=True)
        for stop in sampling.stop:
            text, found, _ = text.partition(stop)
            ended |= bool(found)
        said = read_reply(text)
        words = text.strip() if said.unreadable else said.text
        choice = Choice(words, said.thought, () if said.unreadable else said.calls, "stop" if ended else "length")
        return Completion((choice,), Usage(len(ids), len(made), 1))


def _prompt(tokenizer: Any, request: ModelRequest, sampling: Sampling) -> list[int]:
    """The tokens of a request; models that can think do not, unless they are told to."""
    options = {"enable_thinking": False}
    told = sampling.extra.get("chat_template_kwargs")
    options |= dict(told) if isinstance(told, dict) else {}
    messages = [_chat(message) for message in request.messages]
    tools = [openai_tool(tool.name, tool.description, tool.parameters) for tool in request.tools] or None
    text = tokenizer.apply_chat_template(messages, tools=tools, add_generation_prompt=True, tokenize=False, **options)
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids


def _chat(message: ModelMessage) -> dict[str, Any]:
    found: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.tool_calls:
        calls = ({"name": call.name, "arguments": _arguments(call.arguments)} for call in message.tool_calls)
        found["tool_calls"] = [{"type": "function", "function": call} for call in calls]
    return found


def _arguments(text: str) -> Any:
    try:
        return read_arguments(text)
    except ValueError:
        return text


def _generated(model: Any, tokenizer: Any, ids: list[int], sampling: Sampling) -> list[int]:
    import torch

    warm = sampling.temperature is None or sampling.temperature > 0
    options = {"temperature": sampling.temperature or 1.0, "top_p": sampling.top_p or 1.0, "top_k": 0} if warm else {}
    longest = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    room = min(sampling.max_tokens, longest - len(ids)) if longest else sampling.max_tokens
    if room < 1:
        raise ValueError(f"the prompt has {len(ids)} tokens, but the model takes at most {longest}")
    given = torch.tensor([ids], device=model.device)
    with torch.random.fork_rng(), torch.inference_mode():
        torch.manual_seed(sampling.seed or 0)
        made = model.generate(
            given,
            attention_mask=torch.ones_like(given),
            do_sample=warm,
            max_new_tokens=room,
            pad_token_id=tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id,
            **options,
        )
    tokens: list[int] = made[0, len(ids) :].tolist()
    return tokens


def _load(folder: Path, name: str) -> tuple[Any, Any]:
    """The model and its tokenizer.

    Raises:
        ModelFault: the extra is missing, or no model can be made of the folder.
    """
    try:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer
    except ImportError:
        raise ModelFault(f"{name} needs an extra: {install('train')}") from None
    try:
        base, is_adapter = _base(folder)
        where = {"device_map": "cuda"} if torch.cuda.is_available() else {}
        model = AutoModelForCausalLM.from_pretrained(base, dtype="auto", local_files_only=True, use_safetensors=True, **where)
        if is_adapter:
            from peft import PeftModel

            model = PeftModel.from_pretrained(model, folder).merge_and_unload()
        return model.eval(), AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelFault(f"{name}: cannot load {folder}: {one_line(str(error), (), 200)}") from None


def _base(folder: Path) -> tuple[str, bool]:
    """The checkpoint of a folder, and whether the folder is an adapter of it."""
    file = folder / ADAPTER
    if not file.is_file():
        return str(folder), False
    return str(read_json(file.read_text("utf-8"))["base_model_name_or_path"]), True
