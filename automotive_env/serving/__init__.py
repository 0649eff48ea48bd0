"""The car for others: in a browser, on this machine only."""
