"""Whether a run can be resumed as it is asked for: with the options that decide, and the source, that it was begun with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.options import UNDECIDING_OPTIONS, as_typed
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import RunManifest
from automotive_env.suites.private_seed import MANIFEST_NAME, seed_hash
from automotive_env.suites.suite import Suite
from automotive_env.text.printable import printable

_RESOLVED = frozenset({"agents", "model"})
"""Options that can be typed in several ways: they are compared by what they come to, but for a model under a label."""


def resumed_options(folder: RunFolder, given: Mapping[str, Any]) -> ResolvedOptions:
    """The options of an earlier run, but for those that the user has given.

    The folder may be a stranger's, so files are those that the user names.

    Raises:
        UsageError: it names a file that the user does not, or holds values that no option has.
    """
    kept = ResolvedOptions.of_run(folder.manifest.options)
    if unnamed := [name for name in kept.naming_files if name not in given]:
        typed = " ".join(_typed(name, folder.manifest.options[name]).removeprefix("with ") for name in unnamed)
        raise UsageError(
            f"{folder.path} refers to files that your command does not name; if you trust the run, add {printable(typed[:400])}"
        )
    return replace(kept, **given)


def check_options(folder: RunFolder, options: ResolvedOptions) -> None:
    """Refuse other options than those of the run, before anything is planned, loaded or asked because of them.

    Raises:
        UsageError: the message names each such option with both values.
    """
    check_private_seed(folder, options.private_seed)
    asked = RunManifest.model_validate(folder.manifest.model_dump() | {"options": options.to_json()})
    had, has = folder.manifest.options, asked.options
    compared_later = UNDECIDING_OPTIONS | (_RESOLVED - {"model"} if options.label else _RESOLVED)
    if names := [name for name in had if name not in compared_later and had[name] != has.get(name)]:
        raise UsageError(_other_options(folder, names, had, has))


def check_private_seed(folder: RunFolder, seed: int | None) -> None:
    """Refuse another seed than the one that the run's hidden set was drawn from.

    Raises:
        UsageError: it is another one, or there is one where none was, or none where one was.
    """
    drawn_from = folder.manifest.hashes.get(MANIFEST_NAME)
    if drawn_from and seed is None:
        raise UsageError(f"{folder.path} was drawn from a private seed, which it does not hold; give --private-seed again")
    if (seed_hash(seed) if seed is not None else None) != drawn_from:
        raise UsageError(f"{folder.path} was {'drawn from another' if drawn_from else 'not drawn from a'} private seed")


def check_hidden_set(folder: RunFolder, suite: Suite, seed: int) -> None:
    """See that a run played what its private seed draws.

    Raises:
        UsageError: the seed is another one, or it draws other items.
    """
    check_private_seed(folder, seed)
    options = ResolvedOptions.of_run(folder.manifest.options, private_seed=seed, data=None)
    drawn = suite.hashes(suite.plan(options.selection))
    if changed := [name for name, value in drawn.items() if folder.manifest.hashes.get(name) != value]:
        raise UsageError(f"{folder.path} did not play what this private seed draws; it has other {', '.join(changed)}")


def check_manifest(folder: RunFolder, asked: RunManifest) -> None:
    """Refuse a run that would not go on as it was begun.

    Raises:
        UsageError: the message names the options with both values, or what has changed since.
    """
    different = folder.manifest.differences(asked)
    had, has = folder.manifest.deciding(), asked.deciding()
    if names := [name for name in different if name in had | has]:
        raise UsageError(_other_options(folder, names, had, has))
    if different:
        changed = ", ".join(_changed(folder.manifest, asked, name) for name in different)
        raise UsageError(
            f"{folder.path} cannot be resumed, because this has changed since it was started: {changed}; start a new run"
        )


def _changed(had: RunManifest, has: RunManifest, name: str) -> str:
    """What has changed since, in words; of other packages, which of their things."""
    if name != "plugins":
        return name
    return ", ".join(f"source of {one}" for one in had.plugins | has.plugins if had.plugins.get(one) != has.plugins.get(one))


def _other_options(folder: RunFolder, names: Sequence[str], had: Mapping[str, Any], has: Mapping[str, Any]) -> str:
    if "agents" in names and not had.get("model"):
        names = [name for name in names if name != "model"]  # the run asked no model: its agent is what differs
    typed = [f"{_typed(name, had.get(name))}, not {_typed(name, has.get(name))}" for name in names]
    told = f"{folder.path} cannot be resumed with other options: it was started {'; '.join(typed)}"
    return f"{told}; omit these options, or start a new run with them"


def _typed(name: str, value: object) -> str:
    """An option as it was typed."""
    option = as_typed(name)
    if isinstance(value, bool):
        return f"with {option}" if value else f"without {option}"
    text = ",".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    return f"with {option} {text}" if text else f"without {option}"
