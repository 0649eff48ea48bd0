"""A model that is down for a while: the requests of a run wait together, and none is lost or answered twice."""

from collections import Counter
from dataclasses import replace

import anyio
import pytest
from model_server import ASK, OPENAI, Loopback, Reply
from skipped_time import run_at_once

from automotive_env.errors import ModelFault, ModelUnavailable, ReplyBroken
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling
from automotive_env.models.outage import OutageGuard

REQUESTS = [ModelRequest.of("act", f"Which way, {number}?") for number in range(16)]


class Flaky:
    """Fails so many times, or for ever; counts who was answered, and how many asked at a time while it was down."""

    name = "flaky"

    def __init__(self, failures: float, retry_after: float | None = None) -> None:
        self.left = failures
        self.retry_after = retry_after
        self.answered: Counter[str] = Counter()
        self.asked = 0
        self.poison = ""
        self.final = ""
        self.closed = False

    async def complete(self, request: ModelRequest) -> Completion:
        self.asked += 1
        await anyio.sleep(0)
        if request.text == self.final:
            raise ModelFault("403")
        if self.left > 0 or request.text == self.poison:
            self.left -= 1
            raise ModelUnavailable("503", self.retry_after)
        self.answered[request.text] += 1
        return Completion.of(request.text)

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities(schema=True)

    async def close(self) -> None:
        self.closed = True


class Told(list[str]):
    """What a progress display is told."""

    def guard(self, model: object, patience: float = 20, **waits: float) -> OutageGuard:
        waits = {"first_wait": 0.001, "max_wait": 0.004} | waits
        return OutageGuard(model, patience, paused=self.append, resumed=lambda: self.append("on"), **waits)


def all_at_once(guard: OutageGuard, requests: list[ModelRequest] = REQUESTS) -> list[str]:
    """The answers, or the names of the faults."""
    said = [""] * len(requests)

    async def one(number: int) -> None:
        try:
            said[number] = (await guard.complete(requests[number])).text
        except ModelFault as fault:
            said[number] = type(fault).__name__

    async def together() -> None:
        with anyio.fail_after(20):
            async with anyio.create_task_group() as group:
                for number in range(len(requests)):
                    group.start_soon(one, number)

    run_at_once(together)
    return said


