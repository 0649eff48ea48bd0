"""Claims of the VehicleWorld paper that no other test states."""

import pytest
from result_fakes import episode

from automotive_env.car.devices import DEVICES
from automotive_env.runs.papers.tables import accuracy_table
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.scripts.papers.properties import property_counts
from automotive_env.suites.vehicleworld.published import ACCURACY, COUNTS, DOMAINS, KINDS


def test_properties_are_counted_in_three_ways():
    counts = property_counts({*(kind.module for kind in DEVICES), "environment"})
    assert counts.declared == 444
    assert counts.declared < counts.with_fields < counts.values
    assert property_counts({"radio"}).declared == 4
    # the current station, history and collection, of 5 fields each, and whether it plays
    assert property_counts({"radio"}).with_fields == 1 + 3 * 5


def test_accuracy_is_also_weighted_as_in_table_2():
    assert sum(COUNTS.values()) == 1_873
    of = {"multimedia": 1.0, "touch": 0.0, "car": 0.5, "light": 0.5}
    records = [
        episode(
            f"{domain}-{kind}",
            suite="vehicleworld",
            task=f"{domain}-{kind}",
            category=domain,
            dimension=kind,
            scores={"paper.accuracy": of[domain], "strict.accuracy": 0.0},
        )
        for domain in DOMAINS
        for kind in KINDS
    ]
    table = accuracy_table([ContestantGroup("fc", "x", {}, (), records)])
    strict, paper = (dict(zip(table.columns, row, strict=True)) for row in table.rows[:2])
    # multimedia has 459 tasks of 1,873, touch 249, car 691, light 474
    assert paper["as Table 2"] == pytest.approx(100 * (459 + 0.5 * (691 + 474)) / 1_873, abs=0.01)
    assert (paper["overall"], strict["as Table 2"]) == (50.0, 0.0)
    quoted = [dict(zip(table.columns, table.rows[number], strict=True)) for number in table.quoted]
    assert all(3 < row["overall"] - row["as Table 2"] < 8 for row in quoted)


def test_the_cells_of_table_4_are_those_of_table_2():
    assert {*ACCURACY["GPT-4o, FC"]} == {"", *COUNTS}
