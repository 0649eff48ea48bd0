"""Shows the whole of training without a GPU: rows, a tiny model made on the spot, SFT, GRPO on roll-outs, an agent that plays.

    python -m automotive_env.scripts.train_toy --out toy

The model has about a million parameters and a vocabulary of its own. It learns the form of a reply first, from rows with
random calls; what is right, it learns from a few rows (SFT), and from the car's verdicts (GRPO), on the same few scenarios:
it learns them by heart, and nothing is claimed beyond that.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import anyio
import typer

from automotive_env.agent import AgentOptions
from automotive_env.model import Sampling
from automotive_env.models.metered import MeteredModel
from automotive_env.models.transformers_model import TransformersModel
from automotive_env.suite import Selection
from automotive_env.suites.registry import find_suite
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.training.config import GrpoConfig, SftConfig
from automotive_env.training.encoding import for_template
from automotive_env.training.folder import LOG
from automotive_env.training.formats import write_trl
from automotive_env.training.grpo import grpo
from automotive_env.training.rollouts.environments import rollout_rows
from automotive_env.training.row import ChatCall, ChatMessage, Function, Row
from automotive_env.training.rows import Pupil, gold_rows
from automotive_env.training.sft import sft

DEVICES = frozenset({"hazardLight", "tailLight", "fogLight", "footPedal", "positionLight", "fuelPort", "bluetooth"})
"""Scenarios with these alone are played: they have one or two APIs each, so that prompts are short."""
SYSTEM = "You are the assistant of a car. Call what the request needs.\n"
MARKS = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>")
"""Tokens of calls and thoughts; no special ones, which decoding would drop."""
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def scenarios() -> tuple[str, ...]:
    """The names of the scenarios that are played, of the training split."""
    found = shipped_scenarios().items()
    return tuple(name for name, one in found if ".train." in name and set(one.beginning.modules) <= DEVICES)


def rows(names: tuple[str, ...], prompts: Path) -> tuple[list[Row], list[Row]]:
    """Right replies, and roll-outs, of some scenarios; of each scenario its first turn, where one call is right.

    Args:
        names: of the scenarios.
        prompts: folder for a short system message.
    """
    prompts.mkdir(parents=True, exist_ok=True)
    (prompts / "calls.system.jinja").write_text(SYSTEM, encoding="utf-8", newline="\n")
    suite, selection, left_out = find_suite("vehicleworld"), Selection(tasks=names), Counter[str]()

    async def collect() -> tuple[list[Row], list[Row]]:
        pupil = Pupil(prompts=(prompts,))
        replies = [row async for row in gold_rows(suite, selection, "train", left_out, pupil)]
        return replies, [row async for row in rollout_rows(suite, selection, "train", left_out, pupil)]

    replies, roll_outs = anyio.run(collect)
    kept = {(row.task, row.turn) for row in replies if row.turn == 0 and len(row.calls) == 1}
    return [row for row in replies if (row.task, row.turn) in kept], [row for row in roll_outs if (row.task, row.turn) in kept]


def random_calls(replies: Iterable[Row], times: int, seed: int = 0) -> list[Row]:
    """The rows with calls of any of their tools, with any arguments, in place of the right ones."""
    draw = random.Random(seed)
    return [
        row.model_copy(update={"id": f"{row.id}#{number}", "completion": (_any_call(row, draw),)})
        for number in range(times)
        for row in replies
    ]


def _any_call(row: Row, draw: random.Random) -> ChatMessage:
    tool = draw.choice(row.tool_list())["function"]
    properties, required = tool["parameters"]["properties"], tool["parameters"]["required"]
    named = [name for name in properties if name in required or draw.random() < 0.5]
    arguments = {name: _any_value(properties[name], draw) for name in named}
    call = ChatCall(function=Function(name=tool["name"], arguments=json.dumps(arguments)))
    return ChatMessage(role="assistant", tool_calls=(call,))


def _any_value(schema: dict[str, Any], draw: random.Random) -> Any:
    if schema["type"] == "array":
        return [_any_value(schema["items"], draw)]
    return draw.choice(schema.get("enum") or [True, False])


def tiny_checkpoint(folder: Path, replies: Sequence[Row], *, width: int = 128, layers: int = 4, seed: int = 0) -> int:
    """Make a model in the form of Qwen3, with random weights, and a tokenizer of the words of some rows; returns its parameters.

    Args:
        folder: for both.
        replies: whose words are known.
        width: of its states.
        layers: how many.
        seed: of its weights.
    """
    import torch
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
    from trl.chat_template_utils import qwen3_chat_template

    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=1_500, special_tokens=list(SPECIAL), initial_alphabet=alphabet, show_progress=False)
    told = [[for_template(message) for message in (*row.prompt, *row.completion)] for row in replies]
    inner.train_from_iterator(
        [json.dumps([row.tools, *said], ensure_ascii=False) for row, said in zip(replies, told, strict=True)], trainer
    )
    inner.add_tokens([AddedToken(mark, special=False, normalized=False) for mark in MARKS])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token=SPECIAL[2], pad_token=SPECIAL[0], padding_side="left")
    tokenizer.chat_template = qwen3_chat_template
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


async def played(folder: Path, names: Iterable[str], prompts: Path) -> float:
    """The part of first turns that `fc_given` with the model of a folder gets right, each reply the most likely one."""
    model = MeteredModel(TransformersModel(folder), Sampling(max_tokens=40), pictures=False)
    player = PLAYERS["fc_given"].make(model, None, AgentOptions(tools=True, prompts=(prompts,)))
    firsts = [replace(one, turns=one.turns[:1]) for one in map(shipped_scenarios().__getitem__, names)]
    episodes = [await play(one, player, model=model) for one in firsts]
    return sum(episode.record.success for episode in episodes) / len(episodes)


def curve(folder: Path, name: str) -> list[float]:
    """What the log of a training tells of something, step by step."""
    lines = (json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines())
    return [line[name] for line in lines if name in line]


def draw_curves(out: Path) -> None:
    """Draw loss and reward over steps as `curves.png`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.2), layout="constrained")
    panels = (("sft", "loss", "SFT: loss of replies"), ("grpo", "reward", "GRPO: mean reward of roll-outs"))
    for axes, (folder, name, title) in zip(figure.subplots(1, 2), panels, strict=True):
        values = curve(out / folder, name)
        axes.plot(range(1, len(values) + 1), values, marker=".")
        axes.set(title=title, xlabel="step", ylim=(0, None if name == "loss" else 1))
        axes.grid(alpha=0.3)
    figure.savefig(out / "curves.png", dpi=110)


