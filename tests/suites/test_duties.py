"""The set duties: how much there is, which rules decide it, and that leaving out what one of them wants fails by its name."""

import random
from collections import Counter, defaultdict
from functools import partial

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.conversations.generation.gates import faults, passes
from automotive_env.suites.conversations.generation.near_misses import near_misses
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import ConversationOracle
from automotive_env.suites.conversations.rescoring import rescore
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.scenario import ConversationTurn
from automotive_env.suites.conversations.shipped import shipped_scenarios
from automotive_env.suites.vehicleworld.players import PlayedTurn

ALL = [one for one in shipped_scenarios().values() if one.dimension == "duties"]
NEW_KINDS = ("look up", "together", "tell")
NEW = {rule.name for rule in RULES if rule.kind in NEW_KINDS} | {"window_in_the_wet", "bluetooth_off_in_call"}
HALVES_OF = defaultdict(list)
"""Situation and half -> scenarios, which differ in words only."""
for number, one in enumerate(ALL):
    half = sum(other.pair == one.pair for other in ALL[:number]) if one.pair else 0
    HALVES_OF[one.templates[0].partition("/")[0], half].append(one)
ONE_OF_EACH = [random.Random(1).choice(scenarios) for scenarios in HALVES_OF.values()]


def decided_by(scenario):
    """Names of the rules that decide a scenario: a near miss breaks exactly that one, and fails."""
    records = [record for _, record in near_misses(scenario) if not record.success]
    return {record.harm[0].name for record in records if len(record.harm) == 1}


def test_new_rules_decide_enough_scenarios():
    decided = {half: decided_by(scenarios[0]) & NEW for half, scenarios in HALVES_OF.items()}
    deciding = Counter(rule for half, rules in decided.items() for rule in rules for _ in HALVES_OF[half])
    assert deciding.keys() == NEW
    assert min(deciding.values()) >= 10
    assert len(NEW) >= 12
    assert sum(len(HALVES_OF[half]) for half, rules in decided.items() if rules) >= 200


def check_near_misses(one):
    assert faults(one) == []
    for left_out, record in near_misses(one):
        broken = {harm.name for harm in record.harm}
        assert not record.success
        assert all(name in str(record.verdict) for name in broken)
        if left_out in NEW:
            assert broken == {left_out}


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: one.id)
@pytest.mark.at_once(8)
def test_the_right_way_passes_and_each_violation_fails_by_the_name_of_its_rule(one):
    check_near_misses(one)


@pytest.mark.sweep
@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_each_violation_fails_by_the_name_of_its_rule_in_all(one):
    check_near_misses(one)


@given(st.sampled_from(ALL), st.frozensets(st.sampled_from(sorted(NEW)), max_size=6))
def test_who_does_not_know_some_rules_breaks_these_only(one, unknown):
    oracle = ConversationOracle([rule for rule in RULES if rule.name not in unknown])
    episode = anyio.run(partial(play, one, oracle, privileged=True))
    assert {harm.name for harm in episode.record.harm} <= unknown
    assert episode.record.success == (not episode.record.harm)
    written = EpisodeRecord.model_validate_json(episode.record.line())
    assert rescore(written, episode.steps) == written


class Constant(ConversationOracle):
    """Says one sentence, whatever is asked."""

    def __init__(self, sentence):
        super().__init__()
        self.sentence = sentence

    async def turn(self, query, interface):
        interface.call("say", {"text": self.sentence})
        return PlayedTurn()


@pytest.mark.parametrize("sentence", ["Done.", "It is already so.", "The battery, the child lock and the air conditioning."])
def test_no_constant_reply_passes(sentence):
    assert [one.id for one in ONE_OF_EACH if passes(one, Constant(sentence))] == []


def test_what_was_looked_up_is_known_for_the_rest_of_the_conversation():
    one = next(one for one in ALL if one.templates[0].startswith("duties.add_stop"))
    stop = "vw.navigation.navigation_midWay_add(midway=['the toy shop'])"
    longer = one.model_copy(update={"turns": (*one.turns, ConversationTurn(says="And the toy shop.", ends=((stop,),)))})
    episode = anyio.run(partial(play, longer, ConversationOracle(), privileged=True))
    looks = [[event["kind"] for event in step.action["events"]].count("look") for step in episode.steps]
    assert (episode.record.success, looks) == (True, [1, 0])
