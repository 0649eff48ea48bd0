"""A model of a native agent that taps one point, drags from it and ends, for runs of the command line."""

import json

from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage

POINT, END = (512, 300), (640, 340)
"""In pixels of the picture."""


def _call(**arguments: object) -> str:
    return f"<tool_call>{json.dumps({'name': 'mobile_use', 'arguments': arguments})}</tool_call>"


class TapsOnce:
    """Each of its replies is an action further."""

    name = "taps-once"

    def __init__(self, rest: str = "") -> None:
        self._says = [
            _call(action="click", coordinate=POINT),
            _call(action="swipe", coordinate=POINT, coordinate2=END),
            _call(action="terminate", status="success"),
        ]

    async def complete(self, request: ModelRequest) -> Completion:
        text = self._says.pop(0) if len(self._says) > 1 else self._says[0]
        return Completion.of(text, Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None:
        """It holds nothing."""
