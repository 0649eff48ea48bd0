"""`automotive-env agents`: who can play."""

from __future__ import annotations

from automotive_env.cli.options import JsonOption


def agents(json: JsonOption = False) -> None:
    """List the agents: name, whether it needs a model, description."""
    import json as encoder

    from rich.console import Console
    from rich.table import Table

    from automotive_env.agents.registry import all_agents
    from automotive_env.cli import out

    if json:
        rows = [{"name": name, "needs_model": spec.needs_model, "about": spec.description} for name, spec in all_agents().items()]
        out(encoder.dumps(rows, indent=2))
        return
    table = Table("agent", "asks a model", "what it is")
    for name, spec in all_agents().items():
        table.add_row(name, "yes" if spec.needs_model else "no", spec.description)
    table.add_row("kate:AGENT", "yes", "any agent that asks a model, with knowledge and a vote on its replies (docs/kate.md)")
    Console().print(table)
