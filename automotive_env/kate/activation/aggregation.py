"""Letting the model choose among candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automotive_env.episode.action import object_schema
from automotive_env.errors import ModelFault, ModelUnavailable
from automotive_env.kate.activation.candidates import ReplyCandidate
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.models.model import Model, ModelRequest, PromptFacts
from automotive_env.text.lenient_json import find_objects

TRIES = 3
"""Replies that are asked for until one can be used."""


async def chosen_by(
    model: Model, teller: KnowledgeTeller, request: ModelRequest, candidates: Sequence[ReplyCandidate]
) -> int | None:
    """The number of the candidate that a model chooses, from 0; None where no reply can be used, or the request is refused.

    Args:
        model: is asked three times at most.
        teller: writes the prompt.
        request: of the step, with what was told in it.
        candidates: two at least, no two of which do the same.

    Raises:
        ModelUnavailable: the model could not be asked, and may be there again soon.
        LimitReached: the episode has used what it may use.
    """
    fault = ""
    for _ in range(TRIES):
        messages = teller.ask_to_choose(request, candidates, fault)
        asked = ModelRequest("aggregate", messages, PromptFacts(request.facts.goal), schema=schema_of(len(candidates)))
        try:
            reply = await model.complete(asked)
        except ModelUnavailable:
            raise
        except ModelFault:  # such as one that is too long with all candidates; the step itself was answered
            return None
        found = number_in(reply.text, len(candidates))
        if isinstance(found, int):
            return found
        fault = found
    return None


def schema_of(candidates: int) -> dict[str, Any]:
    """JSON schema of the reply: a reason, and the number of the best candidate, from 1."""
    numbers = list(range(1, candidates + 1))
    return object_schema({"reason": {"type": "string"}, "candidate": {"type": "integer", "enum": numbers}})


def number_in(reply: str, candidates: int) -> int | str:
    """The candidate that a reply names, from 0, or what is wrong with the reply; of several objects the last one counts."""
    named = [one.data["candidate"] for one in find_objects(reply) if isinstance(one.data, dict) and "candidate" in one.data]
    if not named:
        return 'it holds no JSON object with the member "candidate"'
    number = named[-1]
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if type(number) is not int or not 1 <= number <= candidates:
        return f'"candidate" must be a number from 1 to {candidates}'
    return number - 1
