"""Comparing agents and runs: what is paired, what is refused, and what is told of it."""

import pytest
from registered import PLAIN
from result_fakes import HOSTILE, add_episode, episode, manifest
from rich.console import Console

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import RunManifest
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.comparison import AgentComparison
from automotive_env.runs.tables.comparison import compare as compare_rows
from automotive_env.runs.tables.comparison_tables import comparison_tables
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.run_comparison import compare_runs, different_episodes
from automotive_env.runs.tables.summary import summarise
from automotive_env.runs.tables.table import print_tables


def compare(names: tuple[str, str], *agents: list[EpisodeRecord]) -> AgentComparison:
    first, second = (list(map(EpisodeRow.of, records)) for records in agents)
    return compare_rows(names, first, second)


def played(agent: str, outcomes: str, **fields) -> list[EpisodeRecord]:
    names = {"p": "pass", "f": "fail", "e": "env_error"}
    return [
        episode(f"{agent}-{number}", names[letter], agent=agent, task=f"hvac.{number}", instance=str(number), **fields)
        for number, letter in enumerate(outcomes)
    ]


def halves(agent: str, first: str, second: str) -> list[EpisodeRecord]:
    return [
        episode(f"{agent}-{ending}", outcome, agent=agent, instance=ending, ending=ending, pair="x")
        for ending, outcome in (("act", first), ("refrain", second))
    ]


def test_only_what_both_played_to_the_end_is_compared() -> None:
    found = compare(("one", "other"), played("a", "ppffe", steps=4), played("b", "pfpf", steps=6))
    assert (found.success.n, found.success.only_first, found.success.only_second) == (4, 1, 1)
    assert (found.broken_off, found.only_first_played, found.only_second_played) == (0, 1, 0)
    assert [(one.task, one.first, one.second) for one in found.differing] == [
        ("hvac.1", "pass", "fail"),
        ("hvac.2", "fail", "pass"),
    ]
    assert found.costs["steps"].difference.model_dump() == {"n": 4, "mean": 2.0, "low": 2.0, "high": 2.0}
    assert compare(("a", "b"), played("a", "pe"), played("b", "pp")).broken_off == 1


def test_costs_are_not_below_zero_and_differences_of_them_may_be() -> None:
    spent = {"a": (0, 0, 90), "b": (90, 0, 0)}
    first, second = (
        [one.model_copy(update={"tokens": tokens}) for one, tokens in zip(played(agent, "ppp"), of, strict=True)]
        for agent, of in spent.items()
    )
    tokens = compare(("a", "b"), first, second).costs["tokens"]
    assert tokens.first.low == tokens.second.low == 0.0
    assert tokens.difference.low < 0.0 < tokens.difference.high


def test_scores_are_compared_on_the_episodes_in_which_both_have_them() -> None:
    first, second = played("a", "ppp"), played("b", "ppp")
    for record, touches in zip(first, (1.0, 2.0, None), strict=True):
        record.scores.update({} if touches is None else {"touches": touches})
    for record, touches in zip(second, (4.0, 5.0, 6.0), strict=True):
        record.scores.update({"touches": touches, "words": 1.0})
    found = compare(("a", "b"), first, second).scores
    assert found.keys() == {"touches"}
    assert (found["touches"].first.mean, found["touches"].second.mean) == (1.5, 4.5)
    assert found["touches"].difference.model_dump() == {"n": 2, "mean": 3.0, "low": 3.0, "high": 3.0}


def test_scores_are_named_and_rounded_as_in_a_report() -> None:
    agents = [played(agent, "pppp") for agent in "ab"]
    for number, record in enumerate([*agents[0], *agents[1]]):
        record.scores.update({"touches_while_moving": float(number % 4 == 0), "points_on_control": float(number % 8 == 0)})
    *_, compared = comparison_tables(compare(("a", "b"), *agents))
    figures = {row[0]: [str(cell).split(" ")[0] for cell in row[2:4]] for row in compared.rows}
    assert figures == {"points on control": ["0.2500", "0.0000"], "touches while moving": ["0.25", "0.25"]}
    console = Console(record=True, width=140)
    print_tables(summarise([*agents[0], *agents[1]]), console)
    reported = [line.split() for line in console.export_text().splitlines() if "on control" in line or "while moving" in line]
    assert [row[row.index("4") + 1] for row in reported] == ["0.2500", "0.25", "0.0000", "0.25"]


def test_that_agents_have_not_played_the_same_is_said_in_one_sentence() -> None:
    asks, human = played("asks", "ppf"), played("human", "ppfp")
    rows = {name: list(map(EpisodeRow.of, of)) for name, of in (("asks", asks), ("human", human[2:]))}
    assert "(asks 3, human 2; 1 in common)" in different_episodes(rows)
    assert different_episodes(rows | {"human": list(map(EpisodeRow.of, human[:3]))}) == ""
    assert different_episodes({"asks": rows["asks"]}) == ""


def test_trials_and_faces_are_paired_with_their_like() -> None:
    one = played("a", "p", trial=0) + played("a", "f", trial=1) + played("a", "f", face="calls")
    found = compare(("one", "other"), one, played("b", "f", trial=1) + played("b", "p", face="calls"))
    assert (found.success.n, found.success.only_second, found.only_first_played) == (2, 1, 1)