SMALL: dict[str, Any] = {"precision": "float32", "checkpointing": False, "max_prompt_tokens": 1_024, "batch": 11}
"""What all three trainings are told: half of the turns are a step."""


def learn_form(out: Path) -> None:
    """Train all weights of the tiny model on calls of the right form."""
    rows_of, made = out / "form.jsonl", out / "base"
    told = SftConfig(
        model=str(out / "tiny"), rows=rows_of, out=made, lora_rank=0, epochs=1, learning_rate=2e-3, micro_batch=11, **SMALL
    )
    sft(told, print)


def learn_replies(out: Path) -> None:
    """Train an adapter on right replies."""
    rows_of, made = out / "replies.jsonl", out / "sft"
    sft(SftConfig(model=str(out / "base"), rows=rows_of, out=made, epochs=8, learning_rate=3e-3, micro_batch=11, **SMALL), print)


def learn_by_playing(out: Path, epochs: int) -> None:
    """Go on with the adapter by roll-outs, four of each turn."""
    told = GrpoConfig(
        model=str(out / "base"),
        adapter=out / "sft",
        rows=out / "roll-outs.jsonl",
        out=out / "grpo",
        reward="environment",
        max_calls=1,
        epochs=epochs,
        samples=4,
        micro_batch=44,
        max_reply_tokens=72,
        learning_rate=1e-3,
        **SMALL,
    )
    grpo(told, print)


def main(
    out: Annotated[Path, typer.Option(help="New folder.")],
    epochs: Annotated[int, typer.Option(help="Of GRPO.")] = 8,
) -> None:
    """Make a tiny model, train it, and let it play."""
    import torch

    torch.set_num_threads(1)
    names = scenarios()
    replies, roll_outs = rows(names, out / "prompts")
    for name, written in (("form", random_calls(replies, 30)), ("replies", replies), ("roll-outs", roll_outs)):
        write_trl(written, out / f"{name}.jsonl")
    print(f"{len(replies)} turns; {tiny_checkpoint(out / 'tiny', replies):,} parameters")
    learn_form(out)
    learn_replies(out)
    learn_by_playing(out, epochs)
    for stage in ("base", "sft", "grpo"):
        right = anyio.run(played, out / stage, names, out / "prompts")
        print(f"{stage}: fc_given plays {right:.0%} of first turns right")
    draw_curves(out)


if __name__ == "__main__":
    typer.run(main)
