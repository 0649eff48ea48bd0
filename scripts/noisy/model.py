"""The noisy model: it is given the right reply and some wrong ones, and says the right one as often as it is meant to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from automotive_env.errors import ModelFault
from automotive_env.kate.activation.activating_model import is_step
from automotive_env.kate.activation.candidates import candidate_of
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, Sampling, Usage
from automotive_env.scripts.noisy.noise import NoiseLevels, ToldPart

MAX_WRONG = 4
"""Wrong replies of a step among which is drawn."""


@dataclass(frozen=True, slots=True)
class Replies:
    """What can be said in a step.

    Attributes:
        right: the right reply.
        wrong: others, no two of which do the same; where there are none, the step is always right and not counted.
        told: what of the answer the prompt tells.
    """

    right: str
    wrong: tuple[str, ...] = ()
    told: ToldPart = ""


Source = Callable[[ModelRequest], Replies]
"""Says what is right and what is wrong in the step that a request is for."""


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """A step as it was drawn.

    Attributes:
        item: what is played.
        wrong: wrong replies that there were.
        told: what of the answer the prompt told.
        samples: what each sample said: 0 for the right reply, or the number of a wrong one.
        acted_on: the same of the reply that was carried out.
    """

    item: str
    wrong: int
    told: ToldPart
    samples: tuple[int, ...]
    acted_on: int = 0


class NoisyModel:
    """Says what is right with a known chance; see `automotive_env.models.model.Model`.

    The agent that asks it is shown no more than with any model: what is right comes from who stands beside the agent. Its usage
    is an estimate, four characters a token.

    Attributes:
        drawn: the steps so far, in which there was something to draw.
    """

    name = "noisy"

    def __init__(self, noise: NoiseLevels) -> None:
        self.drawn: list[DrawnStep] = []
        self._noise = noise
        self._item, self._step = "", 0
        self._source: Source | None = None
        self._last: tuple[str, ...] = ()

    def begin(self, item: str, source: Source) -> None:
        """Begin an episode.

        Args:
            item: names what is played; equal ones have equal draws.
            source: says what is right in each step.
        """
        self._item, self._step, self._source = item, 0, source

    def acted(self, reply: str) -> None:
        """Take down which reply to the last step was carried out."""
        if self.drawn and reply in self._last:
            self.drawn[-1] = replace(self.drawn[-1], acted_on=self._last.index(reply))

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request: a step by what was drawn, a choice among candidates as a judge, anything else by a few words.

        Raises:
            ModelFault: a step is asked for that nobody knows the answer to.
        """
        if request.purpose == "aggregate":
            said: Sequence[str] = (self._chosen(),)
        elif is_step(request):
            said = self._sampled(request)
        else:
            said = ("The step did what it was meant to do.",)
        usage = Usage(len(request.text) // 4, sum(map(len, said)) // 4, calls=1)
        return Completion(tuple(map(Choice, said)), usage)

    def _sampled(self, request: ModelRequest) -> Sequence[str]:
        if self._source is None:
            raise ModelFault("the noisy model knows nothing that is right: begin an episode first")
        found = _distinct(self._source(request), request)
        self._step += 1
        drawn = tuple(self._noise.draws(self._key, found.told, len(found.wrong), request.sampling.n))
        self._last = (found.right, *found.wrong)
        if found.wrong:
            self.drawn.append(DrawnStep(self._item, len(found.wrong), found.told, drawn))
        return [self._last[number] for number in drawn]

    def _chosen(self) -> str:
        """The number of a candidate, from 1: they stand in the order in which they were first said."""
        candidates = list(dict.fromkeys(self.drawn[-1].samples))
        random = self._noise.random(f"{self._key}:judge")
        others = [number for number in candidates if number]
        is_right = 0 in candidates and random.random() < self._noise.judge
        number = 0 if is_right else random.choice(others)
        return json.dumps({"reason": "It fits the request best.", "candidate": 1 + candidates.index(number)})

    @property
    def _key(self) -> str:
        return f"{self._item}:{self._step}"

    async def probe(self, sampling: Sampling) -> Abilities:
        """It answers, in text, and looks at no pictures."""
        return Abilities(pictures=False)

    async def close(self) -> None:
        """It holds nothing."""


def _distinct(found: Replies, request: ModelRequest) -> Replies:
    """The first wrong replies that differ from the right one and from each other in what they do, so that as many are counted."""
    known = {candidate_of(Choice(found.right), request).key}
    wrong: list[str] = []
    for reply in found.wrong:
        if len(wrong) == MAX_WRONG:
            break
        if (key := candidate_of(Choice(reply), request).key) not in known:
            known.add(key)
            wrong.append(reply)
    return replace(found, wrong=tuple(wrong))
