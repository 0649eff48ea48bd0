"""`automotive-env train`: rows to train from, and the training itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import PlayedSuite, option_of
from automotive_env.cli.usage import OneLineErrorApp
from automotive_env.text.option import words

if TYPE_CHECKING:
    from collections import Counter

    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
    from automotive_env.kate.training.row import TrainingRow
    from automotive_env.kate.training.rows import TrainedAgent
    from automotive_env.suites.suite import Selection

train = OneLineErrorApp(help="Write training rows, and train language models on them.")


@train.command()
def rows(
    source: Annotated[str, typer.Argument(help="A suite, whose right calls and actions are taught, or a run folder.")],
    out: Annotated[Path, typer.Option(help="New file for the rows.")],
    to: Annotated[str, typer.Option(help="Format: trl (JSON lines) | verl (Parquet) | verifiers (JSON lines).")] = "trl",
    roll_outs: Annotated[
        bool, typer.Option("--roll-outs", help="Instead of replies, write the beginnings of episodes, for roll-outs.")
    ] = False,
    agent: Annotated[str, typer.Option(help="For a suite: agent to teach: t3a | fc_given | fc.")] = "",
    split: Annotated[str, typer.Option(help="Learn from this split: train | dev | test; for a run also all.")] = "train",
    tasks: Annotated[str, option_of("tasks")] = "",
    max_tokens: Annotated[int, typer.Option(min=1, help="Skip rows longer than N tokens; four bytes count as a token.")] = 8_192,
    knowledge_base: Annotated[Path | None, typer.Option(help="For a suite: folder of knowledge to put into prompts.")] = None,
    embedder: Annotated[str, option_of("embedder")] = "",
    match: Annotated[str, option_of("match")] = "words",
    half: Annotated[str, typer.Option(help="Split the rows 1:1 and write only one half: sft | rl.")] = "",
    prompts: Annotated[list[Path] | None, typer.Option(help="For a suite: folder of your own prompt templates.")] = None,
    suite: PlayedSuite = "",
) -> None:
    """Write a training row for each right reply of an agent: the conversation before it, the tools, the reply."""
    from collections import Counter

    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.kate.training.formats import FORMATS
    from automotive_env.kate.training.rows import TrainedAgent, half_of, without_long
    from automotive_env.runs.records.files import writing
    from automotive_env.text.printable import printable

    if to not in FORMATS:
        raise UsageError(f"unknown format {to[:40]!r}; choose from {', '.join(FORMATS)}")
    if out.exists():
        raise UsageError(f"{out} already exists; remove it, or choose another path with --out")
    left_out: Counter[str] = Counter()
    if Path(source).is_dir():
        if tasks or agent or roll_outs or knowledge_base or prompts:
            raise UsageError("a run has its own tasks, agents and prompts; give only --split, --to or --suite with it")
        found = _of_run(Path(source), suite, split, left_out)
    else:
        pupil = TrainedAgent(agent, _retriever(knowledge_base, embedder, match), tuple(prompts or ()))
        found = _of_suite(source, tasks, split, pupil, left_out, roll_outs=roll_outs)
    kept = without_long(half_of(found, half) if half else found, max_tokens, left_out)
    if not kept:
        raise UsageError(f"{source} yields no rows; skipped: {_counts_text(left_out)}")
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
    FORMATS[to](kept, out)
    say(printable(f"{out}: {len(kept)} rows; left out: {_counts_text(left_out)}"))


def _counts_text(left_out: Counter[str]) -> str:
    return ", ".join(f"{count} {why}" for why, count in left_out.items() if count) or "nothing"


def _of_run(folder: Path, typed: str, split: str, left_out: Counter[str]) -> list[TrainingRow]:
    from automotive_env.kate.training.rows import run_rows
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.suites.registry import find_played_suite
    from automotive_env.suites.splits import checked_split

    run = RunFolder.open(folder)
    suite = find_played_suite(run.manifest.suite, typed)
    return list(run_rows(run, suite, None if split == "all" else checked_split(split), left_out))


def _retriever(folder: Path | None, embedder: str, match: str) -> KnowledgeRetriever | None:
    from automotive_env.kate.acquisition.building import kinds_of
    from automotive_env.kate.knowledge.embedders import embedder as find_embedder
    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, checked_match
    from automotive_env.kate.knowledge.store import KnowledgeStore

    if folder is None:
        return None
    return KnowledgeRetriever(KnowledgeStore.open(folder), find_embedder(embedder), kinds_of("st"), checked_match(match))


def _of_suite(
    name: str, tasks: str, split: str, pupil: TrainedAgent, left_out: Counter[str], *, roll_outs: bool
) -> list[TrainingRow]:
    import anyio

    from automotive_env.errors import UsageError
    from automotive_env.kate.training.rollouts.environments import rollout_rows
    from automotive_env.kate.training.rows import gold_rows
    from automotive_env.suites.registry import find_suite
    from automotive_env.suites.splits import checked_split

    suite, selection, chosen = find_suite(name), _selection(tasks), checked_split(split)
    if roll_outs and pupil.agent:
        raise UsageError("roll-outs bring their own agents; omit --agent")

    async def collect() -> list[TrainingRow]:
        if roll_outs:
            return [row async for row in rollout_rows(suite, selection, chosen, left_out, pupil)]
        return [row async for row in gold_rows(suite, selection, chosen, left_out, pupil)]

    return anyio.run(collect)


def _selection(tasks: str) -> Selection:
    from automotive_env.suites.suite import Selection

    return Selection(tasks=words(tasks, "--tasks"))


ConfigOption = Annotated[Path | None, typer.Option(help="TOML file; docs/training.md lists its settings.")]
PrintOption = Annotated[bool, typer.Option("--print-config", help="Print a configuration with all defaults.")]


@train.command()
def sft(config: ConfigOption = None, print_config: PrintOption = False) -> None:
    r"""Train an adapter on the replies of rows. Needs pip install '.\[train]'."""
    from automotive_env.cli import out as say
    from automotive_env.kate.training.config import SftConfig, described, read_config

    if print_config:
        say(described(SftConfig))
        return
    from automotive_env.kate.training.sft import sft as run

    run(read_config(_given(config), SftConfig), say)


@train.command()
def grpo(config: ConfigOption = None, print_config: PrintOption = False) -> None:
    r"""Train an adapter with rewards: for matching calls, or from the car's verdict on roll-outs.

    Needs pip install '.\[train]'.
    """
    from automotive_env.cli import out as say
    from automotive_env.kate.training.config import GrpoConfig, described, read_config

    if print_config:
        say(described(GrpoConfig))
        return
    from automotive_env.kate.training.grpo import grpo as run

    run(read_config(_given(config), GrpoConfig), say)


@train.command()
def curves(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Folders of training runs with GRPO.")],
    out: Annotated[Path, typer.Option(help="New file for the figure, as SVG.")],
) -> None:
    """Draw the rewards of training runs by step."""
    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.kate.training.curves import reward_figure, rewards_of
    from automotive_env.runs.records.files import write_atomically, writing

    if out.exists():
        raise UsageError(f"{out} already exists; remove it, or choose another path with --out")
    names = [folder.resolve().name for folder in folders]
    called = [name if names.count(name) == 1 else str(folder) for name, folder in zip(names, folders, strict=True)]
    drawn = reward_figure({name: rewards_of(folder) for name, folder in zip(called, folders, strict=True)})
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(out, drawn)
    say(str(out))


def _given(config: Path | None) -> Path:
    from automotive_env.errors import UsageError

    if config is None:
        raise UsageError("give a configuration with --config FILE; --print-config prints one that you can start from")
    return config
