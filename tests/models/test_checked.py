"""A model of another package that gives one reply at a time."""

import anyio

from automotive_env.models.checked import CheckedModel
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage


class OneByOne:
    """Answers with the seed that it is asked with, whatever number of replies is wanted."""

    name = "one"

    async def complete(self, request: ModelRequest) -> Completion:
        return Completion.of(str(request.sampling.seed), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None:
        pass


def test_it_is_asked_for_the_others_with_seeds_of_their_own():
    found = anyio.run(CheckedModel(OneByOne()).complete, ModelRequest.of("act", "x", sampling=Sampling(n=3, seed=7)))
    assert [choice.text for choice in found.choices] == ["7", "8", "9"]
    assert found.usage == Usage(3, 3, 3)
