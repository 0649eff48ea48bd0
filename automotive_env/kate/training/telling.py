"""Knowledge in the prompts of rows: as in KATE, what is known of the turn itself, which would be its answer, is left out."""

from __future__ import annotations

from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.kate.activation.recall import KnowledgeRecall, query_of, toolset_of
from automotive_env.kate.knowledge.retrieval import RetrievalHit
from automotive_env.models.model import Model, ModelRequest


class LeaveOneOutRecall(KnowledgeRecall):
    """Recalls what is known of other tasks than the one that is played.

    Attributes:
        without: the task, and the hash of the state in which it begins.
    """

    without: tuple[str, ...] = ()

    def hits(self, request: ModelRequest, episode: int, intent: str = "") -> tuple[RetrievalHit, ...]:
        """What is told in a request, the most alike last."""
        return self._retriever.retrieve(query_of(request), toolset_of(request), without=self.without)


def telling(model: Model, recall: LeaveOneOutRecall | None) -> Model:
    """The model, told what is recalled; the model itself where nothing is."""
    return ActivatingModel(model, ActivationSetup(1, 0.0, recall=recall)) if recall else model
