"""Whether what a model replies is of any use: a run says early that no reply holds an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from automotive_env.runs.records.encoded import EncodedEpisode

UNUSABLE_REPLIES = 20
"""Replies in a row without an action, after which the run says so."""
MAX_SHOWN = 300
"""Characters of the last reply that are shown."""


class ReplyWatch:
    """Warns once in a run when an agent has got many replies in a row that held no action."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._in_a_row: Counter[tuple[str, str]] = Counter()
        self._said = False

    def __call__(self, episode: EncodedEpisode) -> None:
        """Hear of an episode that is over."""
        who, found = (episode.record.agent, episode.record.model), episode.unusable
        self._in_a_row[who] = found.count + (self._in_a_row[who] if found.only else 0)
        if self._in_a_row[who] >= UNUSABLE_REPLIES and not self._said:
            self._said = True
            self._warn(_warning(*who, self._in_a_row[who], found.last))


def _warning(agent: str, model: str, count: int, last: str) -> str:
    told = " ".join(last.split())
    shown = told if len(told) <= MAX_SHOWN else f"{told[: MAX_SHOWN - 1]}…"
    return (
        f"the last {count} replies of {model or 'the model'} to {agent} held no action; the latest: “{shown}”. If this goes on, "
        "stop the run and check the model's chat template, --max-tokens and docs/models.md"
    )
