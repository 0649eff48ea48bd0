"""The options of a run that activate knowledge: what is told, and how the replies of a step are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.text.option import Option, as_flag, given

TOLD = "What kate:AGENT is told"
REPLIES = "How replies are drawn"
When: TypeAlias = Literal["turn", "start"]
"""When knowledge is looked up: at each turn, or once, as Memp (arXiv 2508.06433) does."""
Hint: TypeAlias = Literal["intent", "reflection", "state"]
"""What the model is asked to think of before each decision; each by itself, as in the paper."""
Aggregate: TypeAlias = Literal["self", "model"]
Learn: TypeAlias = Literal["train", "stream"]
"""Which episodes of a run teach: those of the training split, or all, of a run that is declared to be a stream."""
SAMPLES = 4
"""Replies of a step, as in the paper."""
TEMPERATURE = 1.0
"""Of sampled replies, as in the paper."""
MAX_SAMPLES = 128
MAX_TEMPERATURE = 10
MAX_ENTRIES = 10**12
MAX_EPISODES = 1_000_000


@dataclass(frozen=True)
class ActivationOptions:
    """What differs from the design: trajectories are told at each turn, four replies are drawn, and a model chooses."""

    knowledge_base: Annotated[
        Path | None,
        Option(
            "Tell agents what this folder of knowledge holds; `automotive-env knowledge build` makes one.",
            TOLD,
            users="kate",
            opens_files=True,
        ),
    ] = None
    knowledge: Annotated[
        tuple[str, ...] | None,
        Option(
            "Kinds of knowledge to tell: st, es, sic, tic, with commas, or all (default: st).",
            TOLD,
            none="Tell agents no knowledge.",
            users="kate",
        ),
    ] = None
    knowledge_at: Annotated[When, Option("Look knowledge up at each turn or once: turn | start.", TOLD, users="kate")] = "turn"
    embedder: Annotated[
        str, Option("How similar texts are found: minilm | lexical (default: minilm if it is installed).", TOLD, users="kate")
    ] = ""
    learn: Annotated[
        Learn | None,
        Option(
            "Learn from episodes that pass: train (tasks of the training split only) | stream (tested tasks too).",
            TOLD,
            users="kate",
        ),
    ] = None
    learn_every: Annotated[
        int | None,
        Option("Learn after every N episodes of a stream (default: 1).", TOLD, within=(1, MAX_EPISODES), users="kate"),
    ] = None
    knowledge_entries: Annotated[int | None, Option("", within=(0, MAX_ENTRIES))] = None
    """How many entries of the folder a run knew when it began to learn."""
    hints: Annotated[
        tuple[Hint, ...],
        Option("What to remind agents of before each step: intent, reflection, state, with commas.", TOLD, users="kate"),
    ] = ()
    sample: Annotated[bool, Option("kate: draw one reply per step.", REPLIES, "--no-sampling", users="kate")] = True
    samples: Annotated[
        int | None,
        Option(
            "Draw N replies per request; agents act on the first (default: 1; kate: 4, of which one is chosen).",
            REPLIES,
            within=(1, MAX_SAMPLES),
        ),
    ] = None
    temperature: Annotated[
        float | None,
        Option(
            "Sample replies at this temperature (default: 0, the most likely reply; kate: 1).",
            REPLIES,
            within=(0, MAX_TEMPERATURE),
        ),
    ] = None
    aggregate: Annotated[
        Aggregate | None,
        Option(
            "kate: how to choose between replies that differ: self (majority) | model (default: model).",
            REPLIES,
            users="kate",
        ),
    ] = None

    def check_activation(self) -> None:
        """Refuse what would do nothing.

        Raises:
            UsageError: the message names it.
        """
        if not self.sample and self.samples is not None:
            raise UsageError("--samples and --no-sampling exclude each other; give one of them")
        if self.width == 1 and self.aggregate:
            raise UsageError("there is nothing to choose from where one reply is drawn: leave --aggregate out")
        if self.learn and self.tells and "st" not in (self.knowledge or ("st",)):
            raise UsageError("trajectories are what is learnt, and --knowledge leaves them out: add st to it")
        if not self.tells:
            useless = [name for name in given(self) if name in ("knowledge_base", "knowledge_at", "embedder", "learn")]
            if useless:
                raise UsageError(f"nothing is told with --no-knowledge: leave {as_flag(useless[0])} out")
        elif self.knowledge_base is None and not self.learn:
            raise UsageError(
                "what is to be told? Name a folder of knowledge (docs/knowledge.md) by --knowledge-base, or give --no-knowledge"
            )

    @property
    def tells(self) -> bool:
        """Whether knowledge is told."""
        return self.knowledge != ()

    @property
    def width(self) -> int:
        """Replies that are drawn of a step."""
        return (self.samples or SAMPLES) if self.sample else 1

    @property
    def heat(self) -> float:
        """The temperature that they are drawn with."""
        return self.temperature if self.temperature is not None else TEMPERATURE if self.width > 1 else 0.0
