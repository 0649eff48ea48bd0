"""What a training is told: a TOML file with the paper's hyper-parameters (arXiv 2606.10875, appendix G) as defaults."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue, PositiveInt, ValidationError

from automotive_env.errors import UsageError
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.files import read_bounded
from automotive_env.text.foreign_text import one_fault

MAX_BYTES = 100_000
"""Of a file that is read."""
LearningRate: TypeAlias = Annotated[float, Field(gt=0, le=1)]


class TrainingConfig(FrozenRecord):
    """The settings that both kinds of training share.

    Attributes:
        model: folder of a checkpoint, or its name on the Hugging Face hub.
        rows: file of rows, from `automotive-env train rows`.
        out: new folder for the adapter and the log.
        adapter: folder of an adapter to go on with; none for a new one.
        lora_rank: of the adapter's matrices; 0 trains the whole model, which goes with no adapter.
        lora_alpha: their scale, times the rank.
        lora_targets: names of the layers that are adapted.
        learning_rate: of AdamW, constant.
        micro_batch: sequences that a device holds at a time.
        max_prompt_tokens: longer rows are left out and counted.
        max_reply_tokens: likewise for replies; for roll-outs, all that follows the prompt, results of tools included.
        thinking: whether the chat template lets the model think, where it can be told.
        precision: of the base model.
        checkpointing: whether activations are computed twice, to save memory.
        seed: of everything that is drawn.
        trainer: further options of TRL's trainer, by its own names.
    """

    model: Annotated[str, Field(min_length=1)]
    rows: Path
    out: Path
    adapter: Path | None = None
    lora_rank: Annotated[int, Field(ge=0, le=4_096)] = 32
    lora_alpha: PositiveInt = 16
    lora_targets: str | tuple[str, ...] = "all-linear"
    learning_rate: LearningRate = 3e-5
    micro_batch: PositiveInt = 1
    max_prompt_tokens: PositiveInt = 8_192
    max_reply_tokens: PositiveInt = 2_048
    thinking: bool = False
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    checkpointing: bool = True
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    trainer: dict[str, JsonValue] = Field(default_factory=dict)


class SftConfig(TrainingConfig):
    """Supervised fine-tuning on replies.

    Attributes:
        epochs: how often each row is seen.
        batch: rows of a step; the paper does not say how many.
    """

    epochs: Annotated[float, Field(gt=0, le=1_000)] = 3
    batch: PositiveInt = 32


class GrpoConfig(TrainingConfig):
    """Group relative policy optimisation.

    Attributes:
        epochs: how often each row is seen.
        batch: prompts of a step.
        samples: replies or roll-outs of a prompt.
        temperature: that they are drawn with.
        kl: weight of the divergence from the model before; 0 for none.
        reward: matching compares the calls of one reply, environment plays on and asks the car.
        max_calls: rounds of calls in a roll-out.
    """

    epochs: Annotated[float, Field(gt=0, le=1_000)] = 7
    batch: PositiveInt = 128
    samples: Annotated[int, Field(ge=2, le=1_024)] = 8
    temperature: Annotated[float, Field(gt=0, le=10)] = 1.0
    kl: Annotated[float, Field(ge=0, le=10)] = 0.0
    reward: Literal["matching", "environment"] = "matching"
    max_calls: PositiveInt = 20


C = TypeVar("C", bound=TrainingConfig)


def read_config(file: Path, kind: type[C]) -> C:
    """A configuration; paths in it are relative to the current folder.

    Raises:
        UsageError: there is no such file, or it says something that there is not, which the message names.
    """
    try:
        found = read_bounded(file, MAX_BYTES)
        if found is None:
            raise UsageError(f"there is no file {file}; --print-config prints one that you can start from")
        with one_fault():
            data = tomllib.loads(found.decode())
    except ValueError as error:
        raise UsageError(f"{file} is not valid TOML: {error!s:.200}") from None
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        known = f"; there are: {', '.join(kind.model_fields)}" if first["type"] == "extra_forbidden" else ""
        raise UsageError(f"{file}: {name[:80]}: {first['msg']}{known}") from None


def described(kind: type[TrainingConfig]) -> str:
    """A configuration with all defaults as TOML; what must be given stands as a comment."""
    lines = []
    for name, field in kind.model_fields.items():
        value = field.get_default(call_default_factory=True)
        if field.is_required() or value is None:
            lines.append(f"# {name} = {'(must be given)' if field.is_required() else '(none)'}")
        elif not isinstance(value, dict):
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join([*lines, "", "[trainer]", "# further options of TRL's trainer, by its own names"])


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case float():
            return f"{value:g}" if value < 1e-3 else str(value)
    return str(value)
