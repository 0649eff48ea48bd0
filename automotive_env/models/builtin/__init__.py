"""The built-in model: an offline baseline of rules that reads only what a prompt says."""

from automotive_env.models.builtin.model import BuiltinModel

__all__ = ["BuiltinModel"]
