"""Agents: what plays an episode."""

if __name__ != "automotive_env.agents":
    raise ImportError("this folder cannot be imported as agents; it is the package automotive_env.agents")
