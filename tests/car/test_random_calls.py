"""The script of random calls: it holds on the car, and finds what does not hold."""

import json
from random import Random

import pytest

from automotive_env.car.calls.api import ApiAnswer
from automotive_env.car.core.world import World, all_apis
from automotive_env.scripts import random_calls
from automotive_env.scripts.random_calls import JUNK, NAMES, Tally, arguments, edge, junk, probe, run


def test_random_calls_hold_and_reach_nearly_every_api():
    tally = run(6_000, seed=3)
    assert tally.broken == []
    assert tally.successes.total() + tally.refusals.total() == tally.calls == 6_000
    assert len(tally.successes) >= 240
    assert run(500, seed=3).to_json() == run(500, seed=3).to_json()


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_api_stands_junk_at_every_argument(every):
    tally = Tally()
    world = World()
    for name, api in list(all_apis().items())[::every]:
        for parameter in [*api.parameters, "surprise", 10**5000]:
            for value in JUNK:
                probe(world, name, {**arguments(api, Random(1)), parameter: value}, tally)
    for name in (*NAMES, *JUNK):
        probe(world, name, {}, tally)
    assert tally.broken == []


@pytest.mark.parametrize("draw", [edge, junk])
def test_other_draws_are_mostly_refused_with_a_reason(draw):
    rng, world = Random(1), World()
    results = [world.call(name, arguments(api, rng, draw)) for name, api in all_apis().items() for _ in range(5)]
    assert sum(not result.success for result in results) > len(results) / 2


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (lambda device: 1 / 0, "ZeroDivisionError"),
        (lambda device: ApiAnswer("done", float("nan")), "no JSON"),
        (lambda device: device._store.values.__setitem__(0, "x") or "done", "does not fit"),
        (lambda device: "", "says nothing"),
    ],
)
def test_what_does_not_hold_is_found(body, says, monkeypatch):
    api = all_apis()["radio.radio_play_stop"]
    monkeypatch.setattr(api, "body", body)
    tally = Tally()
    probe(World(), "radio.radio_play_stop", {}, tally)
    assert len(tally.broken) == 1
    assert says in tally.broken[0]


def test_the_script_prints_one_json_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["random_calls", "--calls", "300", "--seed", "7"])
    with pytest.raises(SystemExit) as ended:
        random_calls.main()
    assert ended.value.code == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert {"seed": 7, "calls": 300, "broken": 0, "apis": len(all_apis())}.items() <= json.loads(line).items()
