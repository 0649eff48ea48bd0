"""Agents: what plays an episode."""
