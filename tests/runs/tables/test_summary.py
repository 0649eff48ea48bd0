import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registered import MUSIC, PLAIN, THREE_TURNS
from result_fakes import episode
from rich.console import Console

from automotive_env.runs.records.records import INTERRUPTED, OUTCOMES
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.summary import summarise
from automotive_env.runs.tables.table import print_failures, print_tables
from automotive_env.tasks.kit.needs import MODALITIES, PRIMITIVES, TaskNeeds
from automotive_env.validators.criterion import Criterion, every


def some():
    return [
        episode("1", "pass", seconds=0.1, steps=2, tokens=10),
        episode("2", "fail", seconds=0.2, steps=3, tokens=20, category="maps", task=MUSIC),
        episode("3", "step_limit", seconds=0.3, steps=9, tokens=30, dimension="implicit_intent"),
        episode("4", "agent_error", seconds=0.4, steps=1, tokens=40),
        episode("5", "env_error", seconds=0.5, steps=4, tokens=50, category="road"),
        episode("6", "model_error", seconds=0.9, steps=5, tokens=60),
        episode("7", "pass", agent="oracle", dimension="made_up", category="zoo"),
    ]


def test_denominators():
    of = summarise(some()).agents["t3a"]
    assert (of.n, of.passed, of.rate) == (4, 1, 0.25)
    assert of.outcomes == {"pass": 1, "fail": 1, "step_limit": 1, "agent_error": 1, "env_error": 1, "model_error": 1}
    assert of.episodes == 6
    assert {name: (rate.n, rate.passed) for name, rate in of.by_dimension.items()} == {
        "explicit_control": (3, 1),
        "implicit_intent": (1, 0),
    }
    assert {name: (rate.n, rate.passed) for name, rate in of.by_category.items()} == {"maps": (1, 0), "hvac": (3, 1)}


def test_costs_are_those_of_all_episodes():
    of = summarise(some()).agents["t3a"]
    assert (of.steps, of.tokens, of.seconds) == (24, 210, 2.4)


def test_prices_are_shown_where_they_are_known():
    priced = [episode("1", price=0.0125), episode("2", task=THREE_TURNS, price=0.0375), episode("3", agent="free")]
    assert summarise(priced).agents["t3a"].per_episode["price"].mean == 0.025
    lines = [line.split() for line in printed(priced).splitlines()]
    assert ["t3a", "US", "dollars", "0.0500", "0.0250"] in [line[:5] for line in lines]
    assert not [line for line in lines if line[:2] == ["free", "US"]]


def test_an_agent_that_was_always_broken_off_has_no_rate():
    of = summarise([episode("1", "env_error")]).agents["t3a"]
    assert (of.n, of.passed, of.rate, of.low, of.high) == (0, 0, 0, 0, 1)
    assert of.by_dimension == {}


def test_reliability_over_trials():
    played = {"a": "110", "b": "100", "c": "000"}
    records = [
        episode(f"{instance}-{trial}", "pass" if passed == "1" else "fail", instance=instance, trial=trial)
        for instance, outcomes in played.items()
        for trial, passed in enumerate(outcomes)
    ]
    summary = summarise([*records, episode("broken", "env_error", instance="a", trial=3)])
    found = [(one.k, one.n, round(one.pass_at, 4), round(one.pass_hat, 4)) for one in summary.agents["t3a"].repeated]
    assert found == [(1, 3, 0.3333, 0.3333), (2, 3, 0.5556, 0.1111), (3, 3, 0.6667, 0.0)]
    reliability, chance = summary.tables
    assert reliability.columns[-2:] == ("pass@k", "pass^k")
    ((_, instances, differ, floor),) = chance.rows
    assert (instances, round(differ, 2), round(floor, 2)) == ("3", 44.44, 75.44)
    assert summarise(records[:1]).tables == summarise([]).tables == ()


def pair(name, *halves, **fields):
    endings = ("act", "refrain", "decline")
    return [
        episode(f"{name}-{ending}", outcome, pair=name, ending=ending, **fields)
        for ending, outcome in zip(endings, halves, strict=False)
    ]


def test_a_pair_passes_only_where_all_its_halves_do():
    records = [
        *pair("a", "pass", "pass"),
        *pair("b", "pass", "fail"),
        *pair("c", "step_limit", "pass", "pass"),
        *pair("d", "pass", "env_error"),  # of which nothing is known
        *pair("e", "pass"),  # the place has no other half
        episode("alone"),
    ]
    of = summarise(records).agents["t3a"]
    assert (of.pairs.n, of.pairs.passed) == (3, 1)
    assert (of.n, of.passed, of.episodes, of.items) == (5, 3, 11, 6)
    assert {name: number for name, number in of.outcomes.items() if number} == {
        "pass": 3,
        "fail": 1,
        "step_limit": 1,
        "env_error": 1,
    }
    assert {name: (rate.n, rate.passed) for name, rate in of.by_ending.items()} == {
        "act": (6, 5),
        "refrain": (3, 2),
        "decline": (1, 1),
    }


