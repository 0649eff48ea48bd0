"""A random API call: any API of the vehicle, with random arguments that fit its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from automotive_env.car.core.world import all_apis
from automotive_env.episode.action import Call


def drawn_call(rng: Random, words: Sequence[str]) -> Call:
    """Draw an API and its arguments; each optional one is left out with a chance of one half.

    Args:
        rng: draws.
        words: texts that arguments take.
    """
    name = rng.choice(list(all_apis()))
    schema = all_apis()[name].schema()
    needed = schema["required"]
    given = {key: _drawn(rng, each, words) for key, each in schema["properties"].items() if key in needed or rng.random() < 0.5}
    return Call(api=name, arguments=given)


def _drawn(rng: Random, schema: Mapping[str, Any], words: Sequence[str]) -> Any:
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type", "string")
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "array":
        return [_drawn(rng, schema["items"], words)]
    if kind in ("number", "integer"):
        return rng.randint(int(schema.get("minimum", 0)), int(min(schema.get("maximum", 100), 1_000)))
    return rng.choice(words)
