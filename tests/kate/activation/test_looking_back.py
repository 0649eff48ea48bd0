"""What an episode was told is held against what is right in it: leakage and coincidence, and the pass rate with and without."""

import asyncio
import json
from dataclasses import replace

import pytest
from cases import cases
from knowledge_fakes import entry
from pydantic import ValidationError
from registered import PLAIN
from result_fakes import episode as record_of

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.kate.acquisition.gold import right_in
from automotive_env.kate.activation.looking_back import looked_back
from automotive_env.runs.records.told import ToldRecord, VoteRecord
from automotive_env.runs.tables.summary import summarise
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import PlayerSeat, Selection

SUITE = OURS["vehicleworld"]


def played(suite, tasks, told):
    """The first item as its oracle plays it, with a call in each step that notes what was told: turn -> ids."""
    item = suite.plan(Selection(tasks=(tasks,)))[0]
    found = asyncio.run(
        suite.play(
            item, suite.player("oracle").make(None, None, AgentOptions()), PlayerSeat(HeadlessController(), privileged=True)
        )
    )
    asked = {"purpose": "act", "messages": [], "sampling": {}, "choices": [{"text": "x"}]}
    hits = [[{"id": id, "kind": "st", "similarity": 0.9} for id in told.get(number, ())] for number in range(len(found.steps))]
    steps = [
        type(step).model_validate(step.model_dump() | {"calls": [asked | {"notes": {"told": some}}]})
        for step, some in zip(found.steps, hits, strict=True)
    ]
    return item, replace(found, steps=tuple(steps))


def test_an_answer_that_is_told_coincides_and_one_of_the_same_task_or_start_leaks():
    item = SUITE.plan(Selection(tasks=("vehicleworld.test.0*",)))[0]
    right = asyncio.run(right_in(SUITE, item))
    answer = next(turn for turn in right if turn.calls)
    others = {
        "coincident": entry(calls=answer.calls),
        "neither": entry(calls=("fogLight.nothing()",)),
        "leaked": entry(calls=(), start=answer.start),
        "both": entry(task=answer.task, calls=answer.calls),
    }
    for name, one in others.items():
        _, episode = played(SUITE, "vehicleworld.test.0*", {answer.turn: [one.id]})
        found = asyncio.run(looked_back(SUITE, item, episode, {one.id: one}))
        assert found is not None
        assert (found.turns, found.told, found.passed) == (len(episode.steps), 1, len(episode.steps))
        assert found.leaked == (name in ("leaked", "both"))
        assert found.coincident == found.coincident_passed == (name in ("coincident", "both"))


def test_a_task_on_the_screen_is_one_turn_of_all_its_steps():
    suite = OURS["automotive"]
    item, episode = played(suite, PLAIN, {})
    (right,) = asyncio.run(right_in(suite, item))
    told = entry(calls=right.calls)
    _, episode = played(suite, PLAIN, {0: [told.id], 1: [told.id]})
    found = asyncio.run(looked_back(suite, item, episode, {told.id: told}))
    assert found == ToldRecord(turns=1, told=1, leaked=0, coincident=1, passed=1, coincident_passed=1)


def test_what_is_not_known_any_more_gives_nothing_away_and_a_broken_off_episode_does_not_count():
    item, episode = played(SUITE, "vehicleworld.test.0*", {0: ["gone"]})
    assert asyncio.run(looked_back(SUITE, item, episode, {})) == ToldRecord(
        turns=len(episode.steps), told=1, leaked=0, coincident=0, passed=len(episode.steps), coincident_passed=0
    )
    broken = replace(episode, record=episode.record.model_copy(update={"outcome": "env_error", "success": False}))
    assert asyncio.run(looked_back(SUITE, item, broken, {})) is None


def test_tables_tell_the_pass_rate_with_and_without_turns_whose_answer_was_told():
    told = ToldRecord(turns=4, told=3, leaked=0, coincident=2, passed=3, coincident_passed=2)
    records = [record_of("a", "pass", agent="kate:fc", told=told), record_of("b", "fail", agent="fc")]
    (table,) = [table for table in summarise(records).tables if table.title == "Knowledge shown"]
    assert table.rows == (("kate:fc", "4", 75.0, 0.0, 50.0, 100.0, 50.0),)
    assert not any(table.title == "Knowledge shown" for table in summarise(records[1:]).tables)


@cases(
    "fields",
    (
        {"told": 5},
        {"leaked": 4},
        {"coincident": 4, "told": 3},
        {"coincident_passed": 3},
        {"passed": 5},
        {"passed": 4, "coincident_passed": 0, "coincident": 2},
        {"turns": -1},
    ),
)
def test_counts_that_cannot_be_are_refused(fields):
    whole = {"turns": 4, "told": 3, "leaked": 0, "coincident": 2, "passed": 3, "coincident_passed": 2}
    with pytest.raises(ValidationError):
        ToldRecord(**whole | fields)


@cases(
    "fields",
    (
        {"groups": [[0, 1], [1, 2, 3]]},
        {"groups": [[0], [2, 3]]},
        {"kinds": ["calls"]},
        {"chosen": 0},
        {"chosen": 2},
        {"chosen": 9},
        {"by": "agreement"},
        {"by": "first"},
        {"by": "only"},
        {"by": "luck"},
        {"kinds": ["calls", "unreadable"]},
        {"by": "model", "kinds": ["calls", "unreadable"]},
    ),
)
def test_votes_that_do_not_follow_from_their_replies_are_refused(fields):
    vote = {"groups": [[0], [1, 2, 3]], "kinds": ["calls", "calls"], "does": ["a", "b"], "chosen": 1, "by": "majority"}
    assert VoteRecord(**vote)
    assert VoteRecord(**vote | {"chosen": 0, "by": "model"})
    with pytest.raises(ValidationError):
        VoteRecord.model_validate_json(json.dumps(vote | fields))
