"""Group relative policy optimisation by TRL, on replies by matching calls, or on roll-outs by the car's verdict."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.kate.training.checkpoint import Checkpoint, load_checkpoint
from automotive_env.kate.training.config import GrpoConfig
from automotive_env.kate.training.encoding import EncodedRow, RowEncoder, fitting, for_template
from automotive_env.kate.training.folder import check_out, explained, run, trainer_options
from automotive_env.kate.training.rewards import matching, schemas_of
from automotive_env.kate.training.rollouts.environments import environment_class
from automotive_env.kate.training.row import TrainingRow, read_rows
from automotive_env.models.hermes import read_reply


def grpo(config: GrpoConfig, say: Callable[[str], None]) -> None:
    """Train an adapter with rewards.

    Args:
        config: what is trained, on what, and how.
        say: is told what is left out.

    Raises:
        UsageError: something cannot be used; the message says what.
    """
    resume = check_out(config)
    rows = list(read_rows(config.rows))
    _check(config, rows)
    checkpoint = load_checkpoint(config)
    encoder = RowEncoder(checkpoint.tokenizer, thinking=config.thinking)
    encoder.check_calls(rows)
    left_out: Counter[str] = Counter()
    kept = list(fitting(map(encoder.encode, rows), config.max_prompt_tokens, config.max_reply_tokens, left_out))
    if len(kept) < config.batch:
        raise UsageError(f"only {len(kept)} rows are short enough, fewer than `batch` = {config.batch}; lower `batch`")
    say(f"{len(kept)} rows; skipped: {left_out.total()} that are too long")
    with explained():
        make = _on_roll_outs if config.reward == "environment" else _on_replies
        trainer = make(config, checkpoint, kept)
    run(trainer, config, resume=resume)


def _check(config: GrpoConfig, rows: Sequence[TrainingRow]) -> None:
    """Make sure that rows are of the kind that the reward wants."""
    wants = config.reward == "environment"
    if wrong := next((row for row in rows if bool(row.environment) != wants), None):
        kind = "a roll-out; write rows without --roll-outs" if wrong.environment else "a reply; write rows with --roll-outs"
        raise UsageError(f'reward = "{config.reward}" does not fit {wrong.id[:80]}, which is {kind}')


def _options(config: GrpoConfig, own: dict[str, Any]) -> Any:
    from trl import GRPOConfig

    common: dict[str, Any] = {
        "num_generations": config.samples,
        "max_completion_length": config.max_reply_tokens,
        "temperature": config.temperature,
        "beta": config.kl,
    }
    return trainer_options(GRPOConfig, config, config.batch * config.samples, common | own)


def _on_replies(config: GrpoConfig, checkpoint: Checkpoint, rows: Sequence[EncodedRow]) -> Any:
    """Prompts are rendered already, because TRL would give all rows the same tools."""
    from datasets import Dataset
    from trl import GRPOTrainer

    samples = [
        {"prompt": one.prompt, "calls": json.dumps([call.model_dump() for call in one.row.calls]), "tools": one.row.tools}
        for one in rows
    ]
    return GRPOTrainer(
        checkpoint.model,
        reward_funcs=matching_reward,
        args=_options(config, {}),
        train_dataset=Dataset.from_list(samples),
        processing_class=checkpoint.tokenizer,
        peft_config=checkpoint.lora,
    )


def matching_reward(completions: Sequence[str], calls: Sequence[str], tools: Sequence[str], **others: Any) -> list[float]:
    """The reward of replies; see `matching`.

    Args:
        completions: the replies as text.
        calls: of each row, the right calls as JSON text.
        tools: of each row, its tools as JSON text.
        others: what else TRL tells.
    """
    from automotive_env.kate.training.row import ChatFunction

    return [
        matching(read_reply(said), [ChatFunction.model_validate(call) for call in json.loads(right)], schemas_of(json.loads(of)))
        for said, right, of in zip(completions, calls, tools, strict=True)
    ]


def _on_roll_outs(config: GrpoConfig, checkpoint: Checkpoint, rows: Sequence[EncodedRow]) -> Any:
    from datasets import Dataset, Features, Json, Value

    from automotive_env.kate.training.roll_out_trainer import RollOutTrainer

    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    kinds = {name: environment_class(name) for name in dict.fromkeys(one.row.environment for one in rows)}
    texts, numbers = ("environment", "task", "ending"), ("turn", "seed")
    samples = [
        {"prompt": [for_template(message) for message in one.row.prompt]}
        | {name: getattr(one.row, name) for name in (*texts, *numbers)}
        for one in rows
    ]
    columns = {"prompt": Json()} | {name: Value("string") for name in texts} | {name: Value("int64") for name in numbers}
    own = {
        "max_tool_calling_iterations": config.max_calls,
        "chat_template_kwargs": {"enable_thinking": config.thinking},
    }
    return RollOutTrainer(
        checkpoint.model,
        args=_options(config, own),
        train_dataset=Dataset.from_list(samples, features=Features(columns)),
        processing_class=checkpoint.tokenizer,
        peft_config=checkpoint.lora,
        environment_factory=kinds,
    )
