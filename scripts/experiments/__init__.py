"""The papers' experiments as runs: what they play, what that costs, playing them within a budget, and their tables."""
