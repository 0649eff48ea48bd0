"""The set ambiguity: how much there is of which kind, and that no habit solves all halves of a wish."""

from collections import Counter, defaultdict
from functools import partial

import anyio
import pytest
from other_half import OtherHalf, halves

from automotive_env.suites.conversations.generation.gates import passes
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import ConversationOracle
from automotive_env.suites.conversations.shipped import shipped_scenarios

ALL = [one for one in shipped_scenarios().values() if one.dimension == "ambiguity"]

some_and_all = pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.sweep)])


def asks(scenario):
    return any(turn.asking == "needed" for turn in scenario.turns)


def either(scenario):
    return any(len(turn.ends) > 1 for turn in scenario.turns)


def test_there_are_enough_of_each_kind():
    seldom = Counter(sentence for one in ALL for sentence in one.preferences)
    settled = [one for one in ALL if not asks(one)]
    preferred = [one for one in settled if any(seldom[sentence] < 20 for sentence in one.preferences)]
    assert len(ALL) >= 150
    assert min(len(ALL) - len(settled), len(preferred), len(settled) - len(preferred)) >= 50
    assert {one.ending for one in ALL} >= {"act", "answer", "refrain"}
    assert min(sum(bool(one.preferences) for one in ones) for ones in (settled, [one for one in ALL if asks(one)])) > 100


@some_and_all
def test_what_settles_one_half_does_not_settle_the_other(every):
    for one, other in list(halves([one for one in ALL if not either(one)]))[::every]:
        record = anyio.run(partial(play, one, OtherHalf(other), privileged=True)).record
        assert not record.success or one.turns[0].ends == other.turns[0].ends, (one.turns[0].says, one.inits, other.inits)


@some_and_all
def test_neither_always_asking_nor_never_asking_solves_a_wish(every):
    class First(ConversationOracle):
        """Never asks."""

        def brief_conversation(self, scenario):
            super().brief_conversation(scenario)
            self._turns = [turn.model_copy(update={"replies": ()}) for turn in self._turns]

    class AsksFirst(ConversationOracle):
        """Asks whatever is said, and then does what is right."""

        async def turn(self, query, interface):
            interface.call("ask", {"question": "Which one do you mean?"})
            return await super().turn(query, interface)

    wishes = defaultdict(list)
    for one in ALL:
        wishes[one.pair].append(one)
    for pair, ones in list(wishes.items())[::every]:
        assert not all(passes(one, AsksFirst()) for one in ones), pair
        assert not (any(map(asks, ones)) and all(passes(one, First()) for one in ones)), pair
