"""A model that is told what is known, draws each step several times, and answers with the reply that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from automotive_env.kate.activation.aggregation import chosen_by, written_by
from automotive_env.kate.activation.candidates import ReplyCandidate, candidate_of, readings, tools_of
from automotive_env.kate.activation.intents import inferred_intent
from automotive_env.kate.activation.options import VoteAggregation
from automotive_env.kate.activation.recall import KnowledgeRecall, RecalledTurn
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.activation.voting import VoteResult, eligible, groups_of, majority, most_frequent, support_of
from automotive_env.kate.knowledge.retrieval import RetrievalHit
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Choice, Completion, Model, ModelRequest, Sampling, abilities_of
from automotive_env.runs.records.calls import choice_record
from automotive_env.runs.records.told import ToldHitRecord, VoteRecord

MAX_SHOWN = 12
"""Candidates among which a model chooses; of more, those of most votes."""
MAX_DONE_CHARACTERS = 300
"""Of what a candidate does, as it is recorded: its reply is recorded whole."""


@dataclass(frozen=True, slots=True)
class ActivationSetup:
    """How knowledge is activated.

    Attributes:
        samples: replies that are drawn of each step; 1 for no sampling.
        temperature: that they are drawn with.
        aggregate: who settles replies that differ: "self" takes the most frequent one; "model" asks the model to choose one, and
            "write" to write the step.
        teller: writes into requests.
        recall: finds what is told; None where nothing is.
        infers: whether the model infers the intent of each turn, with which intents are looked up.
    """

    samples: int = 4
    temperature: float = 1.0
    aggregate: VoteAggregation = "model"
    teller: KnowledgeTeller = field(default_factory=KnowledgeTeller)
    recall: KnowledgeRecall | None = None
    infers: bool = False


def is_step(request: ModelRequest) -> bool:
    """Whether the reply is carried out; other requests, such as for a thought about a step, pass as they are."""
    car = request.facts.car
    return request.purpose == "act" or (request.purpose == "reflect" and car is not None and car.wants != "action")


class ActivatingModel:
    """Stands between an agent and its model; see `automotive_env.models.model.Model`.

    The first reply of an answer is the chosen one, on which agents act. A step costs one request of several replies, and, only
    where they differ, at most three more for the model's choice.
    """

    def __init__(self, model: Model, activation: ActivationSetup) -> None:
        """Wrap a model.

        Args:
            model: is asked; a `MeteredModel` records what was told and how was voted.
            activation: how.
        """
        self._model = model
        self._how = activation

    @property
    def name(self) -> str:
        """What records call the model, which stays the same."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """What requests may count on."""
        return abilities_of(self._model)

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: it could not be answered.
            LimitReached: the episode has used what it may use.
        """
        if not is_step(request):
            return await self._model.complete(request)
        hits, earlier = await self._recalled(request)
        told = self._how.teller.tell(request, _texts(hits), [(turn.query, _texts(turn.hits)) for turn in earlier])
        drawn = replace(told.sampling, n=self._how.samples, temperature=self._how.temperature)
        completion = await self._model.complete(replace(told, sampling=drawn))
        notes = self._notes_of(completion)
        if self._how.recall:
            kept = [hit for turn in earlier for hit in turn.hits if hit.entry.text in told.facts.experience]
            notes["told"] = [_hit(hit) for hit in (*kept, *hits)]
        if self._how.samples == 1:
            return completion
        candidates = readings(completion.choices, told)
        choosing, written = await self._choose(told, candidates, hits)
        notes["vote"] = _vote(candidates, choosing)
        if written is not None:
            notes["written"] = choice_record(written).model_dump(mode="json")
            return replace(completion, choices=(written, *completion.choices))
        return _acted_on(completion, choosing.number)

    async def _recalled(self, request: ModelRequest) -> tuple[Sequence[RetrievalHit], Sequence[RecalledTurn]]:
        """What is known for a turn, and what was found for earlier ones and is kept."""
        recall, intent = self._how.recall, ""
        if recall is None:
            return (), ()
        if self._how.infers and recall.is_due(request, self._episode):
            intent = await inferred_intent(self._model, self._how.teller, request)
        return recall.hits(request, self._episode, intent), recall.earlier

    async def _choose(
        self, request: ModelRequest, candidates: Sequence[ReplyCandidate], hits: Sequence[RetrievalHit]
    ) -> tuple[VoteResult, Choice | None]:
        """What decides, and the reply that the model has written, if that is no candidate."""
        entries, tools = [hit.entry for hit in hits], tools_of(request)
        found = majority(candidates, lambda one: support_of(one, entries, tools))
        if found.by in ("agreement", "only") or self._how.aggregate == "self":
            return found, None
        firsts = most_frequent(eligible(candidates), MAX_SHOWN)
        shown = [candidates[first] for first in firsts]
        if self._how.aggregate == "model":
            number = await chosen_by(self._model, self._how.teller, request, shown)
            return found if number is None else VoteResult(firsts[number], "model"), None
        written = await written_by(self._model, self._how.teller, request, shown)
        if written is None:
            return found, None
        key = candidate_of(written, request).key
        same = next((first for first, one in zip(firsts, shown, strict=True) if one.key == key), None)
        return (VoteResult(len(candidates), "written"), written) if same is None else (VoteResult(same, "model"), None)

    @property
    def _episode(self) -> int:
        return self._model.episode if isinstance(self._model, MeteredModel) else 0

    def _notes_of(self, completion: Completion) -> dict[str, Any]:
        """Where what was told and voted is noted, beside the exchange."""
        return self._model.notes_of(completion) if isinstance(self._model, MeteredModel) else {}

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the model answers.

        Raises:
            ModelFault: it does not.
        """
        return await self._model.probe(sampling)

    async def close(self) -> None:
        """Release the model's connections."""
        await self._model.close()


def _texts(hits: Sequence[RetrievalHit]) -> list[str]:
    return [hit.entry.text for hit in hits]


def _acted_on(completion: Completion, number: int) -> Completion:
    """The completion with the chosen reply first."""
    others = (choice for at, choice in enumerate(completion.choices) if at != number)
    return replace(completion, choices=(completion.choices[number], *others))


def _hit(hit: RetrievalHit) -> dict[str, Any]:
    return ToldHitRecord(id=hit.entry.id, kind=hit.entry.kind, similarity=hit.similarity).model_dump(mode="json")


def _vote(candidates: Sequence[ReplyCandidate], choosing: VoteResult) -> dict[str, Any]:
    """A vote as it is recorded."""
    groups = groups_of(candidates)
    firsts = [candidates[group[0]] for group in groups]
    kinds, does = tuple(one.kind for one in firsts), tuple(str(one)[:MAX_DONE_CHARACTERS] for one in firsts)
    return VoteRecord(groups=groups, kinds=kinds, does=does, chosen=choosing.number, by=choosing.by).model_dump(mode="json")
