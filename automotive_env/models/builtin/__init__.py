"""The built-in model: an honest offline baseline."""

from automotive_env.models.builtin.model import BuiltinModel

__all__ = ["BuiltinModel"]