@pytest.mark.parametrize("failures", [0, 1, 15, 16, 17, 25, 60])
def test_every_request_is_answered_once_after_an_outage(failures: int):
    model, told = Flaky(failures), Told()
    assert all_at_once(told.guard(model)) == [request.text for request in REQUESTS]
    assert set(model.answered.values()) == {1}
    assert told == (["503", "on"] * (len(told) // 2))
    assert bool(told) is (failures > 0)


def test_during_an_outage_one_asks_at_a_time():
    model = Flaky(10**9)
    assert set(all_at_once(Told().guard(model, patience=0.2, first_wait=0.08, max_wait=0.08))) == {"ModelUnavailable"}
    assert model.asked <= 16 + 3  # all of them once, then one after each wait


def test_patience_is_not_granted_again_before_the_model_has_answered():
    model, told = Flaky(10**9), Told()
    guard = told.guard(model, patience=0.02)
    all_at_once(guard)
    asked = model.asked
    assert all_at_once(guard) == ["ModelUnavailable"] * 16
    assert model.asked == asked + 16
    model.left = 0
    assert all_at_once(guard, REQUESTS[:1]) == [REQUESTS[0].text]
    assert told == ["503", "on"]
    model.left = 1
    assert all_at_once(guard, REQUESTS[:1]) == [REQUESTS[0].text]


def test_a_refusal_that_is_final_goes_straight_through_and_holds_nobody_up():
    model, told = Flaky(0), Told()
    model.final = REQUESTS[3].text
    said = all_at_once(told.guard(model))
    assert [number for number, text in enumerate(said) if text == "ModelFault"] == [3]
    assert told == []


def test_a_refusal_ends_an_outage():
    model, told = Flaky(1), Told()
    model.final = "no"
    assert all_at_once(told.guard(model), [ASK, ModelRequest.of("act", "no")]) == [ASK.text, "ModelFault"]
    assert told == ["503", "on"]


def test_a_request_that_always_fails_is_given_up_and_the_others_are_answered():
    model = Flaky(0)
    model.poison = REQUESTS[0].text
    said = all_at_once(Told().guard(model, patience=0.1))
    assert said == ["ModelUnavailable", *(request.text for request in REQUESTS[1:])]


class Breaking(Flaky):
    """Breaks off its reply to one request every time; is down for so many requests and probes."""

    async def complete(self, request: ModelRequest) -> Completion:
        self.asked += 1
        await anyio.sleep(0)
        if request.text == self.poison or self.left > 0:
            self.left -= 1
            raise ReplyBroken("cut off")
        return Completion.of(request.text)

    async def probe(self, sampling: Sampling) -> Abilities:
        await self.complete(ASK)
        return Abilities()


@pytest.mark.parametrize("others", [0, 1, 15])
def test_a_reply_that_breaks_off_every_time_costs_no_patience_while_the_model_answers_a_probe(others: int):
    model, told = Breaking(0), Told()
    model.poison = REQUESTS[0].text
    guard = told.guard(model, patience=10**9, first_wait=10**6, max_wait=10**6)
    said = all_at_once(guard, REQUESTS[: 1 + others])
    assert said == ["ReplyBroken", *(request.text for request in REQUESTS[1 : 1 + others])]
    assert model.asked == 2 + 1 + others
    assert (told, guard.given_up) == ([], "")


@pytest.mark.parametrize("failures", [16 + 1, 16 + 20])
def test_a_model_that_breaks_everything_off_is_down(failures: int):
    model, told = Breaking(failures), Told()
    assert all_at_once(told.guard(model)) == [request.text for request in REQUESTS]
    assert told == ["cut off", "on"]


@pytest.mark.parametrize("wish", [3_600, 1e300])
def test_a_server_that_asks_for_a_longer_wait_than_patience_lasts_is_asked_again_within_it(wish: float):
    model, told = Flaky(16, retry_after=wish), Told()
    assert all_at_once(told.guard(model, patience=0.4)) == [request.text for request in REQUESTS]
    assert told == ["503", "on"]


@pytest.mark.parametrize("passes", [1, 20])
def test_a_model_that_refuses_everything_is_down_whatever_it_calls_it(passes: int):
    class Expired(Flaky):
        async def complete(self, request: ModelRequest) -> Completion:
            if self.left > 0:
                self.left -= 1
                raise ModelFault("401")
            return await super().complete(request)

        async def probe(self, sampling: Sampling) -> Abilities:
            await self.complete(ASK)
            return Abilities()

    model, told = Expired(16 + passes), Told()
    assert all_at_once(told.guard(model)) == [request.text for request in REQUESTS]
    assert {model.answered[request.text] for request in REQUESTS} == {1}
    assert told == ["401", "on"]


def test_a_refusal_that_does_not_come_back_is_none():
    class Moody(Flaky):
        async def complete(self, request: ModelRequest) -> Completion:
            self.asked += 1
            if self.asked % 2:
                raise ModelFault("400")
            return Completion.of(request.text)

    assert all_at_once(Told().guard(Moody(0)), REQUESTS[:1]) == [REQUESTS[0].text]


def test_patience_that_is_over_is_told_until_the_model_answers():
    model = Flaky(10**9)
    guard = Told().guard(model, patience=0.02)
    assert guard.given_up == ""
    all_at_once(guard)
    assert guard.given_up == "503; waited up to 0.02 s for it"
    model.left = 0
    all_at_once(guard, REQUESTS[:1])
    assert guard.given_up == ""


def test_no_patience_waits_for_nothing():
    model, told = Flaky(1), Told()
    assert all_at_once(told.guard(model, patience=0), REQUESTS[:1]) == ["ModelUnavailable"]
    assert model.asked == 1


def test_a_wait_that_a_server_asks_for_is_kept():
    async def measured() -> float:
        began = anyio.current_time()
        await Told().guard(Flaky(1, retry_after=0.05)).complete(ASK)
        return anyio.current_time() - began

    assert run_at_once(measured) >= 0.05


@pytest.mark.parametrize("others", [0, 3])
def test_a_request_that_is_cancelled_while_it_waits_leaves_the_others_to_go_on(others: int):
    model = Flaky(1 + others)
    guard = Told().guard(model, first_wait=0.05, max_wait=0.05)
    said: list[str] = []

    async def one(request: ModelRequest) -> None:
        said.append((await guard.complete(request)).text)

    async def cancelled() -> None:
        with anyio.fail_after(20):
            async with anyio.create_task_group() as group:
                with anyio.move_on_after(0.02):
                    async with anyio.create_task_group() as first:
                        first.start_soon(one, REQUESTS[0])
                        for request in REQUESTS[1 : 1 + others]:
                            group.start_soon(one, request)
                await one(REQUESTS[10])

    run_at_once(cancelled)
    assert sorted(said) == sorted(request.text for request in (*REQUESTS[1 : 1 + others], REQUESTS[10]))


def test_an_answer_that_never_comes_does_not_outlast_patience():
    class Hanging(Flaky):
        async def complete(self, request: ModelRequest) -> Completion:
            if self.left:
                return await super().complete(request)
            await anyio.sleep_forever()
            raise AssertionError

    assert all_at_once(Told().guard(Hanging(1), patience=0.05), [ASK]) == ["ModelUnavailable"]


def test_it_is_the_model_otherwise():
    model = Flaky(0)
    guard = OutageGuard(model)
    assert (guard.name, anyio.run(guard.probe, Sampling())) == ("flaky", Abilities(schema=True))
    anyio.run(guard.close)
    assert model.closed


def test_sixteen_requests_outlast_a_server_that_is_down(loopback: Loopback):
    down, up = Reply({"error": {"message": "restarting"}}, 503), Reply(OPENAI.says("Left."))
    loopback.says(down)
    told = Told()
    model = OPENAI.model(loopback, attempts=2)
    guard = told.guard(model, first_wait=0.02, max_wait=0.1)
    answers: list[str] = []

    async def one(number: int) -> None:
        request = replace(ASK, sampling=replace(ASK.sampling, seed=number))
        answers.append((await guard.complete(request)).text)

    async def played() -> None:
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                for number in range(16):
                    group.start_soon(one, number)
                while len(loopback.asked) < 40:  # each of them has failed, and some time has passed
                    await anyio.sleep(0.01)
                loopback.says(up)
        await guard.close()

    anyio.run(played)
    assert answers == ["Left."] * 16
    assert told[-1] == "on"
    assert told[0].startswith("openai:m-1: http://127.0.0.1")
    assert {body["seed"] for body in loopback.asked} == set(range(16))
