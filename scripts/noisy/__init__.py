"""A scripted model that is right with a known chance, and what theory says of agents that ask it; for scripts and tests."""
