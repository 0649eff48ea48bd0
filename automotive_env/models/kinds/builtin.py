"""The built-in model: rules, which need no key and no network."""

from __future__ import annotations

from automotive_env.models.kind import Form, ModelKind
from automotive_env.models.model import Model
from automotive_env.models.pace import RateLimiter


def _make(rest: str, pace: RateLimiter | None) -> Model:
    from automotive_env.models.builtin import BuiltinModel

    return BuiltinModel()


KIND = ModelKind(
    "builtin",
    (Form("", "the offline baseline of this package: rules, no language model"),),
    _make,
    is_free=True,
    agents_only=True,
)
