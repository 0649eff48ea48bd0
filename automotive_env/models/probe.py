"""What a model is asked before a run, and what its answer shows."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.models.model import Completion, ModelMessage, ModelRequest, Sampling
from automotive_env.text.foreign_text import read_json

PROBE = ModelRequest(
    "probe",
    (ModelMessage("user", "Reply with the word OK."),),
    schema={
        "type": "object",
        "properties": {"word": {"type": "string", "enum": ["OK"]}},
        "required": ["word"],
        "additionalProperties": False,
    },
    sampling=Sampling(max_tokens=64),
)
"""Small, yet enough for the models that refuse a bound below what they need to begin. The words do not ask for JSON: who sends
some was held to the schema."""
ROOM_TO_THINK = 2_048
"""Tokens of the second try, for a model that thought through all of the first."""


def wants_room(completion: Completion) -> bool:
    """Whether a model was cut off before it said anything."""
    return completion.choice.finish == "length" and not completion.text.strip()


def probe_of(sampling: Sampling, max_tokens: int = PROBE.sampling.max_tokens) -> ModelRequest:
    """The probe of a run: one short reply, drawn as those of the run are."""
    return replace(PROBE, sampling=replace(sampling, n=1, max_tokens=max_tokens))


def follows_schema(completion: Completion) -> bool:
    """Whether the answer to the probe is what its schema allows."""
    try:
        return bool(read_json(completion.text) == {"word": "OK"})
    except ValueError:
        return False
