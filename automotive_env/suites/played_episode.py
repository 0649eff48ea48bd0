"""What playing an episode leaves: its record and steps."""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.runs.records.records import EpisodeRecord, StepRecord


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """A finished episode: its record, its steps if they were kept, and whether the car was restored."""

    record: EpisodeRecord
    steps: tuple[StepRecord, ...]
    put_back: bool = True
