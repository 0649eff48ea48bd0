"""What a suite plans, as samples of Inspect; a sample tells all that its item is planned from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.dataset import MemoryDataset, Sample

from automotive_env.errors import UsageError
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import InstanceDraft, PlanItem, Selection


def samples(suite: str, selection: Selection) -> MemoryDataset:
    """The plan of a suite.

    Raises:
        UsageError: something was asked for that does not exist.
    """
    planned = find_suite(suite).plan(selection)
    drafts = find_suite(suite).drafts(selection)
    return MemoryDataset([_sample(suite, item, selection, drafts) for item in planned], name=suite)


def _sample(suite: str, item: PlanItem, selection: Selection, drafts: Sequence[InstanceDraft]) -> Sample:
    content = item.content
    instance = getattr(content, "instance", content)  # a scenario has one, a task's instance is one
    told: dict[str, Any] = {"suite": suite, "task": item.task, "instance": item.instance, "face": item.face}
    if drafts:
        told |= {"seed": instance.seed, "ending": instance.ending, "place": selection.place}
    dimension = getattr(content, "dimension", "")
    return Sample(
        id=f"{item.task}/{item.instance}",
        input=instance.goal,
        target=instance.ending,
        metadata=told | ({"dimension": dimension} if dimension else {}),
    )


def item_of(told: Mapping[str, Any]) -> PlanItem:
    """The item of a sample, planned again.

    Args:
        told: metadata of the sample.

    Raises:
        UsageError: it is no sample of these tasks, or one of another version.
    """
    try:
        suite, task, instance, face = (told[name] for name in ("suite", "task", "instance", "face"))
    except KeyError as missing:
        raise UsageError(f"the sample does not say its {missing}; play one of the tasks of automotive_env") from None
    if "seed" in told:
        drawn = find_suite(suite).draw(InstanceDraft(task, told["seed"], told["ending"], told["place"]))
        planned: Sequence[PlanItem | None] = [drawn]
    else:
        planned = find_suite(suite).plan(Selection(tasks=(task,)))
    found = next((item for item in planned if item and item.instance == instance), None)
    if found is None:
        raise UsageError(f"{task} has no instance {instance} in this version")
    return PlanItem(found.task, found.instance, found.trial, found.content, face)
