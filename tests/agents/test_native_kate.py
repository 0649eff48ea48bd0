"""KATE over a native agent: replies that touch the same element are one vote, however their points differ."""

import asyncio
import json

from contracts.agent_contract import CONTEXT, button, moment

from automotive_env.agents.native.qwen_vl import qwen_vl
from automotive_env.episode.action import Click
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling

SEEN = moment(button(0, "Auto"), button(5, "Fan"))


def tap(x: int) -> Choice:
    call = {"name": "mobile_use", "arguments": {"action": "click", "coordinate": [x, 300]}}
    return Choice(f"<tool_call>{json.dumps(call)}</tool_call>")


class FourReplies:
    """A tap on a button, a reply that is no action, and two taps on the fan."""

    name = "four"

    async def complete(self, request: ModelRequest) -> Completion:
        return Completion((tap(100), Choice("I would rather not."), tap(420), tap(440)))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


def test_the_element_that_most_replies_touch_is_touched() -> None:
    agent = qwen_vl.make(ActivatingModel(FourReplies(), ActivationSetup(aggregate="self")))
    agent.reset("more air", CONTEXT)
    decision = asyncio.run(agent.act(SEEN))
    assert isinstance(decision.action, Click)
    assert decision.action.x is not None
    assert decision.action.y is not None
    assert SEEN.elements[1].box.contains(decision.action.x, decision.action.y)