def test_contrast_pairs_are_compared_as_pairs() -> None:
    found = compare(("a", "b"), halves("a", "pass", "fail"), halves("b", "pass", "pass"))
    assert found.contrast == found.success
    assert (found.success.n, found.success.first.passed, found.success.second.passed) == (1, 0, 1)
    ((task, first, second, identity),) = [(one.task, one.first, one.second, one.first_id) for one in found.differing]
    assert (task, first, second, identity) == (PLAIN, "fail", "pass", "a-refrain")
    assert (found.harm.n, found.costs["steps"].first.n) == (2, 2)
    ended = {ending: (of.first.passed, of.second.passed) for ending, of in found.by_ending.items()}
    assert ended == {"act": (1, 1), "refrain": (0, 1)}


def test_a_pair_of_which_one_agent_has_one_half_is_compared_by_that_half() -> None:
    half = {"pair": "x", "level": 2}
    first = [episode("a-1", instance="1", agent="a", **half), episode("a-2", "fail", instance="2", agent="a", **half)]
    second = [episode("b-1", "fail", instance="1", agent="b", **half)]
    found = compare(("a", "b"), first, second)
    assert (found.success.only_first, found.contrast.n, found.only_first_played) == (1, 0, 1)
    assert {level: of.n for level, of in found.by_level.items()} == {"2": 1}


def test_agents_are_named_with_their_models_where_several_played_them() -> None:
    records = played("t3a", "p", model="x") + played("t3a", "f", model="y") + played("oracle", "p", model="")
    assert [record.agent for record in labelled(records)] == ["t3a (x)", "t3a (y)", "oracle"]
    assert labelled(labelled(records)) == labelled(records)
    assert labelled(records[:1]) == records[:1]


def run(path, records, **fields: object) -> RunFolder:
    folder = RunFolder.create(path, manifest(**fields))
    for record in records:
        add_episode(folder, record)
    return folder


def test_runs_that_are_not_comparable_are_refused_with_what_differs(tmp_path) -> None:
    options = {"tasks": ["hvac.*"], "instances": 2, "see": None}
    first = run(tmp_path / "a", played("t3a", "pf"), options=options, hashes={"tasks": "0", "agents": "0"})
    second = run(tmp_path / "b", played("t3a", "fp"), seed=8, task_set=1, options=options, hashes={"tasks": "1", "agents": "1"})
    with pytest.raises(UsageError, match=r"the task set \(3; 1\), the seed \(7; 8\) and the source of tasks\. Use --common"):
        compare_runs(first, second)
    found = compare_runs(first, second, common=True)
    assert "not comparable" in found.warnings[0]
    assert found.comparisons[0].success.n == 2
    assert found.configuration == ("the source of agents",)


def test_runs_that_differ_in_who_plays_are_what_is_compared(tmp_path) -> None:
    first = run(tmp_path / "a", played("t3a", "pf", model="x"), agents=("t3a",), model="x", options={"geo": None})
    second = run(tmp_path / "b", played("t3a", "ff", model="y"), agents=("t3a",), model="y", options={"geo": "off"})
    found = compare_runs(first, second)
    assert found.configuration == ("--geo (none; off)", "the model (x; y)")
    assert (found.comparisons[0].first, found.comparisons[0].second) == ("a", "b")


def test_what_was_not_played_by_both_is_refused_unless_asked_for(tmp_path) -> None:
    first = run(tmp_path / "a", played("t3a", "pfp") + played("m3a", "p"))
    second = run(tmp_path / "b", played("t3a", "p"))
    with pytest.raises(UsageError, match="2 episodes of the first alone, 0 of the second"):
        compare_runs(first, second)
    assert compare_runs(first, second, common=True).comparisons[0].success.n == 1
    with pytest.raises(UsageError, match="no agent 'noop' has played; choose from m3a, t3a"):
        compare_runs(first, second, ("noop",))
    with pytest.raises(UsageError, match="name two with --agents; choose from m3a, t3a"):
        compare_runs(first, None)
    with pytest.raises(UsageError, match="no scored episode in common"):
        compare_runs(first, run(tmp_path / "c", played("t3a", "e")), common=True)
    with pytest.raises(UsageError, match="no finished episode"):
        compare_runs(first, run(tmp_path / "d", []))


def test_comparing_runs_comes_to_the_same_as_comparing_their_whole_rows(tmp_path) -> None:
    one, other = (
        played("t3a", outcomes, error="lost") + halves("t3a", "pass", half)
        for outcomes, half in (("pfpf", "fail"), ("ffpp", "pass"))
    )
    (found,) = compare_runs(run(tmp_path / "a", one), run(tmp_path / "b", other)).comparisons
    assert found == compare((found.first, found.second), one, other)
    assert len(found.differing) == 3
    assert {item.why for item in found.differing} == {"lost", ""}
    assert all(item.goal and item.plainly for item in found.differing)


def test_two_agents_of_one_run(tmp_path) -> None:
    folder = run(tmp_path / "a", played("t3a", "pf") + played("m3a", "pp"))
    (found,) = compare_runs(folder, None, ("t3a", "m3a")).comparisons
    assert (found.first, found.second, found.success.only_second) == ("t3a", "m3a", 1)


def test_a_manifest_of_a_stranger_is_bounded_in_what_is_told(tmp_path) -> None:
    options = {"tasks": HOSTILE * 1_000}
    assert isinstance(manifest(options=options), RunManifest)
    first, second = run(tmp_path / "a", played("t3a", "p")), run(tmp_path / "b", played("t3a", "p"), options=options)
    with pytest.raises(UsageError) as refused:
        compare_runs(first, second)
    assert len(str(refused.value)) < 400
