"""`automotive-env agents`: who can play."""

from __future__ import annotations

from automotive_env.cli.options import JsonOption


def agents(json: JsonOption = False) -> None:
    """List the agents: the name of each, whether it needs a model, and a description."""
    import json as encoder

    from rich.console import Console
    from rich.text import Text

    from automotive_env.agents.registry import all_agents
    from automotive_env.cli import out
    from automotive_env.runs.tables.grid import TextGrid

    if json:
        found = [
            {"name": name, "needs_model": spec.needs_model, "about": spec.description} for name, spec in all_agents().items()
        ]
        out(encoder.dumps(found, indent=2))
        return
    named = {name: spec for name, spec in all_agents().items() if ":" not in name}
    rows = [(name, "yes" if spec.needs_model else "no", spec.description) for name, spec in named.items()]
    layered = "a family of native agents, such as qwen_vl, with the place, plan, memory and reflection of asurada"
    rows.append(("asurada:FAMILY", "yes", f"{layered} (docs/native-agents.md)"))
    rows.append(("kate:AGENT", "yes", "any agent that asks a model, with knowledge and a vote on its replies (docs/kate.md)"))
    heads = ("agent", "asks a model", "what it is")
    Console().print(TextGrid("Agents", heads, [list(map(Text, row)) for row in rows], words=len(heads)))
