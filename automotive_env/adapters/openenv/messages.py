"""What goes over the wire."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BeforeValidator, Field

from automotive_env.adapters.telling import MAX_TEXT
from automotive_env.episode.action_parser import MAX_REPLY


def _whole(text: object) -> object:
    """A text without halves of characters, which models write and the library cannot even refuse."""
    return text.encode("utf-8", "replace").decode() if isinstance(text, str) else text


class CarAction(Action):
    """What an agent decided.

    Attributes:
        text: a reply of a model that holds an action, or the action alone, as JSON.
    """

    text: Annotated[str, BeforeValidator(_whole)] = Field(max_length=MAX_REPLY)


class CarObservation(Observation):
    """What an agent is told; `reward` is given once, when `done` is true.

    Attributes:
        goal: what the user says.
        seen: the car's facts and, with a screen, its elements, a line each.
        outcome: what the latest action came to, with what an API returned; empty where there is nothing to say.
    """

    goal: str
    seen: str = Field(max_length=2 * MAX_TEXT)
    outcome: str = Field("", max_length=2 * MAX_TEXT)


class CarState(State):
    """Where an episode stands.

    Attributes:
        task: its name.
        seed: what its instance was drawn from.
        instance: a hash of the instance.
        place: the city whose rules hold.
        verdict: once the episode is over: "met", or why not.
        state: once it is over, a hash of the car's state.
    """

    task: str
    seed: int
    instance: str = ""
    place: str = ""
    verdict: str = ""
    state: str = ""
