"""Places, their traffic rules, and context providers."""
