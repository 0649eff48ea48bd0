"""Rows as tokens, rendered by the chat template of the model that is trained, in the way in which it will be asked.

A reply is what follows the prompt that the model gets when it is asked: templates that begin a reply by themselves, as that of
Qwen3 does by an empty thought where thinking is off, would otherwise be trained on something else than they are used for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.kate.training.row import ChatMessage, TrainingRow
from automotive_env.models.hermes import read_reply
from automotive_env.text.foreign_text import read_json


@dataclass(frozen=True, slots=True)
class EncodedRow:
    """A row for a model.

    Attributes:
        row: itself.
        prompt: as text.
        prompt_ids: tokens of the prompt.
        reply_ids: tokens of the reply and of its end; empty for a roll-out.
    """

    row: TrainingRow
    prompt: str
    prompt_ids: Sequence[int]
    reply_ids: Sequence[int] = ()


class RowEncoder:
    """Renders rows by a tokenizer.

    Raises:
        UsageError: its template cannot tell calls, or the tokenizer would drop them from replies.
    """

    def __init__(self, tokenizer: Any, *, thinking: bool = False) -> None:
        self._tokenizer = tokenizer
        self._options = {"enable_thinking": thinking}

    def prompt(self, messages: Iterable[ChatMessage], tools: Sequence[dict[str, Any]]) -> str:
        """What the model is asked with."""
        return self._render([for_template(message) for message in messages], tools, add_generation_prompt=True)

    def encode(self, row: TrainingRow) -> EncodedRow:
        """The tokens of a row.

        Raises:
            UsageError: the template renders a reply in another way than it asks for one.
        """
        tools = row.tool_list()
        prompt = self.prompt(row.prompt, tools)
        if not row.completion:
            return EncodedRow(row, prompt, self._ids(prompt))
        whole = self._render([for_template(one) for one in (*row.prompt, *row.completion)], tools)
        if not whole.startswith(prompt):
            raise UsageError(
                f"the chat template does not render the reply of {row.id[:80]} after the prompt that asks for it; try the other "
                "value of `thinking`"
            )
        reply, end = whole[len(prompt) :], self._tokenizer.eos_token
        if end and end in reply:
            reply = reply.rpartition(end)[0]  # templates add a line break, which is nothing to be learnt
        return EncodedRow(row, prompt, self._ids(prompt), [*self._ids(reply), *self._end()])

    def check_calls(self, rows: Iterable[TrainingRow]) -> None:
        """Make sure that calls are read in replies as they were written, as rewards read them.

        Raises:
            UsageError: they are not.
        """
        row = next((row for row in rows if row.calls), None)
        if row is None:
            return
        text = self._tokenizer.decode(self.encode(row).reply_ids, skip_special_tokens=True)
        said = [(call.name, read_json(call.arguments)) for call in read_reply(text).calls]
        if said != [(call.name, read_json(call.arguments)) for call in row.calls]:
            raise UsageError(
                "this model does not write calls as <tool_call> that decoding keeps; take one of the form of "
                "Hermes or Qwen, whose <tool_call> is no special token"
            )

    def _render(self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]], **options: Any) -> str:
        text: str = self._tokenizer.apply_chat_template(
            messages, tools=list(tools) or None, tokenize=False, **self._options, **options
        )
        return text

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def _end(self) -> list[int]:
        end = self._tokenizer.eos_token_id
        return [] if end is None else [end]


def for_template(message: ChatMessage) -> dict[str, Any]:
    """A message for a chat template, whose arguments are objects: templates write them as JSON themselves."""
    found = message.to_chat()
    for call in found.get("tool_calls", ()):
        try:
            call["function"]["arguments"] = read_json(call["function"]["arguments"])
        except ValueError:
            continue  # as the model wrote it
    return found


def fitting(rows: Iterable[EncodedRow], max_prompt: int, max_reply: int, left_out: Counter[str]) -> Iterator[EncodedRow]:
    """The rows that are not too long; the others are counted."""
    for row in rows:
        if len(row.prompt_ids) > max_prompt or len(row.reply_ids) > max_reply:
            left_out["rows that are too long"] += 1
        else:
            yield row
