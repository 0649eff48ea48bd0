"""A metered model asks with the run's options, gives every request a seed of its own, and keeps what was asked."""

import anyio
import pytest

from automotive_env.errors import ModelFault, ModelUnavailable
from automotive_env.models.metered import MORE_ROOM, MeteredModel, usage_of
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling, Usage


class Parrot:
    """Answers with the sampling options that it was given; its first replies are cut off."""

    name = "parrot"

    def __init__(self, cut_off: int = 0) -> None:
        self.cut_off = cut_off
        self.requests: list[ModelRequest] = []

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        finish = "length" if len(self.requests) <= self.cut_off else "stop"
        return Completion((Choice(str(request.sampling), finish=finish),), Usage(10, 2, 1))

    async def probe(self, sampling: Sampling) -> None: ...

    async def close(self) -> None: ...


def ask(model: MeteredModel, *requests: ModelRequest) -> list[Completion]:
    async def all_of_them() -> list[Completion]:
        return [await model.complete(request) for request in requests]

    return anyio.run(all_of_them)


ASK = ModelRequest.of("act", "Which way?", schema={"type": "object"})


def seeds(seed: int, trial: int, run: int | None = None) -> list[int | None]:
    parrot = Parrot()
    model = MeteredModel(parrot, Sampling(seed=run))
    model.begin(seed, trial)
    ask(model, ASK, ASK)
    return [request.sampling.seed for request in parrot.requests]


def test_requests_of_all_episodes_trials_and_runs_have_seeds_of_their_own_and_always_the_same_ones():
    drawn = [seeds(1, 0), seeds(2, 0), seeds(1, 1), seeds(1, 0, run=5)]
    assert drawn[0] == seeds(1, 0)
    flat = [seed for pair in drawn for seed in pair]
    assert len(set(flat)) == 8
    assert all(seed is not None and 0 <= seed < 2**31 for seed in flat)


def test_a_request_gets_what_the_run_asks_for_but_for_what_it_asks_for_itself():
    parrot = Parrot()
    own = ModelRequest.of("reflect", "Well?", sampling=Sampling(n=4, seed=7))
    ask(MeteredModel(parrot, Sampling(temperature=0.7, top_p=0.9, max_tokens=50)), own)
    assert parrot.requests[0].sampling == Sampling(n=4, seed=7, temperature=0.7, top_p=0.9, max_tokens=50)


def test_a_reply_that_was_cut_off_is_asked_for_once_more_with_more_room_and_both_count():
    parrot = Parrot(cut_off=5)
    model = MeteredModel(parrot, Sampling(max_tokens=100))
    (said,) = ask(model, ASK)
    assert [request.sampling.max_tokens for request in parrot.requests] == [100, MORE_ROOM * 100]
    assert said.choice.finish == "length"
    assert said.usage == usage_of(model.take()) == Usage(20, 4, 2)


def test_a_schema_is_sent_only_where_replies_are_held_to_it():
    held, free = Parrot(), Parrot()
    ask(MeteredModel(held, schema=True), ASK)
    ask(MeteredModel(free, schema=False), ASK)
    assert (held.requests[0].schema, free.requests[0].schema) == ({"type": "object"}, None)


def test_everything_asked_is_kept_until_it_is_taken_and_time_is_counted():
    ticks = iter(range(100))
    model = MeteredModel(Parrot(), clock=lambda: next(ticks))
    ask(model, ASK, ASK)
    assert [exchange.request.purpose for exchange in model.take()] == ["act", "act"]
    assert (model.take(), model.seconds) == ((), 2)
    model.begin(0)
    assert model.seconds == 0


@pytest.mark.parametrize(("fault", "stands"), [(ModelFault("no such room"), True), (ModelUnavailable("down"), False)])
def test_a_reply_stands_as_it_came_where_there_is_no_more_room(fault: ModelFault, stands: bool):
    class Cramped(Parrot):
        async def complete(self, request: ModelRequest) -> Completion:
            if request.sampling.max_tokens > 100:
                raise fault
            return await super().complete(request)

    model = MeteredModel(Cramped(cut_off=1), Sampling(max_tokens=100))
    if stands:
        (said,) = ask(model, ASK)
        assert (said.choice.finish, said.usage) == ("length", usage_of(model.take()))
    else:
        with pytest.raises(ModelUnavailable):
            ask(model, ASK)
