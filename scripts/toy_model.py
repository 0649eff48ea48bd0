"""A model of a few hundred thousand parameters in the form of Qwen3, made on the spot; see `train_toy.py`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from automotive_env.kate.training.encoding import RowEncoder
from automotive_env.kate.training.plain import reply_text
from automotive_env.kate.training.row import TrainingRow

MARKS = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>")
"""Tokens of calls and thoughts; no special ones, which decoding would drop."""
WORDS, LONGEST = 900, 20
"""Tokens that there are, without marks, and the most characters of one."""
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def tiny_checkpoint(folder: Path, replies: Sequence[TrainingRow], *, width: int = 96, layers: int = 2, seed: int = 0) -> int:
    """Make a model with random weights, and a tokenizer of the words of some rows; returns how many parameters it has.

    Args:
        folder: for both.
        replies: whose words are known.
        width: of its states.
        layers: how many.
        seed: of its weights.
    """
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    tokenizer = _tokenizer(replies)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    model = Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=width,
            intermediate_size=3 * width,
            num_hidden_layers=layers,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=width // 4,
            max_position_embeddings=2_048,
            tie_word_embeddings=True,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=None,
        )
    )
    model.save_pretrained(folder)
    return int(model.num_parameters())


def _tokenizer(rows: Iterable[TrainingRow]) -> Any:
    """A tokenizer whose tokens go across words, so that what all prompts say alike takes few of them."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast
    from trl.chat_template_utils import qwen3_chat_template

    inner = Tokenizer(models.BPE())
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=inner, chat_template=qwen3_chat_template)
    encoder = RowEncoder(tokenizer)
    texts = [encoder.prompt(row.prompt, row.tool_list()) + reply_text(row.completion[0]) for row in rows]
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    inner.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=WORDS,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        max_token_length=LONGEST,
        show_progress=False,
    )
    inner.train_from_iterator(texts, trainer)
    inner.add_tokens([AddedToken(mark, special=False, normalized=False) for mark in MARKS])
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        eos_token=SPECIAL[2],
        pad_token=SPECIAL[0],
        padding_side="left",
        chat_template=qwen3_chat_template,
    )
