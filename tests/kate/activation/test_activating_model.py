"""What a step is told and costs, when knowledge is looked for, and what becomes of faults."""

import asyncio
from dataclasses import replace

import pytest
from activation_fakes import Sampled
from cases import cases
from knowledge_fakes import Counting, entry

from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import LimitReached, ModelFault, ModelUnavailable
from automotive_env.kate.activation.activating_model import MAX_SHOWN, ActivatingModel, ActivationSetup
from automotive_env.kate.activation.recall import KnowledgeRecall, toolset_of
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import (
    CarFacts,
    Choice,
    Completion,
    ModelMessage,
    ModelRequest,
    PromptFacts,
    StateFact,
    Tool,
    ToolCall,
    Usage,
)

TOOL = Tool("tune", "Tunes the radio.", {"type": "object", "properties": {"value": {"type": "integer"}}})


def step(goal="louder", *messages, **car):
    facts = PromptFacts(goal, car=CarFacts("tools", apis=(replace(TOOL, name="radio.tune"),), **car))
    return ModelRequest("act", messages or (ModelMessage("system", "You act."), ModelMessage("user", goal)), facts, tools=(TOOL,))


def call(value):
    return Choice(tool_calls=(ToolCall("1", "tune", f'{{"value": {value}}}'),))


class Drawing:
    """Says a row of replies to each step, and what it is told where it is to choose."""

    name = "drawing"

    def __init__(self, *choices, chooses='{"candidate": 1}'):
        self.asked, self.choices, self.chooses = [], choices, chooses

    async def complete(self, request):
        self.asked.append(request)
        if request.purpose == "act":
            return Completion(self.choices, Usage(100, 10 * len(self.choices), 1))
        if isinstance(self.chooses, Exception):
            raise self.chooses
        return Completion.of(self.chooses, Usage(200, 5, 1))


def ask(model, request=None, **how):
    return asyncio.run(ActivatingModel(model, ActivationSetup(**how)).complete(request or step()))


def test_the_chosen_reply_comes_first_and_the_others_stay():
    drawing = Drawing(call(1), call(2), call(2), Choice("no"), chooses='{"candidate": 3}')
    assert ask(drawing).choices == (Choice("no"), call(1), call(2), call(2))
    assert ask(drawing, aggregate="self").choices == (call(2), call(1), call(2), Choice("no"))


def test_all_tokens_are_counted_and_a_step_costs_one_request_and_one_more_where_replies_differ():
    for choices, requests, tokens in (((call(1), call(1)), 1, 120), ((call(1), call(2)), 2, 325)):
        metered = MeteredModel(Drawing(*choices))
        ask(metered)
        assert (metered.spent.calls, metered.spent.tokens) == (requests, tokens)
        assert [exchange.request.purpose for exchange in metered.take()] == ["act", "aggregate"][:requests]


def test_whoever_chooses_sees_the_situation_the_thoughts_and_the_tools_that_are_called():
    drawing = Drawing(replace(call(1), reasoning="It is too quiet."), Choice("I am done."), Choice("", finish="length"))
    ask(drawing)
    asked = drawing.asked[1]
    assert asked.text.startswith("You act.\n\nlouder")
    for words in ("It is too quiet.", "I am done.", "radio.tune(value=1)", "Tunes the radio.", '"integer"', "1 to 2"):
        assert words in asked.text
    assert not asked.tools
    assert asked.sampling.n == 1
    assert asked.schema["properties"]["candidate"]["enum"] == [1, 2]


def test_of_very_many_candidates_those_of_most_votes_are_shown():
    choices = [call(number) for number in range(40)] + [call(39)]
    drawing = Drawing(*choices, chooses=f'{{"candidate": {MAX_SHOWN}}}')
    assert ask(drawing, samples=41).choice == call(39)
    assert len(drawing.asked[1].schema["properties"]["candidate"]["enum"]) == MAX_SHOWN


def test_a_refused_choice_falls_back_and_a_model_that_is_away_is_waited_for():
    choices = call(1), call(2), call(2)
    assert ask(Drawing(*choices, chooses=ModelFault("too long"))).choice == call(2)
    with pytest.raises(ModelUnavailable):
        ask(Drawing(*choices, chooses=ModelUnavailable("overloaded")))
    limited = MeteredModel(Drawing(*choices), limits=GivenLimits(tokens=100).alone())
    with pytest.raises(LimitReached):
        ask(limited)


