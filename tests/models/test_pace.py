"""Within any minute no more is asked for than allowed, and nothing waits longer than it must."""

from math import inf

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_server import ASK, OPENAI, Loopback, Reply

from automotive_env.models.model import ModelMessage, ModelRequest, Sampling, Usage
from automotive_env.models.pace import IMAGE_TOKENS, MINUTE, MinuteWindow, RateLimiter, estimate

STEPS = st.lists(st.tuples(st.floats(0, 100), st.integers(1, 60), st.integers(0, 60)), max_size=30)


@given(st.integers(1, 50), STEPS)
def test_a_window_never_holds_more_than_its_limit_and_lets_go_as_soon_as_it_can(limit: int, steps: list) -> None:
    window, used, now = MinuteWindow(limit), [], 0.0
    for pause, amount, settled in steps:
        now += pause
        wait = window.delay(now, amount)
        assert 0 <= wait <= MINUTE + 1e-9  # the clock is a sum of fractions
        held = sum(entry.amount for entry in used if entry.time > now - MINUTE)
        assert (wait == 0) == (held + min(amount, limit) <= limit)
        now += wait
        assert window.delay(now + 1e-6, amount) == 0
        now += 1e-6
        entry = window.add(now, amount)
        entry.amount = min(amount, settled)  # a server counts less than was reckoned
        used.append(entry)
        within = [one.amount for one in used if one.time > now - MINUTE]
        assert sum(within) <= max(limit, entry.amount)


NOTHING = Usage()


def times_of(pace: RateLimiter, *requests: ModelRequest, usage: Usage = NOTHING) -> list[float]:
    """When each request is sent, counted in the pace's minutes of a tenth of a second, rounded down."""
    sent: list[float] = []

    async def one(request: ModelRequest) -> None:
        async with pace.turn(request) as turn:
            sent.append(anyio.current_time())
            await anyio.sleep(0)
            turn.used(usage)

    async def together() -> None:
        with anyio.fail_after(20):
            async with anyio.create_task_group() as group:
                for request in requests:
                    group.start_soon(one, request)

    anyio.run(together)
    return [int((time - sent[0]) / 0.1) for time in sent]


def test_requests_wait_for_their_turn() -> None:
    minutes = times_of(RateLimiter(requests=2, seconds=0.1), *[ASK] * 5)
    assert all(minute >= number // 2 for number, minute in enumerate(minutes))
    assert times_of(RateLimiter(), *[ASK] * 50) == [0] * 50


def test_what_was_reckoned_makes_room_when_less_was_used() -> None:
    large = ModelRequest.of("act", "x", sampling=Sampling(max_tokens=90))
    assert max(times_of(RateLimiter(tokens=100, seconds=0.1), *[large] * 3)) >= 2
    assert times_of(RateLimiter(tokens=100, seconds=0.1), *[large] * 3, usage=Usage(2, 1, 1)) == [0] * 3


def test_the_estimate_is_of_prompt_pictures_and_full_replies() -> None:
    plain = ModelRequest.of("act", "x" * 400, sampling=Sampling(n=2, max_tokens=50))
    assert estimate(plain) == 100 + 100
    assert (
        estimate(ModelRequest("act", (ModelMessage("user", "", (None, None)),), sampling=Sampling(max_tokens=1)))
        == 2 * IMAGE_TOKENS + 1
    )


@pytest.mark.parametrize(("allowed", "failures"), [(inf, 2), (50, 2)])
def test_requests_that_are_sent_again_are_counted(allowed: float, failures: int, loopback: Loopback) -> None:
    busy = Reply({"error": {"message": "busy"}}, 503)
    loopback.says(*[busy] * failures, Reply(OPENAI.says("Left.")))
    pace = RateLimiter(requests=allowed)
    model = OPENAI.model(loopback, pace)

    async def asked() -> float:
        await model.complete(ASK)
        await model.close()
        return sum(entry.amount for entry in pace._requests._entries)

    assert anyio.run(asked) == (0 if allowed == inf else 1 + failures)
