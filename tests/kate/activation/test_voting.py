"""Which replies are one candidate, and which candidate is taken."""

import json
from dataclasses import replace

from activation_fakes import free
from cases import cases
from contracts.agent_contract import moment
from hypothesis import given
from hypothesis import strategies as st
from knowledge_fakes import entry

from automotive_env.episode.observation import Box, Element
from automotive_env.episode.picture import LazyPicture, LazyPictures
from automotive_env.kate.activation.candidates import ReplyCandidate, candidate_of, readings, tools_of
from automotive_env.kate.activation.voting import VoteResult, groups_of, majority, support_of
from automotive_env.models.model import CarFacts, Choice, ModelMessage, ModelRequest, PromptFacts, Tool, ToolCall

SCHEMA = {"type": "object", "properties": {"value": {"type": "integer"}, "seat": {"type": "string"}}, "required": ["value"]}
TUNE = Tool("radio.tune", "", SCHEMA)
TOOLS = ModelRequest.of("act", "x", facts=PromptFacts("louder", car=CarFacts("tools")))
TOOLS = ModelRequest("act", TOOLS.messages, TOOLS.facts, tools=(TUNE,))
CODE = ModelRequest.of("act", "x", facts=PromptFacts("louder", car=CarFacts("calls", apis=(TUNE,))))
STATE = ModelRequest.of("act", "x", facts=PromptFacts("louder", car=CarFacts("state")))
SPOKEN = ModelRequest.of("act", "x", facts=PromptFacts("louder", car=CarFacts("calls", converses=True)))
ROW = Element(0, "android.widget.LinearLayout", box=Box(0, 0, 100, 40), clickable=True)
LABEL = Element(1, "android.widget.TextView", "Fan", box=Box(10, 10, 50, 30))
SLIDER = Element(
    2, "android.widget.SeekBar", resource_id="app:id/fan", box=Box(0, 50, 200, 90), clickable=True, track=Box(0, 50, 200, 90)
)
GUI = ModelRequest.of("act", "x", facts=PromptFacts("louder", elements=(ROW, LABEL, SLIDER)))


def tool_call(name="radio.tune", **arguments):
    return Choice(tool_calls=(ToolCall("1", name, json.dumps(arguments)),), finish="tool_calls")


def code(text):
    return Choice(f"Sure.\n```python\n{text}\n```")


def action(**fields):
    return Choice(f"Reason: so\nAction: {json.dumps(fields)}")


def same(request, *choices):
    """How many different candidates replies are."""
    return len({one.key for one in readings(choices, request)})


def test_tool_calls_are_typed_and_ordered():
    assert same(TOOLS, tool_call(value=1, seat="a"), tool_call(seat="a", value=1.0), tool_call(value=1, seat="a")) == 1
    assert same(TOOLS, tool_call(value=1), tool_call(value=True), tool_call(value="one"), tool_call(value=2)) == 4
    assert same(TOOLS, tool_call(value=1), tool_call(value="1"), tool_call(Value=1)) == 1
    one, other = tool_call(value=1).tool_calls[0], tool_call(value=2).tool_calls[0]
    assert same(TOOLS, Choice(tool_calls=(one, other)), Choice(tool_calls=(other, one)), Choice(tool_calls=(one,))) == 3


def test_texts_without_a_call_are_one_and_a_reply_that_cannot_be_read_is_none_of_them():
    said = (Choice("Done."), Choice("I have done it."), Choice("No."))
    assert same(TOOLS, *said) == same(CODE, *said) == same(STATE, *said) == 1
    broken = (
        Choice(tool_calls=(ToolCall("1", "radio.tune", "{value: "),)),
        Choice(tool_calls=(ToolCall("1", "radio.tune", "[1]"),)),
        Choice(tool_calls=(ToolCall("1", "radio.tune", "[" * 100_000),)),
        Choice(""),
        Choice("I will", finish="length"),
        Choice("Sorry.", finish="refused"),
    )
    kinds = [one.kind for one in readings((*said, *broken), TOOLS)]
    assert kinds == ["text"] * 3 + ["unreadable"] * 6
    assert candidate_of(code("vw.radio.tune("), CODE).kind == "unreadable"


def test_a_call_that_was_left_in_the_text_and_a_thought_without_an_end_do_not_say_that_nothing_is_to_be_called():
    left = ('<tool_call>\n{"name": radio}\n</tool_call>', '<tool_call>{"name": "a"}</tool_call>', "<think>I see.")
    assert {one.kind for request in (TOOLS, CODE) for one in readings(map(Choice, left), request)} == {"unreadable"}
    assert candidate_of(Choice("<think>A <tool_call>?</think>Done."), TOOLS).kind == "text"


