"""Language models, and the built-in one that needs none."""

from automotive_env.models.recorder import RecordingModel
from automotive_env.models.specification import make_model

__all__ = ["RecordingModel", "make_model"]
