"""What a model writes about requests of a cluster: a script and its text, which are checked against the trajectories."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError, model_validator

from automotive_env.agents.prompting import one_line
from automotive_env.agents.templates import to_json
from automotive_env.kate.acquisition.checking_words import check_words
from automotive_env.kate.knowledge.entry import MAX_TEXT, KnowledgeEntry
from automotive_env.runs.records.fields import FrozenRecord, RecordText
from automotive_env.text.lenient_json import find_objects

MAX_SUMMARY = 1_200
"""Characters of a summary: more than 150 words rarely have."""
SummaryText = Annotated[RecordText, Field(min_length=1, max_length=MAX_SUMMARY)]
ShortText = Annotated[RecordText, Field(max_length=400)]


class ScriptStep(FrozenRecord):
    """A step of a script: a call, when it is to be done, or a note."""

    call: ShortText = ""
    arguments: Annotated[RecordText, Field(max_length=800)] | dict[str, Any] = ""
    condition: ShortText = ""
    otherwise: ShortText = Field("", alias="else")
    note: ShortText = ""

    @model_validator(mode="after")
    def _says_something(self) -> ScriptStep:
        if not (self.call or self.note):
            raise ValueError("a step must have a call or a note")
        return self


class GeneratedIntent(FrozenRecord):
    """What requests have in common."""

    label: Annotated[RecordText, Field(min_length=1, max_length=200)]
    steps: Annotated[tuple[ScriptStep, ...], Field(min_length=1, max_length=20)]
    summary: SummaryText


def read_intent(reply: str, calls: Sequence[str]) -> GeneratedIntent:
    """The intent in a reply.

    Args:
        reply: of the model.
        calls: of the requests, as canonical text.

    Raises:
        ValueError: it holds none, or one that is not about these calls.
    """
    found = next(find_objects(reply), None)
    if found is None:
        raise ValueError("it holds no JSON object")
    try:
        intent = GeneratedIntent.model_validate(found.data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    for step in intent.steps:
        _check_step(step, calls)
    if len(intent.label.split()) > 20:
        raise ValueError("the label has more than 20 words")
    check_words(intent.summary, calls)
    return intent


def _check_step(step: ScriptStep, calls: Sequence[str]) -> None:
    """Refuse a call that none of the requests made, or an argument that it was never given.

    Raises:
        ValueError: the message names it.
    """
    name = step.call.partition("(")[0]
    made = [call for call in calls if call.partition("(")[0] == name]
    if name and not made:
        raise ValueError(f"there is no call {step.call[:80]!r}")
    given = step.arguments if isinstance(step.arguments, dict) else {}
    if strange := [key for key in given if not any(re.search(rf"\b{re.escape(key)}\b", call) for call in made)]:
        raise ValueError(f"{name[:80]} takes no argument {strange[0][:80]!r}")


def entries_of_intent(intent: GeneratedIntent, of: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
    """The script and its text; found by the label.

    Raises:
        ValueError: the script is too long, or the label has no words.
    """
    script = _script(intent)
    if len(script) > MAX_TEXT - 300:
        raise ValueError("the steps are too long")
    label = one_line(intent.label, 200)
    calls = tuple(step.call for step in intent.steps if step.call)
    same = rewritten(of[0], query=label, task=f"intent.{of[0].id}", turn=0, start="", calls=calls)
    texts = {"sic": f"Intent: {label}\nScript: {script}", "tic": f"Intent: {label}\n{one_line(intent.summary, MAX_SUMMARY)}"}
    return tuple(rewritten(same, kind=kind, text=text) for kind, text in texts.items())


def _script(intent: GeneratedIntent) -> str:
    return to_json([step.model_dump(by_alias=True, exclude_defaults=True) for step in intent.steps])


def intent_text(intent: GeneratedIntent) -> str:
    """An intent as its merging shows it."""
    return f"Intent: {one_line(intent.label, 200)}\nScript: {_script(intent)}\nSummary: {one_line(intent.summary, MAX_SUMMARY)}"


def rewritten(entry: KnowledgeEntry, **changed: Any) -> KnowledgeEntry:
    """An entry with something else in it, which a folder can hold.

    Raises:
        ValueError: it can hold no such entry.
    """
    return KnowledgeEntry.model_validate(entry.model_dump() | changed)
