"""The intent of a turn, as the model infers it before knowledge of intents is looked up with it."""

from __future__ import annotations

from automotive_env.agents.prompting import one_line
from automotive_env.errors import ModelFault, ModelUnavailable
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.models.model import Model, ModelRequest, PromptFacts
from automotive_env.suites.vehicleworld.players.conversation import after_thought

MAX_INTENT = 500
"""Characters of an intent; the labels that it is compared with have at most 200."""


async def inferred_intent(model: Model, teller: KnowledgeTeller, request: ModelRequest) -> str:
    """What the person intends; empty if the model says nothing, or refuses the request.

    Args:
        model: is asked once.
        teller: writes the prompt.
        request: of the first step of the turn.

    Raises:
        ModelUnavailable: the model could not be asked, and may be there again soon.
        LimitReached: the episode has used what it may use.
    """
    try:
        reply = await model.complete(ModelRequest("intent", teller.ask_for_intent(request), PromptFacts(request.facts.goal)))
    except ModelUnavailable:
        raise
    except ModelFault:
        return ""
    return one_line(after_thought(reply.text), MAX_INTENT)
