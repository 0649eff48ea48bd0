"""Finding what is known for a turn of a user's."""

from __future__ import annotations

from automotive_env.car.driving.environment import Surroundings
from automotive_env.kate.activation.options import RecallTime
from automotive_env.kate.knowledge.entry import MAX_TEXT
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, RetrievalHit
from automotive_env.models.model import ModelRequest


class KnowledgeRecall:
    """Looks for knowledge once a turn, so that what was told stays the same in all its steps."""

    def __init__(self, retriever: KnowledgeRetriever, when: RecallTime = "turn") -> None:
        self._retriever = retriever
        self._when = when
        self._asked: tuple[int, str] | None = None
        self._hits: tuple[RetrievalHit, ...] = ()

    def hits(self, request: ModelRequest, episode: int) -> tuple[RetrievalHit, ...]:
        """What is told in a request, the most alike last.

        Args:
            request: of a step.
            episode: number of the episode.
        """
        query = query_of(request)
        asked = (episode, query if self._when == "turn" else "")
        if asked != self._asked:
            self._asked, self._hits = asked, self._retriever.retrieve(query, toolset_of(request))
        return self._hits


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
        return frozenset(shown - {Surroundings.module})
    apis = (name.partition(".")[0] for name in facts.apis)
    tools = (tool.name.partition(".")[0] for tool in request.tools if "." in tool.name)
    return frozenset((*facts.apps, *apis, *tools))
