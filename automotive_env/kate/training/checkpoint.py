"""The model that is trained, its tokenizer and its adapter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.kate.training.config import TrainingConfig
from automotive_env.text.extras import install

MISSING = f"training needs an extra: {install('train')}"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a trainer gets.

    Attributes:
        model: with its adapter, if it goes on with one.
        tokenizer: with a chat template.
        lora: how a new adapter is made; None where there is one already, or none is wanted.
    """

    model: Any
    tokenizer: Any
    lora: Any


def load_checkpoint(config: TrainingConfig) -> Checkpoint:
    """Load what a configuration names.

    Raises:
        UsageError: the extra is missing, or there is no such model, or none that can be used.
    """
    if config.adapter and not config.lora_rank:
        raise UsageError(f"lora_rank = 0 trains the whole model, but {config.adapter} is an adapter; omit one of them")
    try:
        import torch
        from peft import LoraConfig, PeftModel
        from transformers import AutoModelForCausalLM, AutoTokenizer, set_seed
    except ImportError as error:
        raise UsageError(f"{MISSING} ({error!s:.100})") from None
    set_seed(config.seed)
    folder = Path(config.model)
    name = str(folder.resolve()) if folder.is_dir() else config.model  # an adapter says where its model is
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, padding_side="left")
        model = AutoModelForCausalLM.from_pretrained(name, dtype=getattr(torch, config.precision), use_safetensors=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot load the model {config.model!r}: {str(error).splitlines()[0]:.300}") from None
    if not tokenizer.chat_template:
        raise UsageError(f"{config.model} has no chat template; take the instruction-tuned model of its family")
    if config.adapter:
        if not (config.adapter / "adapter_config.json").is_file():
            raise UsageError(f"{config.adapter} holds no adapter")
        return Checkpoint(PeftModel.from_pretrained(model, config.adapter, is_trainable=True), tokenizer, None)
    lora = LoraConfig(
        r=config.lora_rank,
        lora_alpha=config.lora_alpha,
        target_modules=config.lora_targets if isinstance(config.lora_targets, str) else list(config.lora_targets),
        task_type="CAUSAL_LM",
    )
    return Checkpoint(model, tokenizer, lora if config.lora_rank else None)
