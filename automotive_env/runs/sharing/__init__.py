"""Runs for others: exports for tools and training, an archive that is verified as it is read, and a leaderboard."""
