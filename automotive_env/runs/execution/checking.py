"""Whether the records of a run are those of its plan: what its options draw, played by whom it names, each episode once.

The plan is drawn anew: neither the file of the plan nor the records say what should have been played. Where only somebody else
can draw it, from a private seed or data of their own, the hash in the manifest says whether the records hold all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path

from automotive_env.errors import Contradiction, NotScored, UsageError
from automotive_env.kate.activation.contestant import bare_name
from automotive_env.kate.learning.checking import verified as scored
from automotive_env.plugins.registry import calling
from automotive_env.runs.execution.authorship import ActionAuthors
from automotive_env.runs.execution.origins import check_origins
from automotive_env.runs.execution.plan_file import MAX_LINE_BYTES, plan_digest, plan_file
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import RunManifest, source_hashes
from automotive_env.runs.records.records import INTERRUPTED, EpisodeRecord, episode_id
from automotive_env.runs.records.verification import RunVerification, ScoreDifference, UnscoredEpisode
from automotive_env.suites.private_seed import MANIFEST_NAME
from automotive_env.suites.selection import MAX_TRIALS
from automotive_env.suites.suite import PlanItem, Selection, Suite, repeated
from automotive_env.tasks.registry import is_loaded

MAX_DRAWN_AGAIN = 100
"""Instances of a task that are drawn again: of more, a stranger's manifest could keep a machine busy for hours."""
PLAN = "plan"
"""What differs, or is not checked, where it is no episode."""


def verified(
    folder: RunFolder, suite: Suite, private_seed: int | None = None, knowledge_base: Path | None = None
) -> RunVerification:
    """A run scored again, and its records held against its plan.

    Args:
        folder: of the run, finished or not.
        suite: that it played.
        private_seed: that it was drawn from, where that is known.
        knowledge_base: what a run that learns knew when it began, where that is known.

    Raises:
        UsageError: the episodes cannot be read.
    """
    authors = ActionAuthors(folder.manifest, suite)
    found = scored(folder, suite.name, authors.rescore, knowledge_base)
    records = folder.read_episodes().records
    more = [*_twice(records), *authors.disguised()]
    missing: tuple[str, ...] = ()
    not_checked: tuple[UnscoredEpisode, ...] = ()
    try:
        items = _items(folder, suite, private_seed, records)
        check_origins(folder.manifest, suite)
        players = _players(folder.manifest, suite, records)
        ids = [episode_id(*who, one.task, one.instance, one.trial, one.face) for who, one in product(players, items)]
        more += _strange(records, set(ids), players)
        recorded = {record.id for record in records}
        missing = tuple(name for name in ids if name not in recorded)
    except Contradiction as fault:
        more.append(ScoreDifference(id=PLAN, recorded="in manifest.json", found=str(fault)))
    except (NotScored, UsageError) as fault:
        not_checked = (UnscoredEpisode(id=PLAN, why=f"the records were not checked against the plan: {fault}"),)
    different = {one.id: one for one in (*more, *found.different)}
    not_scored = tuple(one for one in found.not_scored if one.id not in different) + not_checked
    told = different.keys() | {one.id for one in not_scored}
    return RunVerification(
        episodes=found.episodes,
        same=len({record.id for record in records} - told),
        different=tuple(different.values()),
        not_scored=not_scored,
        missing=missing,
    )


def _twice(records: Sequence[EpisodeRecord]) -> Iterator[ScoreDifference]:
    """Episodes that were recorded again although they were finished; a run plays again only what was broken off."""
    finished: dict[str, str] = {}
    for record in records:
        if before := finished.get(record.id):
            yield ScoreDifference(
                id=record.id, recorded=record.outcome, found=f"it exists twice; the other record ended with {before}"
            )
        if record.outcome not in INTERRUPTED:
            finished.setdefault(record.id, record.outcome)


def _strange(
    records: Sequence[EpisodeRecord], planned: Collection[str], players: Collection[tuple[str, str]]
) -> Iterator[ScoreDifference]:
    """Episodes that are not in the plan."""
    for record in records:
        if record.id not in planned:
            why = f"{record.agent[:40]} with the model {record.model[:40]!r} does not belong to this run"
            if (record.agent, record.model) in players:
                why = "its task, instance, trial or face is not in the plan of the run"
            yield ScoreDifference(id=record.id, recorded=record.outcome, found=why)


