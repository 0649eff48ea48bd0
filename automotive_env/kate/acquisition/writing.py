"""Knowledge that a model writes: summaries of experience, and what requests of a cluster have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError, model_validator

from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.templates import Templates, to_json
from automotive_env.kate.knowledge.entry import MAX_TEXT, KnowledgeEntry
from automotive_env.models.model import Model, ModelRequest, PromptFacts, Sampling
from automotive_env.runs.records.fields import FrozenRecord, RecordText
from automotive_env.text.lenient_json import find_objects

PACKAGE = "automotive_env.kate.acquisition"
SAMPLING = Sampling(max_tokens=1_000)
TRIES = 3
"""Replies that are asked for until one can be used."""
MAX_EXAMPLES = 10
"""Entries of a cluster that are shown."""
MAX_SUMMARY = 1_200
"""Characters of a summary: more than 100 words have."""

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
            raise ValueError("a step has a call or a note")
        return self


class WrittenIntent(FrozenRecord):
    """What requests have in common."""

    label: Annotated[RecordText, Field(min_length=1, max_length=200)]
    steps: Annotated[tuple[ScriptStep, ...], Field(min_length=1, max_length=20)]
    summary: SummaryText


class KnowledgeWriter:
    """Asks a model for knowledge; what it writes is checked and bounded.

    Attributes:
        refused: entries or clusters for which no reply could be used.
    """

    def __init__(self, model: Model) -> None:
        self.refused = 0
        self._model = model
        self._templates = Templates(package=PACKAGE)

    async def summary(self, entry: KnowledgeEntry) -> KnowledgeEntry | None:
        """The experience of an entry in words; None where the model says nothing.

        Raises:
            ModelFault: the model could not be asked.
        """
        reply = await self._ask("summary", {"text": entry.text})
        told = one_line(reply, MAX_SUMMARY)
        if not told:
            self.refused += 1
            return None
        return _written(entry, kind="es", text=f"Request: {one_line(entry.query, 500)}\nExperience: {told}")

    async def intent(self, entries: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
        """A script and its text for requests that are alike; nothing where no reply can be used.

        Raises:
            ModelFault: the model could not be asked.
        """
        calls = sorted({call.partition("(")[0] for entry in entries for call in entry.calls})
        shown = {"examples": [entry.text for entry in entries[:MAX_EXAMPLES]], "calls": calls}
        fault = ""
        for _ in range(TRIES):
            try:
                return _entries(_read(await self._ask("intent", {**shown, "fault": fault}), calls), entries)
            except ValueError as error:
                fault = one_line(str(error), 300)
        self.refused += 1
        return ()

    async def _ask(self, name: str, told: dict[str, Any]) -> str:
        text = sendable(self._templates.render(f"{name}.user.jinja", told))
        request = ModelRequest.of("summarise", text, facts=PromptFacts(goal=""), sampling=SAMPLING)
        return (await self._model.complete(request)).text


def _read(reply: str, calls: Sequence[str]) -> WrittenIntent:
    """The intent in a reply.

    Raises:
        ValueError: it holds none, or one that calls what none of the requests called.
    """
    found = next(find_objects(reply), None)
    if found is None:
        raise ValueError("it holds no JSON object")
    try:
        intent = WrittenIntent.model_validate(found.data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    if strange := [step.call for step in intent.steps if step.call and step.call.partition("(")[0] not in calls]:
        raise ValueError(f"there is no call {strange[0][:80]!r}")
    if len(intent.label.split()) > 20:
        raise ValueError("the label has more than 20 words")
    return intent


def _entries(intent: WrittenIntent, of: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
    """The script and its text; found by the label.

    Raises:
        ValueError: the script is too long, or the label has no words.
    """
    script = to_json([step.model_dump(by_alias=True, exclude_defaults=True) for step in intent.steps])
    if len(script) > MAX_TEXT - 300:
        raise ValueError("the steps are too long")
    label = one_line(intent.label, 200)
    calls = tuple(step.call for step in intent.steps if step.call)
    same = _written(of[0], query=label, task=f"intent.{of[0].id}", turn=0, start="", calls=calls)
    texts = {"sic": f"Intent: {label}\nScript: {script}", "tic": f"Intent: {label}\n{one_line(intent.summary, MAX_SUMMARY)}"}
    return tuple(_written(same, kind=kind, text=text) for kind, text in texts.items())


def _written(entry: KnowledgeEntry, **changed: Any) -> KnowledgeEntry:
    """An entry with something else in it, which a folder can hold.

    Raises:
        ValueError: it can hold no such entry.
    """
    return KnowledgeEntry.model_validate(entry.model_dump() | changed)
