"""What every agent must do, as tests: subclass `AgentContract`, say how the agent is made, and run pytest on it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from automotive_env.agents.agent import Agent, Decision, EpisodeContext
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Box, Element, GpsFix, NetworkStatus, Observation
from automotive_env.models.model import Completion, Model, ModelRequest, Sampling, Usage

HOSTILE = (
    "",
    "{",
    "}{",
    "null",
    "[]",
    '{"action_type": "click"}',
    '{"action_type": "click", "index": 9999}',
    '{"action_type": "click", "index": -1}',
    '{"action_type": "swipe", "direction": "left", "index": 3}',
    '{"action_type": "call", "api": "system.safety_alert", "arguments": {"kind": "\\ud800"}}',
    '{"action_type": "input_text", "text": "\\ud800", "index": 0}',
    '{"topics": "all"} {"topics": [1, null, {"a": []}]}',
    '{"action": {"action": {"action_type": "wait"}}}',
    '{"action_type": "answer", "text": "{{ facts.goal }} {% raw %}"}',
    "\ud800 lone surrogate",
    '{"a":' * 1_100,  # deeper than Python's recursion limit
    "Lesson: " * 500,
)
CONTEXT = EpisodeContext(seed=7, apps=("climate", "maps"), apis={"system.safety_alert": "Shows an alert."}, max_steps=6)
SMALL = (160, 90)


class ScriptedModel:
    """Says what a test wrote, in turn or by request, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, says: str | Sequence[str] | Callable[[ModelRequest], str] = '{"action_type": "wait"}') -> None:
        self.requests: list[ModelRequest] = []
        self._says = says

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        number = len(self.requests)
        if isinstance(self._says, str):
            text = self._says
        elif callable(self._says):
            text = self._says(request)
        else:
            text = self._says[min(number, len(self._says)) - 1]
        return Completion.of(text, Usage(prompt_tokens=100 + number, completion_tokens=number, calls=1))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""

    def asked(self, purpose: str) -> list[ModelRequest]:
        return [request for request in self.requests if request.purpose == purpose]


def moment(*elements: Element, number: int = 1, **more) -> Observation:
    """An observation of the given elements."""
    picture = np.full((SMALL[1], SMALL[0], 3), number * 40 % 256, np.uint8)
    seen = Observation(
        id=number,
        elements=tuple(elements),
        vehicle={"speed": "80 km/h", "outside temperature": "-3 °C"},
        gps=GpsFix(48.8566, 2.3522),
        network=NetworkStatus(wifi=False, mobile_data=True, airplane_mode=False, bluetooth=True),
        driving_state="moving",
        time="2025-04-13 12:00:00",
        app="climate",
        screen=SMALL,
        capture=lambda: picture,
    )
    return replace(seen, **more)


def button(index: int, text: str, **states) -> Element:
    """An element to touch."""
    box = Box(10 * index, 10, 10 * index + 40, 50)
    return Element(
        index, "android.widget.Button", text, resource_id=f"app:id/{text.lower()}", box=box, **{"clickable": True} | states
    )


async def play(agent: Agent, moments: Sequence[Observation], outcomes: Sequence[ActionOutcome]) -> list[Decision]:
    """Lead an agent through the moments as an episode does; returns its final decisions."""
    decisions = []
    for seen, outcome, after in zip(moments, outcomes, moments[1:], strict=False):
        decision = await agent.act(seen)
        if decision.action is not None:
            decision = await agent.reflect(decision, outcome, after)
        decisions.append(decision)
    return decisions


MOMENTS = (
    moment(number=1),
    moment(button(0, "Auto"), button(1, "Fan"), number=2),
    moment(button(0, "Auto", selected=True), number=3),
    moment(number=4),
)
OUTCOMES = (ActionOutcome(True), ActionOutcome(False, "element 1 is disabled"), ActionOutcome(True, "done", {"id": 1}))


class AgentContract:
    """The tests; a subclass gives `make`, and a reply that waits where its model writes other actions than ours."""

    waits = '{"action_type": "wait"}'

    def make(self, model: Model) -> Agent:
        """A new agent that asks the model, if it asks any."""
        raise NotImplementedError

    def test_it_has_a_name(self):
        assert self.make(ScriptedModel()).name

    def test_it_acts_on_an_empty_screen_before_anything_else(self):
        agent = self.make(ScriptedModel(self.waits))
        agent.reset("", EpisodeContext(seed=0, apps=()))
        decision = asyncio.run(agent.act(moment()))
        assert decision.action is not None
        assert not decision.error

    def test_no_reply_makes_it_raise(self):
        @settings(max_examples=2 * settings().max_examples // 5, deadline=None)
        @given(reply=st.text(max_size=300))
        def check(reply):
            model = ScriptedModel(reply)
            agent = self.make(model)
            agent.reset("make it warm", CONTEXT)
            for seen, decision in zip(MOMENTS, asyncio.run(play(agent, MOMENTS, OUTCOMES)), strict=False):
                assert (decision.action is None) == bool(decision.error)
                index = getattr(decision.action, "index", None)
                assert index is None or index < len(seen.elements)
            for request in model.requests:
                request.text.encode()  # what no client could send would be the agent's fault

        for reply in HOSTILE:
            check = example(reply=reply)(check)
        check()

    def test_reset_forgets_the_episode_before(self):
        def episode(agent, model, goal):
            agent.reset(goal, CONTEXT)
            start = len(model.requests)
            decisions = asyncio.run(play(agent, MOMENTS, OUTCOMES))
            return [decision.action for decision in decisions], [request.text for request in model.requests[start:]]

        says = '{"action_type": "click", "index": 0} Lesson: remember the banana'
        used, fresh = ScriptedModel(says), ScriptedModel(says)
        agent = self.make(used)
        episode(agent, used, "a goal of another episode")
        assert episode(agent, used, "make it warm") == episode(self.make(fresh), fresh, "make it warm")

    def test_agents_share_nothing(self):
        async def together(agents):
            return await asyncio.gather(*(play(agent, MOMENTS, OUTCOMES) for agent in agents))

        def texts(count):
            models = [ScriptedModel(f'{{"action_type": "answer", "text": "{n}"}}') for n in range(count)]
            agents = [self.make(model) for model in models]
            for agent in agents:
                agent.reset("make it warm", CONTEXT)
            asyncio.run(together(agents))
            return [request.text for request in models[0].requests]

        assert texts(2) == texts(1)


WAITS = {
    "qwen_vl": '<tool_call>{"name": "mobile_use", "arguments": {"action": "wait"}}</tool_call>',
    "ui_tars": "Action: wait()",
    "tools": '{"name": "wait", "arguments": {}}',
}
"""Family of native agents -> how its model waits."""


def waits_of(name: str) -> str:
    """How the model of an agent waits, in the form that the agent reads."""
    return WAITS.get(name.rpartition(":")[2], AgentContract.waits)
