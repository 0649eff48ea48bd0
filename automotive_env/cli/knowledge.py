"""`automotive-env knowledge`: make, look at and check what agents can be told of earlier experience."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import JsonOption, PlayedSuite, option_of
from automotive_env.cli.usage import OneLineErrorApp
from automotive_env.text.option import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from automotive_env.kate.acquisition.building import BuiltKnowledge
    from automotive_env.kate.acquisition.experience import SkippedEpisodes
    from automotive_env.kate.knowledge.embedding import Embedder
    from automotive_env.kate.knowledge.entry import KnowledgeEntry
    from automotive_env.kate.knowledge.kinds import KnowledgeKind
    from automotive_env.kate.knowledge.store import KnowledgeStore
    from automotive_env.suites.suite import Selection

SPLIT = "train | dev | test"
SHOWN = 20
"""Entries that are shown without a query."""

knowledge = OneLineErrorApp(help="Build, show and check knowledge from earlier episodes that agents can be given.")
KnowledgeFolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of knowledge.")]
EmbedderOption = Annotated[str, option_of("embedder")]
MatchOption = Annotated[str, option_of("match")]
DataOption = Annotated[Path | None, option_of("data")]
TasksOption = Annotated[str, option_of("tasks")]


@knowledge.command()
def build(
    source: Annotated[str, typer.Argument(help="A suite, whose oracle gives the right answers, or a run folder.")],
    out: Annotated[Path, typer.Option(help="Folder of knowledge; existing entries are kept.")],
    kinds: Annotated[
        str,
        typer.Option(
            help="Kinds, separated by commas: st (trajectories), es (summaries), sic (scripts), tic (texts of scripts), or all."
        ),
    ] = "st",
    model: Annotated[str, typer.Option(help="Model that writes summaries and scripts, as in `run --model`.")] = "",
    split: Annotated[str, typer.Option(help=f"Learn from this split: {SPLIT}; for a run also all.")] = "train",
    tasks: TasksOption = "",
    data: DataOption = None,
    embedder: EmbedderOption = "",
    suite: PlayedSuite = "",
) -> None:
    """Learn from the right answers of a suite, or from those episodes of a run that pass when they are scored again.

    If there is nothing to learn, nothing is written and the exit status is 2.
    """
    import anyio

    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.kate.acquisition.building import check_kinds, kinds_of
    from automotive_env.kate.knowledge.embedders import embedder as find_embedder
    from automotive_env.kate.knowledge.store import KnowledgeStore

    wanted = kinds_of(kinds)
    check_kinds(wanted, model)
    encoder = find_embedder(embedder)
    store = KnowledgeStore.at(out)
    if Path(source).is_dir():
        if tasks or data:
            raise UsageError("a run has its own tasks; omit --tasks and --data")
        trajectories, left_out = _of_run(Path(source), suite, split)
        say(f"{source}: {left_out}")
    else:
        trajectories, alike = _without_other_starts(source, _selection(tasks, data), split)
        if alike:
            say(f"{source}: {alike} turns skipped because their scenarios have the same start as one of another split")
    if not trajectories:
        raise UsageError(f"{source}: --split {split} leaves nothing to learn; choose another split, more tasks or another run")
    added = anyio.run(_write, store, trajectories, wanted, encoder, model)
    store.vectors(encoder)
    say(f"{out}: {added}; {len(store.entries)} entries in all, with vectors of the embedder {encoder.name}")


@knowledge.command()
def show(
    folder: KnowledgeFolderArgument,
    query: Annotated[str, typer.Argument(help="What a user says (default: show the newest entries).")] = "",
    toolset: Annotated[str, typer.Option(help="Modules or apps that can be used, separated by commas (default: any).")] = "",
    embedder: EmbedderOption = "",
    match: MatchOption = "words",
) -> None:
    """Show what a folder holds, or the entries found for a query, best last."""
    from collections import Counter

    from automotive_env.cli import out
    from automotive_env.kate.knowledge.embedders import embedder as find_embedder
    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, checked_match
    from automotive_env.kate.knowledge.store import KnowledgeStore
    from automotive_env.text.printable import printable

    store = KnowledgeStore.open(folder)
    if not query:
        counts = Counter(f"{entry.suite} {entry.split} {entry.kind}" for entry in store.entries)
        out("\n".join(f"{count:>6}  {printable(name)}" for name, count in sorted(counts.items())))
        for entry in store.entries[-SHOWN:]:
            out(f"{entry.id}  {printable(entry.kind)}  {printable(entry.task)}  {printable(entry.query)}")
        return
    tools = words(toolset, "--toolset")
    hits = KnowledgeRetriever(store, find_embedder(embedder), match=checked_match(match)).retrieve(query, tools)
    for hit in hits:
        lines = "\n".join(f"    {printable(line)}" for line in hit.entry.text.splitlines())
        out(f"{hit.score:.3f}  {hit.entry.kind}  {printable(hit.entry.task)}\n{lines}")
    if not hits:
        out("nothing is similar enough")


@knowledge.command()
def check(
    folder: KnowledgeFolderArgument,
    suite: Annotated[str, typer.Option(help="Suite to test with this knowledge.")] = "vehicleworld",
    split: Annotated[str, typer.Option(help=f"Split of its tasks: {SPLIT}.")] = "test",
    tasks: TasksOption = "",
    data: DataOption = None,
    embedder: EmbedderOption = "",
    match: MatchOption = "words",
    json: JsonOption = False,
) -> None:
    """Measure how often the knowledge found for a turn already contains the turn's answer.

    Exit status 1: the knowledge holds entries of the tested tasks or of their start states.
    """
    import json as encoder
    from dataclasses import asdict

    import anyio

    from automotive_env.cli import out
    from automotive_env.kate.acquisition.building import kinds_of
    from automotive_env.kate.acquisition.leakage import leakage
    from automotive_env.kate.knowledge.embedders import embedder as find_embedder
    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, checked_match
    from automotive_env.kate.knowledge.store import KnowledgeStore

    retriever = KnowledgeRetriever(KnowledgeStore.open(folder), find_embedder(embedder), kinds_of("st"), checked_match(match))
    turns = anyio.run(_of_suite, suite, _selection(tasks, data), split)
    found = leakage(retriever, turns)
    out(encoder.dumps(asdict(found)) if json else str(found))
    if found.leaked:
        raise typer.Exit(1)


def _selection(tasks: str, data: Path | None) -> Selection:
    from automotive_env.suites.suite import Selection

    return Selection(tasks=words(tasks, "--tasks"), data=data)


def _without_other_starts(name: str, selection: Selection, split: str) -> tuple[list[KnowledgeEntry], int]:
    """What is right in a split of a suite, and how many turns were left out because they begin as others of another split."""
    import anyio

    from automotive_env.kate.acquisition.gold import items_of, other_starts
    from automotive_env.suites.registry import find_suite
    from automotive_env.suites.splits import checked_split

    every = anyio.run(_of_suite, name, selection, split)
    suite, learnt = find_suite(name), checked_split(split)
    elsewhere = other_starts(suite, selection, learnt, items_of(suite, selection, learnt))
    kept = [entry for entry in every if entry.start not in elsewhere]
    return kept, len(every) - len(kept)


async def _of_suite(name: str, selection: Selection, split: str) -> list[KnowledgeEntry]:
    """What is right in a split of a suite."""
    from automotive_env.kate.acquisition.gold import gold
    from automotive_env.suites.registry import find_suite
    from automotive_env.suites.splits import checked_split

    return [entry async for entries in gold(find_suite(name), selection, checked_split(split)) for entry in entries]


def _of_run(folder: Path, typed: str, split: str) -> tuple[list[KnowledgeEntry], SkippedEpisodes]:
    """What was right in a run, and what was left out."""
    from automotive_env.kate.acquisition.experience import SkippedEpisodes, experience
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.suites.registry import find_played_suite
    from automotive_env.suites.splits import checked_split

    run, left_out = RunFolder.open(folder), SkippedEpisodes()
    suite = find_played_suite(run.manifest.suite, typed)
    wanted = None if split == "all" else checked_split(split)
    return [entry for entries in experience(run, suite, wanted, left_out) for entry in entries], left_out


async def _write(
    store: KnowledgeStore, trajectories: Sequence[KnowledgeEntry], kinds: Sequence[KnowledgeKind], embedder: Embedder, spec: str
) -> BuiltKnowledge:
    from automotive_env.kate.acquisition.building import build as build_all
    from automotive_env.models.specification import make_model

    model = make_model(spec) if spec else None
    try:
        return await build_all(store, trajectories, kinds, embedder, model)
    finally:
        if model:
            await model.close()
