"""Finding what is known for a turn of a user's."""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.kate.activation.options import RecallTime
from automotive_env.kate.knowledge.entry import MAX_TEXT
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, RetrievalHit
from automotive_env.models.model import ModelRequest


@dataclass(frozen=True, slots=True)
class RecalledTurn:
    """What was found for one turn.

    Attributes:
        query: what the user said.
        hits: the most alike last.
    """

    query: str
    hits: tuple[RetrievalHit, ...]


class KnowledgeRecall:
    """Looks for knowledge once a turn, so that what was told stays the same in all its steps."""

    def __init__(self, retriever: KnowledgeRetriever, when: RecallTime = "turn", *, keeps: bool = False) -> None:
        """Begin.

        Args:
            retriever: finds knowledge.
            when: it is looked for.
            keeps: whether what was found for earlier turns of an episode is remembered.
        """
        self._retriever = retriever
        self._when = when
        self._keeps = keeps
        self._asked: tuple[int, str] | None = None
        self._turns: tuple[RecalledTurn, ...] = ()

    def is_due(self, request: ModelRequest, episode: int) -> bool:
        """Whether knowledge is looked up for a request: at a new turn, or at the start of an episode."""
        return self._asked != self._key(request, episode)

    def hits(self, request: ModelRequest, episode: int, intent: str = "") -> tuple[RetrievalHit, ...]:
        """What is found for the turn of a request, the most alike last.

        Args:
            request: of a step.
            episode: number of the episode.
            intent: of the turn, as the model has inferred it; intents are looked up with it, or else with the user's words.
        """
        asked = self._key(request, episode)
        if asked != self._asked:
            keeps = self._keeps and self._asked is not None and self._asked[0] == episode
            query = query_of(request)
            found = self._retriever.retrieve(query, toolset_of(request), intent=intent)
            self._turns = (*(self._turns if keeps else ()), RecalledTurn(query, found))
            self._asked = asked
        return self._turns[-1].hits

    @property
    def earlier(self) -> tuple[RecalledTurn, ...]:
        """What was found for earlier turns of the episode, if that is kept."""
        return self._turns[:-1]

    def _key(self, request: ModelRequest, episode: int) -> tuple[int, str]:
        return episode, query_of(request) if self._when == "turn" else ""


def query_of(request: ModelRequest) -> str:
    """What the user says: the goal, or the last message of the user's in a request that does not tell any."""
    said = [message.text for message in request.messages if message.role == "user"]
    return (request.facts.goal or (said[-1] if said else ""))[:MAX_TEXT]


def toolset_of(request: ModelRequest) -> frozenset[str]:
    """The modules, apps or classes at hand, as far as a request tells; empty for any, as where all can be looked up."""
    facts, car = request.facts, request.facts.car
    if car is not None and (car.looks_up or car.wants == "action"):
        return frozenset()
    if car is not None:
        shown = {api.name.partition(".")[0] for api in car.apis} | {fact.path.partition(".")[0] for fact in car.state}
        return frozenset(shown - {SharedEnvironment.module})
    apis = (name.partition(".")[0] for name in facts.apis)
    tools = (tool.name.partition(".")[0] for tool in request.tools if "." in tool.name)
    return frozenset((*facts.apps, *apis, *tools))
