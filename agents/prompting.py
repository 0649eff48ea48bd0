"""Prompts: facts in, text out. The templates beside this file are the only place where agents' wording stands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2.meta import find_referenced_templates

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


def sources(template: str) -> dict[str, str]:
    """The texts of a template and of all that it includes, by file name."""
    environment = _templates()
    found: dict[str, str] = {}
    waiting = [template]
    while waiting:
        name = waiting.pop()
        assert environment.loader is not None
        text = environment.loader.get_source(environment, name)[0]
        found[name] = text
        waiting += [part for part in find_referenced_templates(environment.parse(text)) if part and part not in found]
    return found


def prompt_hash(agent: object) -> str:
    """SHA-256 of the wording an agent uses, templates and list of actions; empty for agents that use none."""
    templates: Sequence[str] = getattr(agent, "templates", ())
    if not templates:
        return ""
    texts = {name: text for template in templates for name, text in sources(template).items()}
    parts = [describe_actions(), *(f"{name}\0{texts[name]}" for name in sorted(texts))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
