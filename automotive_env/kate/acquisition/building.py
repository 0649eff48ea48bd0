"""What `automotive-env knowledge build` does: trajectories first, and what a model makes of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.clusters import clusters
from automotive_env.kate.acquisition.writing import KnowledgeWriter
from automotive_env.kate.knowledge.embedding import Embedder
from automotive_env.kate.knowledge.entry import INTENTS, KINDS, KnowledgeEntry, KnowledgeKind
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.models.kinds import for_agents_only
from automotive_env.models.model import Model


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
        raise UsageError(f"{option} takes {', '.join(KINDS)} or all, not {text[:60]!r}")
    return tuple(kind for kind in KINDS if kind in typed)


def check_kinds(kinds: Collection[KnowledgeKind], model: str) -> None:
    """See that there is what kinds need, before anything is played.

    Raises:
        UsageError: a model is to write and none is named, or the built-in one, which cannot.
    """
    written = [kind for kind in kinds if kind != "st"]
    if written and (not model or for_agents_only(model)):
        raise UsageError(f"a model writes {', '.join(written)}, which the built-in one cannot; name another by --model")
    if model and not written:
        raise UsageError("trajectories need no model: leave --model out, or ask for es, sic or tic by --kinds")


async def build(
    store: KnowledgeStore,
    trajectories: Sequence[KnowledgeEntry],
    kinds: Collection[KnowledgeKind],
    embedder: Embedder,
    model: Model | None = None,
) -> dict[KnowledgeKind, int]:
    """Add knowledge to a store; what a model has written is kept as soon as it is.

    Args:
        store: is added to.
        trajectories: what was right.
        kinds: that are wanted.
        embedder: finds what is alike.
        model: writes; needed for all kinds but trajectories.

    Returns:
        how many entries of each kind were new.

    Raises:
        UsageError: scikit-learn is needed and not installed.
        ModelFault: the model could not be asked.
    """
    added: dict[KnowledgeKind, int] = dict.fromkeys(kinds, 0)
    if "st" in added:
        added["st"] = store.add(trajectories)
    if model is None:
        return added
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
    return {kind: added[kind] for kind in kinds}