def test_programs_are_compared_by_what_they_do_and_writes_by_what_they_write():
    assert same(CODE, code("vw.radio.tune(5)"), code("vw.radio.tune(value = 5.0) # louder"), code("v = 5\nvw.radio.tune(v)")) == 1
    assert same(CODE, code("vw.radio.tune(5)"), code("vw.radio.tune(6)"), Choice("vw.radio.tune(5)")) == 3
    assert same(STATE, code("vw['radio']['on'] = True"), code('vw["radio"]["on"] = True')) == 1
    assert candidate_of(code("vw.radio.tune(5)"), CODE).thought == "Sure."


def test_where_no_block_is_needed_a_reply_of_calls_alone_is_calls():
    one = Tool("Car.tune", "", SCHEMA)
    bare = ModelRequest.of("act", "x", facts=PromptFacts("louder", car=CarFacts("calls", apis=(one,), fenced=False)))
    replies = (
        "[tune(value=5)]",
        "tune(5.0)",
        "<think>[stop()]</think> [Car.tune(5)]",
        "```python\ntune(5)\n```",
        "(tune(value=5),)",
    )
    assert same(bare, *map(Choice, replies)) == 1
    others = ("[tune(value=5), tune(value=5)]", "I call tune(value=5)", "[]", "I (you) tune(")
    assert [one.kind for one in readings([Choice(text) for text in others], bare)] == ["calls", "text", "text", "text"]
    broken = ("tune(", "[tune(value=5), 3]", "[Car.tune(value='5)]", "<think>Hm.</think> [tune(value=5")
    assert {one.kind for one in readings([Choice(text) for text in broken], bare)} == {"unreadable"}
    assert candidate_of(Choice("[tune(value=5)]"), CODE).kind == "text"


def test_a_tool_is_the_same_by_each_of_its_names():
    offered = (Tool("tune", "", SCHEMA), Tool("radio__off", "", {}), Tool("seat__off", "", {}))
    described = (TUNE, Tool("radio.off", "", {}), Tool("seat.off", "", {}))
    request = ModelRequest("act", (), PromptFacts("louder", car=CarFacts("tools", apis=described)), tools=offered)
    assert candidate_of(tool_call("tune", value=5.0), request).does == ("radio.tune(value=5)",)
    assert candidate_of(tool_call("seat__off"), request).does == ("seat.off()",)
    assert candidate_of(tool_call("off"), request).does == ("off()",)
    told = [entry(calls=("radio.tune(value=5)",))]
    assert support_of(candidate_of(tool_call("tune", value=5), request), told, tools_of(request)) == (1, 1)


def test_a_program_that_was_cut_off_is_not_carried_out_by_halves():
    whole = code("vw.radio.on()\nvw.radio.off()")
    half = replace(whole, text="```python\nvw.radio.on()\n", finish="length")
    assert [one.kind for one in readings((whole, half), CODE)] == ["calls", "unreadable"]


def test_of_speech_it_counts_that_something_is_said():
    assert same(SPOKEN, code("ask(question='Which?')"), code("ask('Which one?')")) == 1
    assert same(SPOKEN, code("ask('Which?')"), code("say('Which?')"), code("vw.a.b()\nask('Which?')")) == 3
    assert same(CODE, code("ask(question='Which?')"), code("ask('Which one?')")) == 2


def test_touches_are_compared_by_the_element_that_they_meet():
    row = [action(action_type="click", **place) for place in ({"index": 0}, {"index": 1}, {"x": 12, "y": 12}, {"x": 90, "y": 5})]
    assert same(GUI, *row) == 1
    slider = [action(action_type="click", x=x, y=60) for x in (20, 21, 150)]
    assert same(GUI, *slider) == 2
    assert same(GUI, row[0], slider[0], action(action_type="click", x=150, y=200), action(action_type="long_press", index=0)) == 4
    assert same(GUI, action(action_type="click", index=2), action(action_type="click", x=100, y=55)) == 1
    nowhere = candidate_of(action(action_type="click", index=9), GUI)
    assert (nowhere.kind, nowhere.does) == ("unreadable", ("no element has index 9",))


def test_where_only_a_picture_is_shown_touches_are_compared_by_what_is_on_it():
    picture = LazyPicture(moment(ROW, LABEL, SLIDER), "screenshot")
    request = ModelRequest("act", (ModelMessage("user", "x", LazyPictures([picture])),), PromptFacts("louder"), schema={})
    assert same(request, *(action(action_type="click", x=x, y=y) for x, y in ((12, 12), (90, 5)))) == 1
    blind = replace(request, messages=())
    assert same(blind, *(action(action_type="click", x=x, y=y) for x, y in ((12, 12), (90, 5)))) == 2


