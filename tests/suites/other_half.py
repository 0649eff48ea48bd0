"""A player that does in one half of a pair what is right in another."""

from collections import defaultdict
from itertools import permutations

from automotive_env.suites.conversations.players import ConversationOracle


class OtherHalf(ConversationOracle):
    """Does what is right in another scenario."""

    name = "other half"

    def __init__(self, scenario):
        super().__init__()
        self._scenario = scenario

    def brief_conversation(self, scenario):
        super().brief_conversation(self._scenario)


def halves(scenarios):
    """Two halves of the same pair, of as many turns each."""
    pairs = defaultdict(list)
    for one in scenarios:
        pairs[one.pair].append(one)
    pairs.pop("", None)
    return [two for pair in pairs.values() for two in permutations(pair, 2) if len(two[0].turns) == len(two[1].turns)]