def _items(folder: RunFolder, suite: Suite, private_seed: int | None, records: Sequence[EpisodeRecord]) -> Sequence[PlanItem]:
    """What the run plays.

    Raises:
        Contradiction: its manifest contradicts itself, or what its options draw.
        NotScored: that cannot be found out here.
        UsageError: nothing can be drawn from its options.
    """
    manifest = folder.manifest
    options = ResolvedOptions.of_run(manifest.options, private_seed=private_seed)
    for name in ("suite", "backend", "seed"):
        if (had := getattr(options, name)) != (has := getattr(manifest, name)):
            raise Contradiction(f"the {name} is {has!r:.40}, but {had!r:.40} in the options")
    if manifest.unsupported and manifest.backend == "headless":
        raise Contradiction("tasks were skipped that the headless car can play")
    if not 1 <= options.trials <= MAX_TRIALS:
        raise Contradiction(f"it has {options.trials} trials of each instance; 1 to {MAX_TRIALS} are allowed")
    if options.data is not None or (MANIFEST_NAME in manifest.hashes and private_seed is None):
        return _all_recorded(manifest, suite, options.selection, records)
    if options.instances > MAX_DRAWN_AGAIN:
        raise NotScored(f"it has {options.instances} instances of each task; at most {MAX_DRAWN_AGAIN} can be drawn again")
    items, file = _drawn(suite, options.selection)  # type: ignore[arg-type]  # a suite is hashed as any object is
    digest = plan_digest(file) if file else None
    if digest != manifest.plan_file or not _has_hashes(manifest, suite, items):
        _check_version(manifest)
        raise Contradiction("its hashes do not match the plan that its options draw")
    if options.limit is not None:
        _check_limited(manifest, items, records)
    if digest is not None:
        kept = folder.read_plan(2 * len(file) + MAX_LINE_BYTES)
        if kept is not None and plan_digest(kept) != digest:
            raise Contradiction("plan.jsonl differs from the plan that its options draw")
    return [item for item in items if item.task not in manifest.unsupported]


def _check_limited(manifest: RunManifest, items: Sequence[PlanItem], records: Sequence[EpisodeRecord]) -> None:
    """See that a limited run played what its limit keeps; earlier versions kept the first items.

    Raises:
        NotScored: it played other items, and another version chose them.
    """
    kept = {(one.task, one.instance) for one in items}
    if any((one.task, one.instance) not in kept for one in records):
        _check_version(manifest)


def _check_version(manifest: RunManifest) -> None:
    """See that this version drew a run.

    Raises:
        NotScored: another one did.
    """
    own = source_hashes(manifest.backend)
    if other := [part for part in own if manifest.hashes.get(part) != own[part]]:
        raise NotScored(f"it was drawn by another version, with other {', '.join(other[:3])}")


@lru_cache(4)
def _drawn(suite: Suite, selection: Selection) -> tuple[Sequence[PlanItem], bytes]:
    """What is drawn, and its file, which is empty where the suite has none; runs of one leaderboard mostly play the same.

    Raises:
        UsageError: nothing is, or a module would have to be loaded because a folder, which may be a stranger's, names it.
    """
    if suite.name == "automotive" and (strange := [name for name in selection.tasks if not is_loaded(name)]):
        raise UsageError(f"it played {strange[0][:60]!r}; add --tasks {strange[0][:60]} to load it")
    drafts = suite.drafts(selection)
    if not drafts:
        return suite.plan(selection), b""
    drawn = [suite.draw(draft) for draft in drafts]
    return repeated(drawn, selection), plan_file(drafts, drawn)


def _all_recorded(
    manifest: RunManifest, suite: Suite, selection: Selection, records: Sequence[EpisodeRecord]
) -> Sequence[PlanItem]:
    """What was played, where that is all that the manifest has the hash of.

    Raises:
        NotScored: it is more, or less.
    """
    played = [PlanItem(task, instance) for task, instance in dict.fromkeys((one.task, one.instance) for one in records)]
    if not played or not manifest.hashes.get("scenarios") or not _has_hashes(manifest, suite, played):
        source = "data of its user" if selection.data else "a private seed"
        raise NotScored(f"it was drawn from {source}, and its records do not hold all that was drawn")
    return repeated(played, replace(selection, data=None, limit=None))


def _has_hashes(manifest: RunManifest, suite: Suite, items: Sequence[PlanItem]) -> bool:
    """Whether a manifest has what a suite says of its items."""
    with calling(f"the suite {suite.name} has no hash of these records"):
        return suite.hashes(items).items() <= manifest.hashes.items()


def _players(manifest: RunManifest, suite: Suite, records: Sequence[EpisodeRecord]) -> Sequence[tuple[str, str]]:
    """Who plays: agents with their models. No agent is loaded for it; whether one that is unknown here asks, its records say."""
    known, models = suite.players(), manifest.model.split(",")
    asked = {record.agent for record in records if record.model}
    found: list[tuple[str, str]] = []
    for agent in manifest.agents:
        spec = known.get(bare_name(agent))
        asks = spec.needs_model if spec else agent in asked
        found += [(agent, model) for model in (models if asks else [""])]
    return found
