"""What both trainers share: options, the folder of a training, and going on with one that was broken off."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.kate.training.config import GrpoConfig, SftConfig
from automotive_env.runs.records.files import read_bounded, write_atomically, writing

LOG = "log.jsonl"
"""Within the folder of a training: a line a step, with loss, reward and whatever TRL tells."""
CONFIG = "training.json"
"""Within the folder of a training: what it was told."""
MAX_CONFIG_BYTES = 1_000_000
SAID: Mapping[str, str] = MappingProxyType(
    {
        "output_dir": "out",
        "num_train_epochs": "epochs",
        "learning_rate": "learning_rate",
        "per_device_train_batch_size": "micro_batch",
        "gradient_accumulation_steps": "batch",
        "gradient_checkpointing": "checkpointing",
        "seed": "seed",
        "num_generations": "samples",
        "max_completion_length": "max_reply_tokens",
        "temperature": "temperature",
        "beta": "kl",
        "max_tool_calling_iterations": "max_calls",
    }
)
"""Option of TRL's trainers -> what a configuration calls it, so that it is said once and `training.json` tells what held."""


def trainer_options(kind: Any, config: SftConfig | GrpoConfig, sequences: int, own: Mapping[str, Any]) -> Any:
    """The arguments of a trainer of TRL.

    Args:
        kind: class of the arguments.
        config: what is trained, and how.
        sequences: of a step, on all devices together.
        own: those of this trainer.

    Raises:
        UsageError: `trainer` names an option that there is not or that the configuration has; or the batch cannot be divided.
    """
    if twice := sorted(SAID.keys() & config.trainer.keys()):
        raise UsageError(f"`trainer` sets {twice[0]}; set {SAID[twice[0]]} in the configuration instead")
    import torch

    devices = max(1, torch.cuda.device_count())
    steps, rest = divmod(sequences, config.micro_batch * devices)
    if rest:
        raise UsageError(
            f"{sequences} sequences per step are not a multiple of {config.micro_batch} on each of {devices} devices"
        )
    given: dict[str, Any] = {
        "output_dir": str(config.out),
        "num_train_epochs": config.epochs,
        "learning_rate": config.learning_rate,
        "lr_scheduler_type": "constant",
        "per_device_train_batch_size": config.micro_batch,
        "gradient_accumulation_steps": steps,
        "gradient_checkpointing": config.checkpointing,
        "bf16": config.precision == "bfloat16" and torch.cuda.is_available(),
        "use_cpu": not torch.cuda.is_available(),
        "dataloader_pin_memory": torch.cuda.is_available(),
        "seed": config.seed,
        "logging_steps": 1,
        "save_strategy": "steps",
        "save_steps": 100,
        "save_total_limit": 1,
        "report_to": "none",
        "disable_tqdm": True,
        **own,
    }
    with explained():
        return kind(**(given | config.trainer))


@contextmanager
def explained() -> Iterator[None]:
    """What a trainer does not take is a mistake of use.

    Raises:
        UsageError: it raised something over its options.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        raise UsageError(f"TRL rejects these options: {' '.join(str(error).split())[:300]}") from None


def check_out(config: SftConfig | GrpoConfig) -> bool:
    """Make sure that nothing is written over; returns whether a training that was broken off is there to go on with.

    Raises:
        UsageError: the folder has something else in it.
    """
    out = config.out
    if not out.exists():
        return False
    told = read_bounded(out / CONFIG, MAX_CONFIG_BYTES)
    if (out / LOG).exists() or told is None:
        raise UsageError(f"{out} already exists; remove it, or choose another folder as `out`")
    if told != _config_bytes(config):
        raise UsageError(f"{out} holds a training with another configuration, {out / CONFIG}; choose another folder as `out`")
    return any(out.glob("checkpoint-*"))


def run(trainer: Any, config: SftConfig | GrpoConfig, *, resume: bool) -> None:
    """Train, and keep the adapter, or the whole model where there is none, the tokenizer, the configuration and the log.

    Raises:
        RecordsFault: the folder cannot be written.
    """
    with writing(config.out):
        config.out.mkdir(parents=True, exist_ok=True)
    write_atomically(config.out / CONFIG, _config_bytes(config))
    trainer.train(resume_from_checkpoint=resume)
    trainer.save_model(str(config.out))
    lines = "".join(f"{json.dumps(one)}\n" for one in trainer.state.log_history)
    write_atomically(config.out / LOG, lines.encode())


def _config_bytes(config: SftConfig | GrpoConfig) -> bytes:
    return f"{config.model_dump_json(indent=2)}\n".encode()