def test_rates_by_level_are_of_tasks_that_have_one():
    records = [episode("1", level=1), *pair("a", "pass", "fail", level=3), episode("2")]
    of = summarise(records).agents["t3a"]
    assert {name: (rate.n, rate.passed) for name, rate in of.by_level.items()} == {"1": (1, 1), "3": (1, 0)}
    lines = [line.split() for line in printed(records).splitlines()]
    assert ["level", "3,", "long", "1", "0", "0.0"] in [line[:6] for line in lines]
    assert summarise([episode("2")]).agents["t3a"].by_level == {}


def test_trials_of_a_pair_are_trials_of_one_instance():
    halves = {0: ("pass", "fail"), 1: ("fail", "pass"), 2: ("pass", "pass")}
    records = [
        episode(f"{ending}-{trial}", outcome, instance=ending, ending=ending, pair="p", trial=trial)
        for trial, outcomes in halves.items()
        for ending, outcome in zip(("act", "refrain"), outcomes, strict=True)
    ]
    found = {one.k: (one.n, round(one.pass_at, 2)) for one in summarise(records).agents["t3a"].repeated}
    assert found == {1: (1, 0.33), 2: (1, 0.67), 3: (1, 1.0)}


def test_the_table_says_how_many_episodes_the_items_are():
    said = "3 items, 4 episodes{}; a pair of episodes counts as one item and passes when both halves pass."
    records = [*pair("a", "pass", "pass"), episode("1"), episode("2")]
    others = [record.model_copy(update={"agent": "m3a"}) for record in records]
    assert said.format("") in " ".join(printed(records).split())
    assert said.format(" for each agent") in " ".join(printed(records + others).split())
    assert "items," not in printed([episode("1")])


def test_halves_of_different_agents_are_no_pair():
    here, there = pair("a", "pass", "pass")
    both = summarise([here, there.model_copy(update={"agent": "m3a"})])
    assert [of.pairs.n for of in both.agents.values()] == [0, 0]


def test_harm_counts_episodes():
    harm = ({"name": "stranger_contacted", "step": 1, "wanted": "nobody", "found": "Bob"},) * 2
    of = summarise([episode("1", "fail", harm=harm), episode("2", "agent_error", harm=harm), episode("3")]).agents["t3a"]
    assert of.harm == 2


def test_intervals_are_clustered_by_task():
    alike = summarise([episode(str(number)) for number in range(20)]).agents["t3a"]
    different = summarise([episode(str(number), task=f"hvac.task_{number}") for number in range(20)]).agents["t3a"]
    assert alike.low < 0.21 < 0.83 < different.low
    assert alike.by_category["hvac"].low == alike.low


def test_of_no_episodes_there_is_no_agent():
    assert summarise([]).agents == {}


@given(st.lists(st.sampled_from(OUTCOMES), min_size=1), st.randoms())
def test_order_does_not_matter_and_groups_add_up(outcomes, rng):
    draw = random.Random(len(outcomes))
    records = [
        episode(
            f"e{number}",
            outcome,
            agent=draw.choice("ab"),
            category=draw.choice(["hvac", "maps"]),
            dimension=draw.choice(["explicit_control", "implicit_intent"]),
            seconds=draw.random(),
        )
        for number, outcome in enumerate(outcomes)
    ]
    summary = summarise(records)
    shuffled = rng.sample(records, len(records))
    assert summarise(shuffled).line() == summary.line()
    for of in summary.agents.values():
        assert of.n == of.items - sum(of.outcomes[name] for name in INTERRUPTED)
        for groups in (of.by_dimension, of.by_category):
            assert sum(group.n for group in groups.values()) == of.n
            assert sum(group.passed for group in groups.values()) == of.passed


def test_the_json_of_an_agent_has_these_keys_in_this_order():
    data = summarise(some()).model_dump(mode="json")["agents"]["t3a"]
    keys = (
        "n passed rate low high by_dimension by_category outcomes steps tokens seconds harm pairs scores by_primitive by_modality"
        " repeated harm_rate per_episode score_means noise price episodes by_level by_ending mended"
    )
    assert list(data) == keys.split()
    assert list(data["by_dimension"]["explicit_control"]) == ["n", "passed", "rate", "low", "high"]
    assert list(data["outcomes"]) == list(OUTCOMES)
    assert list(data["pairs"])[:2] == ["n", "passed"]


def printed(records):
    console = Console(width=120, file=io.StringIO())
    print_tables(summarise(records), console)
    return console.file.getvalue()


