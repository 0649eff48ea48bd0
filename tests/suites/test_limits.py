"""The set limits: how much there is, how it is worded, and that what the car lacks cannot be had in another way."""

from collections import defaultdict
from functools import cache

import anyio
import pytest
from scripted_model import ScriptedModel, block

from automotive_env.agents.agent import AgentOptions
from automotive_env.suites.conversations.interface import ConversationInterface
from automotive_env.suites.conversations.judging import ConversationJudge
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import PLAYERS
from automotive_env.suites.conversations.shipped import shipped_scenarios
from automotive_env.suites.vehicleworld.generation.overlap import near_duplicates
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios as scenarios_of_calls

ALL = [one for one in shipped_scenarios().values() if one.dimension == "limits"]
DECLINED = [one for one in ALL if one.ending == "decline"]
POSSIBLE = {one.pair: one for one in ALL if one.ending != "decline"}
LACKING = [one for one in DECLINED if one.removed.apis or one.removed.parameters]


def test_openings_are_worded_differently():
    for split in ("train", "dev", "test"):
        openings = {one.turns[0].says for one in ALL if f".{split}." in one.id}
        assert near_duplicates(sorted(openings)) == []


def test_there_are_enough_of_each_kind_and_each_wish_is_possible_somewhere():
    assert len(DECLINED) >= 150
    for kind, least in {"apis": 90, "parameters": 25, "answers": 25}.items():
        assert sum(bool(getattr(one.removed, kind)) for one in DECLINED) >= least
    assert sum(not any(one.removed.model_dump().values()) for one in DECLINED) >= 40
    for one in DECLINED:
        other = POSSIBLE[one.pair]
        assert other.turns[0].says == one.turns[0].says
        assert other.removed == type(other.removed)()


@cache
def calls_of_modules():
    """Module -> all right calls of VehicleWorld's scenarios."""
    found = defaultdict(dict)
    for one in scenarios_of_calls().values():
        for call in (call for turn in one.turns for call in turn.calls()):
            found[call.module][repr(call)] = call
    return {module: list(calls.values()) for module, calls in found.items()}


def check_there_is_no_way_round(lacking):
    """No other call of the same devices does what is wished for."""
    car = lacking.start()
    start = car.snapshot()
    right = POSSIBLE[lacking.pair].turns[0]
    for call in (call for module in {call.module for call in right.calls()[0]} for call in calls_of_modules()[module]):
        car.restore(start)
        judge = ConversationJudge(lacking, start).begin(right, start)
        ConversationInterface(lacking, car, judge, []).call(call.name, call.arguments)
        assert not any(end.is_reached(start, car.snapshot()) for end in judge.ends), call


@pytest.mark.parametrize("lacking", LACKING[::20], ids=lambda one: one.id)
def test_what_the_car_lacks_cannot_be_had_in_another_way(lacking):
    check_there_is_no_way_round(lacking)


@pytest.mark.sweep
@pytest.mark.parametrize("lacking", LACKING, ids=lambda one: one.id)
def test_none_of_what_cars_lack_can_be_had_in_another_way(lacking):
    check_there_is_no_way_round(lacking)


@pytest.mark.parametrize(("contact", "right"), [("Diego Fuentes", True), ("Dad", False), ("", False)])
def test_an_answer_that_was_looked_up_with_another_argument_is_wrong(contact, right):
    one = next(one for one in POSSIBLE.values() if "Diego Fuentes" in one.turns[0].says)
    look_up = f"told = vw.conversation.conversation_contact_view(contact={contact!r})"
    model = ScriptedModel(block(f"{look_up}\nsay(str(told.get('data', {{}}).get('phone_number')))"))
    record = anyio.run(play, one, PLAYERS["fc"].make(model, None, AgentOptions())).record
    assert record.success == right, record.why
