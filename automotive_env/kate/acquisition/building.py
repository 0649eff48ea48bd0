"""What `automotive-env knowledge build` does: trajectories first, and what a model makes of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.clusters import clusters
from automotive_env.kate.acquisition.writing import KnowledgeWriter
from automotive_env.kate.knowledge.embedding import Embedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.kinds import INTENTS, KINDS, KnowledgeKind
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.models.kinds import for_agents_only
from automotive_env.models.model import Model
from automotive_env.text.lists import all_of


def kinds_of(text: str, option: str = "--kinds") -> tuple[KnowledgeKind, ...]:
    """Kinds that were typed, in the order in which they are made.

    Args:
        text: names with commas, or "all".
        option: behind which they were typed.

    Raises:
        UsageError: one is unknown, or there is none.
    """
    typed = {word.strip() for word in text.split(",") if word.strip()}
    typed = set(KINDS) if typed == {"all"} else typed
    if not typed or not typed <= set(KINDS):
        raise UsageError(f"{option} takes all, or one or more of {all_of(KINDS)}, not {text[:60]!r}")
    return tuple(kind for kind in KINDS if kind in typed)


def check_kinds(kinds: Collection[KnowledgeKind], model: str) -> None:
    """See that there is what kinds need, before anything is played.

    Raises:
        UsageError: a model is to write and none is named, or the built-in one, which cannot.
    """
    written = [kind for kind in kinds if kind != "st"]
    if written and (not model or for_agents_only(model)):
        raise UsageError(f"the built-in model cannot write {', '.join(written)}; name another with --model")
    if model and not written:
        raise UsageError("trajectories need no model; omit --model, or add es, sic or tic to --kinds")


@dataclass(frozen=True, slots=True)
class BuiltKnowledge:
    """What was added.

    Attributes:
        added: kind -> entries that are new.
        refused: kind -> summaries or scripts for which no reply of the model could be used; "sic" counts for its text as well.
    """

    added: Mapping[KnowledgeKind, int]
    refused: Mapping[KnowledgeKind, int] = field(default_factory=dict)

    def __str__(self) -> str:
        """In words."""
        told = ", ".join(f"{count} new {kind}" for kind, count in self.added.items())
        refused = ", ".join(f"{count} {kind}" for kind, count in sorted(self.refused.items()))
        return f"{told}; refused what the model wrote: {refused}" if refused else told


async def build(
    store: KnowledgeStore,
    trajectories: Sequence[KnowledgeEntry],
    kinds: Collection[KnowledgeKind],
    embedder: Embedder,
    model: Model | None = None,
) -> BuiltKnowledge:
    """Add knowledge to a store; what a model has written is kept as soon as it is.

    Args:
        store: is added to.
        trajectories: what was right.
        kinds: that are wanted.
        embedder: finds what is alike.
        model: writes; needed for all kinds but trajectories.

    Returns:
        how many entries of each kind were new, and for how many of each kind no reply of the model could be used.

    Raises:
        UsageError: scikit-learn is needed and not installed.
        ModelFault: the model could not be asked.
    """
    added: dict[KnowledgeKind, int] = dict.fromkeys(kinds, 0)
    if "st" in added:
        added["st"] = store.add(trajectories)
    if model is None:
        return BuiltKnowledge(added)
    writer = KnowledgeWriter(model)
    if "es" in added:
        known = {(entry.task, entry.turn) for entry in store.entries if entry.kind == "es"}
        for entry in trajectories:
            if (entry.task, entry.turn) not in known and (summary := await writer.summary(entry)):
                added["es"] += store.add([summary])
    if set(kinds) & set(INTENTS):
        for alike in clusters(trajectories, embedder.embed([entry.query for entry in trajectories])):
            for entry in await writer.intent(alike):
                added[entry.kind] = added.get(entry.kind, 0) + (store.add([entry]) if entry.kind in kinds else 0)
    return BuiltKnowledge({kind: added[kind] for kind in kinds}, writer.refused)