def test_tables_show_rates_with_their_denominators():
    text = printed(some())
    lines = [line.split() for line in text.splitlines()]
    assert ["t3a", "all", "4", "1", "25.0", "%", "4.6", "–", "69.9", "%"] in [line[:-1] for line in lines]
    assert ["t3a", "6", "1", "1", "1", "1", "1", "1"] in lines
    assert ["t3a", "4", "0", "0.0", "%", "0.0", "–"] in [line[:7] for line in lines]
    assert ["t3a", "steps", "24", "3.8", "0.0", "–", "8.5"] in lines
    assert "2 ended by the environment or the model: shown here, but not counted in n" in text


def test_tables_show_instances_and_pairs():
    lines = [line.split() for line in printed([*pair("a", "pass", "fail"), *pair("b", "pass", "pass")]).splitlines()]
    assert ["t3a", "all", "2", "1", "50.0"] in [line[:5] for line in lines]
    assert ["to", "refrain", "2", "1", "50.0"] in [line[:5] for line in lines]
    assert ["contrast", "pairs", "2", "1", "50.0"] in [line[:5] for line in lines]


def test_failures_say_why():
    verdict = every(Criterion("ending", "status complete", "complete", True), Criterion("b", "b <= 50 %", "82 %", False))
    console = Console(width=120, file=io.StringIO())
    failed = episode("1", "fail", verdict=verdict.to_json())
    print_failures(map(EpisodeRow.of, [failed, episode("3", "model_error", error="no answer")]), console)
    text = console.file.getvalue()
    assert "“Blow as hard as you can.” Expected b <= 50 %, but found 82 %." in text
    assert "wanted b <= 50 %, found 82 %" in text
    assert "no answer" in text
    assert text.count(f"{PLAIN} · t3a") == 2


def test_tables_say_nothing_of_interruptions_where_there_were_none():
    assert "broken off" not in printed([episode("1")])


def test_tables_show_names_as_they_are():
    assert "[red]agent[/red]" in printed([episode("1", agent="[red]agent[/red]")])


def test_an_unknown_rate_is_a_dash():
    assert "–" in printed([episode("1", "env_error")])


def test_bars_follow_the_width_of_the_terminal():
    widths = {}
    for columns in (72, 140):
        console = Console(width=columns, file=io.StringIO())
        print_tables(summarise([episode("1"), episode("2", "fail")]), console)
        line = next(line for line in console.file.getvalue().splitlines() if " all " in line)
        bar = re.search(r"[·━●]+", line).group()
        assert bar.count("●") == 1
        widths[columns] = len(bar)
    assert 6 <= widths[72] < widths[140] == 24


def test_scores_are_means_over_the_episodes_that_count_and_have_them():
    records = [
        episode("1", scores={"f1": 0.25, "accuracy": 1.0}),
        episode("2", "fail", scores={"f1": 0.75}),
        episode("3", "env_error", scores={"f1": 0.0}),
    ]
    assert summarise(records).agents["t3a"].scores == {"accuracy": 1.0, "f1": 0.5}
    assert summarise(reversed(records)) == summarise(records)
    assert [words for words in map(str.split, printed(records).splitlines()) if words[:2] == ["t3a", "f1"]] == [
        ["t3a", "f1", "2", "0.5000", "–"]
    ]
    assert "Scores" not in printed([episode("1")])


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> dict[str, TaskNeeds]:
    """Needs of some tasks, instead of those that were measured."""

    def needs(*primitives: str) -> TaskNeeds:
        return TaskNeeds(3, primitives, ("climate",), False, (), False, False, "")

    found = {"a": needs("tap", "toggle", "answer"), "bc": needs("tap", "typing"), "d": needs("toggle", "alert"), "e": needs()}
    monkeypatch.setattr("automotive_env.tasks.kit.needs.table", lambda: found)
    return found


def test_an_episode_counts_under_each_thing_that_its_task_needs(measured):
    name, needs = next(iter(measured.items()))
    of = summarise([episode("1", task=name), episode("2", "fail", task=name), episode("3", task="not.measured")]).agents["t3a"]
    assert list(of.by_primitive) == list(needs.primitives)
    assert list(of.by_modality) == list(needs.modalities)
    assert {(rate.n, rate.passed) for rate in (*of.by_primitive.values(), *of.by_modality.values())} == {(2, 1)}


def test_a_group_has_the_figures_of_the_tasks_that_are_in_it(measured):
    records = [episode(name, "pass" if len(name) % 2 else "fail", task=name) for name in measured]
    of = summarise(records).agents["t3a"]
    for primitive in PRIMITIVES:
        names = [name for name, needs in measured.items() if primitive in needs.primitives]
        rate = of.by_primitive.get(primitive)
        assert (rate.n, rate.passed) == (len(names), sum(len(name) % 2 for name in names)) if rate else not names


def test_every_primitive_that_acts_goes_one_way():
    ways = [primitive for primitives in MODALITIES.values() for primitive in primitives]
    assert sorted(ways) == sorted(set(PRIMITIVES) - {"several apps", "waiting"})
