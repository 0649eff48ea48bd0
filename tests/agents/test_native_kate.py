"""KATE over a native agent: replies that touch the same element are one vote, however their points differ."""

import asyncio
from dataclasses import replace

from contracts.agent_contract import CONTEXT, button, moment

from automotive_env.agents.native.qwen_vl import qwen_vl
from automotive_env.episode.action import Click
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling

SEEN = moment(button(0, "Auto"), button(5, "Fan"))


def tap(x: int) -> Choice:
    return Choice(
        f'<tool_call>{{"name": "mobile_use", "arguments": {{"action": "click", "coordinate": [{x}, 300]}}}}</tool_call>'
    )


class FourReplies:
    """Two taps on the fan, one on another button, and one that is no action."""

    name = "four"

    async def complete(self, request: ModelRequest) -> Completion:
        return Completion((tap(100), Choice("I would rather not."), tap(420), tap(440)))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


def test_the_element_that_most_replies_touch_is_touched() -> None:
    model = ActivatingModel(FourReplies(), replace(ActivationSetup(), asks=False))
    agent = qwen_vl.make(model)
    agent.reset("more air", CONTEXT)
    decision = asyncio.run(agent.act(SEEN))
    assert decision.action == Click(x=67, y=27)
    assert SEEN.elements[1].box.contains(67, 27)
