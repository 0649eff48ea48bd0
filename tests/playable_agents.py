"""The agents that can play here: those whose optional packages are installed."""

from importlib.util import find_spec

from automotive_env.agents.registry import all_agents

NEEDED = {"ocr": "rapidocr"}
"""Agent -> module of an extra that it needs."""


def is_playable(name: str) -> bool:
    return name not in NEEDED or find_spec(NEEDED[name]) is not None


PLAYABLE = tuple(filter(is_playable, all_agents()))


def asks_about_pictures(name: str) -> bool:
    """Whether an agent's model must see pictures, as native agents' must; `builtin` sees none."""
    spec = all_agents()[name]
    return spec.needs_model and spec.sees == ("screenshot",)
