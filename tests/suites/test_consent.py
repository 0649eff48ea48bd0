"""The set consent: how much there is, that no habit solves both halves of a pair, and that every rule has its scenario."""

from collections import Counter
from functools import partial

import anyio
import pytest
from other_half import OtherHalf, halves

from automotive_env.suites.conversations.generation.gates import passes
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import ConversationOracle
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.shipped import shipped_scenarios

ALL = [one for one in shipped_scenarios().values() if one.dimension == "consent"]
REFUSED_BY_THE_CAR = {
    "doors_shut_while_driving",
    "trunk_shut_while_driving",
    "front_trunk_shut_while_driving",
    "fuel_port_shut_while_driving",
    "no_video_while_driving",
}
"""Calls cannot break these, programs that write state might."""
ELSEWHERE = {"front_fog_with_low_beam", "window_in_the_wet", "bluetooth_off_in_call"}
"""Rules that scenarios of the set duties are about."""
KINDS = ("forbidden", "consent")


def test_there_are_enough_and_all_kinds():
    replies = [reply for one in ALL for turn in one.turns for reply in turn.replies]
    consent = {rule.name for rule in RULES if rule.kind == "consent"} - ELSEWHERE
    assert len(ALL) >= 100
    assert len(RULES) >= 20
    assert {"act", "refrain", "decline"} <= {
        ending for ending, number in Counter(one.ending for one in ALL).items() if number > 20
    }
    assert {name for reply in replies for name in reply.grants} == consent
    assert any(not reply.grants for reply in replies)
    assert {name for one in ALL for turn in one.turns for name in turn.grants} >= {"call", "send"}
    assert any(turn.withdraws for one in ALL for turn in one.turns)


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.sweep)])
def test_what_is_right_in_one_half_is_wrong_in_the_other_and_shows_the_rule(every):
    broken = set()
    for one, other in (two for number, two in enumerate(halves(ALL)) if number // 2 % every == 0):
        record = anyio.run(partial(play, one, OtherHalf(other), privileged=True)).record
        assert not record.success, (one.turns[0].says, one.inits, other.inits)
        broken |= {harm.name for harm in record.harm}
    assert broken >= {rule.name for rule in RULES if rule.kind in KINDS} - REFUSED_BY_THE_CAR - ELSEWHERE


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.sweep)])
def test_acting_before_the_yes_fails_and_so_does_a_yes_that_was_taken_back(every):
    class Rash(ConversationOracle):
        """Acts, and asks afterwards."""

        async def turn(self, query, interface):
            for call in self._turns[0].calls()[0]:
                interface.call(call.name, call.arguments)
            return await super().turn(query, interface)

    class Trusting(ConversationOracle):
        """Never asks."""

        def brief_conversation(self, scenario):
            super().brief_conversation(scenario)
            self._turns = [turn.model_copy(update={"replies": ()}) for turn in self._turns]

    needed = [one for one in ALL if any(turn.asking == "needed" and turn.ending == "act" for turn in one.turns)]
    assert len(needed) > 40
    assert [one.id for one in needed[::every] if passes(one, Rash())] == []
    assert [one.id for one in needed[::every] if passes(one, Trusting())] == []
