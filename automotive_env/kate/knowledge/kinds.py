"""The kinds of knowledge, and the ways to find it, by their names; what the command line offers without loading more."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

KnowledgeKind: TypeAlias = Literal["st", "es", "sic", "tic"]
KINDS: tuple[KnowledgeKind, ...] = get_args(KnowledgeKind)
INTENTS: tuple[KnowledgeKind, ...] = ("sic", "tic")
"""Kinds that speak of many requests at once; one of them is enough."""
KnowledgeMatch: TypeAlias = Literal["words", "cosine"]
"""How alike two requests are: by the cosine of their vectors alone, as in the paper, or by their words as well."""
