"""A task, an agent and a model of one's own for Automotive-ENV."""
