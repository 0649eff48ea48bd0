"""Settling replies that differ by asking the model: it chooses a candidate, or writes the step itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from automotive_env.episode.action import object_schema
from automotive_env.errors import ModelFault, ModelUnavailable
from automotive_env.kate.activation.candidates import ReplyCandidate
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.activation.written_step import step_in, step_schema
from automotive_env.models.model import Choice, Model, ModelMessage, ModelRequest, PromptFacts
from automotive_env.text.lenient_json import find_objects

TRIES = 3
"""Replies that are asked for until one can be used."""
_Read = TypeVar("_Read")


async def chosen_by(
    model: Model, teller: KnowledgeTeller, request: ModelRequest, candidates: Sequence[ReplyCandidate]
) -> int | None:
    """The number of the candidate that a model chooses, from 0; None if no reply can be used, or the request is refused.

    Args:
        model: is asked three times at most.
        teller: writes the prompt.
        request: of the step, with what was told in it.
        candidates: two at least, no two of which do the same.

    Raises:
        ModelUnavailable: the model could not be asked, and may be there again soon.
        LimitReached: the episode has used what it may use.
    """
    return await _asked(
        model,
        request,
        lambda fault: teller.ask_to_choose(request, candidates, fault),
        lambda reply: number_in(reply.text, len(candidates)),
        schema_of(len(candidates)),
    )


async def written_by(
    model: Model, teller: KnowledgeTeller, request: ModelRequest, candidates: Sequence[ReplyCandidate]
) -> Choice | None:
    """The reply that a model writes in view of the candidates; None if none can be used, or the request is refused.

    Args and Raises: see `chosen_by`.
    """
    return await _asked(
        model,
        request,
        lambda fault: teller.ask_to_write(request, candidates, fault),
        lambda reply: step_in(reply, request),
        step_schema(request),
    )


async def _asked(
    model: Model,
    request: ModelRequest,
    messages: Callable[[str], tuple[ModelMessage, ...]],
    read: Callable[[Choice], _Read],
    schema: Mapping[str, Any] | None,
) -> _Read | None:
    """What can be read from a model's reply; it is told what was wrong with the one before."""
    fault = ""
    for _ in range(TRIES):
        asked = ModelRequest("aggregate", messages(fault), PromptFacts(request.facts.goal), schema=schema)
        try:
            reply = await model.complete(asked)
        except ModelUnavailable:
            raise
        except ModelFault:  # such as one that is too long with all candidates; the step itself was answered
            return None
        try:
            return read(reply.choice)
        except ValueError as error:
            fault = str(error)
    return None


def schema_of(candidates: int) -> dict[str, Any]:
    """JSON schema of the reply: a reason, and the number of the best candidate, from 1."""
    numbers = list(range(1, candidates + 1))
    return object_schema({"reason": {"type": "string"}, "candidate": {"type": "integer", "enum": numbers}})


def number_in(reply: str, candidates: int) -> int:
    """The candidate that a reply names, from 0; of several objects the last one counts.

    Raises:
        ValueError: it names none; the message says what is wrong with the reply.
    """
    named = [one.data["candidate"] for one in find_objects(reply) if isinstance(one.data, dict) and "candidate" in one.data]
    if not named:
        raise ValueError('it holds no JSON object with the member "candidate"')
    number = named[-1]
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if type(number) is not int or not 1 <= number <= candidates:
        raise ValueError(f'"candidate" must be a number from 1 to {candidates}')
    return number - 1
