"""The conversation with a native agent's model: earlier replies word for word, and the latest pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from automotive_env.agents.prompting import sendable
from automotive_env.episode.observation import Image
from automotive_env.episode.picture import LazyPicture, LazyPictures
from automotive_env.models.model import Choice, ModelMessage

Picture: TypeAlias = Image | LazyPicture
NOT_DONE = "not carried out, because the action before it was not"


@dataclass
class NativeExchange:
    """What was sent last, and what came back.

    Attributes:
        told: the text that was sent.
        pictures: the pictures that were sent with it; kept for the latest exchanges only.
        reply: what came back.
        answers: what became of its actions, in order: the call of the model's interface, or nothing, and a text.

    The safety checks of its calls are acknowledged with their answers.
    """

    told: str
    pictures: tuple[Picture, ...]
    reply: Choice
    answers: list[tuple[str, str]] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """What became of its actions, as a text."""
        return sendable("\n".join(text for _, text in self.answers))

    def answer_to(self, call_id: str) -> str:
        """What became of the actions that one call asked for."""
        return sendable("\n".join(text for of, text in self.answers if of in ("", call_id))) or NOT_DONE


def reply_message(reply: Choice) -> ModelMessage:
    """A reply as it goes back to the model."""
    calls = tuple(replace(call, name=sendable(call.name), arguments=sendable(call.arguments)) for call in reply.tool_calls)
    return ModelMessage("assistant", sendable(reply.text), tool_calls=calls, opaque=reply.opaque)


def conversation(
    system: str, exchanges: Sequence[NativeExchange], told: str, pictures: Sequence[Picture], kept: int
) -> tuple[ModelMessage, ...]:
    """The messages of a request.

    Args:
        system: what stays the same.
        exchanges: the earlier ones.
        told: the text that is sent now.
        pictures: the pictures that are sent now.
        kept: how many of the latest exchanges, this one included, keep their pictures.
    """
    messages = [ModelMessage("system", system)] if system else []
    before: NativeExchange | None = None
    for number, exchange in enumerate(exchanges):
        shown = exchange.pictures if number > len(exchanges) - kept else ()
        messages += _sent(before, exchange.told, shown)
        messages.append(reply_message(exchange.reply))
        before = exchange
    return (*messages, *_sent(before, told, pictures))


def _sent(before: NativeExchange | None, told: str, pictures: Sequence[Picture]) -> list[ModelMessage]:
    """A text and pictures as the user's message, or as the answers to the calls of the reply before."""
    calls = before.reply.tool_calls if before else ()
    if before is None or not calls:
        outcome = before.outcome if before else ""
        return [ModelMessage("user", "\n\n".join(filter(None, (outcome, told))), LazyPictures(pictures))]
    answers = [ModelMessage("tool", before.answer_to(call.id), tool_call_id=call.id, acknowledged=call.checks) for call in calls]
    answers[-1] = replace(answers[-1], images=LazyPictures(pictures))
    return [*answers, ModelMessage("user", told)] if told else answers
