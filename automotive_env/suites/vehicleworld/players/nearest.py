"""A floor for retrieval: makes the calls that were right for the most similar request, and understands nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.runs.records.told import ToldHitRecord
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import PlayedTurn, PlayerBriefing
from automotive_env.suites.vehicleworld.release import read_calls

if TYPE_CHECKING:
    from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever


class NearestTurnPlayer:
    """Copies the nearest turn that is known; does nothing if none is similar enough."""

    name = "nearest"

    def __init__(self, retriever: KnowledgeRetriever) -> None:
        self._retriever = retriever

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Copy."""
        hits = self._retriever.retrieve(query, k=1)
        if not hits:
            return PlayedTurn(reasoning="No request that is known is similar enough.", notes={"told": []})
        (hit,) = hits
        told = ToldHitRecord(id=hit.entry.id, kind=hit.entry.kind, similarity=hit.similarity).model_dump(mode="json")
        reasoning = f"The most similar request that is known: {hit.entry.query[:500]}"
        try:
            calls = read_calls("\n".join(hit.entry.calls))
        except ValueError as error:
            fault = f"what was right then cannot be called: {error!s:.300}"
            return PlayedTurn(reasoning=reasoning, error=fault, notes={"told": [told]})
        made = tuple((call, call.perform(interface.car)) for call in calls)
        return PlayedTurn(made, reasoning=reasoning, notes={"told": [told]})
