"""Prompts: facts in, text out. The templates beside this file are the only place where agents' wording stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import jinja2

from automotive_env.action import describe_actions

if TYPE_CHECKING:
    from automotive_env.model import Facts

ACT, REFLECT, CONTEXT = "act.jinja", "reflect.jinja", "context.jinja"


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(  # text for a model, never HTML
        loader=jinja2.PackageLoader("automotive_env.agents", "prompts"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["json"] = to_json
    return environment


def to_json(value: Any) -> str:
    """JSON on one line, as prompts and histories show it."""
    return json.dumps(value, ensure_ascii=False, default=str)


def sendable(text: str) -> str:
    """The text without halves of characters, which a reply's JSON escapes can hold and no client can send."""
    return text.encode("utf-8", "replace").decode()


def one_line(text: str, longest: int) -> str:
    """A text as one sendable line of at most so many characters."""
    line = " ".join(sendable(text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def render(template: str, facts: Facts, *, pictures: Sequence[str] = (), **more: Any) -> str:
    """The prompt that says what the facts hold.

    Args:
        template: file name of the template.
        facts: what the prompt tells.
        pictures: what each attached image shows, in order.
        more: what else the template asks for.
    """
    text = _templates().get_template(template).render(facts=facts, pictures=pictures, actions=describe_actions(), **more)
    return sendable(text.strip()) + "\n"
