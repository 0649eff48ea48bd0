"""Language models, and the built-in one that needs none."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from automotive_env.models.kinds.record import RecordingModel
    from automotive_env.models.model import ModelRequest
    from automotive_env.models.specification import make_model

__all__ = ["ModelRequest", "RecordingModel", "make_model"]


def __getattr__(name: str) -> Any:
    """Import what is used, when it is used: the built-in model must not load what the others need."""
    if name == "ModelRequest":
        from automotive_env.models.model import ModelRequest

        return ModelRequest
    if name == "RecordingModel":
        from automotive_env.models.kinds.record import RecordingModel

        return RecordingModel
    if name == "make_model":
        from automotive_env.models.specification import make_model

        return make_model
    raise AttributeError(f"module 'automotive_env.models' has no attribute {name!r}")
