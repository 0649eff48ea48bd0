"""Supervised fine-tuning on rows, by TRL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.kate.training.checkpoint import Checkpoint, load_checkpoint
from automotive_env.kate.training.config import SftConfig
from automotive_env.kate.training.encoding import EncodedRow, RowEncoder, fitting
from automotive_env.kate.training.folder import check_out, explained, run, trainer_options
from automotive_env.kate.training.row import read_rows


def sft(config: SftConfig, say: Callable[[str], None]) -> None:
    """Train an adapter on the replies of rows; nothing else of a row is learnt.

    Args:
        config: what is trained, on what, and how.
        say: is told what is left out.

    Raises:
        UsageError: something cannot be used; the message says what.
    """
    resume = check_out(config)
    rows = list(read_rows(config.rows))
    if rolled := next((row for row in rows if not row.completion), None):
        raise UsageError(f"{config.rows} holds roll-outs ({rolled.id[:80]}), which have no replies to learn")
    checkpoint = load_checkpoint(config)
    encoder = RowEncoder(checkpoint.tokenizer, thinking=config.thinking)
    left_out: Counter[str] = Counter()
    kept = list(fitting(map(encoder.encode, rows), config.max_prompt_tokens, config.max_reply_tokens, left_out))
    if not kept:
        raise UsageError(f"all {len(rows)} rows are too long for `max_prompt_tokens` or `max_reply_tokens`")
    say(f"{len(kept)} rows; left out: {left_out.total()} that are too long")
    with explained():
        trainer = _trainer(config, checkpoint, kept)
    run(trainer, config, resume=resume)


def _trainer(config: SftConfig, checkpoint: Checkpoint, rows: Sequence[EncodedRow]) -> Any:
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    samples = [
        {"input_ids": [*row.prompt_ids, *row.reply_ids], "labels": [-100] * len(row.prompt_ids) + list(row.reply_ids)}
        for row in rows
    ]
    own: dict[str, Any] = {"max_length": None, "packing": False}
    return SFTTrainer(
        checkpoint.model,
        args=trainer_options(SFTConfig, config, config.batch, own),
        train_dataset=Dataset.from_list(samples),
        processing_class=checkpoint.tokenizer,
        peft_config=checkpoint.lora,
    )
