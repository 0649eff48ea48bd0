"""Models that tests of activation share: the built-in one, whose samples differ as a test wants it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from automotive_env.agents.gui_agent import ELEMENTS, gui_agent
from automotive_env.kate.activation.activating_model import is_step
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, PromptFacts, Sampling, Usage

BRIEF = gui_agent("brief", "an agent of another package", sees=ELEMENTS)
Samples: TypeAlias = Callable[[Choice], Sequence[Choice]]
"""What the built-in model would say -> the replies that are drawn."""


class Sampled:
    """The built-in model, with several replies to a request for several; keeps what it was asked.

    Attributes:
        asked: every request.
        chooses: what it replies where it is to choose.
    """

    name = "sampled"

    def __init__(self, samples: Samples | None = None, chooses: str = "1") -> None:
        self.asked: list[ModelRequest] = []
        self.chooses = chooses
        self._samples = samples or (lambda choice: [choice] * 4)
        self._model = BuiltinModel()

    def draw(self, samples: Samples) -> None:
        """From now on, draw replies so."""
        self._samples = samples

    async def complete(self, request: ModelRequest) -> Completion:
        self.asked.append(request)
        if request.purpose == "aggregate":
            return Completion.of(self.chooses, Usage(10, 1, 1))
        said = await self._model.complete(request)
        if request.sampling.n == 1 or not is_step(request):
            return said
        choices = tuple(self._samples(said.choice))[: request.sampling.n]
        return Completion(choices, Usage(said.usage.prompt_tokens, len(choices) * said.usage.completion_tokens, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities(pictures=False)

    async def close(self) -> None:
        pass

    def asked_for(self, purpose: str) -> list[ModelRequest]:
        return [request for request in self.asked if request.purpose == purpose]


def doubtful(rest: str) -> Sampled:
    """The model `activation_fakes:doubtful`: one reply in four is another one, and the first is none; chooses as `rest` says."""
    junk = Choice("I cannot say.", finish="length")
    return Sampled(lambda good: [junk, good, elsewise(good), good], rest or '{"candidate": 1}')


def elsewise(choice: Choice) -> Choice:
    """Another reply than that one, of the same form."""
    if choice.tool_calls:
        return replace(choice, tool_calls=(replace(choice.tool_calls[0], name="search_module", arguments="{}"),))
    if "action_type" in choice.text:
        return replace(choice, text='Reason: none.\nAction: {"action_type": "navigate_home"}')
    return replace(choice, text="```python\nsearch_api(['radio', 'seat', 'window'])\n```")


def free(text: str = "Which?") -> ModelRequest:
    """A request that does not say what it wants."""
    return ModelRequest.of("act", text, facts=PromptFacts(goal=""))