def test_replies_are_asked_for_again_only_where_all_were_cut_off():
    cut = Choice("I thi", finish="length")
    some, all_cut = Drawing(cut, call(1)), Drawing(cut, cut)
    assert ask(MeteredModel(some)).choice == call(1)
    assert len(some.asked) == 1
    assert ask(MeteredModel(all_cut)).choice == cut
    assert [request.sampling.max_tokens for request in all_cut.asked] == [1_000, 4_000]


def test_notes_stay_with_their_exchange_where_requests_are_made_at_a_time():
    class Slow(Drawing):
        async def complete(self, request):
            await asyncio.sleep(0.02 if "first" in request.text else 0.001)
            said = call(1) if "first" in request.text else Choice("done")
            return Completion((said, said))

    async def together(model):
        await asyncio.gather(*(model.complete(step(goal)) for goal in ("first", "second")))

    metered = MeteredModel(Slow())
    asyncio.run(together(ActivatingModel(metered, ActivationSetup())))
    kinds = {exchange.request.facts.goal: exchange.notes["vote"]["kinds"] for exchange in metered.take()}
    assert kinds == {"first": ["calls"], "second": ["text"]}


def recall(tmp_path, when="turn"):
    told = [
        entry("open the window", toolset=("window",)),
        entry("radio on", toolset=("radio",)),
        entry("seat", toolset=("seat",)),
    ]
    return KnowledgeRecall(KnowledgeRetriever(KnowledgeStore(tmp_path, told), Counting()), when)


def queries(found, goals, episode=0):
    return [[hit.entry.query for hit in found.hits(step(goal, looks_up=True), episode)] for goal in goals]


def test_knowledge_is_looked_for_at_each_turn_or_once_at_the_start_of_an_episode(tmp_path):
    goals = ("open it", "radio", "seat")
    assert queries(recall(tmp_path), goals) == [["open the window"], ["radio on"], ["seat"]]
    once = recall(tmp_path, "start")
    assert queries(once, goals) == [["open the window"]] * 3
    assert queries(once, goals[1:], episode=1) == [["radio on"]] * 2


def test_within_a_turn_it_stays_the_same_though_more_becomes_known(tmp_path):
    found = recall(tmp_path)
    first = found.hits(step("radio", looks_up=True), 0)
    assert first
    assert found.hits(replace(step("radio"), tools=()), 0) == first


@cases(
    ("facts", "tools"),
    (
        (PromptFacts("x"), set()),
        (PromptFacts("x", apps=("climate",), apis={"system.alert": ""}), {"climate", "system"}),
        (PromptFacts("x", car=CarFacts("calls", apis=(Tool("radio.tune", "", {}),))), {"radio"}),
        (PromptFacts("x", car=CarFacts("calls", apis=(Tool("radio.tune", "", {}),), looks_up=True)), set()),
        (
            PromptFacts(
                "x", car=CarFacts("state", state=(StateFact("seat.heat", 1, "", {}), StateFact("environment.speed", 1, "", {})))
            ),
            {"seat"},
        ),
        (PromptFacts("x", apps=("climate",), car=CarFacts("action")), set()),
    ),
)
def test_tools_at_hand_are_those_of_which_the_prompt_tells(facts, tools):
    assert toolset_of(ModelRequest("act", (), facts)) == tools


@cases(
    ("messages", "place"),
    (
        ((("system", "s"), ("user", 'Person: "say \\"hi\\""'), ("assistant", "a"), ("user", "Results: say")), 1),
        ((("system", 'say "hi"'), ("user", 'say "hi"'), ("tool", 'say "hi"')), 1),
        ((("user", 'say "hi"'), ("assistant", "a"), ("user", 'he did say "hi" twice')), 0),
        ((("user", 'Person: "say \\"hi\\""'), ("assistant", "a"), ("user", 'Person: "say \\"hi\\""'), ("user", "r")), 2),
        ((("system", "s"), ("user", "something else")), 1),
        ((("system", "s"),), 1),
    ),
)
def test_experience_stands_before_the_wish(messages, place):
    given = tuple(ModelMessage(role, text) for role, text in messages)
    told = KnowledgeTeller().tell(ModelRequest("act", given, PromptFacts('say "hi"')), ["first", "second"])
    assert ["second" in message.text for message in told.messages].index(True) == place
    assert told.messages[place].text.index("first") < told.messages[place].text.index("second")
    assert sum("second" in message.text for message in told.messages) == 1
    assert [message.text for message in given if message.text not in told.text] == []


