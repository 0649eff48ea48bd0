"""Tasks for agents that speak A2A: an agent that assesses others. It needs the extra `web`."""
