"""A step that the model writes in view of candidates: what is accepted, recorded and carried out."""

import asyncio
import json

import pytest
from cases import cases

from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.kate.activation.aggregation import TRIES
from automotive_env.kate.activation.written_step import step_in
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import CarFacts, Choice, Completion, ModelMessage, ModelRequest, PromptFacts, Tool, ToolCall

TUNE = Tool(
    "radio__tune",
    "Tunes the radio.",
    {"type": "object", "properties": {"value": {"type": "integer"}, "band": {"type": "string"}}, "required": ["value"]},
)
STOP = Tool("radio__stop", "Switches the radio off.", {"type": "object", "properties": {}})
STEP = ModelRequest(
    "act",
    (ModelMessage("system", "You act."), ModelMessage("user", "louder")),
    PromptFacts("louder", car=CarFacts("tools")),
    tools=(TUNE, STOP),
)


def written(name, plan="It is too quiet.", **parameters):
    return json.dumps({"optimal_plan": plan, "optimal_tool_call": {"name": name, "parameters": parameters}})


def call(value):
    return Choice(tool_calls=(ToolCall("1", "radio__tune", f'{{"value": {value}}}'),))


class Drawing:
    """Says two other things to a step, and a row of replies where it is to write it."""

    name = "drawing"

    def __init__(self, *writes):
        self.asked, self.writes = [], list(writes)

    async def complete(self, request):
        self.asked.append(request)
        return Completion((call(1), call(2), call(2))) if request.purpose == "act" else Completion.of(self.writes.pop(0))


def answered(*writes):
    metered = MeteredModel(Drawing(*writes))
    asked = asyncio.run(ActivatingModel(metered, ActivationSetup(samples=3, aggregate="write")).complete(STEP))
    return asked.choice, metered.take()


def test_one_plan_and_one_call_are_written_as_the_paper_publishes_them():
    choice, exchanges = answered(written("radio__tune", value=7))
    assert choice.text == "It is too quiet."
    assert [(one.name, json.loads(one.arguments)) for one in choice.tool_calls] == [("radio__tune", {"value": 7})]
    vote = exchanges[0].notes["vote"]
    assert (vote["by"], vote["chosen"]) == ("written", 3)
    assert exchanges[0].notes["written"]["tool_calls"][0]["name"] == "radio__tune"
    assert [one.request.purpose for one in exchanges] == ["act", "aggregate"]


def test_whoever_writes_is_shown_all_tools_and_what_was_proposed():
    _, (_, asked) = answered(written("radio__stop"))
    for words in ("radio__tune(value=1)", "radio__tune(value=2)", "Switches the radio off.", "optimal_tool_call"):
        assert words in asked.request.text
    assert not asked.request.tools


def test_a_written_step_that_equals_a_candidate_is_that_candidate():
    choice, exchanges = answered(written("radio__tune", value=2.0))
    assert choice == call(2)
    assert (exchanges[0].notes["vote"]["by"], exchanges[0].notes["vote"]["chosen"]) == ("model", 1)
    assert "written" not in exchanges[0].notes


def test_what_is_said_to_the_user_calls_nothing():
    choice, _ = answered(written("response_to_user", content="Which station?"))
    assert (choice.text, choice.tool_calls) == ("Which station?", ())


def test_escapes_in_a_written_step_cannot_hold_what_no_file_can():
    choice, _ = answered('{"optimal_tool_call": {"name": "response_to_user", "parameters": {"content": "a\\ud800\\u001b[2Jb"}}}')
    assert choice.text == "a?b"


def test_a_fault_is_told_and_after_three_of_them_the_majority_wins():
    choice, exchanges = answered(written("radio__tun", volume=1), written("radio__tune"), "I would tune it.")
    assert choice == call(2)
    assert exchanges[0].notes["vote"]["by"] == "majority"
    texts = [one.request.text for one in exchanges[1:]]
    assert len(texts) == TRIES
    assert "radio__tune needs value" in texts[2]


@cases(
    ("reply", "says"),
    (
        ("", "optimal_tool_call"),
        ('{"optimal_tool_call": {"name": 3}}', '"name"'),
        (written("seat__heat", value=1), "no tool 'seat__heat'"),
        (written("radio__tune", band="FM"), "needs value"),
        (written("radio__tune", value=1, volume=3), "takes no volume"),
        (written("radio__stop", hard=True), "takes no hard"),
        (written("response_to_user", content=" "), '"content"'),
    ),
)
def test_a_call_is_checked_against_the_tools(reply, says):
    with pytest.raises(ValueError, match=says):
        step_in(Choice(reply), STEP)


def test_calls_of_a_conversation_have_different_ids():
    longer = ModelRequest("act", (*STEP.messages, ModelMessage("user", "more")), STEP.facts, tools=STEP.tools)
    ids = {step_in(Choice(written("radio__stop")), one).tool_calls[0].id for one in (STEP, longer)}
    assert len(ids) == 2


def test_a_program_is_written_in_its_own_form():
    request = ModelRequest("act", STEP.messages, PromptFacts("louder", car=CarFacts("calls")))
    program = "It is too quiet.\n```python\nradio.tune(value=7)\n```"
    assert step_in(Choice(program), request) == Choice(program)