def test_hints_are_said_at_the_end_by_the_user():
    told = KnowledgeTeller(("state", "intent")).tell(
        step("x", ModelMessage("user", "x"), ModelMessage("tool", "r", tool_call_id="1")), []
    )
    assert [message.role for message in told.messages] == ["user", "tool", "user"]
    assert told.messages[2].text.count("Before you decide") == 2
    assert KnowledgeTeller().tell(step(), []) == step()


def test_other_requests_pass_as_they_are():
    model = Sampled()
    for purpose in ("reflect", "summarise", "context", "plan"):
        request = ModelRequest.of(purpose, "x", facts=PromptFacts("x"))
        ask(model, request, teller=KnowledgeTeller(("state",)))
        assert model.asked[-1] == request


def test_intents_are_looked_up_with_what_the_model_infers_once_a_turn(tmp_path):
    known = [entry("a seat that fits", kind="sic", text="script"), entry("radio on", text="trajectory")]
    recall = KnowledgeRecall(KnowledgeRetriever(KnowledgeStore(tmp_path, known), Counting()))

    class Inferring(Drawing):
        async def complete(self, request):
            if request.purpose == "intent":
                self.asked.append(request)
                return Completion.of("<think>Hm.</think>a seat that fits")
            return await super().complete(request)

    model = Inferring(call(1), call(1))
    activated = ActivatingModel(model, ActivationSetup(recall=recall, infers=True))
    for _ in range(2):
        asyncio.run(activated.complete(step("radio on")))
    assert [request.purpose for request in model.asked] == ["intent", "act", "act"]
    assert model.asked[1].facts.experience == ("script", "trajectory")
    assert "script" not in model.asked[0].text
    uninformed = Drawing(call(1), call(1))
    recall = KnowledgeRecall(KnowledgeRetriever(KnowledgeStore(tmp_path, known), Counting()))
    ask(uninformed, step("radio on"), recall=recall)
    assert uninformed.asked[0].facts.experience == ("trajectory",)


def test_knowledge_of_earlier_turns_stays_where_it_was_told_if_it_is_kept(tmp_path):
    known = [entry("open the window", text="how to open"), entry("radio on", text="how to listen")]
    retriever = KnowledgeRetriever(KnowledgeStore(tmp_path, known), Counting())
    talk = (
        ModelMessage("system", "You act."),
        ModelMessage("user", "open the window"),
        ModelMessage("assistant", "Done."),
        ModelMessage("user", "radio on"),
    )
    for keeps in (True, False):
        drawing = Drawing(call(1), call(1))
        activated = ActivatingModel(MeteredModel(drawing), ActivationSetup(recall=KnowledgeRecall(retriever, keeps=keeps)))
        asyncio.run(activated.complete(step("open the window", *talk[:2])))
        asyncio.run(activated.complete(step("radio on", *talk)))
        told = [message.text for message in drawing.asked[1].messages]
        assert ("how to open" in told[1]) == keeps
        assert "how to listen" in told[3]
        assert "how to open" not in told[3]
        assert drawing.asked[1].facts.experience == (("how to open",) if keeps else ()) + ("how to listen",)


def test_knowledge_of_another_episode_is_not_kept(tmp_path):
    known = [entry("open the window", text="how to open"), entry("radio on", text="how to listen")]
    recall = KnowledgeRecall(KnowledgeRetriever(KnowledgeStore(tmp_path, known), Counting()), keeps=True)
    recall.hits(step("open the window", looks_up=True), 0)
    recall.hits(step("radio on", looks_up=True), 1)
    assert recall.earlier == ()
