"""The table of all rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from automotive_env.scripts.rounds.playing import CommandRound


def table(rounds: Sequence[CommandRound]) -> Iterator[str]:
    """A table in Markdown: a row for each surrounding and command; below it, what failed."""
    yield "| surrounding | command | rounds | failed | install s | wall s | CPU s |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    cells = dict.fromkeys((one.surrounding, one.command) for one in rounds)
    for surrounding, command in cells:
        of_cell = [one for one in rounds if (one.surrounding, one.command) == (surrounding, command)]
        played = [one for one in of_cell if one.outcome != "skipped"]
        failed = sum(one.outcome == "failed" for one in played)
        installed = _range(one.installed for one in played if one.installed)
        times = (installed, _range(one.wall for one in played), _range(one.cpu for one in played))
        yield f"| {surrounding} | {command} | {len(played)} | {failed if played else '-'} | {' | '.join(times)} |"
    yield ""
    for one in rounds:
        if one.outcome != "passed":
            yield f"{one.surrounding}, {one.command}, round {one.number}: {one.outcome}: {one.reason}"
            yield from (f"  {test}" for test in one.failed)


def _range(seconds: Iterable[float]) -> str:
    whole = sorted(round(one) for one in seconds)
    if not whole:
        return "-"
    return f"{whole[0]}" if whole[0] == whole[-1] else f"{whole[0]}-{whole[-1]}"
