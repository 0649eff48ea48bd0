"""`automotive-env agents`: who can play."""

from __future__ import annotations


def agents() -> None:
    """List the agents: name, whether one needs a model, what it is."""
    from rich.console import Console
    from rich.table import Table

    from automotive_env.agents.registry import all_agents

    table = Table("agent", "asks a model", "what it is")
    for name, spec in all_agents().items():
        table.add_row(name, "yes" if spec.needs_model else "no", spec.description)
    Console().print(table)
