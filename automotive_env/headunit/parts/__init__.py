"""Pieces of apps that stand in more than one screen, or would make one too long."""
