"""What must hold of any agent of any suite whose knowledge is activated, as tests: subclass `ActivationContract`."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path

import pytest
from activation_fakes import Sampled, elsewise
from knowledge_fakes import Counting, entry

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup, is_step
from automotive_env.kate.activation.recall import KnowledgeRecall
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Choice, ToolCall
from automotive_env.place.context_provider import OfflineContext
from automotive_env.runs.records.records import StepRecord
from automotive_env.suites.suite import PlayerSeat

WAITING = Choice('Reason: none.\nAction: {"action_type": "wait"}')
LOOKING = Choice("```python\nsearch_module(['a', 'b'])\n```")
HOSTILE = (
    Choice(""),
    Choice("{"),
    Choice("```python\n"),
    Choice("```python\nimport os\nos.system('x')\n```"),
    Choice('{"action_type": "click", "index": 9999}'),
    Choice('{"action_type": "click", "x": 20000, "y": 0}'),
    Choice('{"action_type": "click", "index": null, "x": 1e400, "y": NaN}'),
    Choice("\ud800", reasoning="\ud800" * 9_000),
    Choice("[" * 50_000),
    Choice("{{ facts.goal }} {% raw %}"),
    Choice("", tool_calls=(ToolCall("1", "search_module", '{"a": ' + "[" * 900 + "]" * 900 + "}"),)),
    Choice("", tool_calls=(ToolCall("1", "\ud800", '{"\ud800": 1e999}'), ToolCall("1", "", ""))),
)


class ActivationContract:
    """The tests; a subclass gives `contestant`, the `suite` that it plays in, and `items`, which are played."""

    contestant = None
    suite = None
    items = ()

    def play(self, model, activation=None, item=0):
        """Play an item; plain without an activation. Returns the episode."""
        metered = MeteredModel(model)
        given = metered if activation is None else ActivatingModel(metered, activation)
        agent = self.contestant.make(given, OfflineContext(), AgentOptions())
        return asyncio.run(self.suite.play(self.items[item], agent, PlayerSeat(HeadlessController(), metered)))

    @staticmethod
    def deeds(played):
        return played.record.outcome, [(step.action, step.error, step.changes) for step in played.steps]

    def test_without_anything_activated_it_is_the_agent_that_it_was(self):
        plain, activated = Sampled(), Sampled()
        assert self.deeds(self.play(plain)) == self.deeds(self.play(activated, ActivationSetup(samples=1, temperature=0.0)))
        assert [request.text for request in plain.asked] == [request.text for request in activated.asked]
        assert not any(request.sampling.n > 1 for request in activated.asked)

    def test_where_all_agree_a_step_costs_one_request(self):
        plain, activated = Sampled(), Sampled()
        assert self.deeds(self.play(plain)) == self.deeds(self.play(activated, ActivationSetup()))
        assert [request.purpose for request in plain.asked] == [request.purpose for request in activated.asked]
        for request in activated.asked:
            drawn = request.sampling
            assert (drawn.n, drawn.temperature) == ((4, 1.0) if is_step(request) else (1, 0.0))

    @pytest.mark.parametrize("aggregate", ["self", "model"])
    def test_of_replies_that_differ_the_right_one_is_carried_out(self, aggregate):
        doubtful = Sampled(lambda good: [elsewise(good), good, Choice("", finish="length"), good], '{"candidate": 2}')
        played = self.play(doubtful, ActivationSetup(aggregate=aggregate))
        assert self.deeds(played) == self.deeds(self.play(Sampled()))
        steps = [request for request in doubtful.asked if is_step(request)]
        votes = [call.notes["vote"] for step in played.steps for call in step.calls if "vote" in call.notes]
        assert len(votes) == len(steps) > 0
        assert len(doubtful.asked_for("aggregate")) == (aggregate == "model") * sum(vote["by"] == "model" for vote in votes)
        for vote in votes:
            assert vote["chosen"] in (0, 1)  # 0 where it is as good as another
            assert sorted(number for group in vote["groups"] for number in group) == [0, 1, 2, 3]
        record = played.record
        assert record.tokens == sum(
            call.usage.prompt_tokens + call.usage.completion_tokens for x in played.steps for call in x.calls
        )

    def test_a_step_that_the_model_writes_is_carried_out(self):
        """Here it writes what the agent would do by itself, in view of two candidates that do something else."""
        writing = Sampled()

        def others(good):
            writing.chooses = _as_written(good)
            return [WAITING if "action_type" in good.text else LOOKING, elsewise(good)]

        writing.draw(others)
        played = self.play(writing, ActivationSetup(samples=2, aggregate="write"))
        votes = [call.notes["vote"] for step in played.steps for call in step.calls if "vote" in call.notes]
        plain = self.play(Sampled())
        if all(sum(kind != "unreadable" for kind in vote["kinds"]) < 2 for vote in votes):
            pytest.skip("the built-in model does not speak the form of this agent")
        assert self.deeds(played) == self.deeds(plain)
        assert "written" in {vote["by"] for vote in votes}
        for step in played.steps:
            for call in (call for call in step.calls if "vote" in call.notes):
                assert ("written" in call.notes) == (call.notes["vote"]["by"] == "written")
            assert StepRecord.model_validate_json(step.line()).reply == step.reply

    @pytest.mark.parametrize("chooses", ['{"candidate": 99}', "", "{" * 1_100, '{"candidate": true}', '{"candidate": "1"}'])
    def test_whoever_chooses_nonsense_is_asked_three_times_and_then_most_votes_count(self, chooses):
        doubtful = Sampled(lambda good: [elsewise(good), good, good, good], chooses)
        played = self.play(doubtful, ActivationSetup())
        assert self.deeds(played) == self.deeds(self.play(Sampled()))
        votes = [call.notes["vote"] for step in played.steps for call in step.calls if "vote" in call.notes]
        assert len(doubtful.asked_for("aggregate")) == 3 * sum(vote["by"] == "majority" for vote in votes)
        assert all("could not be used" in request.text for request in doubtful.asked_for("aggregate")[1::3])

    def test_no_replies_make_more_go_wrong_than_without(self):
        for junk in HOSTILE:
            assert self.play(Sampled(lambda good, junk=junk: [junk] * 4), ActivationSetup()).record.outcome != "env_error"
        mixed = self.play(Sampled(lambda good: [*HOSTILE, good][-4:]), ActivationSetup(aggregate="self"))
        assert mixed.record.outcome not in ("env_error", "model_error")
        assert all(step.line() for step in mixed.steps)

    def test_knowledge_is_told_in_every_step_and_noted_and_changes_nothing_else(self, tmp_path: Path):
        goal = "open the window"
        store = KnowledgeStore(tmp_path, [entry(goal), entry("seat"), entry("open the radio", text="do: {{ this }}")])
        recall = KnowledgeRecall(_Always(store))
        model = Sampled()
        played = self.play(model, ActivationSetup(recall=recall, teller=KnowledgeTeller(("state",))))
        assert self.deeds(played) == self.deeds(self.play(Sampled()))
        for request in model.asked:
            assert request.text.count("do: {{ this }}") == is_step(request)
            assert request.facts.experience == (("do: {{ this }}", "do: open the window") if is_step(request) else ())
            assert ("how the parts of the car" in request.messages[-1].text) == is_step(request)
            roles = [message.role for message in request.messages]
            assert all(one != other or one == "tool" for one, other in pairwise(roles))
        told = [call.notes["told"] for step in played.steps for call in step.calls if "told" in call.notes]
        assert [hit["id"] for hit in told[0]] == [store.entries[2].id, store.entries[0].id]

    def test_the_same_seed_says_the_same(self):
        def lines():
            doubtful = Sampled(lambda good: [elsewise(good), good, good, elsewise(good)])
            return [step.line() for step in self.play(doubtful, ActivationSetup(aggregate="self")).steps]

        assert lines() == lines()

    def test_episodes_share_nothing(self):
        metered = MeteredModel(model := Sampled())
        recall = _Asked()
        agent = self.contestant.make(
            ActivatingModel(metered, ActivationSetup(recall=KnowledgeRecall(recall))), OfflineContext(), AgentOptions()
        )
        seat = PlayerSeat(HeadlessController(), metered)
        first = asyncio.run(self.suite.play(self.items[0], agent, seat))
        asked, model.asked = model.asked, []
        queries, recall.queries = recall.queries, []
        assert self.deeds(asyncio.run(self.suite.play(self.items[0], agent, seat))) == self.deeds(first)
        assert [request.text for request in model.asked] == [request.text for request in asked]
        assert recall.queries == queries == list(dict.fromkeys(request.facts.goal for request in asked))


def _as_written(good):
    """A reply as a model writes it that is shown candidates."""
    if not good.tool_calls:
        return good.text
    (call, *_) = good.tool_calls
    parameters = json.loads(call.arguments)
    return json.dumps({"optimal_plan": good.text, "optimal_tool_call": {"name": call.name, "parameters": parameters}})


class _Always(KnowledgeRetriever):
    """Finds the same for whatever is said."""

    def __init__(self, store):
        super().__init__(store, Counting())

    def retrieve(self, query, toolset=(), **more):
        return super().retrieve("open the window open", (), threshold=0.1)


class _Asked:
    """Finds nothing, and keeps what it was asked."""

    def __init__(self):
        self.queries = []

    def retrieve(self, query, toolset=(), *, intent=""):
        self.queries.append(query)
        return ()
