"""Knowledge that a model writes: summaries of experience, and what requests of a cluster have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError, model_validator

from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.templates import Templates, to_json
from automotive_env.kate.acquisition.checking_words import check_words
from automotive_env.kate.knowledge.entry import MAX_TEXT, KnowledgeEntry, KnowledgeKind
from automotive_env.models.model import Model, ModelRequest, PromptFacts, Sampling
from automotive_env.runs.records.fields import FrozenRecord, RecordText
from automotive_env.suites.vehicleworld.players.conversation import after_thought
from automotive_env.text.lenient_json import find_objects

PACKAGE = "automotive_env.kate.acquisition"
SAMPLING = Sampling(max_tokens=1_000)
TRIES = 3
"""Replies that are asked for until one can be used."""
BATCH = 10
"""Entries of a cluster that a script is extracted from at a time."""
MERGED = 5
"""Scripts that are merged into one at a time."""
MAX_SUMMARY = 1_200
"""Characters of a summary: more than 100 words have."""

_Read = TypeVar("_Read")
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


class WrittenIntent(FrozenRecord):
    """What requests have in common."""

    label: Annotated[RecordText, Field(min_length=1, max_length=200)]
    steps: Annotated[tuple[ScriptStep, ...], Field(min_length=1, max_length=20)]
    summary: SummaryText


class KnowledgeWriter:
    """Asks a model for knowledge; what it writes is checked and bounded.

    Attributes:
        refused: kind -> summaries or scripts for which no reply could be used.
    """

    def __init__(self, model: Model) -> None:
        self.refused: Counter[KnowledgeKind] = Counter()
        self._model = model
        self._templates = Templates(package=PACKAGE)

    async def summary(self, entry: KnowledgeEntry) -> KnowledgeEntry | None:
        """The experience of an entry in words; None if no reply can be used.

        Raises:
            ModelFault: the model could not be asked.
        """

        def read(reply: str) -> str:
            check_words(reply, entry.calls)
            return one_line(reply, MAX_SUMMARY)

        told = await self._asked("es", "summary", {"text": entry.text}, read)
        if told is None:
            return None
        return _written(entry, kind="es", text=f"Request: {one_line(entry.query, 500)}\nExperience: {told}")

    async def intent(self, entries: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
        """A script and its text for requests that are alike; nothing if no reply can be used.

        Scripts are extracted from one batch of entries after the other, and merged until one is left.

        Raises:
            ModelFault: the model could not be asked.
        """
        found = list[WrittenIntent]()
        for batch in _batches(entries, BATCH):
            shown = {"examples": [entry.text for entry in batch]}
            found += filter(None, [await self._intent("intent", shown, batch)])
        while len(found) > 1:
            merged = list[WrittenIntent]()
            for group in _batches(found, MERGED):
                shown = {"scripts": [_shown(one) for one in group]}
                one = await self._intent("merge", shown, entries) if len(group) > 1 else group[0]
                merged.append(one or group[0])
            found = merged
        return _entries(found[0], entries) if found else ()

    async def _intent(self, name: str, shown: Mapping[str, Any], of: Sequence[KnowledgeEntry]) -> WrittenIntent | None:
        """What some entries have in common, from themselves or from scripts of them."""
        calls = [call for entry in of for call in entry.calls]

        def read(reply: str) -> WrittenIntent:
            intent = _read(reply, calls)
            _entries(intent, of)
            return intent

        names = sorted({call.partition("(")[0] for call in calls})
        return await self._asked("sic", name, {**shown, "calls": names}, read)

    async def _asked(self, kind: KnowledgeKind, name: str, told: Mapping[str, Any], read: Callable[[str], _Read]) -> _Read | None:
        """What can be read from a reply, after three of them at most; the model is told what was wrong with the last one."""
        fault = ""
        for _ in range(TRIES):
            text = sendable(self._templates.render(f"{name}.user.jinja", {**told, "fault": fault}))
            request = ModelRequest.of("summarise", text, facts=PromptFacts(goal=""), sampling=SAMPLING)
            reply = (await self._model.complete(request)).text
            try:
                return read(after_thought(reply))
            except ValueError as error:
                fault = one_line(str(error), 300)
        self.refused[kind] += 1
        return None


def _batches(some: Sequence[_Read], size: int) -> Iterator[Sequence[_Read]]:
    """Batches of about equal size, in order."""
    count = -(-len(some) // size)
    for number in range(count):
        yield some[len(some) * number // count : len(some) * (number + 1) // count]


def _read(reply: str, calls: Sequence[str]) -> WrittenIntent:
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
        intent = WrittenIntent.model_validate(found.data)
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


def _entries(intent: WrittenIntent, of: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
    """The script and its text; found by the label.

    Raises:
        ValueError: the script is too long, or the label has no words.
    """
    script = _script(intent)
    if len(script) > MAX_TEXT - 300:
        raise ValueError("the steps are too long")
    label = one_line(intent.label, 200)
    calls = tuple(step.call for step in intent.steps if step.call)
    same = _written(of[0], query=label, task=f"intent.{of[0].id}", turn=0, start="", calls=calls)
    texts = {"sic": f"Intent: {label}\nScript: {script}", "tic": f"Intent: {label}\n{one_line(intent.summary, MAX_SUMMARY)}"}
    return tuple(_written(same, kind=kind, text=text) for kind, text in texts.items())


def _script(intent: WrittenIntent) -> str:
    return to_json([step.model_dump(by_alias=True, exclude_defaults=True) for step in intent.steps])


def _shown(intent: WrittenIntent) -> str:
    """An intent as its merging shows it."""
    return f"Intent: {one_line(intent.label, 200)}\nScript: {_script(intent)}\nSummary: {one_line(intent.summary, MAX_SUMMARY)}"


def _written(entry: KnowledgeEntry, **changed: Any) -> KnowledgeEntry:
    """An entry with something else in it, which a folder can hold.

    Raises:
        ValueError: it can hold no such entry.
    """
    return KnowledgeEntry.model_validate(entry.model_dump() | changed)
