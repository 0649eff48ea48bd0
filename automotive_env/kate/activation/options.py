"""The options of a run that activate knowledge: what is told, and how the replies of a step are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.kinds import INTENTS, KnowledgeMatch
from automotive_env.text.option import OptionGroup, given

tells = OptionGroup("What kate:AGENT is shown", users="kate")
draws = OptionGroup("How replies are drawn")
RecallTime: TypeAlias = Literal["turn", "start"]
"""When knowledge is looked up: at each turn, or once, as Memp (arXiv 2508.06433) does."""
KnowledgeHint: TypeAlias = Literal["intent", "reflection", "state"]
"""What the model is asked to think of before each decision; each by itself, as in the paper."""
VoteAggregation: TypeAlias = Literal["self", "model", "write"]
LearningSource: TypeAlias = Literal["train", "stream"]
"""Which episodes of a run teach: those of the training split, or all, of a run that is declared to be a stream."""
SAMPLES = 4
"""Replies of a step, as in the paper."""
TEMPERATURE = 1.0
"""Of sampled replies, as in the paper."""
_TELLING = frozenset({"knowledge_base", "knowledge_at", "infer_intents", "keep_knowledge", "embedder", "match", "learn"})
"""Options of how knowledge is told."""


@dataclass(frozen=True)
class ActivationOptions:
    """What differs from the design: trajectories are told at each turn, four replies are drawn, and a model chooses."""

    knowledge_base: Path | None = tells(
        None, "Give agents the knowledge in this folder; `automotive-env knowledge build` makes one.", opens_files=True
    )
    knowledge: tuple[str, ...] | None = tells(
        None,
        "Kinds of knowledge to give agents, separated by commas: st, es, sic, tic, or all (default: st).",
        none="Do not give agents any knowledge.",
    )
    knowledge_at: RecallTime = tells("turn", "Look knowledge up at each turn or once: turn | start.")
    match: KnowledgeMatch = tells(
        "words", "How requests are compared: words (by their vectors and their words) | cosine (by their vectors alone)."
    )
    infer_intents: bool = tells(False, "Let the model infer the intent of each turn first; sic and tic are looked up with it.")
    keep_knowledge: bool = tells(False, "Keep the knowledge of earlier turns in the conversation.")
    embedder: str = tells("", "How to find similar texts: minilm | lexical (default: minilm if it is installed).")
    learn: LearningSource | None = tells(
        None, "Learn from episodes that pass: train (tasks of the training split only) | stream (tested tasks too)."
    )
    learn_every: int | None = tells(None, "Learn after every N episodes of a stream (default: 1).", within=(1, 1_000_000))
    knowledge_entries: int | None = draws(None, "", within=(0, 10**12))
    """How many entries the folder had when the run began to learn; it cannot be typed."""
    hints: tuple[KnowledgeHint, ...] = tells(
        (), "What to remind agents of before each step, separated by commas: intent, reflection, state."
    )
    sample: bool = draws(True, "kate: draw one reply per step.", "--sampling", only_off=True, users="kate")
    samples: int | None = draws(
        None,
        "Draw N replies per request; agents act on the first (default: 1; kate: 4, of which one is chosen).",
        within=(1, 128),
    )
    temperature: float | None = draws(None, "Sampling temperature (default: 0, the most likely reply; kate: 1).", within=(0, 10))
    aggregate: VoteAggregation | None = draws(
        None,
        "kate: how to decide between replies that differ: self (majority) | model (the model chooses one) | "
        "write (the model writes the step) (default: model).",
        users="kate",
    )

    def check_activation(self) -> None:
        """Refuse what would do nothing.

        Raises:
            UsageError: the message names it.
        """
        if not self.sample and self.samples is not None:
            raise UsageError("--samples and --no-sampling exclude each other; give only one")
        if self.width == 1 and self.aggregate:
            raise UsageError("--aggregate needs several replies to choose from; omit it, or draw more replies")
        if self.learn and self.tells and "st" not in (self.knowledge or ("st",)):
            raise UsageError("--learn collects trajectories, but --knowledge excludes them; add st to --knowledge")
        if not self.tells:
            if useless := [one.flag for one in given(self) if one.name in _TELLING]:
                raise UsageError(f"--no-knowledge leaves {useless[0]} without effect; omit one of them")
        elif self.knowledge_base is None and not self.learn:
            raise UsageError(
                "no knowledge is given; name a folder with --knowledge-base (see docs/knowledge.md), or use --no-knowledge"
            )
        if self.infer_intents and not set(self.knowledge or ()) & {*INTENTS, "all"}:
            raise UsageError("--infer-intents needs knowledge of intents; add sic or tic to --knowledge")

    @property
    def idle(self) -> frozenset[str]:
        """Names of the options that the others leave without effect."""
        found = _TELLING if not self.tells else frozenset()
        return found | ({"samples"} if not self.sample else set()) | ({"aggregate"} if self.width == 1 else set())

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
