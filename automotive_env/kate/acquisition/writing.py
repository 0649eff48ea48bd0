"""Knowledge that a model writes: summaries of experience, and what requests of a cluster have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.templates import Templates
from automotive_env.kate.acquisition.checking_words import check_words
from automotive_env.kate.acquisition.written_intent import (
    MAX_SUMMARY,
    GeneratedIntent,
    entries_of_intent,
    intent_text,
    read_intent,
    rewritten,
)
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.kinds import KnowledgeKind
from automotive_env.models.model import Model, ModelRequest, PromptFacts, Sampling
from automotive_env.suites.vehicleworld.players.conversation import after_thought

PACKAGE = "automotive_env.kate.acquisition"
SAMPLING = Sampling(max_tokens=1_000)
TRIES = 3
"""Replies that are asked for until one can be used."""
BATCH = 10
"""Entries of a cluster that a script is extracted from at a time."""
MERGED = 5
"""Scripts that are merged into one at a time."""
_Read = TypeVar("_Read")


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
        return rewritten(entry, kind="es", text=f"Request: {one_line(entry.query, 500)}\nExperience: {told}")

    async def intent(self, entries: Sequence[KnowledgeEntry]) -> tuple[KnowledgeEntry, ...]:
        """A script and its text for requests that are alike; nothing if no reply can be used.

        Scripts are extracted from one batch of entries after the other, and merged until one is left.

        Raises:
            ModelFault: the model could not be asked.
        """
        found = list[GeneratedIntent]()
        for batch in _batches(entries, BATCH):
            shown = {"examples": [entry.text for entry in batch]}
            found += filter(None, [await self._intent("intent", shown, batch)])
        while len(found) > 1:
            merged = list[GeneratedIntent]()
            for group in _batches(found, MERGED):
                shown = {"scripts": [intent_text(one) for one in group]}
                one = await self._intent("merge", shown, entries) if len(group) > 1 else group[0]
                merged.append(one or group[0])
            found = merged
        return entries_of_intent(found[0], entries) if found else ()

    async def _intent(self, name: str, shown: Mapping[str, Any], of: Sequence[KnowledgeEntry]) -> GeneratedIntent | None:
        """What some entries have in common, from themselves or from scripts of them."""
        calls = [call for entry in of for call in entry.calls]

        def read(reply: str) -> GeneratedIntent:
            intent = read_intent(reply, calls)
            entries_of_intent(intent, of)
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
