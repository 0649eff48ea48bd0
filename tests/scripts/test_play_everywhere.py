"""The script that plays everywhere tells what goes wrong, and nothing of a good task."""

import json
from pathlib import Path

import pytest
from registered import PLAIN, THREE_TURNS

from automotive_env.episode.headless import HeadlessController
from automotive_env.scripts import play_everywhere
from automotive_env.scripts.play_everywhere import cases, faults
from automotive_env.tasks.kit.proving.ledger import Sources
from automotive_env.tasks.registry import TASKS


def test_a_near_miss_that_stands_as_a_solution_is_reported() -> None:
    task = TASKS[PLAIN]

    class Wrong(type(task), category=task.category, dimension=task.dimension):  # type: ignore[misc]
        """Its solutions and its near misses have changed places."""

        solutions, near_misses = type(task).near_misses, type(task).solutions

    wrong = Wrong()
    [drawn] = cases(wrong, ["Paris"], [0])
    told = [fault.partition(":")[0] for fault in faults(wrong, drawn, HeadlessController())]
    assert {"solution 1", "near miss 1"} <= set(told)


def test_processes_are_replaced_after_some_places_and_all_seeds_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_everywhere, "MOST_PLACES", 1)
    sources = Sources(backend="headless", tasks={PLAIN: "0" * 16, THREE_TURNS: "0" * 16})
    jobs = [(place, {seed: [PLAIN] for seed in range(2)}) for place in ("Oslo", "Paris")]
    played = [(one.place, one.seed, one.counts) for visits in play_everywhere._visits(jobs, sources, 1) for one in visits]
    assert played == [(place, seed, "1-") for place in ("Oslo", "Paris") for seed in range(2)]


def test_it_prints_counts_and_nothing_else_for_good_tasks_and_plays_none_that_a_ledger_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> dict[str, int]:
        with pytest.raises(SystemExit) as end:
            play_everywhere.main(PLAIN, "Oslo", workers=1, ledger=tmp_path / "ledger")
        assert end.value.code == 0
        return json.loads(capsys.readouterr().out)

    first, second = told(), told()
    assert (first["instances"], first["faults"], first["fewest"]) == (1, 0, 1)
    assert second["instances"] == 0
