"""Show that training works without a GPU: make a tiny model, train it with SFT and GRPO on roll-outs, and let agents play.

    python -m automotive_env.scripts.train_toy --out toy

The base learns, with all its weights, what is right in a few turns, and then to be right in two of five replies only. From
there an adapter is trained on right replies (SFT), and another one by the car's verdicts alone (GRPO). The turns are few and
learnt by heart; how little that helps with others is measured, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from automotive_env.agents.agent import AgentOptions
from automotive_env.kate.training.config import GrpoConfig, SftConfig
from automotive_env.kate.training.folder import LOG
from automotive_env.kate.training.formats import write_trl
from automotive_env.kate.training.grpo import grpo
from automotive_env.kate.training.row import TrainingRow
from automotive_env.kate.training.sft import sft
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Sampling
from automotive_env.models.specification import make_model
from automotive_env.runs.papers.figures import COLORS, svg
from automotive_env.scripts.toy_model import tiny_checkpoint
from automotive_env.scripts.toy_rows import noisy_rows, rows, scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.text.output import prepare_output

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RIGHT = 0.4
"""Chance of a reply of the base to be right."""
STAGES = ("base", "sft", "grpo")
SHARED: dict[str, Any] = {
    "precision": "float32",
    "checkpointing": False,
    "max_prompt_tokens": 1_024,
    "trainer": {"lr_scheduler_type": "linear"},
}
"""What all trainings are told; rates of learning fall to nothing."""
ADAPTER: dict[str, Any] = {"lora_rank": 16, "lora_alpha": 32}


@dataclass(frozen=True, slots=True)
class TrainingSize:
    """How much is trained and played.

    Attributes:
        turns: that are learnt.
        known: right replies to each of them, from which the base learns.
        noisy: replies to each of which a part is right.
        sft: steps.
        grpo: steps.
        samples: episodes of each turn that are played with each model, besides that of the most likely replies.
        seed: of weights and of everything that is drawn.
    """

    turns: int = 22
    known: int = 120
    noisy: int = 50
    sft: int = 30
    grpo: int = 40
    samples: int = 5
    seed: int = 0


QUICK = TrainingSize(turns=12, sft=16, grpo=16, samples=3)


def learn_base(out: Path, replies: Sequence[TrainingRow], roll_outs: Sequence[TrainingRow], size: TrainingSize) -> int:
    """Make the base: a model that knows what is right, and often replies something else; returns how many parameters it has."""
    known = list(noisy_rows(replies, roll_outs, size.known, 1.0, size.seed))
    noisy = list(noisy_rows(replies, roll_outs, size.noisy, RIGHT, size.seed))
    parameters = tiny_checkpoint(out / "tiny", noisy[: 4 * len(replies)], seed=size.seed)
    for begun, name, taught, rate in (("tiny", "known", known, 4e-3), ("known", "base", noisy, 2e-3)):
        write_trl(taught, out / f"{name}.jsonl")
        told = SHARED | {
            "seed": size.seed,
            "lora_rank": 0,
            "epochs": 1,
            "batch": len(replies),
            "micro_batch": len(replies),
            "learning_rate": rate,
        }
        sft(SftConfig(model=str(out / begun), rows=out / f"{name}.jsonl", out=out / name, **told), print)
    return parameters


def learn_replies(out: Path, replies: Sequence[TrainingRow], size: TrainingSize) -> None:
    """Train an adapter of the base on right replies, half of them a step."""
    write_trl(replies, out / "replies.jsonl")
    half = len(replies) // 2
    told = (
        SHARED | ADAPTER | {"seed": size.seed, "epochs": size.sft / 2, "batch": half, "micro_batch": half, "learning_rate": 1e-2}
    )
    sft(SftConfig(model=str(out / "base"), rows=out / "replies.jsonl", out=out / "sft", **told), print)


def learn_by_playing(out: Path, roll_outs: Sequence[TrainingRow], size: TrainingSize) -> None:
    """Train another adapter of the base by what the car has become, six roll-outs of each turn a step."""
    write_trl(roll_outs, out / "roll-outs.jsonl")
    turns, samples = len(roll_outs), 6
    told = SHARED | ADAPTER | {"seed": size.seed, "epochs": size.grpo, "batch": turns, "samples": samples}
    told |= {
        "micro_batch": turns * samples,
        "reward": "environment",
        "max_calls": 1,
        "max_reply_tokens": 64,
        "learning_rate": 3e-3,
    }
    grpo(GrpoConfig(model=str(out / "base"), rows=out / "roll-outs.jsonl", out=out / "grpo", **told), print)


async def played(folder: Path, names: Iterable[str], prompts: Path, samples: int = 0) -> float:
    """The part of first turns that `fc_given` gets right with the model of a folder.

    Args:
        folder: of the model or the adapter.
        names: of the scenarios.
        prompts: folder with a short system message.
        samples: replies to each that are drawn; 0 for the most likely one.
    """
    sampling = Sampling(max_tokens=40, temperature=1.0 if samples else 0.0)
    model = MeteredModel(make_model(f"local:{folder}"), sampling, pictures=False)
    player = PLAYERS["fc_given"].make(model, None, AgentOptions(tools=True, prompts=(str(prompts),)))
    firsts = [replace(one, turns=one.turns[:1]) for one in map(shipped_scenarios().__getitem__, names)]
    episodes = [
        await play(one, player, model=model, trial=trial, privileged=True) for one in firsts for trial in range(samples or 1)
    ]
    return fmean(episode.record.success for episode in episodes)


def curve(folder: Path, name: str) -> list[float]:
    """What the log of a training tells of something, step by step."""
    lines = (json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines())
    return [line[name] for line in lines if name in line]


def ends(values: Sequence[float]) -> tuple[float, float]:
    """The means of the first and of the last fifth."""
    part = max(1, len(values) // 5)
    return fmean(values[:part]), fmean(values[-part:])


def picture(out: Path, right: dict[str, tuple[float, float]]) -> bytes:
    """Loss, reward, and what is played right, as SVG."""

    def draw(figure: Figure) -> None:
        loss, reward, bars = figure.subplots(1, 3)
        _curve(loss, "SFT: loss of right replies", curve(out / "sft", "loss"), COLORS[0])
        _curve(reward, "GRPO: mean reward of roll-outs", curve(out / "grpo", "reward"), COLORS[2])
        reward.set_ylim(0, 1)
        for number, name in enumerate(("most likely reply", "sampled reply")):
            at = [place + 0.4 * number - 0.2 for place in range(len(STAGES))]
            drawn = bars.bar(at, [100 * right[stage][number] for stage in STAGES], 0.36, color=COLORS[4 - 3 * number], label=name)
            bars.bar_label(drawn, fmt="%.0f", fontsize=8)
        bars.set_xticks(range(len(STAGES)), ("base", "SFT", "GRPO"))
        bars.set_ylim(0, 125)
        bars.set_yticks(range(0, 101, 20))
        bars.legend(loc="upper left", ncols=2, fontsize=8)
        bars.set_title("turns played right, per cent", loc="left", fontsize=10)

    return svg((12.0, 3.6), draw)


def _curve(axes: Axes, title: str, values: Sequence[float], color: str) -> None:
    axes.plot(range(1, len(values) + 1), values, color=color, lw=2, marker=".")
    axes.set_xlabel("step")
    axes.locator_params(axis="x", integer=True)
    axes.set_ylim(bottom=0)
    axes.set_title(title, loc="left", fontsize=10)


def main(
    out: Annotated[Path, typer.Option(help="New folder.")],
    quick: Annotated[bool, typer.Option(help="Use fewer turns and steps, and fail if nothing is learnt.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the weights and of everything drawn.")] = 0,
) -> None:
    """Make a tiny model, train it, and let it play."""
    import torch

    torch.set_num_threads(1)
    size = replace(QUICK if quick else TrainingSize(), seed=seed)
    names = scenarios()[: size.turns]
    replies, roll_outs = rows(names, out / "prompts")
    print(f"{len(replies)} turns; {learn_base(out, replies, roll_outs, size):,} parameters")
    learn_replies(out, replies, size)
    learn_by_playing(out, roll_outs, size)
    loss, reward = ends(curve(out / "sft", "loss")), ends(curve(out / "grpo", "reward"))
    print(f"loss of SFT, first and last fifth of the steps: {loss[0]:.3f}, {loss[1]:.3f}")
    print(f"reward of GRPO, likewise: {reward[0]:.2f}, {reward[1]:.2f}")
    right = {stage: _print_success(out, stage, names, size) for stage in STAGES}
    (out / "curves.svg").write_bytes(picture(out, right))
    if quick:
        check(loss, reward, right)


def _print_success(out: Path, stage: str, names: Sequence[str], size: TrainingSize) -> tuple[float, float]:
    """What is played right with the most likely replies and with sampled ones; printed, as of turns that were not learnt."""
    likely, sampled = (anyio.run(played, out / stage, names, out / "prompts", samples) for samples in (0, size.samples))
    others = (*scenarios("dev"), *scenarios("test"))
    other = anyio.run(played, out / stage, others, out / "prompts")
    print(f"{stage}: {likely:.0%} right with the most likely reply, {sampled:.0%} with sampled ones")
    print(f"{stage}: {other:.0%} of {len(others)} turns that were not learnt, with the most likely reply")
    return likely, sampled


def check(loss: tuple[float, float], reward: tuple[float, float], right: dict[str, tuple[float, float]]) -> None:
    """See that both trainings have learnt.

    Raises:
        SystemExit: one has not.
    """
    learnt = {
        "the loss of SFT falls by half": loss[1] < loss[0] / 2,
        "the reward of GRPO rises by a fifth": reward[1] > reward[0] + 0.2,
        "sampled replies are right more often after SFT": right["sft"][1] > right["base"][1] + 0.2,
        "sampled replies are right more often after GRPO": right["grpo"][1] > right["base"][1] + 0.2,
    }
    if missed := [what for what, holds in learnt.items() if not holds]:
        raise SystemExit(f"not seen: {'; '.join(missed)}")


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