def test_an_answer_and_the_reason_of_an_end_count_as_such_and_typed_text_by_what_it_says():
    assert same(GUI, action(action_type="answer", text="21"), action(action_type="answer", text="It is 21.")) == 1
    ends = [action(action_type="status", goal_status=end, reason="x") for end in ("complete", "infeasible")]
    assert same(GUI, *ends, action(action_type="status", goal_status="complete")) == 2
    assert same(GUI, *(action(action_type="input_text", index=0, text=text) for text in "ab")) == 2
    assert same(GUI, action(action_type="wait"), action(action_type="wait", seconds=1.0)) == 1


def test_replies_in_a_form_that_nobody_declared_are_alike_where_they_say_the_same():
    asked = free(), replace(free(), facts=PromptFacts("which?", experience=("told",)), schema={"type": "object"})
    for request in asked:
        assert same(request, Choice("left"), Choice(" left\n"), Choice("right")) == 2
        assert candidate_of(Choice("lef", finish="length"), request).kind == "unreadable"
    assert candidate_of(Choice("left"), GUI).kind == "unreadable"


@given(reply=st.text(max_size=200), name=st.text(max_size=5), arguments=st.text(max_size=40))
def test_no_reply_makes_it_raise(reply, name, arguments):
    for request in (TOOLS, CODE, STATE, SPOKEN, GUI, free()):
        for choice in (Choice(reply), code(reply), Choice(reply, tool_calls=(ToolCall("1", name, arguments),))):
            one = candidate_of(choice, request)
            assert one.kind in ("calls", "action", "text", "unreadable")
            str(one).encode("utf-8", "replace")


def calls(*names):
    """A candidate for each letter: a call of that name; a dash for what cannot be read, a dot for a text."""
    kinds = {"-": "unreadable", ".": "text"}
    return [ReplyCandidate(kinds.get(name, "calls"), (name,)) for name in "".join(names)]


@cases(
    ("votes", "number", "by"),
    (
        ("aaaa", 0, "agreement"),
        ("....", 0, "agreement"),
        ("abbc", 1, "majority"),
        ("abab", 0, "first"),
        ("abcd", 0, "first"),
        ("ab.. ".strip(), 2, "majority"),
        ("---a", 3, "only"),
        ("-aab", 1, "majority"),
        ("----", 0, "agreement"),
        ("a", 0, "agreement"),
    ),
)
def test_most_votes_win_and_what_cannot_be_read_has_none(votes, number, by):
    assert majority(calls(votes), lambda one: (0.0, 0.0)) == VoteResult(number, by)


def test_experience_settles_a_tie_and_nothing_else():
    def supports(name):
        return lambda one: (float(one.does == (name,)), 0.0)

    assert majority(calls("abab"), supports("b")) == VoteResult(1, "experience")
    assert majority(calls("abbb"), supports("a")) == VoteResult(1, "majority")
    assert majority(calls("abcd"), supports("x")) == VoteResult(0, "first")


@given(votes=st.text("ab-.", min_size=1, max_size=8))
def test_the_chosen_one_is_of_a_largest_group_of_those_that_can_be_read(votes):
    candidates = calls(votes)
    found = majority(candidates, lambda one: (0.0, 0.0))
    readable = [one for one in candidates if one.kind != "unreadable"] or candidates
    counts = [sum(one.key == other.key for other in readable) for one in readable]
    chosen = candidates[found.number]
    assert sum(chosen.key == other.key for other in readable) == max(counts)
    assert sorted(number for group in groups_of(candidates) for number in group) == list(range(len(candidates)))


def test_what_was_called_before_supports_a_candidate_and_the_same_values_more():
    told = [entry(calls=("radio.tune(seat='a', value=5)", "radio.on()")), entry(calls=())]
    tools = {"radio.tune": TUNE}
    exact = ReplyCandidate("calls", ('radio.tune(seat="a", value=5)', "radio.on()"))
    part, named, other = (ReplyCandidate("calls", (does,)) for does in ("radio.on()", "radio.tune(value=9)", "seat.heat()"))
    supports = [support_of(one, told, tools) for one in (exact, part, named, other)]
    assert supports == sorted(supports, reverse=True)
    assert supports[0] == (1, 1)
    assert supports[3] == (0, 0)
    touch = candidate_of(action(action_type="click", index=2), GUI)
    assert support_of(touch, [entry(calls=('click SeekBar #fan {"x": 9}',))], {}) == (0, 1)
